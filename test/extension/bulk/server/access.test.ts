import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type BulkSettings } from '../../../../src/extension/bulk/server/caller-bulk.ts'
import { BrowserClient, signIn } from '../../../support/browser-client.ts'
import { bulkFolder, openBulkGraph, recordPath, type BulkGraph } from '../../../support/bulk.ts'
import { ANY_CREDENTIALS } from '../../../support/credentials.ts'
import { closedAfterTest } from '../../../support/open.ts'
import { startSandbox } from '../../../support/sandbox.ts'
import { startListUpstream, startUpstream, type Upstream } from '../../../support/upstream.ts'

const QUERY = '{ account(id: "a") { campaigns { nodes { name } } } }'
const LONG_QUERY = '{ accounts { nodes { campaigns { nodes { name lineItems { nodes { name } } } } } } }'
const SECRET = 'a-secret-that-is-long-enough-for-it'

const campaigns = Array.from({ length: 200 }, (_, nth) => ({ id: `c${nth}`, name: `Campaign ${nth}` }))

async function openService(delayMs = 0): Promise<Upstream> {
  return closedAfterTest(await startListUpstream({ campaigns }, { delayMs }))
}

async function open(...args: Parameters<typeof openBulkGraph>): Promise<BulkGraph> {
  return closedAfterTest(await openBulkGraph(...args))
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const ONE = bearer('the-token-of-one')
const OTHER = bearer('the-token-of-another')
const tenant = { credentials: ANY_CREDENTIALS, clientTokens: ['the-token-of-one', 'the-token-of-another'] }

describe('another caller', () => {
  it('cannot see an operation, cancel it, or download its files', async () => {
    const { url } = await openService()
    const graph = await open(url, { tenant })
    const { id } = await graph.start(QUERY, ONE)
    const { files } = await graph.until(id, 'COMPLETED', ONE)
    const file = files[0]?.url ?? ''

    expect(await graph.find(id, OTHER)).toBeNull()
    expect(await graph.list(OTHER)).toEqual([])
    const { errors } = await graph.tryCancel(id, OTHER)
    expect(errors?.map(({ message, extensions }) => [message, extensions.code])).toEqual([
      [`The caller has no bulk operation "${id}"`, 'NOT_FOUND'],
    ])
    const statuses = [ONE, OTHER, {}, bearer('no-token-of-anybody')].map(
      async (as) => (await graph.get(file, as)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 404, 401, 401])
    const refused = await graph.get(file, OTHER)
    expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
    expect(refused.headers.get('etag')).toBeNull()
  })

  it('is another operator, too', async () => {
    const { url } = await openService()
    const operatorTokens = ['the-token-of-an-operator', 'the-token-of-a-colleague']
    const graph = await open(url, { tenant, operatorTokens })
    const [own, colleague] = operatorTokens.map(bearer)
    const { id } = await graph.start(QUERY, own)
    const { files } = await graph.until(id, 'COMPLETED', own)

    expect(await graph.list(colleague)).toEqual([])
    const statuses = [own, colleague].map(async (as) => (await graph.get(files[0]?.url ?? '', as)).status)
    expect(await Promise.all(statuses)).toEqual([200, 404])
  })

  it('cannot read anything else by a forged name', async () => {
    const { url } = await openService()
    const graph = await open(url)
    const { id } = await graph.start(QUERY)
    await graph.until(id, 'COMPLETED')
    const names = [
      `${id}/../${id}/operation.json`,
      `${id}/%2e%2e/operation.json`,
      `${id}/..%2foperation.json`,
      `${id}/operation.1.json`,
      `${id}/checkpoint.json`,
      `${id}/account.campaigns.1.part`,
      `${id}/written-ids.1.part`,
      `${id}/`,
      id,
      '../../../etc/passwd',
      '..',
      `${id}/manifest.json%00`,
      `${id.toUpperCase()}/manifest.json`,
      `00000000-0000-4000-8000-000000000000/manifest.json`,
    ]
    const answers = await Promise.all(
      names.map(async (name) => [name, (await rawGet(graph.url, `/bulk/${name}`)).status]),
    )
    expect(answers).toEqual(names.map((name) => [name, 404]))
    expect((await rawGet(graph.url, `/bulk/${id}/manifest.json`)).status).toBe(200)
  })
})

describe('callers that wait for a slot', () => {
  it('take turns, however many operations one of them has', async () => {
    const { url } = await openService()
    const dir = await bulkFolder()
    onTestFinished(() => rm(dir, { recursive: true, force: true }))
    const waiting = await open(url, { dir, tenant, work: { slots: 0 } })
    const own: string[] = []
    for (let nth = 0; nth < 3; nth += 1) own.push((await waiting.start(QUERY, ONE)).id)
    const { id } = await waiting.start(QUERY, OTHER)
    await waiting.stop()
    const graph = await open(url, { dir, tenant })
    for (const [each, caller] of [...own.map((each) => [each, ONE] as const), [id, OTHER] as const])
      await graph.until(each, 'COMPLETED', caller)
    const begun = graph.logLines.map((line) => JSON.parse(line)).filter(({ status }) => status === 'RUNNING')

    expect(begun.map(({ operation }) => operation as string)).toEqual([own[0], id, own[1], own[2]])
  })
})

/** A request whose path no client changes. */
function rawGet(url: string, path: string) {
  return new BrowserClient().get(new URL('/', url).origin + path)
}

/** A graph over a sandbox whose users sign in. */
async function openWithUsers(
  dir?: string,
  { secrets = [SECRET], maxAgeMs = 3_600_000 } = {},
  work: Partial<BulkSettings> = {},
) {
  const sandbox = closedAfterTest(await startSandbox({}))
  const graph = await open(sandbox.url, {
    ...(dir !== undefined && { dir }),
    credentials: sandbox.credentials,
    environment: 'sandbox',
    signIn: { secrets, maxAgeMs },
    tenant: { credentials: undefined, clientTokens: [] },
    work,
  })
  const browser = new BrowserClient()
  await signIn(browser, graph.url, '1000000001')
  return { graph, sandbox, browser, as: { cookie: `adgraph_session=${browser.cookie('adgraph_session')}` } }
}

interface KeptRecord {
  status: string
  credentials: string | null
  endedAt: number | null
  errors: { message: string }[]
}

/** What the folder has of an operation. */
function recordOf(dir: string, id: string): KeptRecord {
  return JSON.parse(readFileSync(recordPath(dir, id), 'utf8')) as KeptRecord
}

/** The same once it has ended. */
async function endOf(dir: string, id: string): Promise<KeptRecord> {
  while (recordOf(dir, id).endedAt === null) await new Promise((resolve) => setTimeout(resolve, 20))
  return recordOf(dir, id)
}

/** A delay of all lists of line items, so that an operation takes its time. */
const SLOW = { match: { path: 'accounts/:account_id/line_items' }, fault: { kind: 'latency', ms: 1_500 } } as const

describe('a signed-in user', () => {
  it('has the credentials sealed in the folder until the operation ends', async () => {
    const { graph, sandbox, as } = await openWithUsers()
    sandbox.faults.add(SLOW)
    const { id } = await graph.start(LONG_QUERY, as)
    await graph.until(id, 'RUNNING', as)
    const record = () => readFileSync(recordPath(graph.dir, id), 'utf8')
    const running = record()
    sandbox.faults.clear()
    await graph.until(id, 'COMPLETED', as)

    expect(running).toMatch(/"credentials":"eyJ[\w-]+\.\.[\w.-]+"/)
    expect(running).not.toContain(sandbox.credentials.accessTokenSecret)
    expect(record()).toContain('"credentials":null')
  })

  it('ends the operations of a session by signing out, and then nobody sees them', async () => {
    const { graph, sandbox, browser, as } = await openWithUsers()
    sandbox.faults.add(SLOW)
    const running = await graph.start(LONG_QUERY, as)
    const queued = await graph.start(LONG_QUERY, as)
    await graph.until(running.id, 'RUNNING', as)
    expect((await browser.post(new URL('/auth/logout', graph.url).href)).status).toBe(200)
    const calls = sandbox.requests.length

    const records = [running, queued].map(({ id }) => recordOf(graph.dir, id))
    expect(records.map(({ status, credentials, errors }) => [status, credentials, errors.at(-1)?.message])).toEqual(
      [running, queued].map(() => ['CANCELED', null, 'The user who started the operation has signed out']),
    )
    expect(await graph.find(running.id, as)).toBeNull()
    expect((await graph.get(`/bulk/${running.id}/manifest.json`, as)).status).toBe(401)
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(sandbox.requests.length).toBeLessThanOrEqual(calls + 1)
  })

  it('keeps the operation when the session expires', async () => {
    const { graph, sandbox, as } = await openWithUsers(undefined, { maxAgeMs: 2_000 })
    sandbox.faults.add(SLOW)
    const { id } = await graph.start(LONG_QUERY, as)
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect((await graph.query('{ bulkOperations { nodes { id } } }', {}, as)).errors?.[0]?.extensions.code).toBe(
      'UNAUTHENTICATED',
    )
    sandbox.faults.clear()
    const again = new BrowserClient()
    await signIn(again, graph.url, '1000000001')
    const { data } = await again.query<{ bulkOperation: { status: string } | null }>(
      graph.url,
      `{ bulkOperation(id: "${id}") { status } }`,
    )
    expect(data?.bulkOperation?.status).toMatch(/RUNNING|COMPLETED/)
    expect(await endOf(graph.dir, id)).toMatchObject({ status: 'COMPLETED', errors: [] })
  })

  it('loses the operation when the secret that sealed the credentials is rotated away', async () => {
    const dir = await bulkFolder()
    const before = await openWithUsers(dir, {}, { slots: 0 })
    const { id } = await before.graph.start(QUERY, before.as)
    await before.graph.close()
    const after = await openWithUsers(dir, { secrets: ['another-secret-that-is-long-enough-for-it'] })

    expect(await endOf(dir, id)).toMatchObject({
      status: 'FAILED',
      credentials: null,
      errors: [
        {
          message:
            'The credentials of the operation were sealed with a secret that is no longer in SESSION_SECRET: start it again',
          extensions: { code: 'UNAUTHENTICATED' },
        },
      ],
    })
    expect(after.sandbox.requests.filter(({ path }) => path.includes('campaigns'))).toEqual([])
  })
})

describe('a token that the service refuses', () => {
  it.each([
    ['status 401', 401, { code: 'UNAUTHORIZED_ACCESS', message: 'Who are you?' }],
    ['code 89', 403, { code: 89, message: 'Invalid or expired token' }],
  ])('ends the operation, by %s, and keeps what was read', async (_, status, error) => {
    let pages = 0
    const upstream = await startUpstream(() => {
      pages += 1
      if (pages > 2) return { status, body: { errors: [error] } }
      const data = Array.from({ length: 1000 }, (_, nth) => ({ id: `c${pages}x${nth}`, name: 'One' }))
      return { body: { data, next_cursor: String(pages) } }
    })
    closedAfterTest(upstream)
    const graph = await open(upstream.url)
    const { id } = await graph.start(QUERY)
    const failed = await graph.until(id, 'FAILED')

    expect(failed.errors).toMatchObject([
      { message: expect.stringContaining('The service refuses the caller'), extensions: { code: 'UNAUTHENTICATED' } },
    ])
    expect([upstream.requests.length, failed.progress.rows, failed.files[0]?.rows]).toEqual([3, 2000, 2000])
    expect((await (await graph.get(failed.files[0]?.url ?? '')).text()).trim().split('\n')).toHaveLength(2000)
  })
})
