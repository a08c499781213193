import type { InputRef } from '@pothos/core'
import type { BatchOperation, Endpoint } from '../../rest/endpoint.ts'
import { builder, type InputFields } from '../builder.ts'
import { untyped } from '../field/field.ts'
import { MAX_BATCH_ITEMS, maxItems } from '../list-limit.ts'
import { listOf } from '../node/node-type.ts'
import { closedEnum } from '../scalar/enum.ts'
import { snakeCase } from '../wire-name.ts'
import { type Change, type Operation, review } from './change.ts'
import type { Check } from './input.ts'
import { Payload, type RowRef } from './payload.ts'
import type { BatchOutcome, Chunk, PreparedBatch } from './send-write.ts'
import { Stored } from './stored.ts'

const ChunkStatus = closedEnum('ChunkStatus', 'The status of a chunk. Its operations succeed or fail together.', {
  DONE: 'All operations were carried out.',
  FAILED: 'No operation was carried out.',
  UNKNOWN: 'The operations may have been carried out: no response confirms it. Check before you send them again.',
  NOT_TRIED: 'The operations were not sent, because the input was refused or an earlier chunk failed.',
})

const BatchChunk = builder.objectRef<Chunk>('BatchChunk').implement({
  description: 'The operations of a batch that are sent in one call.',
  fields: (t) => ({
    start: t.int({
      nullable: false,
      description: 'The index of the first operation of the chunk in the input.',
      resolve: ({ indexes }) => indexes[0] ?? 0,
    }),
    count: t.int({
      nullable: false,
      description: 'The number of operations in the chunk, without those that `skipInvalid` left out.',
      resolve: ({ indexes }) => indexes.length,
    }),
    status: t.expose('status', { type: ChunkStatus, nullable: false, description: 'The status of the operations.' }),
  }),
})

/** The interface of every batch's payload. */
export const BatchPayload = builder.interfaceRef<BatchOutcome<unknown>>('BatchPayload').implement({
  description: 'The result of a batch.',
  interfaces: [Payload],
  fields: (t) =>
    t.given({
      chunks: [[BatchChunk], 'The chunks of the batch, one for each call. Several calls are made only with `split`.'],
    }),
})

/** The input field with the operations of a batch, which are of this type. */
export const operationsField = <Item>(
  t: InputFields,
  type: InputRef<Item>,
  description: string,
  max = MAX_BATCH_ITEMS,
) => ({ operations: t.field({ type: [type], required: true, extensions: maxItems(max), description }) })

/** The rows that a batch returns: their type, the field of the payload with them, and the descriptions of the payload and of the field. */
export interface BatchRows<R> {
  type: RowRef<R>
  field: string
  ofPayload: string
  description: string
}

export function batchPayloadType<R>(mutation: string, { type, field, ofPayload, description }: BatchRows<R>) {
  const rows = { type: [type] as [RowRef<R>], nullable: { list: true, items: true }, description }
  return builder.objectRef<BatchOutcome<R>>(`${mutation}Payload`).implement({
    description: ofPayload,
    interfaces: [Payload, BatchPayload],
    fields: (t) => ({ [field]: t.field({ ...rows, resolve: ({ data }) => untyped(data) }) }),
  })
}

/** One item of a batch: the input of a single change, in the field that says which. */
type Item = { readonly [kind in 'create' | 'update' | 'delete']?: object }

/** How the change of each kind is prepared from its input. */
type Preparations<I extends Item, Params> = {
  readonly [Kind in keyof Required<I>]: ((check: Check<NonNullable<I[Kind]>>) => Change<Params>) | undefined
}

/** A batch of changes to the entities of an account. On the wire, the ID of an entity is one of its parameters. */
export function batchOf<I extends Item, Params extends object, R>(
  check: Check<{ accountId: string; operations: readonly I[] }>,
  endpoint: Endpoint<`batch/accounts/:account_id/${string}`, BatchOperation<Params>[], R[]>,
  rule: string,
  preparations: Preparations<I, Params>,
): PreparedBatch<BatchOperation<Params>, R> {
  const account_id = check.ids.account()
  check.ids.batchAccount = account_id
  return {
    list: { field: 'operations', rule },
    operations: check.each('operations', check.input.operations).map((item) => {
      // Only a deletion is left: an item has exactly one change.
      const { create, update, delete: deleted = {} } = item.input
      if (create) return operation('Create', item.within('create', create), preparations.create)
      if (update) return operation('Update', item.within('update', update), preparations.update)
      return operation('Delete', item.within('delete', deleted), preparations.delete)
    }),
    send: (rest, operations) => rest.call(endpoint, { account_id }, operations),
  }
}

const KINDS = { Create: 'create', Update: 'update', Delete: 'delete' } as const

function operation<Input extends object, Params extends object>(
  operation_type: BatchOperation<Params>['operation_type'],
  check: Check<Input>,
  prepare: ((check: Check<Input>) => Change<Params>) | undefined,
): Operation<BatchOperation<Params>> {
  // The type of the input has only the kinds that are prepared.
  const { apply, ...change } = prepare!(check)
  // Rules that the input alone decides.
  review({ ...change, check }, new Stored())
  const { target } = check.ids
  const ids = target && { [snakeCase(target.field)]: target.id }
  return {
    ...change,
    check,
    kind: KINDS[operation_type],
    apply: (stored) => ({ operation_type, params: { ...ids, ...apply(stored) } }),
  }
}

/** Prepares the deletion of an entity of this type, whose ID is in a field of the input. It has no parameters. */
export const deletionOf =
  <Field extends string>(field: Field, type: string) =>
  (check: Check<Record<Field, string>>): Change<never> => {
    const { id } = check.ids.changed(field, type)
    return {
      apply(stored) {
        stored.remove(listOf(type), id)
        return untyped({})
      },
    }
  }
