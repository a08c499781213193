// What entities declare their mutations with, in one place to import from.
export { accountField, Check, ownAccountField, ownId, toParams, wholeParams } from './write/input.ts'
export { bareWriteField, batchField, deleteField, writeField } from './write/mutation-field.ts'
export { deletePayload, type Outcome, payload, Payload } from './write/mutation.ts'
export {
  accessKey,
  ANY_EDITORS,
  AUDIENCE_EDITORS,
  CAMPAIGN_EDITORS,
  CREATIVE_EDITORS,
  registerReference,
  SETTINGS_EDITORS,
} from './write/existence.ts'
export { operationsField } from './field/operations.ts'
export { childrenKey, type Key, onceKey, rowKey, Rows, type Stored, wholeKey } from './write/stored.ts'
export {
  batchOf,
  type BatchOutcome,
  BatchPayload,
  deletionFrom,
  Incomplete,
  operationOf,
  type PreparedBatch,
  sendWhole,
} from './write/batch.ts'
export { batchPayload } from './write/batch-payload.ts'
export type { Change, Operation } from './write/change.ts'
export { withParents } from './write/look.ts'
export type { Made } from './write/made.ts'
