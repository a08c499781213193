import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WriteRecord, WriteStore, Writes } from '../../../rest/write-store.ts'
import { RepeatableWrite } from './repeatable.ts'
import { groupsOf, hmacOf, recorded, sentAhead, type StoredWrite, type WriteUse } from './write-record.ts'

/** The first time after which the record of a running write is asked for again, and the longest. */
const FIRST_WAIT_MS = 25
const MAX_WAIT_MS = 500

/**
 * Begins a write, after its input was accepted and before anything is sent. With a key, it is recorded first; if another
 * request has the key, this one waits until its deadline. `reused` if the key was used with another input.
 */
export async function beginWrite(writes: Writes, use: WriteUse): Promise<RepeatableWrite | 'reused'> {
  const { key, mutation, account, args, sent } = use
  const { store, local, secrets, caller, deadline, signal, requestId } = writes
  const groups = sent.flatMap((one) => groupsOf(writes, use, one))
  const first: StoredWrite = { calls: [sentAhead(writes.now())], requestIds: [requestId] }
  const data = JSON.stringify(first)
  const owner = randomUUID()
  const start = () => ({ owner, groups, data, leftMs: Math.max(0, deadline - Date.now()) })
  const begun = (store: WriteStore, name: string, record: WriteRecord) =>
    new RepeatableWrite(writes, use, { store, ownership: { name, owner, fence: record.fence }, record, groups })
  if (key === undefined) return begun(local, owner, await local.begin({ ...start(), name: owner, inputs: [''] }))
  const name = createHash('sha256')
    .update(JSON.stringify([caller, account, key]))
    .digest('base64url')
  const inputs = secrets.map((secret) => hmacOf(secret, [mutation, args]))
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
    const record = await recorded(store.begin({ ...start(), name, inputs }))
    if (record.state === 'other') return 'reused'
    const canWait = !signal.aborted && Date.now() + waitMs < deadline
    if (record.state !== 'held' || !canWait) return begun(store, name, record)
    await sleep(waitMs, undefined, { signal }).catch(() => undefined)
  }
}
