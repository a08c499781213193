import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../src/rest/endpoint.ts'

interface Documented {
  method: string
  path: string
  version: string
  body: string
}

const DOCUMENTED = JSON.parse(readFileSync('test/reference/endpoints.json', 'utf8')) as Documented[]

/** Endpoints beyond the documents, as the live service has them (service facts, section 2.5). */
const ADDITIONS = new Set([
  'GET 12 accounts/:account_id/line_item_curated_categories',
  'GET 12 accounts/:account_id/line_item_curated_categories/:line_item_curated_category_id',
  'PUT 12 accounts/:account_id/line_items/:line_item_id',
  'DELETE 12 accounts/:account_id/line_items/:line_item_id',
  'POST 12 batch/accounts/:account_id/line_items',
  'GET 12 accounts/:account_id/scheduled_posts',
  'GET 12 accounts/:account_id/scheduled_posts/:scheduled_post_id',
  'POST 12 accounts/:account_id/scheduled_posts',
  'GET 12 accounts/:account_id/tax_settings',
  'DELETE 12 accounts/:account_id/do_not_reach_lists/:do_not_reach_list_id',
  'POST 12 batch/accounts/:account_id/do_not_reach_lists/:do_not_reach_list_id/users',
])

let endpoints: Endpoint[]
beforeAll(async () => {
  const files = readdirSync('src/rest', { recursive: true, encoding: 'utf8' }).filter((file) => /\/.*\.ts$/.test(file))
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(join('src/rest', file)).href) as Promise<Record<string, unknown>>),
  )
  endpoints = modules.flatMap((module) => Object.values(module)).filter(isEndpoint)
})

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'encoding' in value
}

/** How the reference writes an endpoint: paths of the authorization interface begin with a slash and hold their version. */
function nameOf({ method, path, version, host }: Endpoint): string {
  return host === 'ads'
    ? `${method} ${version} ${path}`
    : `${method} ${['', version, path].filter((part, index) => index === 0 || part !== '').join('/')}`
}

function documentedName({ method, path, version }: Documented): string {
  return path.startsWith('/') ? `${method} ${path}` : `${method} ${version} ${path}`
}

describe('the endpoints', () => {
  it('are all in the reference, or a written addition to it', () => {
    const documented = new Set(DOCUMENTED.map(documentedName))

    expect(endpoints.map(nameOf).filter((name) => !documented.has(name) && !ADDITIONS.has(name))).toEqual([])
    expect(endpoints.length).toBeGreaterThanOrEqual(22)
  })

  it('send JSON where the reference says so, and nowhere else', () => {
    const json = DOCUMENTED.filter(({ body }) => body.startsWith('JSON')).map(documentedName)
    const own = endpoints.filter((endpoint) => !ADDITIONS.has(nameOf(endpoint)))
    const jsonHere = own.filter(({ encoding }) => encoding === 'json').map(nameOf)

    expect(jsonHere.filter((name) => !json.includes(name))).toEqual([])
    expect(own.map(nameOf).filter((name) => json.includes(name) && !jsonHere.includes(name))).toEqual([])
  })
})
