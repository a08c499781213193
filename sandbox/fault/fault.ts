import { standingHeaders, tooManyRequests } from '../access/rate-limit.ts'
import type { Random } from '../data/random.ts'
import { refusalReply } from '../http/error.ts'
import { html, isJson, json, text, type Reply } from '../http/reply.ts'
import type { WireRequest } from '../http/request.ts'

/** A fault that is injected into a request or its response. */
export type Fault =
  /** The response is delayed. */
  | { kind: 'latency'; ms: number }
  /** The request is not handled. The response has this status, headers and body (empty by default). */
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: FaultBody }
  /** The request is refused as if the rate limit of the user or the account were exhausted. */
  | { kind: 'rateLimited'; scope: 'user' | 'account'; resetInMs: number; headers?: boolean }
  /** The request is not handled. The response is a 503 in plain text, with `retry-after` in seconds if given. */
  | { kind: 'unavailable'; retryAfter?: number }
  /** The request is handled, but the connection closes before the response, after its headers, or within its body. */
  | { kind: 'broken'; when: 'before' | 'headers' | 'body' }
  /** The body is sent in small pieces over a period of time. */
  | { kind: 'slowBody'; ms: number }
  /** The JSON body is truncated, and its length header matches. */
  | { kind: 'malformedJson' }
  /** An upload of users is handled, but this many fewer users are reported as accepted. */
  | { kind: 'incompleteUpload'; missing: number }
  /** A copy of the response JSON is changed, in place or by returning another value. Only within this process. */
  | { kind: 'mutate'; mutate: (answer: Record<string, unknown>) => unknown }

/** The body of a `status` fault. */
export type FaultBody = { json: unknown } | { html: string } | { text: string }

/** A fault, the requests that it applies to, and how often it applies. */
export interface FaultRule {
  /** All given conditions must match: method, path (as in the reference or as received) and a decoded parameter. */
  match?: { method?: string; path?: string; param?: { name: string; value: string } }
  fault: Fault
  /** The number of matching requests that it applies to, 1 or more. Defaults to all. */
  times?: number
  /** The probability that it applies to a matching request, above 0 and at most 1. Defaults to 1. */
  probability?: number
  /** The number of matching requests to skip first. */
  after?: number
}

type WhyNoMatch = (rule: FaultRule) => string | undefined

/** A fault rule that would apply to no request. */
export class UnmatchedFault extends RangeError {}

/** The active fault rules, and how often each was applied. */
export class FaultBook {
  private rules: { rule: FaultRule; passed: number; befell: number }[] = []
  private readonly random: Random
  /** Returns why a rule would apply to no request; undefined if it can apply to one. */
  readonly whyNoMatch: WhyNoMatch

  constructor(random: Random, whyNoMatch: WhyNoMatch, rules: readonly FaultRule[] = []) {
    this.random = random
    this.whyNoMatch = whyNoMatch
    for (const rule of rules) this.add(rule)
  }

  /** Adds a rule after the active ones. Throws an UnmatchedFault if it would apply to no request. */
  add(rule: FaultRule): void {
    const reason = this.whyNoMatch(rule)
    if (reason !== undefined) throw new UnmatchedFault(reason)
    this.rules.push({ rule, passed: 0, befell: 0 })
  }

  /** Removes all rules. Those that are added then have the same outcomes as the first ones. */
  clear(): void {
    this.rules = []
    this.random.restart()
  }

  /** The active rules, with their remaining counts. */
  list(): FaultRule[] {
    return this.rules.map(({ rule, befell }) =>
      rule.times === undefined ? rule : { ...rule, times: rule.times - befell },
    )
  }

  /** The faults that apply to a request, in the order of their rules. */
  due(request: WireRequest, endpointPath: string): Fault[] {
    const faults: Fault[] = []
    for (const entry of this.rules) {
      const { rule } = entry
      if (!fits(rule, request, endpointPath)) continue
      entry.passed += 1
      if (entry.passed <= (rule.after ?? 0) || entry.befell >= (rule.times ?? Infinity)) continue
      if (!this.random.chance(rule.probability ?? 1)) continue
      entry.befell += 1
      faults.push(rule.fault)
    }
    return faults
  }
}

function fits({ match = {} }: FaultRule, request: WireRequest, endpointPath: string): boolean {
  const { method = request.method, path = endpointPath, param } = match
  if (method !== request.method || (path !== endpointPath && path !== request.path)) return false
  if (param === undefined) return true
  return [...request.query, ...request.form].some(([name, value]) => name === param.name && value === param.value)
}

/** The reply of the first fault that prevents the request from being handled; undefined if there is none. */
export function faultReply(faults: readonly Fault[], echo: Record<string, unknown>, now: Date): Reply | undefined {
  for (const fault of faults) {
    if (fault.kind === 'status') return statusReply(fault.status, fault.headers, fault.body)
    if (fault.kind === 'rateLimited') return rateLimitedReply(fault, echo, now)
    if (fault.kind === 'unavailable') return unavailableReply(fault.retryAfter)
  }
  return undefined
}

/** Applies the `mutate` and `incompleteUpload` faults to a JSON reply. The rows of the store are not changed. */
export function mutated(reply: Reply, faults: readonly Fault[]): Reply {
  let { body } = reply
  if (!isJson(reply)) return reply
  for (const fault of faults) {
    if (fault.kind !== 'mutate' && fault.kind !== 'incompleteUpload') continue
    const copy = structuredClone(body) as Record<string, unknown>
    if (fault.kind === 'mutate') body = fault.mutate(copy) ?? copy
    else body = withMissing(copy, fault.missing)
  }
  return { ...reply, body }
}

/** The response to an upload with fewer accepted users; any other response unchanged. */
function withMissing(answer: Record<string, unknown>, missing: number): Record<string, unknown> {
  for (const counts of [answer.data].flat())
    if (isCounts(counts)) counts.success_count = Math.max(0, counts.success_count - missing)
  return answer
}

function isCounts(data: unknown): data is { success_count: number } {
  return typeof data === 'object' && data !== null && 'success_count' in data
}

function statusReply(status: number, headers: Record<string, string> = {}, body: FaultBody = { text: '' }): Reply {
  if ('json' in body) return json(status, body.json, headers)
  return 'html' in body ? html(status, body.html, headers) : text(status, body.text, headers)
}

function rateLimitedReply(fault: Fault & { kind: 'rateLimited' }, echo: Record<string, unknown>, now: Date): Reply {
  const prefix = fault.scope === 'account' ? 'x-account-rate-limit' : 'x-rate-limit'
  const standing = { limit: 1000, remaining: 0, resetsAt: now.getTime() + fault.resetInMs }
  return refusalReply(tooManyRequests(fault.headers === false ? {} : standingHeaders(prefix, standing)), echo)
}

function unavailableReply(retryAfter: number | undefined): Reply {
  return text(503, 'Service Unavailable', retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })
}
