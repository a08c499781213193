import { refusalReply } from './error.ts'
import type { Random } from './random.ts'
import { standingHeaders, tooManyRequests } from './rate-limit.ts'
import { html, isJson, json, text, type Reply } from './reply.ts'
import type { WireRequest } from './request.ts'

/** Something that goes wrong with a request or its answer. */
export type Fault =
  /** The answer comes later. */
  | { kind: 'latency'; ms: number }
  /** The request is not handled; a status, headers and a body come back instead, by default an empty one. */
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: FaultBody }
  /** The request is not handled, but refused as if a window of the user or the account were spent. */
  | { kind: 'rateLimited'; scope: 'user' | 'account'; resetInMs: number; headers?: boolean }
  /** The request is not handled; a 503 in plain text comes back, with `retry-after` in seconds when given. */
  | { kind: 'unavailable'; retryAfter?: number }
  /** The request is handled, but the connection ends before the answer's first byte, after its headers, or inside its body. */
  | { kind: 'broken'; when: 'before' | 'headers' | 'body' }
  /** The body comes in small pieces over a time. */
  | { kind: 'slowBody'; ms: number }
  /** The body is cut short, under a length that does not tell. */
  | { kind: 'malformedJson' }
  /** An upload of users is handled, but so many fewer are counted as taken than were sent. */
  | { kind: 'incompleteUpload'; missing: number }
  /** A copy of the answer's JSON is changed, in place or by returning another one. Only inside this process. */
  | { kind: 'mutate'; mutate: (answer: Record<string, unknown>) => unknown }

/** The body of a `status` fault. */
export type FaultBody = { json: unknown } | { html: string } | { text: string }

/** Which requests a fault befalls, and how often. */
export interface FaultRule {
  /** All of what is given must fit: the method, the endpoint's path as in the reference or as received, a decoded parameter. */
  match?: { method?: string; path?: string; param?: { name: string; value: string } }
  fault: Fault
  /** How many fitting requests it befalls; all of them by default. */
  times?: number
  /** How likely it befalls a fitting request, from 0 to 1; surely by default. */
  probability?: number
  /** How many fitting requests pass before the first. */
  after?: number
}

/** The fault rules in force, and how much of each is used up. */
export class FaultBook {
  private rules: { rule: FaultRule; passed: number; befell: number }[] = []
  private readonly random: Random

  constructor(random: Random, rules: readonly FaultRule[] = []) {
    this.random = random
    for (const rule of rules) this.add(rule)
  }

  /** Puts a rule in force, after those that are. */
  add(rule: FaultRule): void {
    this.rules.push({ rule, passed: 0, befell: 0 })
  }

  /** Ends all rules. */
  clear(): void {
    this.rules = []
  }

  /** The rules in force, with what is left of them. */
  list(): FaultRule[] {
    return this.rules.map(({ rule, befell }) =>
      rule.times === undefined ? rule : { ...rule, times: rule.times - befell },
    )
  }

  /** The faults that befall a request to an endpoint, in the order of their rules. */
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

/** The reply of the first fault that keeps a request from being handled; undefined when none does. */
export function faultReply(faults: readonly Fault[], echo: Record<string, unknown>, now: Date): Reply | undefined {
  for (const fault of faults) {
    if (fault.kind === 'status') return statusReply(fault.status, fault.headers, fault.body)
    if (fault.kind === 'rateLimited') return rateLimitedReply(fault, echo, now)
    if (fault.kind === 'unavailable') return unavailableReply(fault.retryAfter)
  }
  return undefined
}

/** A JSON reply as the `mutate` and `incompleteUpload` faults leave it; the rows of the store stay as they are. */
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

/** The answer to an upload, of which so many users are not taken; any other answer as it is. */
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
