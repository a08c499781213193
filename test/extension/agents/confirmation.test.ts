import { afterEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '../../../src/extension/agents/value.ts'
import { createConfirmations, type ConfirmableWrite } from '../../../src/extension/agents/write/confirmation.ts'
import { StoreUnavailable, type Store } from '../../../src/rest/store.ts'
import { createMemoryStore } from '../../../src/state/memory.ts'
import { connectAgent, type Agent, type AgentOptions } from '../../support/agent.ts'
import { ANY_CREDENTIALS } from '../../support/credentials.ts'
import { openGraph, type Graph, type GraphOptions } from '../../support/graph.ts'
import { closedAfterTest } from '../../support/open.ts'
import { startUpstream, type Upstream, type UpstreamAnswer, type UpstreamRequest } from '../../support/upstream.ts'

interface Prepared {
  confirmation: string
  asks: string[]
  writes: { changes: { id: string; name: string; current: unknown; new: unknown }[] }[]
}

afterEach(() => vi.useRealTimers())

/** What the service answers beside its campaigns, which all have this name. */
interface ServiceOptions {
  name?: string
  answer?: (request: UpstreamRequest) => UpstreamAnswer | Promise<UpstreamAnswer | undefined> | undefined
}

/** A service in which every campaign exists. */
function startService({ name = 'One', answer }: ServiceOptions = {}): Promise<Upstream> {
  const row = (id: string) => ({
    id,
    name,
    entity_status: 'PAUSED',
    currency: 'USD',
    funding_instrument_id: 'f1',
    daily_budget_amount_local_micro: 5_000_000,
    total_budget_amount_local_micro: 50_000_000,
    budget_optimization: 'CAMPAIGN',
  })
  return startUpstream(async (request) => {
    const { path, query } = request
    const answered = await answer?.(request)
    if (answered) return answered
    if (path.endsWith('/authenticated_user_access'))
      return { body: { data: { user_id: '1', permissions: ['ACCOUNT_ADMIN'] } } }
    if (path.includes('/batch/')) {
      const operations = JSON.parse(request.body) as { params: { campaign_id: string } }[]
      return { body: { data: operations.map(({ params }) => row(params.campaign_id)), request: [] } }
    }
    if (path.endsWith('/campaigns'))
      return { body: { data: (query['campaign_ids'] ?? 'c1').split(',').map(row), next_cursor: null } }
    if (path.includes('/campaigns/')) return { body: { data: row(path.slice(path.lastIndexOf('/') + 1)) } }
    return { body: { data: [], next_cursor: null } }
  })
}

async function open(service: ServiceOptions = {}, options: GraphOptions = {}): Promise<Graph & { service: Upstream }> {
  const upstream = closedAfterTest(await startService(service))
  return { ...closedAfterTest(await openGraph(upstream.url, { agents: 'write', ...options })), service: upstream }
}

async function agentOf(graph: Graph, options: AgentOptions = {}): Promise<Agent> {
  return closedAfterTest(await connectAgent(graph.url, options))
}

/** A write as it is kept, and its result. */
const PREPARED = { operation: { document: '', variables: {} }, shown: '' }
const SENT = { isError: false, notes: '', structured: {} }

const writesOf = ({ requests }: Upstream) => requests.filter(({ method }) => method !== 'GET')

const UPDATE = (fields: string, selection = 'campaign { id }') =>
  `mutation { updateCampaign(input: { campaignId: "Campaign:a1:c1", ${fields} }) { ${selection} } }`
const RENAME = UPDATE('name: "Two"')
const RAISE = UPDATE('dailyBudgetAmountLocalMicro: 6500000')

/** A mutation that lowers the daily budgets of so many campaigns. */
const BATCH = {
  document:
    'mutation ($input: BatchCampaignsInput!) { batchCampaigns(input: $input, split: true) { userErrors { code } } }',
  variables: (count: number) => ({
    input: {
      accountId: 'a1',
      operations: Array.from({ length: count }, (_, index) => ({
        update: { campaignId: `c${index}`, name: 'Two', dailyBudgetAmountLocalMicro: 4_000_000 },
      })),
    },
  }),
}

describe('prepare_write', () => {
  it('reads the current values of all operations of a large batch, 200 in a call', async () => {
    const graph = await open()
    const agent = await agentOf(graph)
    const { value, isError } = await agent.call<Prepared>('prepare_write', {
      document: BATCH.document,
      variables: BATCH.variables(250),
    })

    expect(isError).toBe(false)
    const [write] = value.writes
    expect(write?.changes).toHaveLength(500)
    expect(write?.changes[1]).toMatchObject({ name: 'dailyBudgetAmountLocalMicro', current: '5000000' })
    expect(value.asks).toEqual([])
  })

  it('gives no confirmation if the current values cannot be read', async () => {
    let reads = 0
    const graph = await open({
      answer: ({ path }) =>
        path.endsWith('/campaigns') && ++reads === 2
          ? { status: 403, body: { errors: [{ code: 'FORBIDDEN', message: 'no' }] } }
          : undefined,
    })
    const agent = await agentOf(graph)
    const { value, text, isError } = await agent.call<Prepared>('prepare_write', { document: RENAME })
    expect(reads).toBeGreaterThan(0)
    expect([isError, text]).toEqual([true, expect.stringContaining('current values could not be read')])
    expect(text).toContain('FORBIDDEN')
    expect(value.confirmation).toBeUndefined()
  })

  it('keeps a write whose current values are long', async () => {
    const graph = await open({ name: 'x'.repeat(100_000) })
    const agent = await agentOf(graph)
    const { value } = await agent.call<Prepared>('prepare_write', {
      document: BATCH.document,
      variables: BATCH.variables(12),
    })
    const { isError, text } = await agent.call('confirm_write', { confirmation: value.confirmation })

    expect([isError, text]).toEqual([false, 'The write was sent.'])
    expect(writesOf(graph.service)).toHaveLength(1)
  })

  it('cuts long texts of the service between characters', async () => {
    const agent = await agentOf(await open({ name: `x${'😀'.repeat(5_000)}` }))
    const { value } = await agent.call<Prepared>('prepare_write', { document: RENAME })
    const current = String(value.writes[0]?.changes.find(({ name }) => name === 'name')?.current)

    expect([current.length, current.isWellFormed()]).toEqual([2_000, true])
  })

  it('names the first effects of a large batch to the person, and the number of the others', async () => {
    const asked: string[] = []
    const graph = await open()
    const agent = await agentOf(graph, {
      answer(message) {
        asked.push(message)
        return 'cancel'
      },
    })
    const { value } = await agent.call<Prepared>('prepare_write', {
      document: BATCH.document,
      variables: JSON.parse(JSON.stringify(BATCH.variables(120)).replaceAll('4000000', '6000000')) as object,
    })
    await agent.call('confirm_write', { confirmation: value.confirmation })

    expect(asked).toHaveLength(1)
    expect(asked[0]?.match(/^- Raises daily budget/gm)).toHaveLength(50)
    expect(asked[0]).toContain('and 70 more of this kind')
    expect(writesOf(graph.service)).toEqual([])
  })

  it('keeps 64 writes for each caller, whatever other callers prepare', async () => {
    const tokens = ['a-token-of-one-client-of-this-graph', 'a-token-of-another-client-of-it']
    const graph = await open({}, { tenant: { credentials: ANY_CREDENTIALS, clientTokens: tokens } })
    const [one, other] = (await Promise.all(
      tokens.map((token) => agentOf(graph, { headers: { authorization: `Bearer ${token}` } })),
    )) as [Agent, Agent]
    const prepare = (agent: Agent) => agent.call<Prepared>('prepare_write', { document: RENAME })
    const first = await prepare(one)
    for (let count = 0; count < 63; count += 1) await prepare(other)
    await prepare(one)

    const { isError, text } = await one.call('confirm_write', { confirmation: first.value.confirmation })
    expect([isError, text]).toEqual([false, 'The write was sent.'])
  })
})

describe('confirm_write', () => {
  it('says what it cuts from the result of a write', async () => {
    const lineItems = Array.from({ length: 100 }, (_, index) => ({
      id: `l${index}`,
      campaign_id: 'c1',
      name: 'x'.repeat(1_000),
    }))
    const graph = await open({
      answer: ({ path }) =>
        path.endsWith('/line_items') ? { body: { data: lineItems, next_cursor: null } } : undefined,
    })
    const agent = await agentOf(graph)
    const { value } = await agent.call<Prepared>('prepare_write', {
      document: UPDATE('name: "Two"', 'campaign { lineItems(first: 100) { nodes { name } } }'),
    })
    const { value: sent, text } = await agent.call<{ continued: unknown[] }>('confirm_write', {
      confirmation: value.confirmation,
    })

    expect(text).toContain('A list has more items')
    expect(sent.continued).toMatchObject([
      { path: 'updateCampaign.campaign.lineItems', reason: 'LENGTH', after: expect.any(String) as string },
    ])
  })

  it('cuts long texts of refusals by the service', async () => {
    const graph = await open({
      answer: ({ method }) =>
        method === 'PUT'
          ? { status: 400, body: { errors: [{ code: 'INVALID', message: 'x'.repeat(9_000), parameter: 'name' }] } }
          : undefined,
    })
    const agent = await agentOf(graph)
    const { value } = await agent.call<Prepared>('prepare_write', { document: RENAME })
    const { value: sent, isError } = await agent.call<{ user_errors: { message: string }[] }>('confirm_write', {
      confirmation: value.confirmation,
    })

    expect(isError).toBe(true)
    expect(sent.user_errors).toHaveLength(1)
    expect(
      Math.max(
        ...JSON.stringify(sent)
          .split('"')
          .map(({ length }) => length),
      ),
    ).toBeLessThanOrEqual(2_001)
  })

  it('says that nothing was sent if a rate limit is spent, and can then be used again', async () => {
    let resetAt = Math.floor(Date.now() / 1_000) + 600
    let remaining = 0
    const graph = await open(
      {
        answer: ({ method, path }) =>
          method === 'PUT'
            ? {
                headers: {
                  'x-rate-limit-limit': '10',
                  'x-rate-limit-remaining': String(remaining),
                  'x-rate-limit-reset': String(resetAt),
                },
                body: { data: { id: path.slice(path.lastIndexOf('/') + 1) } },
              }
            : undefined,
      },
      { checksPlan: false },
    )
    const agent = await agentOf(graph)
    const [first, second] = [
      await agent.call<Prepared>('prepare_write', { document: RENAME }),
      await agent.call<Prepared>('prepare_write', { document: RENAME }),
    ]
    expect(await agent.call('confirm_write', { confirmation: first.value.confirmation })).toMatchObject({
      isError: false,
    })
    const refused = await agent.call('confirm_write', { confirmation: second.value.confirmation })

    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('Nothing was sent')])
    expect(refused.text).toContain('RATE_LIMITED')
    expect(writesOf(graph.service)).toHaveLength(1)
    const again = await agent.call('confirm_write', { confirmation: second.value.confirmation })
    expect(again.text).not.toContain('was sent before')
  })

  it('says that nothing was sent if the server was too busy to begin, and can then be used again', async () => {
    let reads = 0
    let finish = () => {}
    const finished = new Promise<UpstreamAnswer>((resolve) => {
      finish = () => resolve({ body: { data: [], next_cursor: null } })
    })
    const graph: Graph & { service: Upstream } = await open(
      {
        async answer({ path }) {
          if (path.endsWith('/account_apps')) return finished
          // The last read before the write is sent: an operation of another caller waits for its slot.
          if (path.endsWith('/campaigns') && ++reads === 4) {
            graph.query('{ account(id: "a1") { apps(first: 1) { nodes { id } } } }').catch(() => {})
            await expect
              .poll(async () => (await fetch(new URL('/metrics', graph.url))).text(), { interval: 5 })
              .toContain('adgraph_operations{state="waiting"} 1\n')
          }
          return undefined
        },
      },
      { maxOperations: 1, queueTimeoutMs: 1_000 },
    )
    const agent = await agentOf(graph)
    const { value } = await agent.call<Prepared>('prepare_write', { document: RENAME })
    const refused = await agent.call('confirm_write', { confirmation: value.confirmation })
    expect(reads).toBe(4)
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('Nothing was sent')])
    expect(refused.text).toContain('OVERLOADED')
    expect(writesOf(graph.service)).toEqual([])
    finish()
    const again = await agent.call('confirm_write', { confirmation: value.confirmation })

    expect([again.isError, again.text]).toEqual([false, 'The write was sent.'])
    expect(writesOf(graph.service)).toHaveLength(1)
  })

  it('sends nothing if the person cancels the question', async () => {
    const graph = await open()
    const agent = await agentOf(graph, { answer: () => 'cancel' })
    const { value } = await agent.call<Prepared>('prepare_write', { document: RAISE })
    const { isError, text } = await agent.call('confirm_write', { confirmation: value.confirmation })

    expect([isError, text]).toEqual([true, 'Nothing was sent. The person did not agree.'])
    expect(writesOf(graph.service)).toEqual([])
  })

  it('can be used after a client was closed while the person was asked', async () => {
    const graph = await open()
    const asked = vi.fn<() => Promise<never>>(() => new Promise(() => {}))
    const leaving = await agentOf(graph, { answer: asked })
    const { value } = await leaving.call<Prepared>('prepare_write', { document: RAISE })
    leaving.call('confirm_write', { confirmation: value.confirmation }).catch(() => {})
    await expect.poll(() => asked.mock.calls.length).toBe(1)
    await leaving.close()
    expect(writesOf(graph.service)).toEqual([])
    const staying = await agentOf(graph, { answer: () => 'accept' })

    expect(await staying.call('confirm_write', { confirmation: value.confirmation })).toMatchObject({ isError: false })
    expect(writesOf(graph.service)).toHaveLength(1)
  })
})

describe('a confirmation', () => {
  it('sends its own write or none, if others took its place', async () => {
    const confirmations = createConfirmations(createMemoryStore(), ['a secret'])
    const documents = Array.from({ length: 66 }, (_, nth) => `document ${nth}`)
    const prepared = []
    for (const document of documents) {
      const write = { operation: { document, variables: {} }, shown: '' }
      prepared.push({ document, ...(await confirmations.prepare('caller', write)) })
    }
    const told: string[] = []
    for (const { document, confirmation } of prepared) {
      const sent: string[] = []
      const steps = {
        ask: async () => undefined,
        async send({ operation }: ConfirmableWrite) {
          sent.push(operation.document)
          return { isError: false, notes: '', structured: {} }
        },
      }
      const refusal = await confirmations.use('caller', confirmation, steps).then(() => undefined, String)
      expect(sent).toEqual(refusal === undefined ? [document] : [])
      told.push(refusal ?? 'sent')
    }

    const refused = told.filter((each) => each !== 'sent')
    // The two that came last took the places of one or two others.
    expect([1, 2]).toContain(refused.length)
    for (const refusal of refused) expect(refusal).toContain('The write is not kept here')
  })

  it('keeps fewer writes of a caller if they are long', async () => {
    const memory = createMemoryStore()
    const kept = new Map<string, number>()
    const store: Store = {
      ...memory,
      async set(...given) {
        kept.set(given[0], given[1].length)
        await memory.set(...given)
      },
      async compareAndSet(...changes) {
        const compared = await memory.compareAndSet(...changes)
        if (compared.isSet) for (const { key, after = '' } of changes) kept.set(key, after.length)
        return compared
      },
    }
    const confirmations = createConfirmations(store, ['a secret'])
    let last = ''
    for (const kilobytes of [...Array<number>(30).fill(200), ...Array<number>(70).fill(10)]) {
      const operation = { document: 'x'.repeat(kilobytes * 1_000), variables: {} }
      last = (await confirmations.prepare('caller', { operation, shown: '' })).confirmation
    }

    const bytes = [...kept.values()].reduce((sum, each) => sum + each, 0)
    expect(bytes).toBeLessThan(2_000_000)
    const steps = { ask: async () => undefined, send: async () => SENT }
    expect(await confirmations.use('caller', last, steps)).toMatchObject({ isFirst: true })
  })

  it('leaves its place when its write has been sent, so that it displaces no other', async () => {
    const confirmations = createConfirmations(createMemoryStore(), ['a secret'])
    const steps = { ask: async () => undefined, send: async () => SENT }
    const kept = await confirmations.prepare('a caller', PREPARED)
    for (let nth = 0; nth < 500; nth += 1) {
      const { confirmation } = await confirmations.prepare('a caller', PREPARED)
      await confirmations.use('a caller', confirmation, steps)
    }

    expect(await confirmations.use('a caller', kept.confirmation, steps)).toEqual({ result: SENT, isFirst: true })
  })

  it('is given for a write with its variables of up to 740,000 bytes, and refused for one that could not be opened', async () => {
    const confirmations = createConfirmations(createMemoryStore(), ['a secret of this test'])
    const writeOf = (length: number) => ({
      operation: { document: '', variables: { of: 'x'.repeat(length) } },
      shown: '',
    })
    const { confirmation } = await confirmations.prepare('a caller', writeOf(740_000))

    await expect(
      confirmations.use('a caller', confirmation, { ask: async () => undefined, send: async () => SENT }),
    ).resolves.toEqual({ result: SENT, isFirst: true })
    await expect(confirmations.prepare('a caller', writeOf(750_000))).rejects.toThrow(
      /^Nothing was sent. The write is too long .*740,000 bytes/,
    )
  })

  it('can be used again after a refusal, although its use could not be deleted', async () => {
    const memory = createMemoryStore()
    let isAway = true
    const store: Store = {
      ...memory,
      async delete(key) {
        if (isAway) throw new StoreUnavailable('Redis is unavailable')
        await memory.delete(key)
      },
    }
    const confirmations = createConfirmations(store, ['a secret of this test'])
    const { confirmation } = await confirmations.prepare('a caller', PREPARED)
    const send = vi.fn(async () => SENT)
    const use = () => confirmations.use('a caller', confirmation, { ask: async () => undefined, send }).catch(String)
    send.mockRejectedValueOnce(new Refusal('Nothing was sent. It was refused.'))

    expect(await use()).toBe('Refusal: Nothing was sent. It was refused.')
    isAway = false
    expect(await use()).toEqual({ result: SENT, isFirst: true })
    expect(send).toHaveBeenCalledTimes(2)
  })

  it('can be used again, once, after the store kept its use and the reply came too late', async () => {
    const memory = createMemoryStore()
    let isLate = true
    const store: Store = {
      ...memory,
      async compareAndSet(...changes) {
        const compared = await memory.compareAndSet(...changes)
        if (isLate && changes[0]?.key.startsWith('agent sent')) throw new StoreUnavailable('Redis is unavailable')
        return compared
      },
      // The result is lost, so that a further use could send the write again.
      async set(key, value, ttlMs) {
        if (!key.startsWith('agent result')) await memory.set(key, value, ttlMs)
      },
    }
    const create = () => createConfirmations(store, ['one secret for both'])
    const [one, other] = [create(), create()]
    const { confirmation } = await one.prepare('a caller', PREPARED)
    const send = vi.fn(async () => SENT)
    const use = async (confirmations = one) =>
      confirmations.use('a caller', confirmation, { ask: async () => undefined, send }).catch(String)

    expect(await use()).toMatch(/^StoreUnavailable/)
    isLate = false
    expect(await use(other)).toMatch(/^Refusal: Another use may have sent the write/)
    expect(send).not.toHaveBeenCalled()
    const uses = await Promise.all([use(), use(), use(other), use()])
    expect(uses.filter((used) => typeof used !== 'string')).toEqual([{ result: SENT, isFirst: true }])
    expect(
      uses.filter((used) => typeof used === 'string' && used.startsWith('Refusal: Another use may have sent')),
    ).toHaveLength(3)
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('gives the result of a write that was sent, although it could not be kept', async () => {
    const memory = createMemoryStore()
    const store: Store = {
      ...memory,
      async set(key, value, ttlMs) {
        if (key.startsWith('agent result')) throw new StoreUnavailable('Redis is unavailable')
        await memory.set(key, value, ttlMs)
      },
    }
    const confirmations = createConfirmations(store, ['a secret of this test'])
    const { confirmation } = await confirmations.prepare('a caller', PREPARED)
    const send = vi.fn(async () => SENT)
    const use = () => confirmations.use('a caller', confirmation, { ask: async () => undefined, send }).catch(String)

    expect(await use()).toEqual({ result: SENT, isFirst: true })
    expect(await use()).toMatch(/^Refusal: Another use may have sent the write/)
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('is not sent if another server has begun to send it since this one looked', async () => {
    const memory = createMemoryStore()
    const store: Store = {
      ...memory,
      async compareAndSet(...changes) {
        for (const { key } of changes)
          if (key.startsWith('agent sent')) await memory.set(key, 'by another server', 60_000)
        return memory.compareAndSet(...changes)
      },
    }
    const confirmations = createConfirmations(store, ['a secret of this test'])
    const { confirmation } = await confirmations.prepare('a caller', PREPARED)
    const send = vi.fn(async () => SENT)

    await expect(confirmations.use('a caller', confirmation, { ask: async () => undefined, send })).rejects.toThrow(
      'Another use may have sent the write',
    )
    expect(send).not.toHaveBeenCalled()
  })

  /** A use of a confirmation whose write is under way until `answer` is called. */
  async function openUse(store = createMemoryStore()) {
    const confirmations = createConfirmations(store, ['a secret of this test'])
    const { confirmation } = await confirmations.prepare('a caller', PREPARED)
    let answer = () => {}
    const send = vi.fn(() => new Promise<typeof SENT>((resolve) => (answer = () => resolve(SENT))))
    const use = () => confirmations.use('a caller', confirmation, { ask: async () => undefined, send })
    const first = use()
    await expect.poll(() => send.mock.calls.length).toBe(1)
    return { use, send, first, answer: () => answer() }
  }

  it('that expires while another use sends the write waits for its result', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { use, first, answer } = await openUse()
    vi.setSystemTime(Date.now() + 10 * 60_000)
    const second = use().catch(String)
    setTimeout(() => answer(), 50)

    expect([await first, await second]).toEqual([
      { result: SENT, isFirst: true },
      { result: SENT, isFirst: false },
    ])
  })

  it.each([
    ['is too long to be kept', async () => ({ ...SENT, notes: 'x'.repeat(1_000_000) })],
    ['did not arrive', async () => Promise.reject(new Error('The process has ended'))],
  ])('whose result %s is never said to have sent nothing', async (_name, send) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const confirmations = createConfirmations(createMemoryStore(), ['a secret of this test'])
    const { confirmation } = await confirmations.prepare('a caller', PREPARED)
    // After the write, the values are no longer those that were shown.
    const ask = vi.fn().mockRejectedValue(new Refusal('Nothing was sent.')).mockResolvedValueOnce(undefined)
    const use = () => confirmations.use('a caller', confirmation, { ask, send }).catch(String)
    await use()

    expect(await use()).toMatch(/^Refusal: Another use may have sent the write/)
    vi.setSystemTime(Date.now() + 10 * 60_000)
    expect(await use()).toMatch(/^Refusal: Another use may have sent the write/)
  })

  it('that another use has not sent within a minute is refused, and can be used again for the result', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const memory = createMemoryStore()
    let onWait = () => {}
    const store: Store = {
      ...memory,
      async lease(name) {
        const lease = await memory.lease(name)
        if (lease.held) return lease
        return { held: false, released: () => (onWait(), lease.released()) }
      },
    }
    const { use, send, first, answer } = await openUse(store)
    const waits = new Promise<void>((resolve) => (onWait = resolve))
    let isOver = false
    const second = use()
      .catch(String)
      .finally(() => (isOver = true))
    await waits
    await vi.advanceTimersByTimeAsync(59_999)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)

    expect(await second).toMatch(/^Refusal: Another use .*may be sending the write.*do not prepare it again/)
    answer()
    expect([await first, await use()]).toEqual([
      { result: SENT, isFirst: true },
      { result: SENT, isFirst: false },
    ])
    expect(send).toHaveBeenCalledTimes(1)
  })
})

describe('run_query', () => {
  it('logs no error of the server if the client goes while it runs', async () => {
    let arrived = 0
    const graph = await open({
      answer: ({ path }) =>
        path.endsWith('/campaigns') && ++arrived > 0 ? new Promise<UpstreamAnswer>(() => {}) : undefined,
    })
    const agent = await agentOf(graph)
    const left = agent
      .call('run_query', { document: '{ account(id: "a1") { campaigns { nodes { name } } } }' })
      .catch(() => 'closed')
    await expect.poll(() => arrived).toBe(1)
    await agent.close()
    await left
    await expect
      .poll(async () => /state="used"\} (\d+)/.exec(await (await fetch(new URL('/metrics', graph.url))).text())?.[1])
      .toBe('0')

    expect(graph.logLines.filter((line) => line.includes('a tool of agents failed'))).toEqual([])
  })
})
