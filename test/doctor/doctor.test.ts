import { afterEach, describe, expect, it } from 'vitest'
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/index.ts'
import { examine, type Subject } from '../../src/doctor/index.ts'
import type { Check, Report } from '../../src/doctor/report.ts'
import { announcement, linesOf, summaryOf } from '../../src/doctor/report.ts'
import { createVocabulary, type VocabularyWords } from '../../src/rest/wire/vocabulary.ts'
import { createMemoryState } from '../../src/state/memory.ts'
import { runCommand, tenantSettings } from '../support/command.ts'
import { freePort } from '../support/free-port.ts'
import { IN_OTHER_WORDS, OTHER_WORDS } from '../support/other-words.ts'
import { HAS_REDIS, startRedis } from '../support/redis.ts'

const running: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.close()))
})

async function open(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox(options)
  running.push(sandbox)
  return sandbox
}

/** Examines a sandbox, or another address with its credentials. */
async function diagnose({ url, credentials }: Sandbox, given: Partial<Subject> = {}, baseUrl = url): Promise<Report> {
  return examine({
    service: url,
    client: { adsBaseUrl: baseUrl, authBaseUrl: baseUrl, environment: 'sandbox', ...createMemoryState() },
    credentials,
    redisUrl: undefined,
    proxies: [],
    ...given,
  })
}

/** The results that are not passed. */
function faultsIn({ checks }: Report): Check[] {
  return checks.filter(({ status }) => status !== 'passed')
}

function find({ checks }: Report, name: string): Check | undefined {
  return checks.find((check) => check.name === name)
}

describe('adgraph doctor', () => {
  it('finds nothing wrong with the healthy sandbox, with at most 12 reads that it has planned', async () => {
    const sandbox = await open()
    const report = await diagnose(sandbox)

    expect(faultsIn(report)).toEqual([])
    expect(report.checks.map(({ name }) => name.replace(/^Account .+/, 'Account'))).toEqual([
      'Host',
      'Authorization',
      'Clock',
      'Application',
      'Token',
      'Accounts',
      'Account',
      'Account',
      'Features',
      'Funding instruments',
      'Campaigns',
      'Line items',
      'Audiences',
      'Creatives',
      'Reference data',
      'Answers',
      'Rate limits',
    ])
    expect(report.calls).toBe(11)
    expect(sandbox.requests).toHaveLength(11)
    expect(new Set(sandbox.requests.map(({ method }) => method))).toEqual(new Set(['GET']))
    const planned = report.plan.flatMap(({ path, calls }) => Array<string>(calls.max).fill(path))
    expect(sandbox.requests.map(({ endpoint }) => endpoint)).toEqual(planned)
  })

  it('fits into a terminal of 80 columns, and shows no secret', async () => {
    const sandbox = await open()
    sandbox.faults.add({ match: { path: 'accounts/:account_id/campaigns' }, fault: { kind: 'unavailable' } })
    const report = await diagnose(sandbox)
    const text = [announcement(report), ...report.checks.map(linesOf), summaryOf(report)].join('\n')

    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([])
    const { consumerKey, consumerSecret, accessToken, accessTokenSecret } = sandbox.credentials
    for (const secret of [consumerKey, consumerSecret, accessToken, accessTokenSecret])
      expect(text + JSON.stringify(report)).not.toContain(secret)
    expect(text).toMatch(/^failed {3}Campaigns: .* 503/m)
    expect(text).toMatch(/^ {9}→ Wait some minutes/m)
    expect(text).toMatch(/Passed: 16\. Warnings: 0\. Failed: 1\. Reads made: 11\.$/)
  })

  it('tells a wrong application from a revoked token', async () => {
    const sandbox = await open()
    const { credentials } = sandbox
    const wrong = await diagnose(sandbox, { credentials: { ...credentials, consumerKey: 'another' } })
    const revoked = await diagnose(sandbox, { credentials: { ...credentials, accessToken: '1-another' } })

    expect(faultsIn(wrong)).toEqual([
      expect.objectContaining({ name: 'Application', status: 'failed', message: expect.stringContaining('code 32') }),
    ])
    expect(faultsIn(wrong)[0]!.next).toContain('OAUTH_CONSUMER_KEY')
    expect(faultsIn(revoked)).toEqual([
      expect.objectContaining({ name: 'Token', status: 'failed', message: expect.stringContaining('revoked') }),
    ])
    expect(faultsIn(revoked)[0]!.next).toContain('adgraph login')
    // Nothing is tried with credentials that are not accepted.
    expect([wrong.calls, revoked.calls]).toEqual([2, 2])
  })

  it('examines the application alone if users sign in with tokens of their own', async () => {
    const sandbox = await open()
    const { consumerKey, consumerSecret } = sandbox.credentials
    const report = await diagnose(sandbox, { credentials: { consumerKey, consumerSecret } })

    expect(find(report, 'Application')?.status).toBe('passed')
    expect(faultsIn(report)).toEqual([expect.objectContaining({ name: 'Token', status: 'warning' })])
  })

  it('reports a clock that is off by 20 minutes, and examines the rest with the time of the service', async () => {
    const sandbox = await open({ now: () => new Date(Date.now() + 20 * 60_000) })
    const report = await diagnose(sandbox)

    expect(faultsIn(report)).toEqual([expect.objectContaining({ name: 'Clock', status: 'failed' })])
    expect(find(report, 'Clock')).toMatchObject({
      message: expect.stringMatching(/this machine is (1199|120[01]) s behind the service/),
      next: expect.stringContaining('NTP'),
    })
    expect(report.calls).toBeLessThanOrEqual(12)
  })

  it('names the fault if TLS, the name or the connection fails, and sends nothing', async () => {
    const sandbox = await open()
    const tls = await diagnose(sandbox, {}, sandbox.url.replace('http:', 'https:'))
    const closed = await diagnose(sandbox, {}, `http://127.0.0.1:${await freePort()}`)
    const unknown = await diagnose(sandbox, {}, 'https://ads.invalid')

    expect(faultsIn(tls)).toEqual([
      expect.objectContaining({ name: 'Host', status: 'failed', message: expect.stringContaining('TLS') }),
    ])
    expect(faultsIn(closed)[0]).toMatchObject({ name: 'Host', message: expect.stringContaining('ECONNREFUSED') })
    expect(faultsIn(unknown)[0]).toMatchObject({ message: expect.stringContaining('ads.invalid cannot be resolved') })
    for (const report of [tls, closed, unknown]) expect([report.calls, report.checks.length]).toEqual([0, 1])
    expect(faultsIn(tls)[0]!.next).toContain('port')
  })

  it('reports an unavailable service after one attempt of a read', async () => {
    const sandbox = await open({ faults: [{ fault: { kind: 'unavailable' } }] })
    const report = await diagnose(sandbox)

    expect(find(report, 'Accounts')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('503: the service is unavailable'),
      next: expect.stringContaining('Wait'),
    })
    expect(report.calls).toBe(2)
  })

  it('reports a spent rate limit, and when it resets', async () => {
    const sandbox = await open()
    sandbox.faults.add({
      match: { path: 'bidding_rules' },
      fault: { kind: 'rateLimited', scope: 'user', resetInMs: 60_000 },
    })
    const report = await diagnose(sandbox)

    expect(find(report, 'Reference data')).toMatchObject({ message: expect.stringContaining('429') })
    expect(find(report, 'Rate limits')).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(/bidding_rules 0 of 1000 for \d\d s/),
    })
  })

  it('names unknown enum values, a column that is missing, and one that is not known', async () => {
    const sandbox = await open()
    sandbox.faults.add({
      match: { path: 'accounts/:account_id/campaigns' },
      fault: {
        kind: 'mutate',
        mutate: (answer) => ({
          ...answer,
          data: (answer['data'] as Record<string, unknown>[]).map((row) => ({
            ...row,
            currency: undefined,
            entity_status: 'ARCHIVED',
            reasons_not_servable: ['LUNAR_ECLIPSE'],
            mood: 'fine',
          })),
        }),
      },
    })
    const report = await diagnose(sandbox)

    expect(faultsIn(report).map(({ name, status, message }) => [name, status, message])).toEqual([
      ['Missing columns', 'warning', 'Campaign.currency'],
      ['Unknown columns', 'warning', 'Campaign.mood'],
      ['Unknown values', 'warning', 'Campaign.entity_status ARCHIVED, Campaign.reasons_not_servable LUNAR_ECLIPSE'],
    ])
  })

  it('fails for a user who sees no account, and says what to ask for', async () => {
    const sandbox = await open()
    const report = await diagnose(sandbox, { credentials: sandbox.addUser() })

    expect(faultsIn(report)).toEqual([
      expect.objectContaining({
        name: 'Accounts',
        status: 'failed',
        message: 'the user sees no account',
        next: expect.stringContaining('administrator'),
      }),
    ])
  })

  it('says how many words of a vocabulary differ, and examines the service in them', async () => {
    const sandbox = await open(IN_OTHER_WORDS.sandbox)
    const client = { adsBaseUrl: sandbox.url, authBaseUrl: sandbox.url, environment: 'sandbox' as const }
    const examined = (words: VocabularyWords) =>
      diagnose(sandbox, { client: { ...client, ...createMemoryState(), vocabulary: createVocabulary(words) } })
    const theirs = await examined(OTHER_WORDS)
    const ours = await examined({})

    expect(faultsIn(theirs)).toEqual([])
    expect(theirs.checks[0]).toMatchObject({
      name: 'Vocabulary',
      status: 'passed',
      message: expect.stringMatching(/^\d{3,} words of the service differ/) as string,
    })
    expect(ours.checks[0]).toMatchObject({ name: 'Vocabulary', status: 'warning' })
    expect(ours.checks.some(({ status }) => status === 'failed')).toBe(true)
  })

  it('reports a proxy that is set, because none is used', async () => {
    const report = await diagnose(await open(), { proxies: ['HTTPS_PROXY'] })

    expect(faultsIn(report)).toEqual([
      expect.objectContaining({ name: 'Proxy', status: 'warning', message: expect.stringContaining('HTTPS_PROXY') }),
    ])
  })

  it('fails for a Redis that is away', async () => {
    const report = await diagnose(await open(), { redisUrl: `redis://127.0.0.1:${await freePort()}` })

    expect(faultsIn(report)).toEqual([
      expect.objectContaining({ name: 'Redis', status: 'failed', message: expect.stringContaining('ECONNREFUSED') }),
    ])
    expect(faultsIn(report)[0]!.next).toContain('REDIS_URL')
  })

  it.skipIf(!HAS_REDIS)('measures how far away Redis is', async () => {
    const redis = await startRedis()
    running.push({ close: () => redis.kill() })
    const report = await diagnose(await open(), { redisUrl: redis.url })

    expect(find(report, 'Redis')).toMatchObject({
      status: 'passed',
      message: expect.stringMatching(/^answers in \d+ ms/),
    })
  })
})

describe('the command', () => {
  it('examines the embedded sandbox without settings, and says beforehand what it reads', async () => {
    const command = runCommand(['doctor'])

    expect(await command.exited).toBe(0)
    expect(command.output()).toMatch(/^Examining the embedded sandbox with at most 12 reads, and no writes:\n {2}GET/)
    expect(command.output()).toMatch(/\nPassed: 17\. Warnings: 0\. Failed: 0\. Reads made: 11\.\n$/)
  })

  it('prints JSON, and exits with 1 if something failed', async () => {
    const sandbox = await open({ faults: [{ fault: { kind: 'unavailable' } }] })
    const command = runCommand(['doctor', '--json'], {
      ...tenantSettings(sandbox.url, sandbox.credentials),
      ADS_ENVIRONMENT: 'sandbox',
    })

    expect(await command.exited).toBe(1)
    const report = JSON.parse(command.output()) as Report
    expect(report).toMatchObject({ service: sandbox.url, maxCalls: 12, calls: 2 })
    expect(faultsIn(report).map(({ name }) => name)).toEqual(['Authorization', 'Accounts'])
  })

  it('reports all faults of the settings, as a start does, which names it', async () => {
    const settings = { ADS_BASE_URL: 'https://ads.example', PORT: 'one' }
    const [examined, started] = [runCommand(['doctor'], settings), runCommand(['start'], settings)]

    expect([await examined.exited, await started.exited]).toEqual([1, 1])
    expect(examined.output()).toContain('failed   Settings: PORT must be a port, 0 to 65535')
    expect(examined.output()).toContain('failed   Settings: OAUTH_CONSUMER_KEY is required')
    expect(started.output()).toContain('`adgraph doctor` examines')
  })
})
