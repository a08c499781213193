import type { Endpoint } from '../endpoint/endpoint.ts'
import type { Router } from '../router.ts'
import type { FaultRule } from './fault.ts'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE']

/** Returns why a fault rule would apply to no request; undefined if it can apply to one. */
export function whyNoMatch({ match = {} }: FaultRule, endpoints: readonly Endpoint[], router: Router) {
  const { method, path, param } = match
  if (method !== undefined && !METHODS.includes(method))
    return `rule.match.method must be one of ${METHODS.join(', ')}, not ${method}`
  const atPath = path === undefined ? endpoints : endpointsAt(path, endpoints, router)
  if (path !== undefined && atPath.length === 0)
    return (
      `rule.match.path ${path} is not the path of an endpoint, as in the reference (accounts/:account_id/campaigns) ` +
      `or as received (/12/accounts/18ce54d4x5t/campaigns). Did you mean ${nearestTo(path, endpoints, router)}?`
    )
  const called = method === undefined ? atPath : atPath.filter((endpoint) => endpoint.method === method)
  if (called.length === 0)
    return `rule.match.method must be ${atPath.map((endpoint) => endpoint.method).join(' or ')} for the path ${path}`
  if (param === undefined || called.some(({ parameters }) => Object.hasOwn(parameters, param.name))) return undefined
  const names = new Set(called.flatMap(({ parameters }) => Object.keys(parameters)))
  if (path === undefined) return `rule.match.param.name ${param.name} is not a parameter of any endpoint`
  return names.size === 0
    ? `rule.match.param cannot match: the endpoint has no parameters in a query or a form`
    : `rule.match.param.name must be a parameter of the endpoint, not ${param.name}: ${[...names].join(', ')}`
}

/** The endpoints of a path, as in the reference or as received. */
function endpointsAt(path: string, endpoints: readonly Endpoint[], router: Router): Endpoint[] {
  if (!path.startsWith('/')) return endpoints.filter((endpoint) => endpoint.path === path)
  // A parameter of a template would be taken for an ID.
  if (/\/:|\?/.test(path)) return []
  return METHODS.flatMap((method) => {
    const route = router.route(method, path)
    return route.found === 'endpoint' ? [route.endpoint] : []
  })
}

/** The path of the endpoint that is meant by a path without a version, or with one too many; else the most similar path. */
function nearestTo(path: string, endpoints: readonly Endpoint[], router: Router): string {
  const plain = path.replace(/\?.*/, '').replace(/^\/*(12\/)?/, '')
  const [endpoint] = endpointsAt(`/12/${plain.replaceAll(':', '')}`, endpoints, router)
  if (endpoint) return endpoint.path
  return endpoints
    .map((each) => each.path)
    .reduce((best, each) => (commonStart(each, plain) > commonStart(best, plain) ? each : best))
}

function commonStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}
