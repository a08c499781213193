import type { FaultBook, FaultRule } from './fault.ts'
import { json, text, type Reply } from './reply.ts'
import type { RequestLog } from './request-log.ts'
import type { WireRequest } from './request.ts'

/** What the control route governs. */
export interface Controls {
  faults: FaultBook
  log: RequestLog
  reset: () => void
}

const PREFIX = '/sandbox/'

/** Whether a request is for the control route, which only the sandbox has and which needs no signature. */
export function isControl(request: WireRequest): boolean {
  return request.path.startsWith(PREFIX)
}

/**
 * Answers the control route: `GET`, `POST` (one rule or a list of them) and `DELETE /sandbox/faults`, `GET` and
 * `DELETE /sandbox/requests`, and `POST /sandbox/reset`, which brings back the seed and forgets faults and windows.
 */
export function control(request: WireRequest, { faults, log, reset }: Controls): Reply {
  switch (`${request.method} ${request.path.slice(PREFIX.length)}`) {
    case 'GET faults':
      return json(200, faults.list())
    case 'POST faults':
      return addFaults(request.json, faults)
    case 'DELETE faults':
      faults.clear()
      return text(204, '')
    case 'GET requests':
      return json(200, log.requests)
    case 'DELETE requests':
      log.clear()
      return text(204, '')
    case 'POST reset':
      reset()
      return text(204, '')
    default:
      return text(404, 'The control route has faults, requests and reset')
  }
}

function addFaults(body: unknown, faults: FaultBook): Reply {
  const rules: unknown[] = Array.isArray(body) ? body : [body]
  const wrong = rules.map(wrongInRule).find((fault) => fault !== undefined)
  if (wrong !== undefined) return text(400, wrong)
  for (const rule of rules) faults.add(rule as FaultRule)
  return json(201, faults.list())
}

type Check = (value: unknown) => boolean

const isNumber: Check = (value) => typeof value === 'number' && value >= 0
const isText: Check = (value) => typeof value === 'string'
const isObject: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isTextMap: Check = (value) => isObject(value) && Object.values(value as object).every(isText)
const isAbsent: Check = (value) => value === undefined
const oneOf =
  (...values: unknown[]): Check =>
  (value) =>
    values.includes(value)
const optional =
  (check: Check): Check =>
  (value) =>
    isAbsent(value) || check(value)

/** The kinds of faults that can come over the wire, which is all but `mutate`, and the members of each. */
const FAULT_MEMBERS: Record<string, Record<string, Check>> = {
  latency: { ms: isNumber },
  status: { status: isNumber, headers: optional(isTextMap), body: optional(isObject) },
  rateLimited: { scope: oneOf('user', 'account'), resetInMs: isNumber, headers: optional(oneOf(true, false)) },
  unavailable: { retryAfter: optional(isNumber) },
  broken: { when: oneOf('before', 'headers', 'body') },
  slowBody: { ms: isNumber },
  malformedJson: {},
}

const RULE_MEMBERS: Record<string, Check> = {
  fault: isObject,
  match: optional(isObject),
  times: optional(isNumber),
  probability: optional(isNumber),
  after: optional(isNumber),
}

const MATCH_MEMBERS: Record<string, Check> = {
  method: optional(isText),
  path: optional(isText),
  param: optional(isObject),
}

const PARAM_MEMBERS: Record<string, Check> = { name: isText, value: isText }

/** Says what is wrong with a rule that came over the wire; undefined when nothing is. */
function wrongInRule(rule: unknown): string | undefined {
  const wrong = wrongIn('rule', rule, RULE_MEMBERS)
  if (wrong !== undefined) return wrong
  const { fault, match = {} } = rule as { fault: { kind?: unknown }; match?: { param?: unknown } }
  const kind = String(fault.kind)
  if (!Object.hasOwn(FAULT_MEMBERS, kind)) return `fault.kind must be one of ${Object.keys(FAULT_MEMBERS).join(', ')}`
  return (
    wrongIn('fault', fault, { kind: isText, ...FAULT_MEMBERS[kind] }) ??
    wrongIn('match', match, MATCH_MEMBERS) ??
    (match.param === undefined ? undefined : wrongIn('match.param', match.param, PARAM_MEMBERS))
  )
}

function wrongIn(name: string, value: unknown, members: Record<string, Check>): string | undefined {
  if (!isObject(value)) return `${name} must be an object`
  const given = value as Record<string, unknown>
  const unknown = Object.keys(given).find((member) => !Object.hasOwn(members, member))
  if (unknown !== undefined) return `${name}.${unknown} is not known`
  const wrong = Object.keys(members).find((member) => !members[member]!(given[member]))
  return wrong === undefined ? undefined : `${name}.${wrong} is missing or wrong`
}
