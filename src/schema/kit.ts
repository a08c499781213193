// What entities declare their types, fields, lists and mutations with, in one place to import from.
export { builder, type InputFields, type InputOf, inputType } from './builder.ts'
export {
  connectionType,
  idsArg,
  namePrefixArg,
  pageArgs,
  referencePageArgs,
  withDeletedArg,
  withDraftArg,
} from './list/connection-type.ts'
export { COMMON_ATTRIBUTES, sortArg, sortArgOf } from './list/sort-by.ts'
export { Entity, finderOf, listOf, Node, nodeType, restIdOption } from './node/entity.ts'
export { badUserInput, fromUpstream, show } from './errors.ts'
export { callCost, callsCost, type FieldUse, lookUpCost, maxParts } from './cost/cost.ts'
export { keyOnly, needsRow } from '../execute/selection/selection.ts'
export { accountOf, type OfAccount, partOf, rowOf, setTypeName, typeNameOf } from './node/row.ts'
export { accountAndId, parseGlobalId, restId, restIds, restLong, restUserId } from './node/global-id.ts'
export { momentOf } from './scalar/scalar.ts'
export { openEnum } from './scalar/open-enum.ts'
export { nameAndDraftFilters, nameFilter, nameQuery } from './list/name-query.ts'
export { queryNode } from './field/by-id.ts'
export { entity } from './field/entity.ts'
export { closedEnum } from './scalar/closed-enum.ts'
export { Check } from './write/input.ts'
export { budgetColumn, type Known, longColumn, textColumn, textsColumn, UNKNOWN, type Unknown } from './write/known.ts'
export {
  amounts,
  checkOrder,
  type Current,
  decide,
  given,
  length,
  notNull,
  nothingStored,
  required,
  rulesFor,
  storedIn,
} from './write/rule.ts'
export { accountField, ownAccountField, ownId } from './write/input-field.ts'
export { toParams, wholeParams } from './write/params.ts'
export { batchField, deleteField, writeField } from './write/mutation-field.ts'
export { type Outcome, Payload } from './write/mutation.ts'
export {
  accessKey,
  ANY_EDITORS,
  AUDIENCE_EDITORS,
  CAMPAIGN_EDITORS,
  CREATIVE_EDITORS,
  registerReference,
  SETTINGS_EDITORS,
} from './write/existence.ts'
export { childrenKey, type Key, onceKey, rowKey, Rows, type Stored, wholeKey } from './write/stored.ts'
export { type BatchOutcome, BatchPayload, type PreparedBatch } from './write/batch.ts'
export { batchInput, batchOf, deletionOf, operationsField } from './write/entity-batch.ts'
export type { Change, Operation } from './write/change.ts'
export { type Made, withParents } from './write/repeat/look.ts'
