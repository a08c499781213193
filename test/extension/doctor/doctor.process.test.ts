import { describe, expect, it } from 'vitest'
import { accounts } from '../../../sandbox/account/account.ts'
import { userPermissions } from '../../../sandbox/account/authenticated-user-access.ts'
import { NO_ACCOUNT } from '../../../sandbox/data/store.ts'
import type { Report } from '../../../src/extension/doctor/report.ts'
import { createVocabulary, type VocabularyWords } from '../../../src/rest/wire/vocabulary.ts'
import { createMemoryState } from '../../../src/state/memory.ts'
import { runCommand, tenantSettings } from '../../support/command.ts'
import { diagnose, faultsIn, find, open, textOf } from '../../support/doctor.ts'
import { IN_OTHER_WORDS, OTHER_WORDS } from '../../support/other-words.ts'

describe('adgraph doctor', () => {
  it('finds nothing wrong with the healthy sandbox, with at most 13 reads that it has planned', async () => {
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
      'Stats',
      'Reference data',
      'Answers',
      'Rate limits',
      'Version',
    ])
    expect(report.calls).toBe(12)
    expect(sandbox.requests).toHaveLength(12)
    expect(new Set(sandbox.requests.map(({ method }) => method))).toEqual(new Set(['GET']))
    const planned = report.plan.flatMap(({ path, calls }) => Array<string>(calls.max).fill(path))
    expect(sandbox.requests.map(({ endpoint }) => endpoint)).toEqual(planned)
  })

  it('shows no secret, and the next step below what failed', async () => {
    const sandbox = await open()
    sandbox.faults.add({ match: { path: 'accounts/:account_id/campaigns' }, fault: { kind: 'unavailable' } })
    const report = await diagnose(sandbox)
    const text = textOf(report)

    const { consumerKey, consumerSecret, accessToken, accessTokenSecret } = sandbox.credentials
    for (const secret of [consumerKey, consumerSecret, accessToken, accessTokenSecret])
      expect(text + JSON.stringify(report)).not.toContain(secret)
    expect(text).toMatch(/^failed {3}Campaigns: .* 503/m)
    expect(text).toMatch(/^ {9}→ Wait some minutes/m)
    expect(text).toMatch(/Passed: 18\. Warnings: 0\. Failed: 1\. Reads made: 12\.$/)
  })

  it('distinguishes a wrong application from a revoked token', async () => {
    const sandbox = await open()
    const { credentials } = sandbox
    const wrong = await diagnose(sandbox, { credentials: { ...credentials, consumerKey: 'another' } })
    const revoked = await diagnose(sandbox, { credentials: { ...credentials, accessToken: '1-another' } })

    expect(faultsIn(wrong)).toEqual([
      {
        name: 'Application',
        status: 'failed',
        message: 'the service does not accept the signature (401, code 32): the key or a secret is wrong',
        next:
          'Copy OAUTH_CONSUMER_KEY and OAUTH_CONSUMER_SECRET again from the settings of the application, and ' +
          'OAUTH_ACCESS_TOKEN_SECRET with its token',
      },
    ])
    expect(faultsIn(revoked)).toEqual([
      {
        name: 'Token',
        status: 'failed',
        message: 'the service no longer accepts it (401, code 89): it was revoked, or belongs to another application',
        next: 'Sign in again with `adgraph login`, or create a new token, and set both settings of OAUTH_ACCESS_TOKEN',
      },
    ])
    // Nothing is tried with credentials that are not accepted.
    expect([wrong.calls, revoked.calls]).toEqual([2, 2])
  })

  it('examines the application alone if users sign in with tokens of their own', async () => {
    const sandbox = await open()
    const { consumerKey, consumerSecret } = sandbox.credentials
    const report = await diagnose(sandbox, { credentials: { consumerKey, consumerSecret } })

    expect(find(report, 'Application')?.status).toBe('passed')
    expect(faultsIn(report)).toEqual([
      {
        name: 'Token',
        status: 'warning',
        message: 'there is none for everybody, so users sign in, and nothing below was read',
        next: 'To examine accounts too, set OAUTH_ACCESS_TOKEN and OAUTH_ACCESS_TOKEN_SECRET of one user for this command',
      },
    ])
  })

  it('reports an unavailable service after one attempt of a read', async () => {
    const sandbox = await open({ faults: [{ fault: { kind: 'unavailable' } }] })
    const report = await diagnose(sandbox)

    const next = 'Wait some minutes and try again; check the status page of the service'
    expect(faultsIn(report)).toEqual([
      {
        name: 'Authorization',
        status: 'failed',
        message: 'GET oauth/authorize was answered with 503: the service is unavailable',
        next,
      },
      {
        name: 'Accounts',
        status: 'failed',
        message: 'GET accounts was answered with 503: the service is unavailable',
        next,
      },
    ])
    expect(report.calls).toBe(2)
    expect(sandbox.requests).toHaveLength(2)
  })

  it('reports a spent rate limit, and when it resets', async () => {
    const sandbox = await open()
    sandbox.faults.add({
      match: { path: 'bidding_rules' },
      fault: { kind: 'rateLimited', scope: 'user', resetInMs: 60_000 },
    })
    const report = await diagnose(sandbox)

    expect(find(report, 'Reference data')).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/^GET bidding_rules was answered with 429.*: the rate limit is spent$/),
      next: 'Wait until the window resets, at most 15 minutes, and try again',
    })
    expect(find(report, 'Rate limits')).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(/bidding_rules 0 of 1000 for \d\d s/),
      next: 'Wait for the reset, or find out what else uses this token',
    })
  })

  it('shows the limit of stats, the scarcest, which one call of them makes known', async () => {
    const sandbox = await open()
    const report = await diagnose(sandbox)

    expect(find(report, 'Stats')).toMatchObject({ status: 'passed', message: expect.stringMatching(/^1 row in /) })
    expect(find(report, 'Rate limits')).toMatchObject({
      status: 'passed',
      message: expect.stringMatching(/^left: stats\/accounts\/:account_id 249 of 250 for \d+ s; /),
    })
    const [stats, ...others] = sandbox.requests.filter(({ path }) => path.includes('/stats/'))
    expect(others).toEqual([])
    const { start_time, end_time, ...query } = Object.fromEntries(stats!.query)
    expect(query).toMatchObject({ entity: 'ACCOUNT', granularity: 'TOTAL', metric_groups: 'ENGAGEMENT' })
    expect([start_time, end_time]).toEqual(Array(2).fill(expect.stringMatching(/T00:00:00[+-]\d\d:\d\d$/)))
  })

  it('warns if the permission of the user does not include stats', async () => {
    const sandbox = await open()
    const permissions = sandbox.store.table(userPermissions)
    for (const { id } of sandbox.store.table(accounts).rows(NO_ACCOUNT))
      for (const permission of ['ACCOUNT_ADMIN', 'AD_MANAGER', 'CAMPAIGN_ANALYST'])
        if (permissions.find(id, permission)) permissions.remove(id, permission)
    const report = await diagnose(sandbox)

    expect(faultsIn(report)).toEqual([
      {
        name: 'Stats',
        status: 'warning',
        message: "the user's permission in the account does not include stats (403)",
        next: 'To read stats, ask an administrator of the account for AD_MANAGER or CAMPAIGN_ANALYST',
      },
    ])
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
            entity_status: 'L'.repeat(10_000),
            reasons_not_servable: ['LUNAR_ECLIPSE'],
            mood: 'fine',
          })),
        }),
      },
    })
    const report = await diagnose(sandbox)

    expect(faultsIn(report)).toEqual([
      {
        name: 'Missing columns',
        status: 'warning',
        message: 'Campaign.currency',
        next: 'Their fields are null. Check the version of the service; with ADS_VOCABULARY, check the names of these columns',
      },
      {
        name: 'Unknown columns',
        status: 'warning',
        message: 'Campaign.mood',
        next: 'They are only in `raw`. A newer version of Adgraph may have fields for them',
      },
      {
        name: 'Unknown values',
        status: 'warning',
        message: `Campaign.entity_status ${'L'.repeat(60)}…, Campaign.reasons_not_servable LUNAR_ECLIPSE`,
        next: 'Enum fields return UNRECOGNIZED for them, and `raw` has the text. A newer version of Adgraph may know them',
      },
    ])
  })

  it('fails for a user who sees no account, and says what to ask for', async () => {
    const sandbox = await open()
    const report = await diagnose(sandbox, { credentials: sandbox.addUser() })

    expect(faultsIn(report)).toEqual([
      {
        name: 'Accounts',
        status: 'failed',
        message: 'the user sees no account',
        next: 'Ask an administrator of an account to add the user of this token, or set the token of another user',
      },
    ])
    // Nothing that needs an account is read.
    expect(sandbox.requests.map(({ endpoint }) => endpoint)).toEqual(['oauth/authorize', 'accounts', 'bidding_rules'])
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
})

describe('the command', () => {
  it('examines the embedded sandbox without settings, and says beforehand what it reads', async () => {
    const command = runCommand(['doctor'])

    expect(await command.exited).toBe(0)
    expect(command.output()).toMatch(/^Examining the embedded sandbox with at most 13 reads, and no writes:\n {2}GET/)
    expect(command.output()).toMatch(/\nPassed: 19\. Warnings: 0\. Failed: 0\. Reads made: 12\.\n$/)
  })

  it.each(['', 'two words', 'é'])('refuses %j as a bearer token, and sends nothing', async (token) => {
    const sandbox = await open()
    const command = runCommand(['doctor', '--bearer'], tenantSettings(sandbox.url, sandbox.credentials))
    command.process.stdin!.end(token)

    expect(await command.exited).toBe(1)
    expect(command.output()).toMatch(/^failed {3}Settings: --bearer needs a token/)
    expect(sandbox.requests).toEqual([])
  })

  it('prints JSON, and exits with 1 if something failed', async () => {
    const sandbox = await open({ faults: [{ fault: { kind: 'unavailable' } }] })
    const command = runCommand(['doctor', '--json'], {
      ...tenantSettings(sandbox.url, sandbox.credentials),
      ADS_ENVIRONMENT: 'sandbox',
    })

    expect(await command.exited).toBe(1)
    const report = JSON.parse(command.output()) as Report
    expect(report).toMatchObject({ service: sandbox.url, maxCalls: 13, calls: 2 })
    expect(faultsIn(report).map(({ name }) => name)).toEqual(['Authorization', 'Accounts'])
  })

  it('exits with 0 if there are only warnings', async () => {
    const sandbox = await open()
    const command = runCommand(['doctor'], {
      ...tenantSettings(sandbox.url, sandbox.credentials),
      ADS_ENVIRONMENT: 'sandbox',
      HTTPS_PROXY: 'http://user:sesame@proxy.example',
    })

    expect(await command.exited).toBe(0)
    expect(command.output()).toMatch(/^warning {2}Proxy: HTTPS_PROXY is set/m)
    expect(command.output()).toMatch(/\nPassed: 19\. Warnings: 1\. Failed: 0\. Reads made: 12\.\n$/)
    expect(command.output()).not.toContain('sesame')
  })

  it('reports all faults of the settings, as a start does, which names it', async () => {
    const settings = { ADS_BASE_URL: 'https://ads.example', PORT: 'one' }
    const [examined, started] = [runCommand(['doctor'], settings), runCommand(['start'], settings)]

    expect([await examined.exited, await started.exited]).toEqual([1, 1])
    expect(examined.output()).toContain('failed   Settings: PORT must be a port, 0 to 65535')
    expect(examined.output()).toContain('failed   Settings: OAUTH_CONSUMER_KEY is required')
    expect(started.output()).toContain('`adgraph doctor` examines')
  })

  it.each([
    ['PORT', { PORT: 'one' }, 'PORT must be a port, 0 to 65535'],
    ['SANDBOX_VOCABULARY', { SANDBOX_VOCABULARY: 'package.json' }, 'SANDBOX_VOCABULARY: '],
    [
      'SANDBOX_FAULTS',
      { SANDBOX_FAULTS: '[{"fault":{"kind":"unavailable"},"match":{"path":"nowhere"}}]' },
      'SANDBOX_FAULTS has a rule that matches nothing: ',
    ],
  ])('prints the faults of the settings as JSON too: %s', async (_name, settings, said) => {
    const command = runCommand(['doctor', '--json'], settings)

    expect(await command.exited).toBe(1)
    const { checks, calls } = JSON.parse(command.output()) as Report
    expect(calls).toBe(0)
    expect(new Set(checks.map(({ name, status }) => `${name} ${status}`))).toEqual(new Set(['Settings failed']))
    expect(checks[0]!.message).toContain(said)
  })
})
