import type { Permit } from '../../src/rest/policy/permit.ts'
import type { RateLimitKeys } from '../../src/rest/policy/rate-limit.ts'
import { answered, budgetHeaders } from './client.ts'
import { seededRandom } from './random-document.ts'
import type { TestLimiters } from './rate-limiters.ts'

const STEP_MS = 250
const STEPS = 40
/** Windows are whole seconds, because resets are. */
const WINDOW_MS = 4_000

/** A request to the service. */
interface Sent {
  permit: Permit
  limiter: number
  sentAt: number
  /** When the service counts it, and when its answer arrives. */
  countedAt: number
  answeredAt: number
  answer: 'announces' | 'has no headers' | 'is lost'
  /** Whether it was sent to find out whether a new window has begun. */
  isProbe: boolean
  status?: 200 | 429
  headers?: Record<string, string>
}

/** A request that has no permit yet. */
interface Waiting {
  askedAt: number
  deadline: number
  /** When it asks again. */
  nextAt: number
}

/** What had happened at the end of a step. */
interface Snapshot {
  at: number
  inFlight: number
  /** The requests that each window has counted, by its number. */
  counted: number[]
}

/**
 * Runs random histories at the same time: requests at random times, a service that counts them at a random time before its
 * answer arrives, answers in any order, some without a rate limit, and some that are lost. Returns what must not happen: a
 * request that the service refuses, unless it was sent to find out whether a new window has begun; and, as far as all answers
 * announce the limit, a request that ends without a permit although the service would have served it.
 */
export async function faultsInHistories(shared: TestLimiters, seed: number, count: number): Promise<string[]> {
  const histories = Array.from({ length: count }, (_, nth) => createHistory(shared, seed + nth))
  for (let step = 0; step < STEPS; step += 1) {
    shared.advance(STEP_MS)
    await shared.settle()
    for (const history of histories) history.answer()
    await shared.settle()
    for (const history of histories) history.ask(step)
    await shared.settle()
    for (const history of histories) history.record()
  }
  return histories.flatMap(({ faults }) => faults())
}

function createHistory({ limiters, now }: TestLimiters, seed: number) {
  const random = seededRandom(seed)
  const chance = (share: number) => random() < share
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1))
  const limit = between(1, 6)
  const lossShare = chance(0.5) ? 0 : 0.2
  const load = between(1, 8) / 20
  const prefix = chance(0.5) ? 'x-account-rate-limit' : 'x-rate-limit'
  const keysOf = (): RateLimitKeys => ({
    account: prefix === 'x-rate-limit' ? `history${seed} a${between(1, 2)} things` : `history${seed} a1 things`,
    user: `history${seed} things`,
  })
  const begun = Math.floor(now() / WINDOW_MS) * WINDOW_MS
  const windowOf = (at: number) => Math.floor((at - begun) / WINDOW_MS)
  const counted: number[] = []
  let inFlight: Sent[] = []
  let waiting: Waiting[] = []
  let knownReset = 0
  const snapshots: Snapshot[] = []
  const faults: string[] = []
  const refused: { request: Waiting; at: number }[] = []

  return { answer, ask, record, faults: () => [...faults, ...(lossShare === 0 ? refused.flatMap(unjustified) : [])] }

  /** Lets the service count what has arrived, and delivers the answers that are due. */
  function answer(): void {
    const events = inFlight.flatMap((sent) => [
      { at: sent.countedAt, run: () => count(sent) },
      { at: sent.answeredAt, run: () => deliver(sent) },
    ])
    const due = events.filter(({ at }) => at <= now() && at > now() - STEP_MS)
    for (const { run } of due.sort((one, other) => one.at - other.at)) run()
  }

  function count(sent: Sent): void {
    const window = windowOf(sent.countedAt)
    const isServed = (counted[window] ?? 0) < limit
    if (isServed) counted[window] = (counted[window] ?? 0) + 1
    else if (!sent.isProbe)
      faults.push(`history ${seed}: refused at ${sent.countedAt - begun}, sent at ${sent.sentAt - begun}`)
    sent.status = isServed ? 200 : 429
    const reset = (begun + (window + 1) * WINDOW_MS) / 1000
    sent.headers = budgetHeaders(prefix, limit - counted[window]!, reset, limit)
  }

  function deliver({ permit, limiter, answer, status, headers = {} }: Sent): void {
    inFlight = inFlight.filter((other) => other.permit !== permit)
    const one = limiters[limiter]!
    if (answer === 'is lost') return one.update(permit, undefined, now())
    if (answer === 'has no headers') return one.update(permit, answered({}, 503), now())
    knownReset = Math.max(knownReset, Number(headers[`${prefix}-reset`]) * 1000)
    one.update(permit, answered(headers, status), now())
  }

  /** Begins new requests, and asks again for those whose time has come. The first one is alone, so that the limit is known. */
  function ask(step: number): void {
    if (step === 0 || (step > 8 && chance(load)))
      for (let nth = step === 0 ? 1 : between(1, 3); nth > 0; nth -= 1)
        waiting.push({ askedAt: now(), deadline: now() + STEP_MS * between(1, 24) + 100, nextAt: now() })
    const due = waiting.filter(({ nextAt }) => nextAt <= now())
    waiting = waiting.filter((request) => !due.includes(request))
    for (const request of due) void acquire(request, step === 0)
  }

  async function acquire(request: Waiting, isFirst: boolean): Promise<void> {
    const limiter = between(0, 1)
    const maxWaitMs = request.deadline - now()
    const permit = await limiters[limiter]!.acquire(keysOf(), now(), { maxWaitMs })
    if (typeof permit !== 'number') return send(permit, limiter, isFirst)
    if (permit >= request.deadline) refused.push({ request, at: now() })
    else waiting.push({ ...request, nextAt: permit })
  }

  function send(permit: Permit, limiter: number, isFirst: boolean): void {
    const answeredAt = now() + STEP_MS * between(1, isFirst ? 4 : 10)
    const isSound = isFirst || !chance(lossShare)
    inFlight.push({
      permit,
      limiter,
      sentAt: now(),
      countedAt: Math.min(answeredAt, now() + 1 + between(0, answeredAt - now())),
      answeredAt,
      answer: isSound ? 'announces' : chance(0.5) ? 'has no headers' : 'is lost',
      isProbe: isFirst || (inFlight.length === 0 && knownReset <= now()),
    })
  }

  function record(): void {
    snapshots.push({ at: now(), inFlight: inFlight.length, counted: [...counted] })
  }

  /** Whether the service would have served a request that ended without a permit, in any window until its deadline. */
  function unjustified({ request, at }: { request: Waiting; at: number }): string[] {
    const windows = new Map<number, Snapshot>()
    for (const snapshot of snapshots)
      if (snapshot.at >= request.askedAt && snapshot.at < request.deadline) windows.set(windowOf(snapshot.at), snapshot)
    return [...windows]
      .filter(([window, { counted: then, inFlight: flying }]) => (then[window] ?? 0) + flying < limit)
      .map(
        ([window]) =>
          `history ${seed}: refused at ${at - begun}, but window ${window} had room (${JSON.stringify({ ...request, begun, limit })})`,
      )
  }
}
