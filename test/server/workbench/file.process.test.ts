import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { IncomingMessage, request, ServerResponse, type IncomingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFiles } from '../../../src/server/workbench.ts'
import { runCommand } from '../../support/command.ts'
import { openSandboxGraph, type Graph } from '../../support/graph.ts'

const PERMISSIVE = new Set([
  'MIT',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  '(MPL-2.0 OR Apache-2.0)',
])

describe('the files of the page', () => {
  let graph: Graph
  let script: string
  let schema: string
  beforeAll(async () => {
    const names = readdirSync('dist/workbench')
    script = names.find((name) => /^index-.*\.js$/.test(name))!
    schema = names.find((name) => /^schema-.*\.graphql$/.test(name))!
    graph = await openSandboxGraph()
  })
  afterAll(() => graph.close())

  /** Sends a request as it stands, and reads the bytes of the answer as they came. */
  async function send(path: string, headers: IncomingHttpHeaders = {}, method = 'GET', of = graph) {
    const [answer] = (await once(request(of.url, { path, headers, method }).end(), 'response')) as [IncomingMessage]
    const body = Buffer.concat(await answer.toArray())
    return { status: answer.statusCode, headers: answer.headers, body }
  }

  it('are closed if the client has disconnected before they are sent', async () => {
    const incoming = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: `/workbench/${script}` })
    const response = new ServerResponse(incoming)
    response.destroy()
    await createFiles(true)(incoming, response)

    const openFiles = () =>
      readdirSync('/proc/self/fd').flatMap((fd) => {
        try {
          return [readlinkSync(`/proc/self/fd/${fd}`)]
        } catch {
          return []
        }
      })
    await expect.poll(() => openFiles().filter((file) => file.endsWith(script))).toEqual([])
  })

  it('are sent in the encoding that the browser prefers, and are cached for good', async () => {
    const [brotli, gzip, plain] = await Promise.all(
      ['gzip, deflate, br, zstd', 'gzip, br;q=0', undefined].map((encoding) =>
        send(`/workbench/${script}`, encoding === undefined ? {} : { 'accept-encoding': encoding }),
      ),
    )
    const content = readFileSync(`dist/workbench/${script}`)

    expect(brotli!.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'content-length': String(brotli!.body.length),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    })
    expect([gzip!.headers['content-encoding'], plain!.headers['content-encoding']]).toEqual(['gzip', undefined])
    expect(brotliDecompressSync(brotli!.body).equals(content)).toBe(true)
    expect(gunzipSync(gzip!.body).equals(content)).toBe(true)
    expect(plain!.body.equals(content)).toBe(true)
  })

  it.each([
    ['a name that the build did not give', '/workbench/index-00000000.js'],
    ['the page itself, which has settings', '/workbench/index.html'],
    ['a compressed file by its own name', '/workbench/licenses.md.br'],
    ['a folder above', '/workbench/../cli.js'],
    ['a folder above, encoded', '/workbench/..%2fcli.js'],
    ['no name', '/workbench/'],
  ])('do not include %s', async (_, path) => {
    const { status, headers } = await send(path)

    expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
  })

  it('can be read, and not written', async () => {
    expect((await send(`/workbench/${script}`, {}, 'POST')).status).toBe(405)
    const head = await send(`/workbench/${script}`, {}, 'HEAD')
    expect([head.status, head.body.length]).toEqual([200, 0])
  })

  it('include the schema, unless introspection is off', async () => {
    const secretive = await openSandboxGraph({ graph: { settings: { INTROSPECTION: 'false' } } })
    const [open, closed] = await Promise.all([
      send(`/workbench/${schema}`),
      send(`/workbench/${schema}`, {}, 'GET', secretive),
    ])
    const page = await send('/graphql', { accept: 'text/html' }, 'GET', secretive)
    await secretive.close()

    expect([open.status, closed.status]).toEqual([200, 404])
    expect(open.body.toString()).toBe(readFileSync('schema.graphql', 'utf8'))
    expect(page.body.toString()).toContain('"introspection":false')
  })

  it('are named by a page that no cache stores', async () => {
    const { headers, body } = await send('/graphql', { accept: 'text/html' })

    expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: 'accept, accept-encoding' })
    expect(headers['content-encoding']).toBeUndefined()
    expect(body.toString()).toContain(script)
  })

  it('are named by a page that is compressed', async () => {
    const headers = { accept: 'text/html', 'accept-encoding': 'gzip, br' }
    const page = await send('/graphql', headers)

    expect(page.headers).toMatchObject({ 'content-encoding': 'br', 'content-length': String(page.body.length) })
    expect(brotliDecompressSync(page.body).toString()).toContain(script)
  })

  it('include the licenses of their parts, all of them permissive', () => {
    const parts = [...readFileSync('dist/workbench/licenses.md', 'utf8').matchAll(/^## (.+) - \S+ \((.+)\)$/gm)]

    expect(parts.length).toBeGreaterThan(30)
    expect(parts.filter(([, , license]) => !PERMISSIVE.has(license!)).map(([line]) => line)).toEqual([])
  })
})

describe('the list of rules', () => {
  it('is served as a page with an anchor for each rule', async () => {
    const graph = await openSandboxGraph()
    const page = await fetch(new URL('/rules', graph.url))
    const html = await page.text()
    await graph.close()
    const anchors = (text: string) => text.match(/<a id="r-[a-z]+-\d+">/g)

    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(anchors(html)).toEqual(anchors(readFileSync('docs/rules.md', 'utf8')))
    expect(html).not.toContain('href="../')
  })
})

describe('a server whose page is not built', () => {
  it('says so to a browser, and answers operations', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'unbuilt-'))
    cpSync('src', join(folder, 'src'), { recursive: true })
    cpSync('package.json', join(folder, 'package.json'))
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    const adgraph = runCommand(['start'], { PORT: '0' }, join(folder, 'src'))
    const [, url] = await adgraph.printed(/Adgraph serves (http:\/\/127\.0\.0\.1:\d+\/graphql)/)
    const page = await fetch(url!, { headers: { accept: 'text/html' } })
    const text = await page.text()
    const answer = await fetch(url!, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ __typename }' }),
    })
    const body: unknown = await answer.json()
    await adgraph.stop()
    rmSync(folder, { recursive: true })

    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/plain; charset=utf-8'])
    expect(text).toMatch(/^The page is not built\. Run `npm run build`, then reload\.\n/)
    expect(body).toMatchObject({ data: { __typename: 'Query' } })
  })
})
