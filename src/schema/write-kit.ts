// What entities declare their mutations with, in one place to import from.
export { Check } from './write/input.ts'
export { accountField, ownAccountField, ownId } from './write/input-field.ts'
export { toParams, wholeParams } from './write/params.ts'
export { bareWriteField, batchField, deleteField, writeField } from './write/mutation-field.ts'
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
export { batchOf, deletionOf, operationsField } from './write/entity-batch.ts'
export type { Change, Operation } from './write/change.ts'
export { withParents } from './write/look.ts'
export type { Made } from './write/made.ts'
