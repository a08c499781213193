import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createMemoryStore } from '../../../src/state/memory.ts'
import { type WriteStore, createWriteStore } from '../../../src/state/write-store.ts'
import { answerAsAsked } from '../../support/asked-row.ts'
import { batchAnswer } from '../../support/batch-answer.ts'
import { openWriteGraph, useWriteGraph } from '../../support/write.ts'

const graph = useWriteGraph({ id: 'c1', name: 'Spring' })

const RECEIPT = 'receipt { outcome ids candidates requestIds keyStore items { outcome id candidates } }'
const CREATE = `mutation ($input: CreateCampaignInput!, $key: String, $validateOnly: Boolean! = false) {
  outcome: createCampaign(input: $input, idempotencyKey: $key, validateOnly: $validateOnly) {
    campaign { id name } userErrors { code message field rule } ${RECEIPT}
  }
}`
const BATCH = `mutation ($input: BatchCampaignsInput!, $key: String, $split: Boolean! = false, $skipInvalid: Boolean! = false) {
  outcome: batchCampaigns(input: $input, idempotencyKey: $key, split: $split, skipInvalid: $skipInvalid) {
    campaigns { id } chunks { status } userErrors { code field } ${RECEIPT}
  }
}`
const NEW = { accountId: 'a1', fundingInstrumentId: 'f1', name: 'Spring' }
const failing = (status: number) => ({ status, body: '' })

let used = 0
/** A key that no other test uses. */
const newKey = () => `key ${(used += 1)}`

type Outcome = Record<string, unknown> & { receipt: { outcome: string; requestIds: string[] } | null }

/** Sends a create with a key and returns its result. */
async function create(key: string | null, input: object = NEW, options: object = {}, over = graph) {
  const { data, errors } = await over.write<{ outcome: Outcome }>(CREATE, input, { key, ...options })
  return { outcome: data?.outcome, errors }
}

const posts = () => graph.written().length

describe('an idempotency key', () => {
  it('gives the first result again, with the row read anew, and sends nothing', async () => {
    const key = newKey()
    const first = await create(key)
    graph.answer(() => ({ body: { data: { id: 'c1', name: 'Summer' } } }))
    const second = await create(key)

    const receipt = {
      ids: ['Campaign:a1:c1'],
      candidates: [],
      requestIds: [expect.any(String)],
      keyStore: 'PROCESS',
      items: null,
    }
    expect(first.outcome).toMatchObject({ campaign: { name: 'Spring' }, receipt: { outcome: 'DONE', ...receipt } })
    expect(second.outcome).toEqual({
      campaign: { id: 'Campaign:a1:c1', name: 'Summer' },
      userErrors: [],
      receipt: { outcome: 'REPLAYED', ...receipt },
    })
    expect(second.outcome?.receipt?.requestIds).toEqual(first.outcome?.receipt?.requestIds)
    expect(graph.sent().map(([call]) => call)).toEqual(['POST accounts/a1/campaigns', 'GET accounts/a1/campaigns'])
  })

  it('gives the ID of a row that was deleted since, and null', async () => {
    const key = newKey()
    await create(key)
    graph.answer(() => ({ status: 404, body: { errors: [{ code: 'UNKNOWN', message: 'gone' }] } }))

    const { outcome, errors } = await create(key)
    expect(errors).toBeUndefined()
    expect(outcome).toMatchObject({ campaign: null, receipt: { outcome: 'REPLAYED', ids: ['Campaign:a1:c1'] } })
    expect(posts()).toBe(1)
  })

  it.each(['split', 'skipInvalid'])('is refused for the same batch with another `%s`', async (name) => {
    const key = newKey()
    graph.answer(({ body }) => batchAnswer(body, () => 'b1'))
    const use = async (options: object) => {
      const input = { accountId: 'a1', operations: [{ create: NEW }] }
      const { data } = await graph.write<{ outcome: { userErrors: object[] } }>(BATCH, input, { key, ...options })
      return data?.outcome.userErrors
    }

    expect(await use({})).toEqual([])
    expect(await use({ [name]: true })).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED' }])
    expect(posts()).toBe(1)
  })

  it('is refused with other arguments, by another mutation too, and nothing is sent', async () => {
    const key = newKey()
    await create(key)
    const reused = [{ code: 'IDEMPOTENCY_KEY_REUSED', field: ['idempotencyKey'], rule: null }]

    expect((await create(key, { ...NEW, name: 'Summer' })).outcome).toMatchObject({
      campaign: null,
      userErrors: reused,
      receipt: null,
    })
    const batch = { accountId: 'a1', operations: [{ create: NEW }] }
    const { data } = await graph.write<{ outcome: { userErrors: object[] } }>(BATCH, batch, { key })
    expect(data?.outcome.userErrors).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED' }])
    expect(posts()).toBe(1)
  })

  it('gives the result again although the input would be refused by now, and refuses it with a new key', async () => {
    const schedule = `mutation ($input: CreateScheduledPostInput!, $key: String) {
      outcome: createScheduledPost(input: $input, idempotencyKey: $key) {
        scheduledPost { restId } userErrors { code field message } receipt { outcome }
      }
    }`
    const dueMs = Math.ceil(Date.now() / 1000) * 1000 + 1000
    const input = { accountId: 'a1', asUserId: '1', text: 'Hello', scheduledAt: new Date(dueMs).toISOString() }
    graph.answer(() => ({ body: { data: { id: 's1', id_str: 's1' } } }))
    const send = async (key: string) => (await graph.write<{ outcome: object }>(schedule, input, { key })).data?.outcome
    const key = newKey()
    expect(await send(key)).toMatchObject({ userErrors: [], receipt: { outcome: 'DONE' } })
    await sleep(dueMs - Date.now() + 1)

    expect(await send(key)).toMatchObject({ userErrors: [], receipt: { outcome: 'REPLAYED' } })
    const late = [{ field: ['input', 'scheduledAt'], message: expect.stringContaining('must be in the future') }]
    const other = newKey()
    expect(await send(other)).toMatchObject({ scheduledPost: null, userErrors: late, receipt: null })
    expect(posts()).toBe(1)
  })

  it('takes all forms of an ID for the same input', async () => {
    const key = newKey()
    const first = await create(key)
    const second = await create(key, {
      ...NEW,
      accountId: 'Account:a1',
      fundingInstrumentId: 'FundingInstrument:a1:f1',
    })

    const third = await create(key, { ...NEW, accountId: 'A1', fundingInstrumentId: 'FundingInstrument:A1:F1' })

    expect([first, second, third].map(({ outcome }) => outcome?.receipt?.outcome)).toEqual([
      'DONE',
      'REPLAYED',
      'REPLAYED',
    ])
    expect(posts()).toBe(1)
    const batch = async (accountId: string, campaignId: string) => {
      const input = { accountId, operations: [{ delete: { campaignId } }] }
      return (await graph.write<{ outcome: Outcome }>(BATCH, input, { key: `${key} of a batch` })).data?.outcome
    }
    const uses = [await batch('a1', 'c1'), await batch('Account:a1', 'Campaign:a1:c1')]
    expect(uses.map((use) => use?.receipt?.outcome)).toEqual(['DONE', 'REPLAYED'])
    expect((await batch('a1', 'c2'))?.userErrors).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED' }])
    expect(posts()).toBe(2)
  })

  it('takes an input with the account of a global ID for the same', async () => {
    const document = `mutation ($input: GrantCustomAudiencePermissionInput!, $key: String) {
      outcome: grantCustomAudiencePermission(input: $input, idempotencyKey: $key) { userErrors { code } receipt { outcome } }
    }`
    const key = newKey()
    const grant = async (input: object) => {
      const granted = { ...input, grantedAccountId: 'a2', permissionLevel: 'READ_ONLY' }
      return (await graph.write<{ outcome: Outcome }>(document, granted, { key })).data?.outcome
    }
    const uses = [
      await grant({ customAudienceId: 'c1', accountId: 'a1' }),
      await grant({ customAudienceId: 'CustomAudience:a1:c1' }),
    ]
    expect(uses).toMatchObject(['DONE', 'REPLAYED'].map((outcome) => ({ userErrors: [], receipt: { outcome } })))
    expect(posts()).toBe(1)
  })

  it('belongs to an account', async () => {
    const key = newKey()
    await create(key)
    expect((await create(key, { ...NEW, accountId: 'a2' })).outcome?.receipt).toMatchObject({ outcome: 'DONE' })
    expect(posts()).toBe(2)
  })

  it('is free again after a refusal of the service and after a call that surely did not happen', async () => {
    const key = newKey()
    graph.answer(() => ({ status: 400, body: { errors: [{ code: 'INVALID', message: 'no', parameter: 'name' }] } }))
    expect((await create(key)).outcome).toMatchObject({ campaign: null, userErrors: [{ code: 'INVALID' }] })
    graph.answer(() => ({ status: 403, body: { errors: [{ code: 'UNAUTHORIZED_ACCESS', message: 'no' }] } }))
    expect((await create(key, { ...NEW, name: 'Summer' })).errors).toMatchObject([
      { extensions: { code: 'FORBIDDEN' } },
    ])
    graph.reset()
    expect((await create(key)).outcome?.receipt).toMatchObject({ outcome: 'DONE' })
    expect(posts()).toBe(1)
  })

  it('is not used by a refused input, nor by validateOnly', async () => {
    const key = newKey()
    expect((await create(key, { ...NEW, name: '' })).outcome).toMatchObject({ receipt: null })
    const funded = (path: string) => ({ body: { data: path.endsWith('funding_instruments') ? [{ id: 'f1' }] : {} } })
    graph.answer(({ path }) => funded(path))
    expect((await create(key, NEW, { validateOnly: true })).outcome).toMatchObject({ receipt: null, userErrors: [] })
    expect(posts()).toBe(0)
    graph.reset()
    expect((await create(key)).outcome?.receipt).toMatchObject({ outcome: 'DONE' })
  })

  it.each([
    ['empty', ''],
    ['longer than 255 characters', 'k'.repeat(256)],
    ['with a control character', 'a\nb'],
  ])('is refused if it is %s', async (_name, key) => {
    const { outcome } = await create(key)
    expect(outcome).toMatchObject({ userErrors: [{ code: 'BAD_USER_INPUT', field: ['idempotencyKey'] }] })
    expect(posts()).toBe(0)
  })

  it('makes a second use wait for the first', async () => {
    const key = newKey()
    const [first, second] = await Promise.all([create(key), create(key)])
    const outcomes = [first, second].map(({ outcome }) => outcome?.receipt?.outcome)
    expect(new Set(outcomes)).toEqual(new Set(['DONE', 'REPLAYED']))
    expect(posts()).toBe(1)
  })

  it('keeps the results of a batch in order, and continues a split batch after the calls that are done', async () => {
    const key = newKey()
    const operations = Array.from({ length: 41 }, (_, index) => ({ create: { ...NEW, name: `N${index}` } }))
    const input = { accountId: 'a1', operations }
    let made = 0
    let isRefusing = true
    graph.answer(({ method, body, query }) => {
      if (method === 'GET') return { body: { data: query['campaign_ids']?.split(',').map((id) => ({ id })) } }
      const sent = JSON.parse(body) as object[]
      if (isRefusing && sent.length === 1) return { status: 403, body: { errors: [{ code: 'NO', message: 'no' }] } }
      return batchAnswer(body, () => `b${made++}`)
    })
    await graph.write(BATCH, input, { key, split: true })
    isRefusing = false
    type Result = { outcome: { campaigns: { id: string }[]; receipt: { items: object[] } } }
    const { data } = await graph.write<Result>(BATCH, input, { key, split: true })

    expect(data?.outcome.campaigns.at(0)).toEqual({ id: 'Campaign:a1:b0' })
    expect(data?.outcome.campaigns.at(-1)).toEqual({ id: 'Campaign:a1:b40' })
    expect(data?.outcome).toMatchObject({
      chunks: [{ status: 'DONE' }, { status: 'DONE' }],
      receipt: { outcome: 'DONE' },
    })
    expect(data?.outcome.receipt.items.slice(39)).toEqual([
      { outcome: 'REPLAYED', id: 'Campaign:a1:b39', candidates: [] },
      { outcome: 'DONE', id: 'Campaign:a1:b40', candidates: [] },
    ])
    expect(graph.written().map(([, sent]) => (sent as object[]).length)).toEqual([40, 1, 1])
  })

  it('continues a split batch with `skipInvalid` without looking up what the calls that are done have deleted', async () => {
    const key = newKey()
    const operations = Array.from({ length: 41 }, (_, index) =>
      index < 40 ? { delete: { campaignId: `d${index}` } } : { update: { campaignId: 'd40', name: 'New' } },
    )
    const deleted = new Set<string>()
    let isRefusing = true
    graph.answer(({ method, body, query, path }) => {
      const ids = query['campaign_ids']?.split(',') ?? [path.split('/').at(-1)!]
      const rows = ids.map((id) => ({ id, daily_budget_amount_local_micro: 1 })).filter(({ id }) => !deleted.has(id))
      if (method === 'GET') return { body: { data: rows } }
      const sent = JSON.parse(body) as { params: { campaign_id: string } }[]
      if (isRefusing && sent.length === 1) return { status: 403, body: { errors: [{ code: 'NO', message: 'no' }] } }
      if (sent.length > 1) for (const { params } of sent) deleted.add(params.campaign_id)
      return batchAnswer(body)
    })
    const options = { key, split: true, skipInvalid: true }
    await graph.write(BATCH, { accountId: 'a1', operations }, options)
    isRefusing = false
    const before = graph.sent().length
    const { data } = await graph.write<{ outcome: Outcome }>(BATCH, { accountId: 'a1', operations }, options)

    expect(data?.outcome).toMatchObject({ chunks: [{ status: 'DONE' }, { status: 'DONE' }], userErrors: [] })
    // The first one looks for the rows to return.
    expect(graph.sent().slice(before + 1)).toMatchObject([
      ['GET accounts/a1/campaigns', { campaign_ids: 'd40' }],
      ['POST batch/accounts/a1/campaigns', [{ params: { campaign_id: 'd40', name: 'New' } }]],
    ])
  })

  it('is kept by a batch without its refused operations, together with `skipInvalid`', async () => {
    const key = newKey()
    graph.answer(({ method, body, query }) => {
      const ids = (query['campaign_ids'] ?? query['funding_instrument_ids'] ?? '').split(',')
      if (method === 'GET') return { body: { data: ids.map((id) => ({ id })) } }
      return batchAnswer(body, (index) => `s${index}`)
    })
    const batch = async (skipInvalid: boolean, name = '') => {
      const operations = [name, 'A', 'B'].map((each) => ({ create: { fundingInstrumentId: 'f1', name: each } }))
      const input = { accountId: 'a1', operations }
      return (await graph.write<{ outcome: Outcome }>(BATCH, input, { key, skipInvalid })).data?.outcome
    }
    const made = [null, { outcome: 'DONE', id: 'Campaign:a1:s0' }, { outcome: 'DONE', id: 'Campaign:a1:s1' }]
    // Refused as a whole, the batch leaves the key free.
    expect(await batch(false)).toMatchObject({ userErrors: [{ code: 'BAD_USER_INPUT' }], receipt: null })
    expect(await batch(true)).toMatchObject({
      campaigns: [null, { id: 'Campaign:a1:s0' }, { id: 'Campaign:a1:s1' }],
      userErrors: [{ field: ['input', 'operations', '0', 'create', 'name'] }],
      receipt: { outcome: 'DONE', items: made },
    })
    expect(await batch(true)).toMatchObject({
      campaigns: [null, { id: 'Campaign:a1:s0' }, { id: 'Campaign:a1:s1' }],
      receipt: { outcome: 'REPLAYED', items: made.map((item) => item && { ...item, outcome: 'REPLAYED' }) },
    })
    expect(await batch(true, 'C')).toMatchObject({ userErrors: [{ code: 'IDEMPOTENCY_KEY_REUSED' }] })
    expect(posts()).toBe(1)
  })

  it.each([
    ['two calls in the middle of a split batch have', (nth: number) => nth > 0 && nth < 3, [40, 1]],
    ['the last call of a split batch has', (nth: number) => nth === 3, [40, 40, 40]],
  ])('is kept, with the calls that were made, if %s no operations left by the stored data', async (_, isGone, sent) => {
    const key = newKey()
    graph.answer(({ method, body, query, path }) => {
      const ids = query['campaign_ids']?.split(',') ?? [path.split('/').at(-1) ?? '']
      // An update without a daily budget needs the campaign, and is refused if there is none.
      const stored = ids
        .filter((id) => !isGone(Math.floor(Number(id) / 40)))
        .map((id) => ({ id, daily_budget_amount_local_micro: 1 }))
      if (method === 'GET' && stored.length === 0)
        return { status: 404, body: { errors: [{ code: 'UNKNOWN', message: 'gone' }] } }
      if (method === 'GET' && query['campaign_ids'] === undefined) return { body: { data: stored[0] } }
      if (method === 'GET') return { body: { data: stored } }
      return batchAnswer(body)
    })
    const operations = Array.from({ length: 121 }, (_each, index) => ({
      update: { campaignId: String(index), name: `N${index}` },
    }))
    const send = async () => {
      const input = { accountId: 'a1', operations }
      const { data, errors } = await graph.write<{ outcome: Outcome }>(BATCH, input, {
        key,
        split: true,
        skipInvalid: true,
      })
      return { errors, receipt: data?.outcome.receipt ?? null }
    }
    const outcomes = []
    for (let use = 0; use < 2; use += 1) outcomes.push(await send())
    expect(outcomes).toMatchObject(['DONE', 'REPLAYED'].map((outcome) => ({ errors: undefined, receipt: { outcome } })))
    expect(graph.written().map(([, batch]) => (batch as object[]).length)).toEqual(sent)
  })

  it('is free again after a batch whose operations the stored data all leave out', async () => {
    const key = newKey()
    let isGone = true
    graph.answer((request) => {
      if (isGone) return { status: 404, body: { errors: [{ code: 'UNKNOWN', message: 'gone' }] } }
      return answerAsAsked(request, { daily_budget_amount_local_micro: 1 })
    })
    const use = async (name: string) => {
      const input = { accountId: 'a1', operations: [{ update: { campaignId: 'c1', name } }] }
      const { data } = await graph.write<{ outcome: Outcome }>(BATCH, input, { key, skipInvalid: true })
      return data?.outcome
    }
    const refused = [await use('A'), await use('B')]
    isGone = false
    const written = await use('C')

    expect(refused).toMatchObject([1, 2].map(() => ({ userErrors: [{ code: 'BAD_USER_INPUT' }], receipt: null })))
    expect(written).toMatchObject({ userErrors: [], receipt: { outcome: 'DONE' } })
    expect(graph.written()).toHaveLength(1)
  })

  it('is used by several mutations of an operation one after the other', async () => {
    const [one, other] = [newKey(), newKey()]
    const mutation = (key: string, input = '$input') =>
      `createCampaign(input: ${input}, idempotencyKey: "${key}") { userErrors { code } receipt { outcome ids } }`
    const different = '{ accountId: "a1", fundingInstrumentId: "f1", name: "Other" }'
    const { data, errors } = await graph.write<Record<string, { userErrors: object[]; receipt: object | null }>>(
      `mutation ($input: CreateCampaignInput!) {
        first: ${mutation(one)} again: ${mutation(one)} other: ${mutation(other)} reused: ${mutation(one, different)}
      }`,
      NEW,
    )

    const ids = ['Campaign:a1:c1']
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      first: { userErrors: [], receipt: { outcome: 'DONE', ids } },
      again: { userErrors: [], receipt: { outcome: 'REPLAYED', ids } },
      other: { userErrors: [], receipt: { outcome: 'DONE', ids } },
      reused: { userErrors: [{ code: 'IDEMPOTENCY_KEY_REUSED' }], receipt: null },
    })
    expect(posts()).toBe(2)
  })

  it('works in the operations that a federated gateway sends', async () => {
    const key = newKey()
    const document = `mutation Launch__ads__0($input: CreateCampaignInput!, $key: String) {
      createCampaign(input: $input, idempotencyKey: $key) { campaign { __typename id } receipt { outcome } }
    }`
    type Launched = { createCampaign: { campaign: { __typename: string; id: string }; receipt: { outcome: string } } }
    const launch = async () => (await graph.write<Launched>(document, NEW, { key })).data?.createCampaign
    const [first, second] = [await launch(), await launch()]
    const representations = [first?.campaign, second?.campaign]
    const { data, errors } = await graph.write(
      'query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on Campaign { restId name } } }',
      {},
      { representations },
    )

    expect([first?.receipt.outcome, second?.receipt.outcome]).toEqual(['DONE', 'REPLAYED'])
    const [entity, row] = [
      { __typename: 'Campaign', id: 'Campaign:a1:c1' },
      { restId: 'c1', name: 'Spring' },
    ]
    expect(representations).toEqual([entity, entity])
    expect(errors).toBeUndefined()
    expect(data).toEqual({ _entities: [row, row] })
    expect(posts()).toBe(1)
  })

  it('is unclear after a failure that may hide a write, which is not sent again', async () => {
    const key = newKey()
    // The row is looked for until the deadline.
    const hasty = await openWriteGraph({}, { operationTimeoutMs: 2_000 })
    hasty.answer(() => failing(503))
    const first = await create(key, NEW, {}, hasty)
    const second = await create(key, NEW, {}, hasty)
    const sent = hasty.written()
    await hasty.close()

    for (const { outcome, errors } of [first, second]) {
      expect(outcome).toMatchObject({ campaign: null, receipt: { outcome: 'UNKNOWN', ids: [] } })
      expect(errors).toMatchObject([{ path: ['outcome', 'campaign'], extensions: { outcome: 'UNKNOWN' } }])
    }
    expect(sent).toHaveLength(1)
  })
})

describe('the store of the keys', () => {
  // In Redis, each of these is one command.
  it('is asked once before a write, once before and after each of its calls, and never without a key', async () => {
    const asked: string[] = []
    const store = createWriteStore(createMemoryStore())
    const counted: WriteStore = {
      kind: store.kind,
      begin: (...args) => (asked.push('begin'), store.begin(...args)),
      save: (...args) => (asked.push('save'), store.save(...args)),
      saveLater: (...args) => (asked.push('saveLater'), store.saveLater(...args)),
      others: (...args) => (asked.push('others'), store.others(...args)),
    }
    const over = await openWriteGraph({ id: 'c1', name: 'Spring' }, { writeStore: counted })
    const ask = async (document: string, input: object, options: object) => {
      asked.length = 0
      expect((await over.write(document, input, options)).errors).toBeUndefined()
      return asked
    }
    let made = 0
    const operations = Array.from({ length: 41 }, (_, index) => ({ create: { ...NEW, name: `N${index}` } }))
    try {
      expect(await ask(CREATE, NEW, { key: null })).toEqual([])
      expect(await ask(CREATE, NEW, { key: 'k', validateOnly: true })).toEqual([])
      expect(await ask(CREATE, NEW, { key: 'k' })).toEqual(['begin', 'save', 'save'])
      expect(await ask(CREATE, NEW, { key: 'k' })).toEqual(['begin'])
      over.answer(({ body }) => batchAnswer(body, () => `b${made++}`))
      const input = { accountId: 'a1', operations }
      expect(await ask(BATCH, input, { key: 'b', split: true })).toEqual(['begin', 'save', 'save', 'save', 'save'])
      expect(await ask(BATCH, input, { key: null, split: true })).toEqual([])
      let isRefusing = true
      // What an earlier use of the key has not sent is recorded before it is sent.
      over.answer(({ method, body, query }) => {
        if (method === 'GET') return { body: { data: query['campaign_ids']?.split(',').map((id) => ({ id })) } }
        const sent = JSON.parse(body) as object[]
        const [isRefused, refusal] = [sent.length === 1 && isRefusing, { errors: [{ code: 'NO', message: 'no' }] }]
        return isRefused ? { status: 400, body: refusal } : batchAnswer(body, () => `b${made++}`)
      })
      expect(await ask(BATCH, input, { key: 'c', split: true })).toEqual(['begin', 'save', 'save', 'save', 'saveLater'])
      isRefusing = false
      expect(await ask(BATCH, input, { key: 'c', split: true })).toEqual(['begin', 'save', 'save', 'save'])
    } finally {
      await over.close()
    }
  })
})

describe('without an idempotency key', () => {
  it('a create has a receipt, and equal creates are sent each time', async () => {
    expect((await create(null)).outcome).toMatchObject({ receipt: { outcome: 'DONE', keyStore: null } })
    expect((await create(null)).outcome).toMatchObject({ receipt: { outcome: 'DONE', keyStore: null } })
    expect(posts()).toBe(2)
  })
})
