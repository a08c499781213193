import type { InputRef } from '@pothos/core'
import type { BatchOperation, Endpoint } from '../../rest/endpoint.ts'
import type { Row } from '../../rest/types.ts'
import { builder, inputType } from '../builder.ts'
import { untyped } from '../field/field.ts'
import { camelCase, firstToLower, firstToUpper, snakeCase } from '../wire-name.ts'
import { batchOf, deletionOf, operationsField } from './batch.ts'
import type { Change } from './change.ts'
import type { Declared } from './declared.ts'
import { accountField, ownAccountField } from './input-field.ts'
import type { Check } from './input.ts'
import { batchField, writeField } from './mutation-field.ts'
import type { RowRef } from './payload.ts'
import type { FieldOf } from './refusal.ts'

/** The creation or the update of an entity, alone or in a batch. */
interface Writing<Input extends object, Params extends object, R> {
  endpoint: Endpoint<string, Params, R>
  description: string
  input: InputRef<Input>
  /** What it does besides its action. */
  does?: Omit<Declared, 'action' | 'type' | 'id'>
  prepare: (check: Check<Input>) => Change<Params>
  /** The field for refusals of the service that do not identify a field, unless it is in a batch. */
  fieldOf?: FieldOf<Input>
}

/** The declaration of the mutations of an entity that batches write. */
interface Mutations<R extends Row, Creation extends object, Update extends object, Params extends object> {
  create: Writing<Creation, Params, R>
  update?: Writing<Update, Params, R>
  delete: { endpoint: Endpoint<string, Record<string, never>, R>; description: string }
  batch: {
    endpoint: Endpoint<`batch/accounts/:account_id/${string}`, BatchOperation<Params>[], R[]>
    description: string
    maxItems: number
    /** The ID of the rule for the maximum number of operations in a call. */
    rule: string
    /** The descriptions of the input of one operation, and of the list of operations. */
    ofOperation: string
    ofOperations: string
  }
}

/** One operation of a batch, which has exactly one of these. */
interface OneChange<Creation, Update> {
  create?: Creation
  update?: Update
  delete?: Record<string, string>
}

/**
 * Declares the mutations that create, update and delete an entity of an account, alone and in batches. The nouns, such as
 * `campaign` and `campaigns`, are for descriptions. Names follow from the type and from the list in the path of the batch.
 */
export function mutations<R extends Row, Creation extends object, Update extends object, Params extends object>(
  ref: RowRef<R>,
  [one, many]: readonly [one: string, many: string],
  { create, update, delete: deletes, batch }: Mutations<R, Creation, Update, Params>,
): void {
  const type = ref.name
  const id = `${firstToLower(type)}Id`
  const rows = camelCase(batch.endpoint.path.split('/').at(-1) ?? '')
  const batchName = `Batch${firstToUpper(rows)}`
  const deletion = { action: 'DELETE', id } as const
  const doesCreate = { action: 'CREATE', ...create.does } as const
  const doesUpdate = { action: 'UPDATE', id, ...update?.does } as const
  const remove = deletionOf(id, type)

  const DeleteInput: InputRef<Record<string, string>> = untyped(
    inputType(`Delete${type}Input`, `The ${wordsIn(type)} to delete.`, (t) => ({
      [id]: t.id({ required: true, description: `The ${one}: its global ID or the service's ID.` }),
      ...ownAccountField(t),
    })),
  )
  const Operation: InputRef<OneChange<Creation, Update>> = untyped(
    builder.inputType(`${type}Operation`, {
      description: batch.ofOperation,
      isOneOf: true,
      fields: (t) =>
        t.optional({
          create: [create.input, `The ${one} to create.`],
          ...(update && { update: [update.input, `The changes to a ${one}.`] as const }),
          delete: [DeleteInput, `The ${one} to delete.`],
        }),
    }),
  )
  const actions = update ? 'create, update and delete' : 'create and delete'
  const BatchInput = inputType(`${batchName}Input`, `The ${wordsIn(rows)} to ${actions} in one call.`, (t) => ({
    ...accountField(t),
    ...operationsField(t, Operation, batch.ofOperations),
  }))

  const writing = <Input extends object>({ prepare, fieldOf, ...options }: Writing<Input, Params, R>) => ({
    ...options,
    row: ref,
    prepare: (check: Check<Input>) => ({ ...prepare(check), fieldOf }),
  })
  builder.mutationFields((t) => ({
    [`create${type}`]: writeField(t, { ...writing(create), does: doesCreate }),
    ...(update && { [`update${type}`]: writeField(t, { ...writing(update), does: doesUpdate }) }),
    [`delete${type}`]: writeField(t, { ...deletes, row: ref, does: deletion, input: DeleteInput, prepare: remove }),
    [firstToLower(batchName)]: batchField(t, {
      rows: {
        type: ref,
        field: rows,
        ofPayload: `The result of a batch of ${wordsIn(rows)}.`,
        description: `The ${many} as returned by the service, in the order of the operations. Null for an operation that changed nothing.`,
      },
      endpoint: batch.endpoint,
      does: { create: doesCreate, ...(update && { update: doesUpdate }), delete: deletion },
      maxItems: batch.maxItems,
      description: batch.description,
      input: BatchInput,
      prepare: (check) =>
        batchOf(check, batch.endpoint, batch.rule, {
          create: create.prepare,
          update: update?.prepare,
          delete: remove,
        }),
    }),
  }))
}

/** The words of a name in camel case: `targeting criterion` of `TargetingCriterion`. */
function wordsIn(name: string): string {
  return snakeCase(firstToLower(name)).replaceAll('_', ' ')
}
