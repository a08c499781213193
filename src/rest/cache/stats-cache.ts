import { randomUUID } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '../../async/duration.ts'
import { isTurnOver, nextTurn } from '../../async/turn.ts'
import { variantKey } from '../../json/json.ts'
import { checkStats, listStats, type StatsParams, type StatsRow } from '../analytics/stats.ts'
import type { Call, Middleware, Records, Send } from '../call.ts'
import { takeMemory } from '../client.ts'
import { UpstreamError } from '../errors.ts'
import { beforeDeadline, type LocalAnswers } from '../store.ts'
import { idOf } from '../types.ts'
import { comparableId, isSameId } from '../value.ts'
import { asList, type Envelope } from '../wire/envelope.ts'
import { credentialKey } from '../wire/sign.ts'
import type { CachedRead } from './reference-cache.ts'

/** How long it is remembered that a caller may see the stats of an account. */
const PERMITTED_MS = HOUR_MS

/** How long the version of a caller's answers is kept, longer than any of them. */
const VERSION_MS = 2 * DAY_MS

/**
 * Keeps the stats of periods that are over, entity by entity, for their own caller: only 250 calls for stats are allowed in 15
 * minutes. The first 401 or 403 of a caller drops all of its answers. As long as it is not known whether a caller may see the stats
 * of an account, or their reach, one call finds out for all others. Returns what creates the step of one operation, which adds each
 * call that needed none to `hits`. `now` is the time of the service.
 */
export function createStatsCache(answers: LocalAnswers, now: () => number) {
  /** The calls that find out whether a caller may see the stats of an account. */
  const first = new Map<string, Promise<unknown>>()

  return (...hits: Records<CachedRead>[]): Middleware =>
    async (call, next) => {
      try {
        if (isOfStats(call)) return await statsOf(call, next)
        // Reach and active entities.
        if (call.endpoint.path.startsWith(listStats.path)) return await permitted(call, next, versionOf(call))
        return await next(call)
      } catch (error) {
        if (isDenied(error)) answers.set(versionKey(call), randomUUID(), VERSION_MS)
        throw error
      }

      async function statsOf(call: StatsCall, next: Send): Promise<Envelope> {
        const { entity_ids: ids = [], ...query } = call.params
        const version = versionOf(call)
        const queryKey = variantKey([version, call.path, query])
        const keyOf = (id: string) => `${queryKey} ${comparableId(id)}`
        const ttlMs = keptMs(now() - Date.parse(query.end_time ?? ''))
        const known = new Map<string, StatsRow | null>()
        // A long period of many entities is read from here without a call.
        if (isTurnOver()) await nextTurn()
        if (ttlMs > 0)
          for (const id of ids) {
            const kept = answers.get(keyOf(id))
            if (typeof kept === 'string') known.set(id, JSON.parse(kept) as StatsRow | null)
          }
        const missing = ids.filter((id) => !known.has(id))
        if (missing.length === 0) for (const each of hits) each.push({ stale: false, askers: call.context.askers })
        else {
          const wanted = call.wanted && { ...call.wanted, ids: missing }
          const answer = await permitted({ ...call, params: { ...query, entity_ids: missing }, wanted }, next, version)
          if (isTurnOver()) await nextTurn()
          const rows = asList(answer.data) as StatsRow[]
          checkStats(rows, query)
          for (const id of missing) {
            const row = rows.find((each) => isSameId(idOf(each), id))
            const kept = row ? { id, id_data: row.id_data ?? null } : null
            known.set(id, kept)
            // Values that are parsed take up to four times the bytes of their text.
            if (ttlMs > 0) answers.set(keyOf(id), JSON.stringify(kept), ttlMs)
          }
        }
        const rows = ids.flatMap((id) => known.get(id) ?? [])
        await takeMemory(call, memoryOf(rows))
        return { data: rows, next_cursor: null }
      }
    }

  /**
   * Sends a call; if it is not known whether its caller may see what it reads, only one of several calls is sent first. Throws
   * UPSTREAM_TIMEOUT if that one lasts beyond the deadline of this call.
   */
  async function permitted(call: Call, next: Send, version: string): Promise<Envelope> {
    const key = variantKey([version, call.endpoint.path, call.path])
    if (answers.get(key)) return next(call)
    const running = first.get(key)
    if (running) {
      const notDenied = running.catch((error: unknown) => {
        // FORBIDDEN is also what an account lacks a feature for (R-STAT-23).
        if (isDenied(error) || (error instanceof UpstreamError && error.code === 'FORBIDDEN')) throw error
      })
      await beforeDeadline(call.context.deadline, notDenied)
      return next(call)
    }
    const answer = next(call)
    first.set(key, answer)
    try {
      const envelope = await answer
      answers.set(key, true, PERMITTED_MS)
      return envelope
    } finally {
      first.delete(key)
    }
  }

  /** The version of the answers of a caller, with which their keys begin. */
  function versionOf(call: Call): string {
    const known = answers.get(versionKey(call))
    const version = typeof known === 'string' ? known : randomUUID()
    answers.set(versionKey(call), version, VERSION_MS)
    return version
  }
}

/** A call for stats. */
type StatsCall = Omit<Call, 'params'> & { params: StatsParams }

function isOfStats(call: Call): call is StatsCall {
  return call.endpoint.path === listStats.path
}

/** The bytes of memory that parsed values take, about. */
function memoryOf(value: unknown): number {
  if (typeof value === 'string') return TEXT_BYTES
  if (typeof value !== 'object' || value === null) return VALUE_BYTES
  let bytes = OBJECT_BYTES
  for (const member of Array.isArray(value) ? value : Object.values(value)) bytes += memoryOf(member)
  return bytes
}

const VALUE_BYTES = 8
const TEXT_BYTES = 32
const OBJECT_BYTES = 64

/** How long stats are kept whose period has ended so long ago: they are fixed after 24 hours, except for the spend (R-STAT-24). */
function keptMs(endedMsAgo: number): number {
  if (endedMsAgo > 30 * DAY_MS) return DAY_MS
  return endedMsAgo > DAY_MS ? HOUR_MS : 0
}

function versionKey({ context }: Call): string {
  return variantKey(['stats', credentialKey(context.credentials)])
}

function isDenied(error: unknown): boolean {
  return error instanceof UpstreamError && (error.status === 401 || error.status === 403)
}
