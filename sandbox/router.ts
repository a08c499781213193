import type { Endpoint, Method } from './endpoint/endpoint.ts'

/** The route of a request: an endpoint with its path parameters, a path with other methods, or nothing. */
export type Route =
  | { found: 'endpoint'; endpoint: Endpoint; path: Record<string, string> }
  | { found: 'other methods'; allowed: Method[] }
  | { found: 'nothing' }

/** Finds endpoints by method and path. If two templates match, a literal segment wins over a parameter. */
export class Router {
  private readonly byLength = new Map<number, { endpoint: Endpoint; template: string[] }[]>()

  constructor(endpoints: readonly Endpoint[]) {
    for (const endpoint of endpoints) {
      const template = `${endpoint.version}/${endpoint.path}`.split('/').filter((segment) => segment !== '')
      const candidates = this.byLength.get(template.length) ?? []
      candidates.push({ endpoint, template })
      this.byLength.set(template.length, candidates)
    }
    for (const candidates of this.byLength.values()) {
      candidates.sort((a, b) => literalsFirst(a.template, b.template))
    }
  }

  /** The route of a request. The path is given as received and decoded segment by segment. */
  route(method: string, path: string): Route {
    const segments = decodedSegments(path)
    const candidates = this.byLength.get(segments?.length ?? 0) ?? []
    const fitting = candidates.filter(({ template }) => fits(template, segments!))
    // Only the methods of the most literal template count: cards/all is never a card ID.
    const same = fitting.filter(({ template }) => literalsFirst(template, fitting[0]!.template) === 0)
    const match = same.find(({ endpoint }) => endpoint.method === method)
    if (match) return { found: 'endpoint', endpoint: match.endpoint, path: pathParameters(match.template, segments!) }
    if (same.length > 0) return { found: 'other methods', allowed: same.map(({ endpoint }) => endpoint.method) }
    return { found: 'nothing' }
  }
}

function decodedSegments(path: string): string[] | undefined {
  try {
    return path.slice(1).split('/').map(decodeURIComponent)
  } catch {
    return undefined
  }
}

function isParameter(segment: string): boolean {
  return segment.startsWith(':')
}

function fits(template: string[], segments: string[]): boolean {
  return template.every((part, index) => (isParameter(part) ? segments[index] !== '' : part === segments[index]))
}

function pathParameters(template: string[], segments: string[]): Record<string, string> {
  const parameters: Record<string, string> = {}
  for (const [index, part] of template.entries()) {
    if (isParameter(part)) parameters[part.slice(1)] = segments[index]!
  }
  return parameters
}

function literalsFirst(a: string[], b: string[]): number {
  for (const [index, part] of a.entries()) {
    const difference = Number(isParameter(part)) - Number(isParameter(b[index]!))
    if (difference !== 0) return difference
  }
  return 0
}
