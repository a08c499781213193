import { isDeepStrictEqual } from 'node:util'
import { accountHistory } from '../../reference/account/account-history.ts'
import { campaigns } from '../campaign/campaign.ts'
import { lineItems } from '../campaign/line-item.ts'
import { promotedAccounts } from '../campaign/promoted-account.ts'
import { promotedPosts } from '../campaign/promoted-post.ts'
import { targetingCriteria } from '../campaign/targeting-criterion.ts'
import { NO_ACCOUNT, table, type ChangeListener, type Row, type Store, type TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { crud } from '../endpoint/crud.ts'
import type { Call } from '../endpoint/endpoint.ts'
import { without } from '../endpoint/list.ts'
import { Invalid, moment, type Parameter } from '../endpoint/parameter.ts'
import { featureNotAvailable, refuseAll } from '../http/error.ts'
import { accounts } from './account.ts'
import { promotableUsers } from './promotable-user.ts'

/** A change. The service does not send its ID, its times, `before` and `sequence`. */
interface ChangeRow extends Row {
  change_by: { user_id: string; platform: string }
  changes: Record<string, { old: unknown; new: unknown }>
  change_time: string
  entity_id: string
  entity: string
  entity_data: Row
  change_type: string
  before: Row | undefined
  /** The number of the change in its account. Changes before the start of the sandbox have negative numbers. */
  sequence: number
}

/** The changes of each account's entities since the start of the sandbox, newest first. */
const changes = table<ChangeRow>(
  'account_history',
  // Several changes can happen in one second.
  { name: 'sequence-desc', terms: [{ attribute: (row) => row.sequence, descending: true }] },
  8,
)

/** The table of entities that have a history. Its rows are read here as rows of any type. */
interface RecordedTable {
  name: string
  find: (store: Store, owner: string, id: string) => Row | undefined
}

const tables: Readonly<Record<string, RecordedTable>> = {
  CAMPAIGN: tableOf(campaigns),
  LINE_ITEM: tableOf(lineItems),
  PROMOTED_POST: tableOf(promotedPosts),
  TARGETING_CRITERIA: tableOf(targetingCriteria),
  PROMOTED_ACCOUNT: tableOf(promotedAccounts),
}

function tableOf<R extends Row>(table: TableDefinition<R>): RecordedTable {
  return { name: table.name, find: (store, owner, id) => store.table(table).find(owner, id) }
}

const entityOf = new Map(Object.entries(tables).map(([entity, { name }]) => [name, entity]))

/** Records the changes that a call makes to entities that have a history. Their author is the user who signed the call. */
export function historyOf({ store, user, now }: Pick<Call, 'store' | 'user' | 'now'>): ChangeListener {
  return (name, owner, before, after) => {
    const entity = entityOf.get(name)
    if (entity === undefined) return
    const rows = store.table(changes)
    const sequence = rows.count(owner)
    const recorded = change({ entity, before, after, author: user.id, time: timestamp(now), sequence })
    rows.insert(owner, { ...recorded, id: rows.newId() })
  }
}

/** A time on the hour, also in its own offset. */
const wholeHour: Parameter<string | undefined> = {
  ...moment(),
  read: (text) =>
    /T\d{2}:00(:00(\.0+)?)?(Z|[+-]\d{2}(:?00)?)$/.test(text)
      ? moment().read(text)
      : new Invalid(`Expected a whole hour, got "${text}"`),
}

/**
 * The endpoint for the history of an account (Ads Management Interface, section 4.2). Accounts under review are not in
 * the beta.
 */
export const accountHistoryEndpoints = crud(accountHistory, changes, {
  list: {
    quota: 'account',
    parameters: { start_time: wholeHour, end_time: wholeHour },
    rows({ params, store, owner }) {
      refuseUnlessEnabled(store, owner)
      const { entity_type: entity = '', entity_id: id = '' } = params
      const recorded = store
        .table(changes)
        .rows(owner)
        .filter((row) => row.entity === entity && row.entity_id === id)
      const [first] = recorded.slice(-1)
      const seeded = first === undefined ? tables[entity]!.find(store, owner, id) : first.before
      const author = store.table(promotableUsers).rows(owner)[0]?.user_id ?? ''
      return seeded === undefined ? recorded : [...recorded, ...seededChanges(seeded, entity, author)]
    },
    keep({ params }) {
      const [start = 0, end = 0] = [params.start_time, params.end_time].map((time) => Date.parse(time ?? ''))
      return ({ change_time, change_by }) =>
        Date.parse(change_time) >= start &&
        Date.parse(change_time) < end &&
        (params.user_id === undefined || params.user_id === change_by.user_id)
    },
    present: (row) => without(row, 'id', 'created_at', 'updated_at', 'deleted', 'before', 'sequence'),
  },
})

function refuseUnlessEnabled(store: Store, account: string): void {
  const isEnabled = store.table(accounts).find(NO_ACCOUNT, account)?.approval_status === 'ACCEPTED'
  refuseAll([!isEnabled && featureNotAvailable('The account does not have this feature')])
}

/** The changes to a seeded row before the sandbox started, newest first. Their author is the advertiser. */
function seededChanges(row: Row, entity: string, author: string): ChangeRow[] {
  const created = { ...row, updated_at: row.created_at, deleted: false }
  const creation = change({ entity, before: undefined, after: created, author, time: row.created_at, sequence: -2 })
  if (row.updated_at === row.created_at) return [creation]
  return [change({ entity, before: created, after: row, author, time: row.updated_at, sequence: -1 }), creation]
}

/** An entity before and after a change. `before` is undefined if the entity was created. */
interface Changed {
  entity: string
  before: Row | undefined
  after: Row
  author: string
  time: string
  sequence: number
}

function change({ entity, before, after, author, time, sequence }: Changed): ChangeRow {
  const type = before === undefined ? 'CREATE' : after.deleted && !before.deleted ? 'DELETE' : 'UPDATE'
  return {
    id: type,
    created_at: time,
    updated_at: time,
    deleted: false,
    change_by: { user_id: author, platform: 'ADS_INTERFACE' },
    changes: before === undefined ? {} : differences(before, after),
    change_time: time,
    entity_id: after.id,
    entity,
    entity_data: after,
    change_type: type,
    before,
    sequence,
  }
}

/** The columns with different values, each with its old and new value. */
function differences(before: Row, after: Row): ChangeRow['changes'] {
  const [old, now] = [before, after].map((row) => new Map<string, unknown>(Object.entries(row))) as [Columns, Columns]
  const names = new Set([...old.keys(), ...now.keys()])
  const changed = [...names].filter((name) => !isDeepStrictEqual(old.get(name), now.get(name)))
  return Object.fromEntries(changed.map((name) => [name, { old: old.get(name) ?? null, new: now.get(name) ?? null }]))
}

type Columns = Map<string, unknown>
