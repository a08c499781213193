import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SANDBOX_CREDENTIALS } from '../../../sandbox/index.ts'
import { linesOf } from '../../../src/extension/doctor/report.ts'
import { createMemoryState } from '../../../src/state/memory.ts'
import { UNTRUSTED } from '../../support/certificate.ts'
import { diagnose, faultsIn, find, open } from '../../support/doctor.ts'
import { freePort } from '../../support/free-port.ts'
import { closedAfterTest } from '../../support/open.ts'
import { HAS_REDIS, PATIENT_MS, startRedis } from '../../support/redis.ts'
import { startUpstream } from '../../support/upstream.ts'

describe('adgraph doctor, on the way to the service', () => {
  it.each([
    [20, 'behind'],
    [-20, 'ahead of'],
  ])('reports a clock that is %i minutes %s the service, and examines the rest with its time', async (minutes, way) => {
    const sandbox = await open({ now: () => new Date(Date.now() + minutes * 60_000) })
    const report = await diagnose(sandbox)

    expect(faultsIn(report)).toEqual([
      {
        name: 'Clock',
        status: 'failed',
        message: expect.stringMatching(`^this machine is (119|120)\\d s ${way} the service$`),
        next:
          'Set the clock of this machine by NTP. Adgraph signs with the time of the service once it knows it, but the ' +
          'first request of each process is refused if the difference is large',
      },
    ])
    expect(report.calls).toBe(13)
  })

  it('passes on what the service announces about its interface', async () => {
    const upstream = await startUpstream(() => ({
      body: { data: [] },
      headers: { 'x-current-api-version': '13', 'x-api-warn': 'Version 12 ends on 1 March' },
    }))
    closedAfterTest(upstream)
    const report = await diagnose({ url: upstream.url, credentials: SANDBOX_CREDENTIALS })

    expect(find(report, 'Version')).toEqual({
      name: 'Version',
      status: 'warning',
      message: 'its current version is 13; it warns: Version 12 ends on 1 March',
      next: 'Look for a newer version of Adgraph before the service ends this one',
    })
  })

  it('tries a bearer token in place of a signature', async () => {
    const upstream = await startUpstream(({ path, headers }) =>
      path.includes('/accounts') && headers['authorization'] !== 'Bearer a-token-of-a-user'
        ? { status: 401, body: { errors: [{ code: 'UNAUTHORIZED_ACCESS', message: 'no' }] } }
        : { body: { data: path.endsWith('/accounts') ? [{ id: 'a1' }] : [] } },
    )
    closedAfterTest(upstream)
    const { consumerKey, consumerSecret } = SANDBOX_CREDENTIALS
    const tried = (bearer: string) =>
      diagnose(
        { url: upstream.url, credentials: SANDBOX_CREDENTIALS },
        { credentials: { consumerKey, consumerSecret, bearer } },
      )

    const accepted = await tried('a-token-of-a-user')
    expect([find(accepted, 'Bearer token')?.status, find(accepted, 'Accounts')?.message]).toEqual([
      'passed',
      'the user sees a1',
    ])
    expect(find(await tried('another'), 'Bearer token')).toMatchObject({
      status: 'failed',
      message: 'the service does not accept it (401)',
    })
  })

  it('warns over the live service of campaigns with the level of budgets that it no longer takes', async () => {
    const rows = ['CAMPAIGN', 'LINE_ITEM'].map((budget_optimization, index) => ({
      id: `c${index}`,
      budget_optimization,
    }))
    const upstream = await startUpstream(({ path }) => ({
      body: { data: path.endsWith('/accounts') ? [{ id: 'a1' }] : path.endsWith('/campaigns') ? rows : [] },
    }))
    closedAfterTest(upstream)
    const over = async (environment: 'production' | 'sandbox') => {
      const { url } = upstream
      const client = { adsBaseUrl: url, authBaseUrl: url, environment, ...createMemoryState() }
      return find(await diagnose({ url, credentials: SANDBOX_CREDENTIALS }, { client }), 'Budget level')
    }

    expect(await over('production')).toEqual({
      name: 'Budget level',
      status: 'warning',
      message:
        'since June 2026 the live service takes only LINE_ITEM as budget_optimization; 1 of 2 campaigns that were read have CAMPAIGN',
      next: 'Create campaigns with `budgetOptimization` LINE_ITEM, and set the budgets of their line items',
    })
    expect(await over('sandbox')).toBeUndefined()
  })

  it('reports a service that refuses the time and does not send its own', async () => {
    const upstream = await startUpstream(({ path }) => ({
      raw: (response) => {
        response.sendDate = false
        response.writeHead(path.includes('oauth') ? 200 : 401, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ errors: [{ code: 135, message: 'Timestamp out of bounds' }] }))
      },
    }))
    closedAfterTest(upstream)
    const report = await diagnose({ url: upstream.url, credentials: SANDBOX_CREDENTIALS })

    expect(faultsIn(report)).toEqual([
      {
        name: 'Clock',
        status: 'warning',
        message: 'the answers have no date to compare with',
        next: 'Make sure that the clock of this machine is set by NTP: Adgraph cannot correct it without these dates',
      },
      {
        name: 'Clock',
        status: 'failed',
        message: 'the service refuses the time of the signature (401, code 135)',
        next: 'Set the clock of this machine by NTP',
      },
    ])
    expect(upstream.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /oauth/authorize',
      'GET /12/accounts',
    ])
  })

  it('names the fault if TLS, the name or the connection fails, and sends nothing', async () => {
    const sandbox = await open()
    const tls = await diagnose(sandbox, {}, sandbox.url.replace('http:', 'https:'))
    const port = await freePort()
    const closed = await diagnose(sandbox, {}, `http://127.0.0.1:${port}`)
    const unknown = await diagnose(sandbox, {}, 'https://ads.invalid')

    const origin = `http://127.0.0.1:${port}`
    expect([tls, closed, unknown].map(({ checks }) => checks)).toEqual([
      [
        {
          name: 'Host',
          status: 'failed',
          message: '127.0.0.1 does not speak TLS on this port (ERR_SSL_WRONG_VERSION_NUMBER)',
          next: 'Check the port in ADS_BASE_URL and AUTH_BASE_URL',
        },
      ],
      [
        {
          name: 'Host',
          status: 'failed',
          message: `${origin} cannot be connected to (ECONNREFUSED)`,
          next: 'Check host and port, that the service runs, and that a firewall lets connections from this machine through',
        },
      ],
      [
        {
          name: 'Host',
          status: 'failed',
          message: expect.stringMatching(/^the name ads\.invalid cannot be resolved \(E\w+\)$/),
          next: 'Check the host in ADS_BASE_URL and AUTH_BASE_URL, and the DNS settings of this machine',
        },
      ],
    ])
    expect([tls, closed, unknown].map(({ calls }) => calls)).toEqual([0, 0, 0])
    expect(sandbox.requests).toEqual([])
  })

  it('names the fault of a certificate that is not accepted, and sends nothing', async () => {
    let requests = 0
    const server = createServer(UNTRUSTED, () => (requests += 1))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    closedAfterTest(server)
    const { port } = server.address() as AddressInfo
    const report = await diagnose({ url: `https://127.0.0.1:${port}`, credentials: SANDBOX_CREDENTIALS })

    expect(report.checks).toEqual([
      {
        name: 'Host',
        status: 'failed',
        message: 'the certificate of 127.0.0.1 is not accepted (DEPTH_ZERO_SELF_SIGNED_CERT)',
        next:
          'If a proxy of your network inspects TLS, set NODE_EXTRA_CA_CERTS to its certificate; otherwise, check the ' +
          'host, and the date of this machine',
      },
    ])
    expect([report.calls, requests]).toEqual([0, 0])
  })

  it('divides long names and values into lines, and lets nothing in them control the terminal', async () => {
    const host = `${'a-long-name.'.repeat(10)}invalid`
    const [failed] = (await diagnose(await open(), {}, `https://${host}`)).checks
    const evil = linesOf({ name: 'Accounts', status: 'passed', message: 'the user sees \u001b[2Jx\u202e' })
    const code = linesOf({
      name: 'A',
      status: 'warning',
      message: 'm',
      next: `${'word '.repeat(12)}run \`adgraph login\``,
    })

    const lines = linesOf(failed!).split('\n')
    expect(lines.every((line, index) => line.length <= 80 && (index === 0 || line.startsWith(' '.repeat(9))))).toBe(
      true,
    )
    expect(lines.map((line) => line.slice(9)).join('')).toContain(host)
    expect(evil).toBe('passed   Accounts: the user sees \\u{1b}[2Jx\\u{202e}')
    expect(code.split('\n').slice(1)).toEqual([`         → ${'word '.repeat(12)}run`, '           `adgraph login`'])
  })

  it('reports a proxy that is set, because none is used', async () => {
    const report = await diagnose(await open(), { proxies: ['HTTPS_PROXY'] })

    expect(faultsIn(report)).toEqual([
      {
        name: 'Proxy',
        status: 'warning',
        message: 'HTTPS_PROXY is set, but Adgraph connects directly and uses no proxy',
        next: 'Let this machine connect to the service directly, or set ADS_BASE_URL to a gateway that forwards to it',
      },
    ])
  })

  it('fails for a Redis that is away', async () => {
    const port = await freePort()
    const report = await diagnose(await open(), {
      redis: { url: `redis://user:sesame@127.0.0.1:${port}`, timeoutMs: PATIENT_MS },
    })

    expect(faultsIn(report)).toEqual([
      {
        name: 'Redis',
        status: 'failed',
        message: `cannot be used: connect ECONNREFUSED 127.0.0.1:${port}`,
        next:
          'Check REDIS_URL, that Redis runs, and that its user may run scripts and use keys and channels that begin ' +
          'with `adgraph:`. Meanwhile, each instance uses its own memory',
      },
    ])
    expect(JSON.stringify(report)).not.toContain('sesame')
  })

  it.skipIf(!HAS_REDIS)('measures how far away Redis is', async () => {
    const redis = await startRedis()
    onTestFinished(() => redis.kill())
    const report = await diagnose(await open(), { redis: { url: redis.url, timeoutMs: PATIENT_MS } })

    expect(find(report, 'Redis')).toMatchObject({
      status: 'passed',
      message: expect.stringMatching(/^answers in \d+ ms/),
    })
  })
})
