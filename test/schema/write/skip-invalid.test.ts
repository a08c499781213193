import { beforeEach, describe, expect, it } from 'vitest'
import type { UpstreamRequest } from '../../support/upstream.ts'
import { useWriteGraph } from '../../support/write.ts'

const graph = useWriteGraph({ id: 'c1' })
beforeEach(() => graph.answer(rowForEach))

/** A row for each operation, which shows what was sent. */
function rowForEach({ method, query, body }: UpstreamRequest) {
  if (method === 'GET')
    return {
      body: {
        data:
          Object.entries(query)
            .find(([name]) => name.endsWith('_ids'))?.[1]
            .split(',')
            .map((id) => ({ id })) ?? [],
      },
    }
  const operations = JSON.parse(body) as { params: object }[]
  return { body: { data: operations.map(({ params }, index) => ({ id: `n${index}`, ...params })) } }
}

const ARGS = '$split: Boolean! = false, $skipInvalid: Boolean! = true, $validateOnly: Boolean! = false'
const OPTIONS = 'split: $split, skipInvalid: $skipInvalid, validateOnly: $validateOnly'
const CAMPAIGNS = `mutation ($input: BatchCampaignsInput!, ${ARGS}) {
  outcome: batchCampaigns(input: $input, ${OPTIONS}) {
    campaigns { name } chunks { start count status } userErrors { field rule }
  }
}`
/** The posts that are there. */
const POSTS = [
  { id: 1, id_str: '1' },
  { id: 3, id_str: '3' },
]
const create = (name: string, changes: object = {}) => ({
  create: {
    fundingInstrumentId: 'f1',
    name,
    ...changes,
  },
})
const age = (targetingValue: string) => ({
  create: { lineItemId: 'l1', targetingType: 'AGE', operatorType: 'EQ', targetingValue },
})
const namesSent = () =>
  graph.written().map(([, body]) => (body as { params: { name: string } }[]).map(({ params }) => params.name))

describe('a batch with skipInvalid', () => {
  it('leaves out operations that are refused here, with null and errors at their index, and sends the others in order', async () => {
    const operations = [create(''), create('A'), create('x'.repeat(256)), create('B'), create('C')]
    const { data, errors } = await graph.write(CAMPAIGNS, { accountId: 'a1', operations })

    expect(errors).toBeUndefined()
    expect(namesSent()).toEqual([['A', 'B', 'C']])
    expect(data).toEqual({
      outcome: {
        campaigns: [null, { name: 'A' }, null, { name: 'B' }, { name: 'C' }],
        chunks: [{ start: 1, count: 3, status: 'DONE' }],
        userErrors: [
          { field: ['input', 'operations', '0', 'create', 'name'], rule: 'R-CAMP-1' },
          { field: ['input', 'operations', '2', 'create', 'name'], rule: 'R-CAMP-1' },
        ],
      },
    })
  })

  it('looks nothing up that only an operation which is left out refers to, however deep', async () => {
    const operations = ['', 'A'].map((name, nth) => ({
      create: {
        audienceType: 'FLEXIBLE',
        name,
        segments: { booleanOperator: 'AND', childSegments: [{ customAudienceId: `u${nth}` }] },
      },
    }))
    const { data, errors } = await graph.write(
      `mutation ($input: BatchCustomAudiencesInput!, ${ARGS}) {
        outcome: batchCustomAudiences(input: $input, ${OPTIONS}) { userErrors { field } }
      }`,
      { accountId: 'a1', operations },
      { validateOnly: true },
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({ outcome: { userErrors: [{ field: ['input', 'operations', '0', 'create', 'name'] }] } })
    expect(graph.sent().filter((call) => JSON.stringify(call).includes('u0'))).toEqual([])
    expect(graph.sent().filter((call) => JSON.stringify(call).includes('u1'))).toHaveLength(1)
  })

  it('sends nothing without it', async () => {
    const operations = [create(''), create('A')]
    const { data } = await graph.write(CAMPAIGNS, { accountId: 'a1', operations }, { skipInvalid: false })

    expect(graph.sent()).toEqual([])
    expect(data).toMatchObject({ outcome: { campaigns: null, chunks: [{ start: 0, count: 2, status: 'NOT_TRIED' }] } })
  })

  it('sends nothing if all operations are refused, or the account is', async () => {
    const all = await graph.write(CAMPAIGNS, { accountId: 'a1', operations: [create('')] })
    const account = await graph.write(CAMPAIGNS, { accountId: '!', operations: [create('A'), create('')] })

    expect(graph.sent()).toEqual([])
    expect(all.data).toMatchObject({ outcome: { campaigns: [null], chunks: [] } })
    expect(account.data).toMatchObject({ outcome: { campaigns: null } })
  })

  it('counts only the operations that are sent, for the limit of a call and for split', async () => {
    const operations = Array.from({ length: 41 }, (_, index) => create(index === 7 ? '' : `C${index}`))
    await graph.write(CAMPAIGNS, { accountId: 'a1', operations })
    expect(namesSent().map((names) => names.length)).toEqual([40])

    graph.reset()
    graph.answer(rowForEach)
    const more = [...operations, create('last')]
    const refused = await graph.write(CAMPAIGNS, { accountId: 'a1', operations: more })
    expect(refused.data).toMatchObject({ outcome: { campaigns: null } })
    expect(graph.sent()).toEqual([])

    const { data } = await graph.write(CAMPAIGNS, { accountId: 'a1', operations: more }, { split: true })
    expect(namesSent().map((names) => names.length)).toEqual([40, 1])
    expect(data).toMatchObject({
      outcome: {
        chunks: [
          { start: 0, count: 40, status: 'DONE' },
          { start: 41, count: 1, status: 'DONE' },
        ],
      },
    })
  })

  it('reports an operation that the service refuses at its index in the input', async () => {
    const problem = { code: 'INVALID', message: 'No', attribute: 'name' }
    graph.answer(() => ({ status: 400, body: { operation_errors: [[], [problem]] } }))
    const operations = [create(''), create('A'), create('B')]
    const { data } = await graph.write(CAMPAIGNS, { accountId: 'a1', operations })

    expect(data).toMatchObject({
      outcome: {
        campaigns: [null, null, null],
        chunks: [{ start: 1, count: 2, status: 'FAILED' }],
        userErrors: [{}, { field: ['input', 'operations', '2', 'create', 'name'], rule: null }],
      },
    })
  })

  it.each([[[]], [[[], []]]])(
    'reports a refusal of the call beside %j of its operations at the list',
    async (operation_errors) => {
      graph.answer(() => ({ status: 400, body: { errors: [{ code: 'INVALID', message: 'No' }], operation_errors } }))
      const { data } = await graph.write(CAMPAIGNS, { accountId: 'a1', operations: [create('A'), create('B')] })

      expect(data).toMatchObject({
        outcome: { campaigns: [null, null], userErrors: [{ field: ['input', 'operations'], rule: null }] },
      })
    },
  )

  it('sends nothing with validateOnly, and refuses the same operations', async () => {
    const operations = [create('A'), create('')]
    const { data } = await graph.write(CAMPAIGNS, { accountId: 'a1', operations }, { validateOnly: true })

    expect(graph.sent().filter(([call]) => !call.startsWith('GET'))).toEqual([])
    expect(data).toMatchObject({
      outcome: { campaigns: null, userErrors: [{ field: ['input', 'operations', '1', 'create', 'name'] }] },
    })
  })

  it('compares operations only with those that are sent', async () => {
    const operations = [age(''), age('AGE_18_TO_24')]
    const { data } = await graph.write(
      `mutation ($input: BatchTargetingCriteriaInput!, ${ARGS}) {
        outcome: batchTargetingCriteria(input: $input, ${OPTIONS}) { chunks { start count } userErrors { field } }
      }`,
      { accountId: 'a1', operations },
    )

    expect(data).toEqual({
      outcome: {
        chunks: [{ start: 1, count: 1 }],
        userErrors: [{ field: ['input', 'operations', '0', 'create', 'targetingValue'] }],
      },
    })
  })

  it('lists a broken rule as checked if it was checked for the operations that are sent, in `validateOnly` alone', async () => {
    graph.answer((request) => {
      const rows = request.path.endsWith('/line_items') ? [{ id: 'l1' }] : []
      return request.method === 'GET' ? { body: { data: rows } } : rowForEach(request)
    })
    const operations = [age('AGE_18_TO_24'), age('AGE_25_TO_34')]
    const document = `mutation ($input: BatchTargetingCriteriaInput!, ${ARGS}) {
      outcome: batchTargetingCriteria(input: $input, ${OPTIONS}) { userErrors { rule } validation { checked unchecked } }
    }`
    const validationWith = async (options: object) => {
      const { data } = await graph.write<{
        outcome: { userErrors: object[]; validation: { checked: string[]; unchecked: string[] } | null }
      }>(document, { accountId: 'a1', operations }, options)
      const { userErrors, validation } = data!.outcome
      expect(userErrors).toEqual([{ rule: 'R-TGT-5' }])
      return validation && { ...validation, checked: validation.checked.toSorted() }
    }

    expect(await validationWith({ skipInvalid: true })).toBeNull()
    const checked = ['R-TGT-2', 'R-TGT-4', 'R-TGT-5', 'R-TGT-9']
    const unchecked = ['R-AUTH-5', 'R-TGT-12']
    expect(await validationWith({ skipInvalid: false, validateOnly: true })).toEqual({ checked, unchecked })
    checked.unshift('R-PERM-1')
    expect(await validationWith({ skipInvalid: true, validateOnly: true })).toEqual({ checked, unchecked })
  })

  it('leaves out posts with an invalid ID', async () => {
    graph.answer(({ method, path, body }) => {
      if (method === 'GET') return { body: { data: path.endsWith('/line_items') ? [{ id: 'l1' }] : POSTS } }
      const ids = new URLSearchParams(body).get('post_ids')?.split(',') ?? []
      return { body: { data: ids.map((post_id) => ({ id: `p${post_id}`, line_item_id: 'l1', post_id })) } }
    })
    const { data } = await graph.write(
      `mutation ($input: CreatePromotedPostsInput!, ${ARGS}) {
        outcome: createPromotedPosts(input: $input, ${OPTIONS}) { promotedPosts { postId } userErrors { field } }
      }`,
      { accountId: 'a1', lineItemId: 'l1', postIds: ['1', 'x', '3'] },
    )

    expect(graph.written()).toEqual([['POST accounts/a1/promoted_posts', { line_item_id: 'l1', post_ids: '1,3' }]])
    expect(data).toEqual({
      outcome: {
        promotedPosts: [{ postId: '1' }, null, { postId: '3' }],
        userErrors: [{ field: ['input', 'postIds', '1'] }],
      },
    })
  })

  it('leaves out operations that the stored data refuse, as with validateOnly, and reads each kind of data once', async () => {
    const rows: Record<string, object[]> = {
      campaigns: [
        { id: 'c1', daily_budget_amount_local_micro: 5, total_budget_amount_local_micro: 9 },
        { id: 'c2', total_budget_amount_local_micro: 9 },
      ],
      funding_instruments: [{ id: 'f1' }],
    }
    graph.answer((request) => {
      if (request.method !== 'GET') return rowForEach(request)
      return { body: { data: rows[request.path.split('/').at(-1)!] ?? [] } }
    })
    const update = (campaignId: string, changes: object) => ({ update: { campaignId, ...changes } })
    const operations = [
      create('A'),
      create('B', { fundingInstrumentId: 'none' }),
      update('c1', { totalBudgetAmountLocalMicro: 4 }),
      update('c1', { name: 'C' }),
      update('c2', { name: 'D' }),
      update('c3', { name: 'E', dailyBudgetAmountLocalMicro: 1 }),
    ]
    const refused = [
      ['1', 'create', 'fundingInstrumentId', null],
      ['5', 'update', 'campaignId', null],
      ['2', 'update', 'dailyBudgetAmountLocalMicro', 'R-CAMP-3'],
      ['4', 'update', 'dailyBudgetAmountLocalMicro', 'R-CAMP-6'],
    ].map(([index, kind, field, rule]) => ({ field: ['input', 'operations', index, kind, field], rule }))
    const reads = ['GET accounts/a1/campaigns', 'GET accounts/a1/funding_instruments']

    const validated = await graph.write(CAMPAIGNS, { accountId: 'a1', operations }, { validateOnly: true })
    expect(validated.data).toMatchObject({ outcome: { userErrors: refused } })
    expect(
      graph
        .sent()
        .map(([call]) => call)
        .toSorted(),
    ).toEqual(reads)

    const calls = graph.sent().length
    const sent = await graph.write(CAMPAIGNS, { accountId: 'a1', operations })
    expect(sent.data).toMatchObject({ outcome: { userErrors: refused } })
    expect(
      graph
        .sent()
        .slice(calls)
        .map(([call]) => call)
        .toSorted(),
    ).toEqual([...reads, 'POST batch/accounts/a1/campaigns'])
    expect(namesSent()).toEqual([['A', 'C']])
  })

  it('sends nothing if the caller may not change the account', async () => {
    graph.answer(({ path }) => {
      const isAccess = path.endsWith('/authenticated_user_access')
      return { body: { data: isAccess ? { permissions: ['ANALYST'] } : [] } }
    })
    const { data } = await graph.write(CAMPAIGNS, { accountId: 'a1', operations: [create('A')] })

    expect(graph.written()).toEqual([])
    expect(data).toMatchObject({
      outcome: {
        campaigns: null,
        userErrors: [{ field: ['input', 'accountId'], rule: 'R-PERM-1' }, {}],
      },
    })
  })

  it('looks up with validateOnly what all operations refer to, also if one of them is refused', async () => {
    graph.answer(({ path }) => ({ body: { data: path.endsWith('/line_items') ? [] : [{ id: '1', id_str: '1' }] } }))
    const document = `mutation ($input: CreatePromotedPostsInput!, ${ARGS}) {
      outcome: createPromotedPosts(input: $input, ${OPTIONS}) { userErrors { field } }
    }`
    const input = { accountId: 'a1', lineItemId: 'none', postIds: ['x', '1'] }
    const { data } = await graph.write(document, input, { validateOnly: true })

    expect(data).toEqual({
      outcome: { userErrors: [{ field: ['input', 'postIds', '0'] }, { field: ['input', 'lineItemId'] }] },
    })
  })

  it('leaves out users with identifiers that are not hashed', async () => {
    graph.answer(({ method }) => ({
      body: { data: method === 'GET' ? [{ id: 'u1' }] : { success_count: 1, total_count: 1 } },
    }))
    const users = (email: string) => ({ update: { users: [{ email: [email] }] } })
    const { data } = await graph.write(
      `mutation ($input: UpdateCustomAudienceUsersInput!, ${ARGS}) {
        outcome: updateCustomAudienceUsers(input: $input, ${OPTIONS}) { successCount userErrors { field rule } }
      }`,
      { customAudienceId: 'CustomAudience:a1:u1', operations: [users('no hash'), users('0'.repeat(64))] },
    )

    expect(graph.written()).toHaveLength(1)
    expect(data).toEqual({
      outcome: {
        successCount: '1',
        userErrors: [{ field: ['input', 'operations', '0', 'update', 'users', '0', 'email'], rule: 'R-AUD-13' }],
      },
    })
  })
})
