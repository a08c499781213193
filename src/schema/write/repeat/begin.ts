import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kind, type GraphQLResolveInfo } from 'graphql'
import { RepeatableWrite } from './repeatable.ts'
import { writesOf, type MutationUse } from './use.ts'
import { hmacOf, recorded, sentAhead, type StoredWrite } from './write-record.ts'

/** The first time after which the record of a running write is asked for again, and the longest. */
const FIRST_WAIT_MS = 25
const MAX_WAIT_MS = 500

/**
 * Begins a write, after its input was accepted and before anything is sent. `sent` has what is sent for each row that it
 * makes. With a key, it is recorded first; if another request has the key, this one waits until its deadline. Undefined if the
 * key was used with another input.
 */
export async function beginWrite(
  { context, info, check, args, makes }: MutationUse,
  sent: readonly object[],
): Promise<RepeatableWrite | undefined> {
  const writes = writesOf(context)
  const { store, local, secrets, caller, deadline, signal, requestId } = writes
  const { input, batchAccount, pathIds } = check
  const { idempotencyKey: key, split, skipInvalid } = args
  const account = batchAccount ?? pathIds[0] ?? ''
  const groupsOf = (row: object) => secrets.map((secret) => hmacOf(secret, [makes?.type ?? '', account, row]))
  const groups = makes ? sent.flatMap(groupsOf) : []
  const first: StoredWrite = { calls: [sentAhead(writes.now())], requestIds: [requestId] }
  const data = JSON.stringify(first)
  const owner = randomUUID()
  const hasKey = typeof key === 'string'
  const records = hasKey ? store : local
  const name = createHash('sha256')
    .update(JSON.stringify([caller, account, key ?? owner]))
    .digest('base64url')
  const signed = [info.fieldName, { input, split, skipInvalid }]
  const inputs = hasKey ? secrets.map((secret) => hmacOf(secret, signed)) : ['']
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
    const leftMs = Math.max(0, deadline - Date.now())
    const record = await recorded(records.begin({ name, owner, inputs, groups, data, leftMs }))
    if (record.state === 'other') return undefined
    if (record.state !== 'held' || signal.aborted || Date.now() + waitMs >= deadline) {
      const ownership = { name, owner, fence: record.fence }
      const known = { ownership, record, groups, groupsOf, hasKey, isFollowed: isFollowed(info) }
      return new RepeatableWrite(writes, { store: records, ...known })
    }
    await sleep(waitMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Whether other mutations of the operation follow. */
function isFollowed({ operation, path }: GraphQLResolveInfo): boolean {
  const last = operation.selectionSet.selections.at(-1)
  return last?.kind !== Kind.FIELD || (last.alias ?? last.name).value !== path.key
}
