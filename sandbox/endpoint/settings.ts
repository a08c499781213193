import type { Entity } from '../../reference/entity.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { defined, endpointsOf } from './crud.ts'
import { envelope, type Endpoint } from './endpoint.ts'
import { without } from './list.ts'
import type { WriteContext } from './write.ts'

/** Settings as they are stored. The service sends neither their ID nor their times. */
export type SettingsRow<Column extends string> = Row & Record<Column, string | null>

interface SettingsOptions<R extends Row> {
  /** The columns of settings that were never changed. */
  initial: Readonly<Record<string, unknown>>
  /** The columns that a change has for what was sent; undefined removes one. May throw a Refusal. */
  change: (sent: Record<string, unknown>, context: WriteContext, before: R) => Record<string, unknown>
}

/** The read and the update of settings, which exist once for the ID at the end of the path. The first update makes them. */
export function settingsEndpoints<R extends Row>(
  entity: Entity,
  table: TableDefinition<R>,
  { initial, change }: SettingsOptions<R>,
): Endpoint[] {
  const wire = endpointsOf(entity)
  const present = (row: R) => without(row, 'id', 'created_at', 'updated_at', 'deleted')
  return [
    wire.single(table, { quota: 'account', present }),
    wire.at('PUT', {
      handle(call) {
        const now = timestamp(call.now)
        const fresh = { ...initial, id: call.path[wire.idName]!, created_at: now, deleted: false } as unknown as R
        const before = call.store.table(table).find(call.owner, fresh.id) ?? fresh
        const changes = change(defined(call.params), call, before)
        const row = defined({ ...(before as object), ...changes, updated_at: now }) as unknown as R
        return envelope(call, { data: present(call.store.table(table).insert(call.owner, row)) })
      },
    }),
  ]
}
