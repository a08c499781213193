// What more than three entities declare their types, fields, lists and mutations with, in one place to import from.
export { builder, type InputFields, type InputOf, inputType } from './builder.ts'
export { connectionType, idsArg, namePrefixArg, withDeletedArg } from './list/connection-type.ts'
export { COMMON_ATTRIBUTES, sortArg, sortArgOf } from './list/sort-by.ts'
export { Entity, listOf, Node, nodeType, restIdOption } from './node/entity.ts'
export { badUserInput, show } from './errors.ts'
export { callCost, callsCost, lookUpCost } from './cost/cost.ts'
export { keyOnly } from '../execute/selection/selection.ts'
export { accountOf, rowOf } from './node/row.ts'
export { restId, restIds } from './node/global-id.ts'
export { momentOf } from './scalar/scalar.ts'
export { openEnum } from './scalar/open-enum.ts'
export { nameFilter, nameQuery } from './list/name-query.ts'
export { queryNode } from './field/by-id.ts'
export { entity } from './field/entity.ts'
export { closedEnum } from './scalar/closed-enum.ts'
export { Check } from './write/input.ts'
export { budgetColumn, type Known, longColumn, textColumn, textsColumn, UNKNOWN } from './write/known.ts'
export {
  amounts,
  checkOrder,
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
export { Payload } from './write/mutation.ts'
export { accessKey, AUDIENCE_EDITORS, CREATIVE_EDITORS, registerReference } from './write/existence.ts'
export { childrenKey, type Key, onceKey, rowKey, Rows, type Stored, wholeKey } from './write/stored.ts'
export { batchInput, batchOf, deletionOf } from './write/entity-batch.ts'
export type { Change } from './write/change.ts'
export { type Made, withParents } from './write/repeat/look.ts'
