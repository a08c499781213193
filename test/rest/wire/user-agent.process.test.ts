import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { ConfigError, createAdgraph } from '../../../src/package/index.ts'
import { createClient, createBearerToken, createRequestToken, listCampaigns } from '../../../src/package/rest.ts'
import { startSandbox, type Sandbox } from '../../../src/package/sandbox.ts'
import { userAgentOf, VERSION } from '../../../src/rest/wire/user-agent.ts'
import { runCommand } from '../../support/command.ts'
import { keepSecret } from '../../support/secrecy.ts'

const PACKAGE = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const ADGRAPH = `adgraph/${PACKAGE.version}`
const PROGRAM = 'acme-ads/2.1 (ads@acme.example)'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
  keepSecret(sandbox.credentials.consumer.secret, sandbox.credentials.user.tokenSecret)
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.clearRequests())

/** The `User-Agent` of each request, by its path. */
const sent = () => sandbox.requests.map(({ path, headers }) => [path.replace(/^\/12\//, ''), headers['user-agent']])

/** The settings of a server over the sandbox. */
const settings = (given: Record<string, string> = {}) => ({
  ADS_BASE_URL: sandbox.url,
  ADS_ENVIRONMENT: 'sandbox',
  OAUTH_CONSUMER_KEY: sandbox.credentials.consumer.key,
  OAUTH_CONSUMER_SECRET: sandbox.credentials.consumer.secret,
  OAUTH_ACCESS_TOKEN: sandbox.credentials.user.token,
  OAUTH_ACCESS_TOKEN_SECRET: sandbox.credentials.user.tokenSecret,
  ...given,
})

describe('the User-Agent of requests to the service', () => {
  it('is the name and the version of the package, and a page, after the name of the program', () => {
    expect(VERSION).toBe(PACKAGE.version)
    expect(userAgentOf(undefined)).toBe(ADGRAPH)
    expect(userAgentOf(PROGRAM)).toBe(`${PROGRAM} ${ADGRAPH}`)
  })

  it.each([
    [undefined, ADGRAPH],
    ['', ADGRAPH],
    [PROGRAM, `${PROGRAM} ${ADGRAPH}`],
  ])('is sent by the REST client of the program %s, for the authorization too', async (userAgent, expected) => {
    const { url, credentials } = sandbox
    const client = createClient({
      adsBaseUrl: url,
      consumer: credentials.consumer,
      ...(userAgent !== undefined && { userAgent }),
    })
    const rest = client.session({ user: credentials.user })
    await rest.page(listCampaigns, { account_id: DEMO_ACCOUNT_ID }, { count: 1 })
    await rest.call(createBearerToken, {}, { grant_type: 'client_credentials' })
    await client.session().call(createRequestToken, {}, { oauth_callback: 'oob' })
    await client.close()

    expect(sent()).toEqual([
      [`accounts/${DEMO_ACCOUNT_ID}/campaigns`, expected],
      ['/oauth2/token', expected],
      ['/oauth/request_token', expected],
    ])
  })

  it('has the name of the program that embeds the graph', async () => {
    const { url: adsBaseUrl, credentials } = sandbox
    const { consumer, user } = credentials
    const graph = await createAdgraph({ adsBaseUrl, consumer, credentials: () => user, userAgent: PROGRAM })
    await graph.fetch(
      new Request('https://app.example/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: `{ account(id: "${DEMO_ACCOUNT_ID}") { name } }` }),
      }),
    )
    await graph.close()

    expect(sent()).toEqual([[`accounts/${DEMO_ACCOUNT_ID}`, `${PROGRAM} ${ADGRAPH}`]])
  })

  it('is sent by the server, also while it records, by the doctor, and by signing in', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'user-agent-'))
    const server = runCommand(['start'], settings({ PORT: '0', ADS_RECORD: folder, USER_AGENT: PROGRAM }))
    const doctor = runCommand(['doctor'], settings({ USER_AGENT: PROGRAM }))
    const login = runCommand(
      ['login'],
      settings({ USER_AGENT: PROGRAM, SESSION_SECRET: 'a secret of at least thirty-two characters' }),
    )
    const [, url = ''] = await server.printed(/Adgraph serves (http:[^"\s]+)/)
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: `{ account(id: "${DEMO_ACCOUNT_ID}") { taxSettings { billTo } } }` }),
    })
    expect(await doctor.exited).toBe(0)
    await login.printed(/PIN: /)
    await Promise.all([server.stop(), login.stop()])

    expect(readdirSync(folder)).toHaveLength(1)
    rmSync(folder, { recursive: true })
    expect(sent().map(([path]) => path)).toEqual(
      expect.arrayContaining([`accounts/${DEMO_ACCOUNT_ID}/tax_settings`, 'accounts', '/oauth/request_token']),
    )
    expect(new Set(sent().map(([, userAgent]) => userAgent))).toEqual(new Set([`${PROGRAM} ${ADGRAPH}`]))
  })

  it.each([' ', 'é/1', 'a\nb/1', 'a  b'])('is refused if the name of the program is %j', (userAgent) => {
    const create = () =>
      createClient({ adsBaseUrl: sandbox.url, consumer: { key: 'key', secret: 'secret' }, userAgent })
    expect(create).toThrow(ConfigError)
    expect(create).toThrow(/userAgent must be/)
  })
})
