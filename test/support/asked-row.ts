import { idAsked } from '../../src/rest/answer.ts'
import { dataFormOf, type Endpoint, hasIds, hasMany, type ListEndpoint } from '../../src/rest/endpoint.ts'
import * as entities from '../../src/rest/entities.ts'
import { batchAnswer } from './batch-answer.ts'
import type { UpstreamAnswer, UpstreamRequest } from './upstream.ts'

type AskedRequest = Pick<UpstreamRequest, 'method' | 'path' | 'query'>

type AskedEndpoint = Endpoint & Partial<ListEndpoint>

const ENDPOINTS = Object.values(entities as Record<string, unknown>).filter(isEndpoint)

function isEndpoint(value: unknown): value is AskedEndpoint {
  return typeof value === 'object' && value !== null && 'encoding' in value
}

/**
 * What a service answers that does all that it is asked for: the rows that are read, and of writes the row of the path or what was
 * sent. Rows have these columns, and uploads of users the number of their operations.
 */
export function answerAsAsked(request: UpstreamRequest, columns: object = {}): UpstreamAnswer {
  const { body, method } = request
  const endpoint = askedEndpoint(request)
  if (endpoint.encoding === 'json' && hasMany(endpoint)) return batchAnswer(body)
  if (method === 'POST' && dataFormOf(endpoint) === 'rows') {
    const { post_ids = '', ...sent } = Object.fromEntries(new URLSearchParams(body))
    return { body: { data: post_ids.split(',').map((post_id) => ({ ...sent, id: `p${post_id}`, post_id })) } }
  }
  // Each operation of an upload has one user.
  const users = endpoint.isUpload ? (JSON.parse(body) as unknown[]).length : 0
  const rows = askedRows(request, { ...columns, success_count: users, total_count: users })
  return { body: { data: method === 'GET' ? rows.slice(0, Number(request.query['count'] ?? Infinity)) : rows[0] } }
}

/**
 * The rows that a request asks for, with these columns: those with the IDs of its filter, or the one with the ID in its path, if
 * there is one. Of the path of a list, the last segment is the name of the list.
 */
export function askedRows(request: AskedRequest, columns: object): unknown[] {
  const { path, query } = request
  const endpoint = askedEndpoint(request)
  if (dataFormOf(endpoint) === 'texts') return ['KEY']
  const { key = 'id' } = endpoint
  const ids = query[filterOf(endpoint)]
  if (ids !== undefined)
    return ids.split(',').map((id, index) => ({ ...columns, ...(hasIds(endpoint) && { id: `x${index}` }), [key]: id }))
  const named = idAsked({ endpoint, path: { ...patternOf(endpoint).exec(path)?.groups }, params: {} })
  return [{ ...columns, id: named ?? path.split('/').at(-1) }]
}

/** The endpoint that a request calls. Of several with its path, one that has its filter, or else the one with the fewest parameters. */
function askedEndpoint({ method, path, query }: AskedRequest): AskedEndpoint {
  const called = ENDPOINTS.filter((endpoint) => endpoint.method === method && patternOf(endpoint).test(path))
  const lacksFilter = (endpoint: AskedEndpoint) => Number(query[filterOf(endpoint)] === undefined)
  const parameters = (endpoint: AskedEndpoint) => endpoint.path.split(':').length
  const [asked] = called.toSorted(
    (one, other) => parameters(one) - parameters(other) || lacksFilter(one) - lacksFilter(other),
  )
  if (!asked) throw new Error(`No endpoint has the path of ${method} ${path}`)
  return asked
}

/** The paths of an endpoint, with the values of its parameters. */
function patternOf({ version, path }: Endpoint): RegExp {
  return new RegExp(
    `^/${[version, path]
      .filter(Boolean)
      .join('/')
      .replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`,
  )
}

/** The parameter of a list with the IDs of rows; empty if it has none. */
function filterOf({ idFilter, get, params = {} }: AskedEndpoint): string {
  const named = `${get?.path.split(':').at(-1)}s`
  return idFilter ?? (named in params ? named : '')
}
