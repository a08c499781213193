import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { DOCUMENTED, ENDPOINTS } from '../../reference/index.ts'
import { type Endpoint, hasIds } from '../../src/rest/endpoint.ts'

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

describe('the endpoints', () => {
  it('are exactly the endpoints of the reference, with its additions of the live service', () => {
    expect([...new Set(endpoints.map(nameOf))].sort()).toEqual(Object.keys(ENDPOINTS).sort())
  })

  it('are refused outside the sandbox exactly if the reference says so', () => {
    const sandboxOnly = DOCUMENTED.filter((name) => ENDPOINTS[name]!.sandboxOnly)

    expect(sandboxOnly).toHaveLength(6)
    expect(
      endpoints
        .filter((endpoint) => endpoint.sandboxOnly)
        .map(nameOf)
        .sort(),
    ).toEqual(sandboxOnly.sort())
  })

  it('send JSON exactly if the reference says so', () => {
    const json = DOCUMENTED.filter((name) => ENDPOINTS[name]!.body?.startsWith('JSON'))
    const own = endpoints.filter((endpoint) => DOCUMENTED.includes(nameOf(endpoint)))
    const jsonHere = own.filter(({ encoding }) => encoding === 'json').map(nameOf)

    expect(jsonHere.filter((name) => !json.includes(name))).toEqual([])
    expect(own.map(nameOf).filter((name) => json.includes(name) && !jsonHere.includes(name))).toEqual([])
  })

  it('that create something declare their parameters as values', () => {
    const creations = endpoints.filter(
      ({ method, safe, ...endpoint }) => method === 'POST' && !safe && hasIds(endpoint),
    )

    expect(creations.length).toBeGreaterThan(20)
    expect(creations.filter(({ params }) => params === undefined).map(nameOf)).toEqual([])
  })

  it('take the parameters that the reference lists, as far as they are declared as values', () => {
    const declared = endpoints.filter(({ params }) => params !== undefined)
    const different = declared.flatMap((endpoint) => {
      const { documents, service = [] } = ENDPOINTS[nameOf(endpoint)]!
      const listed = new Set([...documents, ...service].map((name) => name.replace('!', '')))
      const own = new Set(Object.keys(endpoint.params!))
      const missing = [...listed].filter((name) => !own.has(name)).map((name) => `without ${name}`)
      const others = [...own].filter((name) => !listed.has(name)).map((name) => `with ${name}`)
      return [...missing, ...others].map((fault) => `${nameOf(endpoint)} ${fault}`)
    })

    expect(declared.length).toBeGreaterThan(90)
    expect(different).toEqual([])
  })
})
