import type { Entity } from '../../reference/entity.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { notFound } from '../http/error.ts'
import { endpointsOf } from './crud.ts'
import { envelope, type Call, type Endpoint } from './endpoint.ts'
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
  const path = Object.keys(entity.endpoints ?? {})[0]!.split(' ')[2]!
  const wire = endpointsOf(entity, path)
  const idOf = (call: Call) => call.path[wire.idName]!

  function answer(call: Call, row: R) {
    return envelope(call, { data: without(row, 'id', 'created_at', 'updated_at', 'deleted') })
  }

  return [
    wire.at('GET', {
      handle(call) {
        const found = call.store.table(table).find(call.owner, idOf(call))
        if (found === undefined) throw notFound(wire.idName, idOf(call))
        return answer(call, found)
      },
    }),
    wire.at('PUT', {
      handle(call) {
        const now = timestamp(call.now)
        const fresh = { ...initial, id: idOf(call), created_at: now, deleted: false } as unknown as R
        const before = call.store.table(table).find(call.owner, fresh.id) ?? fresh
        const sent = Object.fromEntries(Object.entries(call.params).filter(([, value]) => value !== undefined))
        const changes = Object.entries({ ...before, ...change(sent, call, before), updated_at: now })
        const row = Object.fromEntries(changes.filter(([, value]) => value !== undefined)) as unknown as R
        return answer(call, call.store.table(table).insert(call.owner, row))
      },
    }),
  ]
}
