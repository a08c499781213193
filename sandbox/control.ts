import { wrongInRule } from './fault/check.ts'
import type { FaultBook, FaultRule } from './fault/fault.ts'
import { json, text, type Reply } from './http/reply.ts'
import type { RequestLog } from './http/request-log.ts'
import type { WireRequest } from './http/request.ts'

/** The parts of the sandbox that the control route controls. */
export interface Controls {
  faults: FaultBook
  log: RequestLog
  reset: () => void
}

const PREFIX = '/sandbox/'

/** Whether a request is for the control route, which exists only in the sandbox and requires no signature. */
export function isControl(request: WireRequest): boolean {
  return request.path.startsWith(PREFIX)
}

/**
 * Handles the control route: `GET`, `POST` (one rule or a list of rules) and `DELETE /sandbox/faults`, `GET` and
 * `DELETE /sandbox/requests`, and `POST /sandbox/reset`, which restores the seed and the first token of each user,
 * and removes faults, rate limit windows and all issued tokens.
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
      return text(404, 'The control route has the resources faults, requests and reset')
  }
}

function addFaults(body: unknown, faults: FaultBook): Reply {
  const rules: unknown[] = Array.isArray(body) ? body : [body]
  for (const rule of rules) {
    const wrong = wrongInRule(rule)
    if (wrong !== undefined) return text(400, wrong)
  }
  for (const rule of rules) faults.add(rule as FaultRule)
  return json(201, faults.list())
}
