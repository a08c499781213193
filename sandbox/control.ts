import type { Grants } from './access/grant.ts'
import { LIVE_LIMITS, type SandboxLimits } from './access/rate-limit.ts'
import { wrongInRule } from './fault/check.ts'
import type { FaultBook, FaultRule } from './fault/fault.ts'
import { json, text, type Reply } from './http/reply.ts'
import type { RequestLog } from './http/request-log.ts'
import type { WireRequest } from './http/request.ts'

/** The parts of the sandbox that the control route controls. */
interface Controls {
  faults: FaultBook
  grants: Grants
  limits: SandboxLimits
  log: RequestLog
  reset: () => void
}

const PREFIX = '/sandbox/'

/** Whether a request is for the control route, which exists only in the sandbox and requires no signature. */
export function isControl(request: WireRequest): boolean {
  return request.path.startsWith(PREFIX)
}

/** Handles a request to the control route (README.md). */
export function control(request: WireRequest, { faults, grants, limits, log, reset }: Controls): Reply {
  // No page controls it itself, but any page could send a POST without a body.
  if (request.headers.origin !== undefined) return text(403, 'Pages cannot use the control route')
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
    case 'GET callbacks':
      return json(200, grants.callbacks ?? [])
    case 'PUT callbacks':
      return registerCallbacks(request.json, grants)
    case 'GET limits':
      return json(200, limits)
    case 'PATCH limits':
      return changeLimits(request.json, limits)
    case 'POST reset':
      reset()
      return text(204, '')
    default:
      return text(404, 'The control route has the resources faults, requests, callbacks, limits and reset')
  }
}

function addFaults(body: unknown, faults: FaultBook): Reply {
  const rules: unknown[] = Array.isArray(body) ? body : [body]
  for (const rule of rules) {
    const wrong = wrongInRule(rule) ?? faults.whyNoMatch(rule as FaultRule)
    if (wrong !== undefined) return text(400, wrong)
  }
  for (const rule of rules) faults.add(rule as FaultRule)
  return json(201, faults.list())
}

/** Registers callbacks instead of those before. An empty list allows every callback again. */
function registerCallbacks(body: unknown, grants: Grants): Reply {
  if (!Array.isArray(body) || !body.every((url) => typeof url === 'string' && URL.canParse(url)))
    return text(400, 'callbacks must be a list of URLs')
  grants.callbacks = body.length > 0 ? (body as string[]) : undefined
  return json(200, body)
}

/** The number of active campaigns to which the service raises its limit on request (Ads Management Interface, section 8). */
const MAX_ACTIVE_CAMPAIGNS = 8_000

function changeLimits(body: unknown, limits: SandboxLimits): Reply {
  const changes = Object.entries(Object(body) as object)
  for (const [name, value] of changes) {
    if (!Object.hasOwn(LIVE_LIMITS, name)) return text(400, `${name} is not a limit`)
    const max = name === 'activeCampaigns' ? MAX_ACTIVE_CAMPAIGNS : Number.MAX_SAFE_INTEGER
    if (!Number.isInteger(value) || value < 1 || value > max)
      return text(400, `${name} must be an integer from 1 to ${max}`)
  }
  return json(200, Object.assign(limits, body))
}
