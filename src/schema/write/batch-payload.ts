import type { ObjectRef, OutputRef } from '@pothos/core'
import { builder, type SchemaTypes } from '../builder.ts'
import { BatchPayload, type BatchOutcome } from './batch.ts'
import { Payload } from './mutation.ts'

/**
 * The payload of a batch. It has the rows that the service returned in a field with this name, with their type and its
 * description.
 */
export function batchPayload<R extends object>(
  name: string,
  description: string,
  rows: Record<string, readonly [ObjectRef<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>, R>, string]>,
) {
  return builder.objectRef<BatchOutcome<R>>(name).implement({
    description,
    interfaces: [Payload, BatchPayload],
    fields: (t) =>
      Object.fromEntries(
        Object.entries(rows).map(([field, [ref, description]]) => {
          // The builder needs only to know that a row is an object. Callers know which one.
          const type: [OutputRef<object>] = [ref]
          const nullable = { list: true, items: true }
          return [
            field,
            t.field({ type, nullable, description, resolve: ({ data }): (object | null)[] | null => data }),
          ]
        }),
      ),
  })
}
