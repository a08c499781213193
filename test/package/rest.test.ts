import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { SMALL_ACCOUNT_ID, startSandbox } from '../../sandbox/index.ts'
import {
  batchCampaigns,
  ConfigError,
  createCampaign,
  createClient,
  listCampaigns,
  updateCampaign,
  updateDraftPost,
  updateTaxSettings,
  UpstreamError,
  type CallOptions,
  type ClientOptions,
} from '../../src/package/rest.ts'
import * as rest from '../../src/package/rest.ts'
import { startUpstream, type UpstreamAnswer } from '../support/upstream.ts'

const OPTIONS = { adsBaseUrl: 'https://ads.example', consumer: { key: 'key', secret: 'secret' } }

describe('a client of the REST interface', () => {
  it.each<[Partial<ClientOptions>, string]>([
    [{ adsBaseUrl: 'http://ads.example' }, 'adsBaseUrl must be https'],
    [{ adsBaseUrl: 'http://127.0.0.1.example' }, 'adsBaseUrl must be https'],
    [{ authBaseUrl: 'http://auth.example' }, 'authBaseUrl must be https'],
    [{ adsBaseUrl: 'ftp://ads.example' }, 'adsBaseUrl must be a URL'],
    [{ adsBaseUrl: 'https://ads.example/12' }, 'adsBaseUrl must be without the version'],
    [{ adsBaseUrl: 'https://ads.example/12/' }, 'adsBaseUrl must be without the version'],
    [{ adsBaseUrl: '' }, 'adsBaseUrl is required'],
    [{ consumer: { key: 'key', secret: '' } }, 'consumer.secret is required'],
  ])('refuses the options that a graph refuses: %j', (options, message) => {
    const create = () => createClient({ ...OPTIONS, ...options })
    expect(create).toThrow(ConfigError)
    expect(create).toThrow(message)
  })

  it('lists every fault of its options, by the name of the option', () => {
    const options = {
      adsBaseURL: 'https://ads.example',
      authBaseUrl: 'http://auth.example',
      consumer: OPTIONS.consumer,
      environment: 'Sandbox',
      attemptTimeoutMs: 2 ** 31,
      connections: 0,
      maxResponseBytes: -5,
      onWarning: 'x',
      store: {},
      userAgent: undefined,
    }
    const create = () => createClient(options as never)

    expect(create).toThrow(ConfigError)
    expect(create).toThrow(
      new ConfigError(
        [
          'adsBaseURL is not an option: did you mean adsBaseUrl?',
          'store is not an option',
          'adsBaseUrl is required',
          'environment must be production or sandbox',
          'attemptTimeoutMs must be a number of milliseconds, 1 to 2147483647',
          'connections must be a whole number, 1 or more',
          'maxResponseBytes must be a whole number, 1 or more',
          'onWarning must be a function',
          'authBaseUrl must be https, so that signatures and tokens are encrypted; http is for loopback only',
        ].join('\n'),
      ),
    )
  })

  it.each<[string, unknown[]]>([
    ['attemptTimeoutMs', [0, -1, 1.5, Number.NaN, Infinity, '5']],
    ['connections', [-1, 1.5, '5', null]],
    ['maxResponseBytes', [0, Number.NaN, Infinity, 'x']],
  ])('refuses other values of %s', (name, values) => {
    for (const value of values) expect(() => createClient({ ...OPTIONS, [name]: value })).toThrow(`${name} must be a`)
  })

  it.each([undefined, null])('names what is required if no options are given: %j', (options) => {
    expect(() => createClient(options as never)).toThrow('adsBaseUrl is required')
  })

  it('takes an http: URL of this machine, with a slash at its end', async () => {
    const upstream = await startUpstream(() => ({ body: { data: [] } }))
    const client = createClient({ ...OPTIONS, adsBaseUrl: `${upstream.url}/` })
    const user = { token: 'token', tokenSecret: 'token secret' }
    await client.session({ user }).page(listCampaigns, { account_id: 'a1' }, {})
    await client.close()
    await upstream.close()

    expect(upstream.requests.map(({ path }) => path)).toEqual(['/12/accounts/a1/campaigns'])
  })

  it('signs its requests correctly if the URL has capitals', async () => {
    const sandbox = await startSandbox()
    const { consumerKey: key, consumerSecret: secret, accessToken, accessTokenSecret } = sandbox.credentials
    const client = createClient({
      adsBaseUrl: sandbox.url.replace('http://127.0.0.1', 'HTTP://LOCALHOST'),
      consumer: { key, secret },
    })
    const user = { token: accessToken, tokenSecret: accessTokenSecret }
    await client.session({ user }).page(listCampaigns, { account_id: SMALL_ACCOUNT_ID }, {})
    await client.close()
    await sandbox.close()

    expect(sandbox.requests.map(({ status }) => status)).toEqual([200])
  })
})

describe('a session', () => {
  const user = { token: 'token', tokenSecret: 'token secret' }
  const ACCOUNT = { account_id: 'a1' }
  const CAMPAIGN = { funding_instrument_id: 'f1', name: 'Spring' }

  async function open(script: Parameters<typeof startUpstream>[0], options: Partial<ClientOptions> = {}) {
    const upstream = await startUpstream(script)
    const client = createClient({ ...OPTIONS, adsBaseUrl: upstream.url, ...options })
    const close = async () => {
      await client.close()
      await upstream.close()
    }
    return { upstream, rest: (options: CallOptions = {}) => client.session({ user, ...options }), close }
  }

  it.each([3_000_000_000, Infinity])('lets calls wait for a connection, also with %s ms', async (timeoutMs) => {
    const upstream = await startUpstream(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return { body: { data: [] } }
    })
    const client = createClient({ ...OPTIONS, adsBaseUrl: upstream.url, connections: 1 })
    const rest = client.session({ user, timeoutMs, retries: 0 })
    const pages = await Promise.all([rest.page(listCampaigns, ACCOUNT, {}), rest.page(listCampaigns, ACCOUNT, {})])
    await client.close()
    await upstream.close()

    expect(pages.map(({ rows }) => rows)).toEqual([[], []])
  })

  it.each<[string, UpstreamAnswer]>([
    ['a rate limit', { status: 429, headers: { 'retry-after': '60' } }],
    ['a retry', { status: 503, headers: { 'retry-after': '60' } }],
    ['a connection, and is refused what comes later', { raw: () => {} }],
  ])('ends with its client also while it waits for %s', async (_, answer) => {
    const { rest, close } = await open(() => answer)
    const calls = Array.from({ length: 70 }, () => rest({ timeoutMs: 120_000 }).page(listCampaigns, ACCOUNT, {}))
    const ended = Promise.allSettled(calls)
    await sleep(300)
    await close()
    const late = Promise.allSettled([rest({ timeoutMs: 120_000 }).page(listCampaigns, ACCOUNT, {})])

    expect([...(await ended), ...(await late)].map(({ status }) => status)).toEqual(Array(71).fill('rejected'))
  })

  it.each([
    [undefined, 4],
    [0, 1],
    [1, 2],
  ])('retries %s times, with %d attempts', async (retries, attempts) => {
    const { upstream, rest, close } = await open(() => ({ status: 503 }))
    await expect(rest(retries === undefined ? {} : { retries }).page(listCampaigns, ACCOUNT, {})).rejects.toThrow('503')
    await close()

    expect(upstream.requests).toHaveLength(attempts)
  })

  it('calls its hooks before and after each call, also one that fails', async () => {
    const { rest, close } = await open((_, nth) => (nth === 1 ? { body: { data: [] } } : { status: 404 }))
    const seen: unknown[] = []
    const hooked = rest({
      beforeCall: ({ endpoint, path, params }) => void seen.push([endpoint === listCampaigns, path, params]),
      afterCall: (_, { error, durationMs }) => void seen.push([error instanceof UpstreamError, durationMs >= 0]),
    })
    await hooked.page(listCampaigns, ACCOUNT, { count: 1 })
    await expect(hooked.page(listCampaigns, ACCOUNT, { count: 2 })).rejects.toThrow(UpstreamError)
    await close()

    expect(seen).toEqual([
      [true, ACCOUNT, { count: 1 }],
      [false, true],
      [true, ACCOUNT, { count: 2 }],
      [true, true],
    ])
  })

  it.each(['afterCall', 'onCall'])('has the result of a write also if %s fails', async (hook) => {
    const warnings: unknown[] = []
    const onWarning = (...warning: unknown[]) => void warnings.push(warning)
    const { rest, close } = await open(() => ({ body: { data: { id: 'c1' } } }), { onWarning })
    const err = new Error('metrics are down')
    const made = await rest({ [hook]: () => Promise.reject(err) }).call(createCampaign, ACCOUNT, CAMPAIGN)
    await close()

    expect([made.id, warnings]).toEqual(['c1', [['A hook of a session failed', { err }]]])
  })

  it('has the result of a write also if nobody takes the warning that came with it', async () => {
    const onWarning = () => {
      throw new Error('the log is full')
    }
    const { rest, close } = await open(() => ({ headers: { 'x-api-warn': 'old' }, body: { data: { id: 'c1' } } }), {
      onWarning,
    })
    const made = await rest({}).call(createCampaign, ACCOUNT, CAMPAIGN)
    await close()

    expect(made.id).toBe('c1')
  })

  it('sends nothing if the hook before a call throws', async () => {
    const { upstream, rest, close } = await open(() => ({ body: { data: [] } }))
    const refuse = () => {
      throw new Error('not on Sundays')
    }
    await expect(rest({ beforeCall: refuse }).page(listCampaigns, ACCOUNT, {})).rejects.toThrow('not on Sundays')
    await close()

    expect(upstream.requests).toEqual([])
  })

  it.each([[{ token: 'token' } as never], [{ bearer: '' }]])('is not created for the user %j', async (malformed) => {
    const client = createClient(OPTIONS)
    expect(() => client.session({ user: malformed })).toThrow('a user must be { token, tokenSecret } or { bearer }')
    await client.close()
  })

  it('is not created with other options than its own', async () => {
    const client = createClient(OPTIONS)
    const options = {
      user,
      timeoutMS: 5,
      timeoutMs: -1,
      signal: 'x',
      retries: Number.NaN,
      onCall: 1,
      beforeCall: null,
      afterCall: undefined,
    } as never
    const faults = [
      'timeoutMS is not an option: did you mean timeoutMs?',
      'timeoutMs must be a number, 0 or more',
      'signal must be an AbortSignal',
      'retries must be a number, 0 or more',
      'onCall must be a function',
      'beforeCall must be a function',
    ]

    expect(() => client.session(options)).toThrow(new TypeError(faults.join('\n')))
    expect(() => client.session({ user }).with({ retries: -1 })).toThrow('retries must be a number, 0 or more')
    await client.close()
  })

  it('removes values by null, which the types of updates have', async () => {
    const { upstream, rest, close } = await open(({ method, path }) => ({
      body: { data: method === 'POST' ? [{ id: 'c1' }] : { id: path.split('/').at(-1) } },
    }))
    const session = rest()
    const changes = { name: 'Spring', total_budget_amount_local_micro: null }
    await session.call(updateCampaign, { account_id: 'a1', campaign_id: 'c1' }, changes)
    await session.call(updateDraftPost, { account_id: 'a1', draft_post_id: 'd1' }, { card_uri: null, text: 'Now' })
    await session.call(updateTaxSettings, ACCOUNT, { business_relationship: null })
    await session.call(batchCampaigns, ACCOUNT, [
      { operation_type: 'Update', params: { campaign_id: 'c1', name: undefined, purchase_order_number: null } },
    ])
    await close()

    expect(upstream.requests.map(({ body }) => body)).toEqual([
      'name=Spring&total_budget_amount_local_micro=',
      'card_uri=&text=Now',
      'business_relationship=',
      '[{"operation_type":"Update","params":{"campaign_id":"c1","purchase_order_number":""}}]',
    ])
  })

  it.each(['an update', 'a batch'])('removes a value of the sandbox by null in %s', async (form) => {
    const sandbox = await startSandbox()
    const { consumerKey: key, consumerSecret: secret, accessToken, accessTokenSecret } = sandbox.credentials
    const client = createClient({ adsBaseUrl: sandbox.url, consumer: { key, secret } })
    const rest = client.session({ user: { token: accessToken, tokenSecret: accessTokenSecret } })
    const account = { account_id: SMALL_ACCOUNT_ID }
    const { rows } = await rest.page(listCampaigns, account, {})
    const { id: campaign_id } = rows.find((row) => row.total_budget_amount_local_micro !== null)!
    const changes = { daily_budget_amount_local_micro: '1000000', total_budget_amount_local_micro: null }
    if (form === 'an update') await rest.call(updateCampaign, { ...account, campaign_id }, changes)
    else await rest.call(batchCampaigns, account, [{ operation_type: 'Update', params: { campaign_id, ...changes } }])
    const after = await rest.page(listCampaigns, account, { campaign_ids: [campaign_id] })
    await client.close()
    await sandbox.close()

    expect(after.rows).toMatchObject([
      { daily_budget_amount_local_micro: 1_000_000, total_budget_amount_local_micro: null },
    ])
  })

  it('ends calls when it is closed, except for a write that was sent', async () => {
    const answers: (() => void)[] = []
    const { rest, close } = await open(
      ({ method }) =>
        new Promise((resolve) => answers.push(() => resolve({ body: { data: method === 'GET' ? [] : { id: 'c1' } } }))),
    )
    const write = rest().call(createCampaign, ACCOUNT, { funding_instrument_id: 'f1', name: 'New' })
    const read = rest().page(listCampaigns, ACCOUNT, {})
    while (answers.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
    const closed = close()
    await expect(read).rejects.toThrow(UpstreamError)
    for (const answer of answers) answer()

    expect((await write).id).toBe('c1')
    await closed
  })

  it('takes a signal for one call', async () => {
    const { upstream, rest, close } = await open((_, nth) =>
      nth === 1 ? new Promise(() => {}) : { body: { data: [] } },
    )
    const session = rest()
    const stop = new AbortController()
    const broken = session.with({ signal: stop.signal }).page(listCampaigns, ACCOUNT, {})
    while (upstream.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    stop.abort()
    await expect(broken).rejects.toThrow(UpstreamError)
    const { rows } = await session.page(listCampaigns, ACCOUNT, {})
    await close()

    expect([rows, upstream.requests.length]).toEqual([[], 2])
  })
})

describe('the exports of adgraph/rest', () => {
  it('are every endpoint, and these', () => {
    const chapters = ['account', 'analytics', 'audience', 'campaign', 'creative', 'oauth'].map(
      (chapter) => `src/rest/${chapter}`,
    )
    const texts = chapters.flatMap((chapter) =>
      readdirSync(chapter).map((file) => readFileSync(`${chapter}/${file}`, 'utf8')),
    )
    const endpoints = texts.flatMap((text) =>
      [...text.matchAll(/^export (?:const|(?:async )?function) (\w+)/gm)].map(([, name]) => name!),
    )

    expect(Object.keys(rest).toSorted()).toEqual(
      [...endpoints, 'ConfigError', 'MAX_IDS', 'UpstreamError', 'createClient', 'idOf'].toSorted(),
    )
  })
})
