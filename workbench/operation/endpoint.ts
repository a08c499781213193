/// <reference types="vite/types/importMeta.d.ts" />
import type { Endpoint } from '../../src/rest/endpoint.ts'

// Imported by pattern, because the types of the page are checked without Node.js.
const [entities = {}] = Object.values(
  import.meta.glob<Record<string, unknown>>('../../src/rest/entities.ts', { eager: true }),
)

/** An endpoint as `adgraph/rest` exports it. */
interface Exported {
  name: string
  endpoint: Endpoint
}

const ENDPOINTS: ReadonlyMap<string, Exported> = new Map(
  Object.entries(entities).flatMap(([name, endpoint]) =>
    isEndpoint(endpoint) ? [[`${endpoint.method} ${endpoint.path}`, { name, endpoint }]] : [],
  ),
)

/** The endpoint with this method and path template. */
export function endpointOf(method: string, path: string): Exported | undefined {
  return ENDPOINTS.get(`${method} ${path}`)
}

/** The endpoints of the interface, as `GET accounts/:account_id/campaigns`. */
export function endpointKeys(): string[] {
  return [...ENDPOINTS.keys()]
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}
