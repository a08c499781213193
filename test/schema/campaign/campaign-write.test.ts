import { beforeEach, describe, expect, it } from 'vitest'
import { batchAnswer } from '../../support/batch-answer.ts'
import { openGraph, useGraphOver } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'
import type { UpstreamAnswer, UpstreamRequest } from '../../support/upstream.ts'

const CAMPAIGN = { id: 'c1', name: 'Spring', daily_budget_amount_local_micro: 5_500_000, deleted: false }
/** What the look for a campaign gets. */
const FORBIDDEN = { status: 403, body: { errors: [{ code: 'NO', message: 'no' }] } }

let answer: (request: UpstreamRequest, nth: number) => UpstreamAnswer
const { upstream, graph } = useGraphOver((request, nth) => answer(request, nth))
beforeEach(() => {
  answer = () => ({ body: { data: CAMPAIGN } })
})

/** What a payload tells about the rules. */
interface Reported {
  userErrors: { field: string[]; rule: string | null }[]
  validation: { checked: string[]; unchecked: string[] } | null
}

/** The sent requests, with form and JSON bodies decoded. */
function sent(): [string, object | null][] {
  return upstream.requests.map(({ method, path, headers, body }) => {
    const json = headers['content-type'] === 'application/json'
    return [
      `${method} ${path}`,
      body === '' ? null : json ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body)),
    ]
  })
}

const CREATE = `mutation ($input: CreateCampaignInput!, $validateOnly: Boolean = false) {
  createCampaign(input: $input, validateOnly: $validateOnly) {
    campaign { id name dailyBudgetAmountLocalMicro }
    userErrors { code message field rule } validation { checked unchecked }
  }
}`
const UPDATE = `mutation ($input: UpdateCampaignInput!, $validateOnly: Boolean = false) {
  updateCampaign(input: $input, validateOnly: $validateOnly) {
    campaign { id } userErrors { code message field rule } validation { checked unchecked }
  }
}`
const BATCH =
  graphql(`mutation BatchCampaigns($input: BatchCampaignsInput!, $split: Boolean = false, $skipInvalid: Boolean = false, $validateOnly: Boolean = false) {
  batchCampaigns(input: $input, split: $split, skipInvalid: $skipInvalid, validateOnly: $validateOnly) {
    campaigns { restId } chunks { start count status } userErrors { code message field rule }
  }
}`)

describe('createCampaign', () => {
  it('reports all broken rules at once, each with its field and rule, and sends nothing', async () => {
    const { data } = await graph.query(CREATE, {
      input: {
        accountId: 'Campaign:a1:c1',
        fundingInstrumentId: 'Campaign:a1:c1',
        name: 'x'.repeat(256),
        budgetOptimization: 'LINE_ITEM',
        dailyBudgetAmountLocalMicro: 11,
        totalBudgetAmountLocalMicro: 10,
        purchaseOrderNumber: 'x'.repeat(51),
        standardDelivery: true,
      },
    })

    expect(sent()).toEqual([])
    expect(data).toMatchObject({
      createCampaign: {
        campaign: null,
        userErrors: [
          { code: 'BAD_USER_INPUT', field: ['input', 'accountId'], rule: null },
          { field: ['input', 'fundingInstrumentId'], rule: null },
          {
            field: ['input', 'name'],
            rule: 'R-CAMP-1',
            message: '`name` has 256 characters; the limit is 255',
          },
          { field: ['input', 'dailyBudgetAmountLocalMicro'], rule: 'R-CAMP-3' },
          { field: ['input', 'standardDelivery'], rule: 'R-CAMP-5' },
          { field: ['input', 'purchaseOrderNumber'], rule: 'R-CAMP-5' },
        ],
      },
    })
  })

  it('only checks the rules with validateOnly', async () => {
    answer = ({ path }) => ({ body: { data: path.endsWith('access') ? {} : [{ id: 'f1' }] } })
    const { data } = await graph.query(CREATE, {
      input: { accountId: 'a1', fundingInstrumentId: 'f1', name: 'Spring' },
      validateOnly: true,
    })

    expect(sent().map(([call]) => call)).toEqualInSteps([
      'GET /12/accounts/a1/authenticated_user_access',
      'GET /12/accounts/a1/funding_instruments',
    ])
    expect(data).toMatchObject({
      createCampaign: {
        campaign: null,
        userErrors: [],
        validation: { unchecked: ['R-AUTH-5', 'R-CAMP-3', 'R-CAMP-7'] },
      },
    })
  })

  it.each([{}, { budgetOptimization: null }])(
    'leaves unchecked what depends on the budget level that the service chooses: %j',
    async (level) => {
      answer = ({ path }) => ({ body: { data: path.endsWith('access') ? {} : [{ id: 'f1' }] } })
      const { data } = await graph.query(CREATE, {
        input: { accountId: 'a1', fundingInstrumentId: 'f1', name: 'Spring', standardDelivery: true, ...level },
        validateOnly: true,
      })

      expect(data).toMatchObject({
        createCampaign: { userErrors: [], validation: { unchecked: ['R-AUTH-5', 'R-CAMP-3', 'R-CAMP-5', 'R-CAMP-7'] } },
      })
    },
  )

  it('is not retried if its outcome is unknown, and reports it', async () => {
    answer = () => ({ raw: (response) => response.destroy() })
    const hasty = await openGraph(upstream.url, { operationTimeoutMs: 500 })
    const { data, errors } = await hasty.query(CREATE, {
      input: { accountId: 'a1', fundingInstrumentId: 'f1', name: 'S' },
    })
    await hasty.close()

    expect(upstream.requests.map(({ method }) => method)).toEqual(['POST'])
    expect(data).toEqual({ createCampaign: null })
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining('whether POST accounts/:account_id/campaigns happened is not known') as string,
        extensions: { code: 'UPSTREAM_UNAVAILABLE', outcome: 'UNKNOWN' },
      },
    ])
  })

  it('is retried after a 429, which did nothing for certain', async () => {
    answer = (_request, nth) => (nth === 1 ? { status: 429, body: { errors: [] } } : { body: { data: [CAMPAIGN] } })
    const { data, errors } = await graph.query(CREATE, {
      input: { accountId: 'a1', fundingInstrumentId: 'f1', name: 'S' },
    })

    expect(errors).toBeUndefined()
    expect(upstream.requests).toHaveLength(2)
    expect(data).toMatchObject({ createCampaign: { campaign: { id: 'Campaign:a1:c1' } } })
  })
})

describe('updateCampaign', () => {
  it('keeps the daily budget by reading it and sending it again (R-CAMP-6)', async () => {
    const { errors } = await graph.query(UPDATE, { input: { campaignId: 'Campaign:a1:c1', name: 'New' } })

    expect(errors).toBeUndefined()
    expect(sent()).toEqual([
      ['GET /12/accounts/a1/campaigns/c1', null],
      ['PUT /12/accounts/a1/campaigns/c1', { name: 'New', daily_budget_amount_local_micro: '5500000' }],
    ])
  })

  it.each([
    ['has none', { daily_budget_amount_local_micro: null }],
    [
      'has the budgets of its line items',
      { daily_budget_amount_local_micro: undefined, budget_optimization: 'LINE_ITEM' },
    ],
  ])('sends no daily budget if the campaign %s', async (_what, row) => {
    answer = () => ({ body: { data: { ...CAMPAIGN, ...row } } })
    const { errors } = await graph.query(UPDATE, { input: { campaignId: 'Campaign:a1:c1', name: 'New' } })

    expect(errors).toBeUndefined()
    expect(sent()).toEqual([
      ['GET /12/accounts/a1/campaigns/c1', null],
      ['PUT /12/accounts/a1/campaigns/c1', { name: 'New' }],
    ])
  })

  const UNKNOWN_BUDGETS = [undefined, '', 'oops', '1.5', 1.5, true, [], {}]
  const needsBudget = (...path: string[]) => {
    return { field: [...path, 'dailyBudgetAmountLocalMicro'], rule: 'R-CAMP-6' }
  }
  it.each(UNKNOWN_BUDGETS)('is refused if it needs the daily budget and the campaign shows %j', async (budget) => {
    answer = ({ path, query }) => {
      if (path.endsWith('/authenticated_user_access')) return { body: { data: {} } }
      const row = { ...CAMPAIGN, daily_budget_amount_local_micro: budget }
      return { body: { data: query['campaign_ids'] ? [row] : row } }
    }
    const input = { campaignId: 'Campaign:a1:c1', name: 'New' }
    const { data } = await graph.query<{ updateCampaign: Reported }>(UPDATE, { input })
    const validated = await graph.query<{ updateCampaign: Reported }>(UPDATE, { input, validateOnly: true })
    const operations = [{ update: { campaignId: 'c1', name: 'New' } }, { delete: { campaignId: 'c2' } }]
    const batch = await graph.query(BATCH, { input: { accountId: 'a1', operations } })

    expect(sent().filter(([call]) => !call.startsWith('GET'))).toEqual([])
    expect(data.updateCampaign.userErrors).toMatchObject([needsBudget('input')])
    expect(validated.data.updateCampaign.userErrors).toMatchObject([needsBudget('input')])
    expect(validated.data.updateCampaign.validation?.checked).toContain('R-CAMP-6')
    expect(batch.data!.batchCampaigns!.userErrors).toMatchObject([needsBudget('input', 'operations', '0', 'update')])
  })

  it.each(UNKNOWN_BUDGETS)('leaves the rules unchecked that rest on a total budget of %j', async (total) => {
    answer = ({ path }) => {
      const row = { ...CAMPAIGN, total_budget_amount_local_micro: total }
      return { body: { data: path.endsWith('/authenticated_user_access') ? {} : [row] } }
    }
    const input = { campaignId: 'Campaign:a1:c1', dailyBudgetAmountLocalMicro: 7 }
    const { data } = await graph.query<{ updateCampaign: Reported }>(UPDATE, { input, validateOnly: true })

    expect(data.updateCampaign).toMatchObject({ userErrors: [], validation: { unchecked: ['R-AUTH-5', 'R-CAMP-3'] } })
  })

  it.each([
    ['at `accountId`', { campaignId: 'c1', accountId: 'a1' }, ['input', 'accountId']],
    ['at no field, if a global ID includes it', { campaignId: 'Campaign:a1:c1' }, ['input']],
  ])('is refused in an account that the caller may not change %s (R-PERM-1)', async (_where, ids, field) => {
    answer = ({ path }) => ({
      body: { data: path.endsWith('/authenticated_user_access') ? { permissions: ['ANALYST'] } : [CAMPAIGN] },
    })
    const input = { ...ids, dailyBudgetAmountLocalMicro: 7 }
    const { data } = await graph.query<{ updateCampaign: Reported }>(UPDATE, { input, validateOnly: true })

    expect(data.updateCampaign.userErrors).toEqual([
      {
        code: 'BAD_USER_INPUT',
        field,
        rule: 'R-PERM-1',
        message: 'The caller cannot make this change in the account a1; it needs ACCOUNT_ADMIN or AD_MANAGER',
      },
    ])
  })

  it('lets the service spread the spend if `spreadBudgetEvenly` is true', async () => {
    await graph.query(UPDATE, { input: { campaignId: 'c1', accountId: 'a1', spreadBudgetEvenly: true } })

    expect(sent()).toEqual([['PUT /12/accounts/a1/campaigns/c1', null]])
  })

  it('reads nothing if the input has a daily budget, and removes null fields', async () => {
    await graph.query(UPDATE, {
      input: { campaignId: 'Campaign:a1:c1', dailyBudgetAmountLocalMicro: '7', totalBudgetAmountLocalMicro: null },
    })

    expect(sent()).toEqual([
      [
        'PUT /12/accounts/a1/campaigns/c1',
        { daily_budget_amount_local_micro: '7', total_budget_amount_local_micro: '' },
      ],
    ])
  })

  const stored = {
    ...CAMPAIGN,
    budget_optimization: 'CAMPAIGN',
    total_budget_amount_local_micro: 6_000_000,
    entity_status: 'PAUSED',
  }
  it.each<[what: string, row: object, input: object, refused: [field: string, rule: string][], unchecked: string[]]>([
    [
      'a daily budget',
      {},
      { dailyBudgetAmountLocalMicro: 6_000_001 },
      [['dailyBudgetAmountLocalMicro', 'R-CAMP-3']],
      [],
    ],
    ['a daily budget within the total', {}, { dailyBudgetAmountLocalMicro: 6_000_000 }, [], []],
    ['a total budget', {}, { totalBudgetAmountLocalMicro: 1 }, [['dailyBudgetAmountLocalMicro', 'R-CAMP-3']], []],
    ['a total for an evenly spread budget', {}, { totalBudgetAmountLocalMicro: 1, spreadBudgetEvenly: true }, [], []],
    ['no total budget', {}, { totalBudgetAmountLocalMicro: null, dailyBudgetAmountLocalMicro: 7_000_000 }, [], []],
    ['the removal of the daily budget', {}, { dailyBudgetAmountLocalMicro: null }, [], ['R-CAMP-3']],
    ['the delivery', {}, { standardDelivery: true }, [], []],
    [
      'the delivery of a campaign without a budget of its own',
      { budget_optimization: 'LINE_ITEM' },
      { standardDelivery: true },
      [['standardDelivery', 'R-CAMP-5']],
      [],
    ],
    [
      'the delivery, if its level is not sent',
      { budget_optimization: undefined },
      { standardDelivery: true },
      [],
      ['R-CAMP-5'],
    ],
    ['the level of a campaign with a daily budget', {}, { budgetOptimization: 'CAMPAIGN' }, [], []],
    [
      'the level of a campaign without a daily budget',
      { budget_optimization: 'LINE_ITEM', daily_budget_amount_local_micro: undefined },
      { budgetOptimization: 'CAMPAIGN' },
      [],
      ['R-CAMP-3'],
    ],
    ['the level, whatever the delivery is', {}, { budgetOptimization: 'LINE_ITEM' }, [], ['R-CAMP-5']],
    [
      'the removal of the total budget of a campaign whose daily budget is not sent',
      { daily_budget_amount_local_micro: undefined },
      { totalBudgetAmountLocalMicro: null },
      [['dailyBudgetAmountLocalMicro', 'R-CAMP-6']],
      [],
    ],
    [
      'the removal of the delivery, if the level is not sent',
      { budget_optimization: undefined },
      { standardDelivery: null },
      [],
      [],
    ],
    ['the status', {}, { entityStatus: 'ACTIVE' }, [], ['R-CAMP-7']],
    ['the status of an active campaign', { entity_status: 'ACTIVE' }, { entityStatus: 'ACTIVE' }, [], []],
  ])('checks with validateOnly against the stored campaign: %s', async (_what, row, changes, refused, unchecked) => {
    answer = ({ path }) => ({ body: { data: path.endsWith('access') ? {} : [{ ...stored, ...row }] } })
    const input = { campaignId: 'Campaign:a1:c1', ...changes }
    const { data } = await graph.query<{ updateCampaign: Reported }>(UPDATE, { input, validateOnly: true })

    const { userErrors, validation } = data.updateCampaign
    expect(userErrors.map(({ field, rule }) => [field[1], rule])).toEqual(refused)
    expect(validation?.unchecked).toEqual(['R-AUTH-5', ...unchecked])
    expect(validation?.checked.filter((rule) => validation.unchecked.includes(rule))).toEqual([])
    expect(sent().map(([call]) => call)).toEqualInSteps([
      'GET /12/accounts/a1/authenticated_user_access',
      'GET /12/accounts/a1/campaigns',
    ])
  })

  it.each<[what: string, row: object, input: object, isChecked: boolean]>([
    ['if the campaign has none', { daily_budget_amount_local_micro: null }, {}, false],
    ['if the update removes it', {}, { dailyBudgetAmountLocalMicro: null }, false],
    ['if the spend is spread evenly', {}, { spreadBudgetEvenly: true }, false],
    ['unless the campaign keeps one', {}, {}, true],
    ['unless the update sets one', {}, { dailyBudgetAmountLocalMicro: 1 }, true],
  ])(
    'leaves the need of another funding instrument for a daily budget unchecked %s',
    async (_what, row, changes, isChecked) => {
      answer = ({ path }) => {
        if (path.endsWith('/funding_instruments')) return { body: { data: [{ id: 'f2' }] } }
        return { body: { data: path.endsWith('access') ? {} : [{ ...stored, ...row }] } }
      }
      const input = { campaignId: 'Campaign:a1:c1', fundingInstrumentId: 'f2', ...changes }
      const { data } = await graph.query<{ updateCampaign: Reported }>(UPDATE, { input, validateOnly: true })

      const { userErrors, validation } = data.updateCampaign
      expect(userErrors).toEqual([])
      expect(validation!.checked.includes('R-CAMP-3')).toBe(isChecked)
      expect(validation!.unchecked).toEqual(isChecked ? ['R-AUTH-5'] : ['R-AUTH-5', 'R-CAMP-3'])
    },
  )

  it.each<[what: string, row: object, input: object, refused: [field: string, rule: string | null][]]>([
    ['a total budget', {}, { totalBudgetAmountLocalMicro: 1 }, [['dailyBudgetAmountLocalMicro', 'R-CAMP-3']]],
    [
      'the delivery',
      { budget_optimization: 'LINE_ITEM' },
      { standardDelivery: false },
      [['standardDelivery', 'R-CAMP-5']],
    ],
  ])(
    'refuses what the campaign that it reads rules out, and writes nothing: %s',
    async (_what, row, input, refused) => {
      answer = () => ({ body: { data: { ...stored, ...row } } })
      const { data } = await graph.query<{ updateCampaign: Reported }>(UPDATE, {
        input: { campaignId: 'Campaign:a1:c1', ...input },
      })

      expect(sent()).toEqual([['GET /12/accounts/a1/campaigns/c1', null]])
      expect(data.updateCampaign).toMatchObject({ campaign: null, validation: null })
      expect(data.updateCampaign.userErrors.map(({ field, rule }) => [field[1], rule])).toEqual(refused)
    },
  )

  it('refuses a campaign that it reads and that does not exist, and writes nothing', async () => {
    answer = () => ({ status: 404, body: { errors: [{ code: 'NOT_FOUND', message: 'No' }] } })
    const { data } = await graph.query(UPDATE, { input: { campaignId: 'Campaign:a1:c1', name: 'New' } })

    expect(sent()).toEqual([['GET /12/accounts/a1/campaigns/c1', null]])
    const message = '`campaignId` is not the ID of a Campaign of the account'
    const userErrors = [{ code: 'BAD_USER_INPUT', message, field: ['input', 'campaignId'], rule: null }]
    expect(data).toMatchObject({ updateCampaign: { campaign: null, userErrors } })
  })

  it('fails if the campaign cannot be read, and writes nothing', async () => {
    answer = () => ({ body: '<html>' })
    const { data, errors } = await graph.query(UPDATE, { input: { campaignId: 'Campaign:a1:c1', name: 'New' } })

    expect(sent()).toEqual([['GET /12/accounts/a1/campaigns/c1', null]])
    expect(data).toEqual({ updateCampaign: null })
    expect(errors).toMatchObject([{ path: ['updateCampaign'], extensions: { code: 'UPSTREAM_UNAVAILABLE' } }])
    expect(errors![0]!.extensions).not.toHaveProperty('outcome')
  })

  it('refuses to remove the name or the funding instrument', async () => {
    const input = { campaignId: 'Campaign:a1:c1', fundingInstrumentId: null, name: null }
    const { data } = await graph.query(UPDATE, { input })

    expect(sent()).toEqual([])
    const problems = ['fundingInstrumentId', 'name'].map((field) => ({ field: ['input', field], rule: 'R-CAMP-1' }))
    expect(data).toMatchObject({ updateCampaign: { userErrors: problems } })
  })

  it('refuses DRAFT, and a daily budget together with `spreadBudgetEvenly`', async () => {
    const { data } = await graph.query(UPDATE, {
      input: {
        campaignId: 'c1',
        accountId: 'a1',
        entityStatus: 'DRAFT',
        spreadBudgetEvenly: true,
        dailyBudgetAmountLocalMicro: 1,
      },
    })

    expect(sent()).toEqual([])
    expect(data).toMatchObject({
      updateCampaign: {
        userErrors: [
          { field: ['input', 'entityStatus'], rule: 'R-CAMP-4' },
          { field: ['input', 'spreadBudgetEvenly'], rule: 'R-CAMP-6' },
        ],
      },
    })
  })
})

describe('batchCampaigns', () => {
  it('checks its updates with validateOnly against the stored campaigns, which are read in one call', async () => {
    const row = { budget_optimization: 'CAMPAIGN', total_budget_amount_local_micro: 6, entity_status: 'ACTIVE' }
    answer = ({ path }) => ({
      body: { data: path.endsWith('access') ? {} : ['c1', 'c2'].map((id) => ({ ...CAMPAIGN, ...row, id })) },
    })
    const update = (campaignId: string, daily: number) => {
      return { update: { campaignId, dailyBudgetAmountLocalMicro: daily } }
    }
    const { data } = await graph.query(BATCH, {
      input: { accountId: 'a1', operations: [update('c1', 6), update('c2', 7)] },
      validateOnly: true,
    })

    expect(sent().map(([call]) => call)).toEqualInSteps([
      'GET /12/accounts/a1/authenticated_user_access',
      'GET /12/accounts/a1/campaigns',
    ])
    expect(data!.batchCampaigns!.userErrors.map(({ field, rule }) => [...field.slice(2), rule])).toEqual([
      ['1', 'update', 'dailyBudgetAmountLocalMicro', 'R-CAMP-3'],
    ])
  })

  const create = (name: string, changes: object = {}) => ({ create: { fundingInstrumentId: 'f1', name, ...changes } })

  it('sends its operations in order in one JSON call, and reads the budgets to keep in one call', async () => {
    answer = ({ method, body }) =>
      method === 'GET' ? { body: { data: [{ ...CAMPAIGN, id: 'c2' }, CAMPAIGN] } } : batchAnswer(body)
    const { data, errors } = await graph.query(BATCH, {
      input: {
        accountId: 'a1',
        operations: [
          create('New', { dailyBudgetAmountLocalMicro: '9007199254740993' }),
          { update: { campaignId: 'Campaign:a1:c1', name: 'One' } },
          { update: { campaignId: 'c2', name: 'Two' } },
          { delete: { campaignId: 'c3' } },
        ],
      },
    })

    expect(errors).toBeUndefined()
    expect(upstream.requests.map(({ method, path, query }) => [method, path, query['campaign_ids']])).toEqual([
      ['GET', '/12/accounts/a1/campaigns', 'c1,c2'],
      ['POST', '/12/batch/accounts/a1/campaigns', undefined],
    ])
    expect(upstream.requests[1]?.body).toBe(
      '[{"operation_type":"Create","params":{"funding_instrument_id":"f1","name":"New","daily_budget_amount_local_micro":9007199254740993}},' +
        '{"operation_type":"Update","params":{"campaign_id":"c1","name":"One","daily_budget_amount_local_micro":5500000}},' +
        '{"operation_type":"Update","params":{"campaign_id":"c2","name":"Two","daily_budget_amount_local_micro":5500000}},' +
        '{"operation_type":"Delete","params":{"campaign_id":"c3"}}]',
    )
    expect(data).toEqual({
      batchCampaigns: {
        campaigns: [{ restId: 'n0' }, { restId: 'c1' }, { restId: 'c2' }, { restId: 'c3' }],
        chunks: [{ start: 0, count: 4, status: 'DONE' }],
        userErrors: [],
      },
    })
  })

  it('keeps the daily budget that an earlier update of the same campaign sets', async () => {
    answer = ({ method }) =>
      method === 'GET'
        ? { body: { data: [CAMPAIGN] } }
        : { body: { data: Array.from({ length: 6 }, () => ({ id: 'c1' })), request: [] } }
    const update = (changes: object) => ({ update: { campaignId: 'c1', ...changes } })
    const { errors } = await graph.query(BATCH, {
      input: {
        accountId: 'a1',
        operations: [
          update({ name: 'As stored' }),
          update({ dailyBudgetAmountLocalMicro: '7000000' }),
          update({ name: 'As set' }),
          update({ spreadBudgetEvenly: true }),
          update({ name: 'None' }),
          update({ dailyBudgetAmountLocalMicro: '9007199254740993' }),
        ],
      },
    })

    expect(errors).toBeUndefined()
    expect(upstream.requests.map(({ method }) => method)).toEqual(['GET', 'POST'])
    expect(upstream.requests[1]?.body).toBe(
      '[{"operation_type":"Update","params":{"campaign_id":"c1","name":"As stored","daily_budget_amount_local_micro":5500000}},' +
        '{"operation_type":"Update","params":{"campaign_id":"c1","daily_budget_amount_local_micro":7000000}},' +
        '{"operation_type":"Update","params":{"campaign_id":"c1","name":"As set","daily_budget_amount_local_micro":7000000}},' +
        '{"operation_type":"Update","params":{"campaign_id":"c1"}},' +
        '{"operation_type":"Update","params":{"campaign_id":"c1","name":"None"}},' +
        '{"operation_type":"Update","params":{"campaign_id":"c1","daily_budget_amount_local_micro":9007199254740993}}]',
    )
  })

  describe('with updates that the campaigns it reads rule out', () => {
    const update = (campaignId: string, total: number) => {
      return { update: { campaignId, totalBudgetAmountLocalMicro: total } }
    }
    const [enough, tooLittle] = [6_000_000, 1]
    const refused = (index: string, field: string, rule: string | null) => {
      return { code: 'BAD_USER_INPUT', field: ['input', 'operations', index, 'update', field], rule }
    }
    const calls = () =>
      upstream.requests
        .filter(({ path }) => !path.endsWith('/authenticated_user_access'))
        .map(({ method, query }) => [method, query['campaign_ids']])
    beforeEach(() => {
      answer = ({ method, query, body }) => {
        if (method === 'POST') return batchAnswer(body)
        const ids = query['campaign_ids']?.split(',') ?? ['c1']
        const rows = ids
          .filter((id) => id !== 'gone')
          .map((id) => ({ ...CAMPAIGN, budget_optimization: 'CAMPAIGN', id }))
        return { body: { data: rows } }
      }
    })

    it('refuses them by their index, and writes nothing', async () => {
      const operations = [update('c1', enough), update('c2', tooLittle), update('gone', enough)]
      const { data } = await graph.query(BATCH, { input: { accountId: 'a1', operations } })

      expect(calls()).toEqual([['GET', 'c1,c2,gone']])
      expect(data).toMatchObject({
        batchCampaigns: {
          campaigns: null,
          chunks: [{ start: 0, count: 3, status: 'NOT_TRIED' }],
          userErrors: [refused('1', 'dailyBudgetAmountLocalMicro', 'R-CAMP-3'), refused('2', 'campaignId', null)],
        },
      })
    })

    it('leaves them out with skipInvalid', async () => {
      const operations = [update('c1', tooLittle), update('c2', enough)]
      const { data } = await graph.query(BATCH, { input: { accountId: 'a1', operations }, skipInvalid: true })

      expect(calls()).toEqual([
        ['GET', 'c1,c2'],
        ['POST', undefined],
      ])
      expect(JSON.parse(upstream.requests.at(-1)!.body)).toMatchObject([{ params: { campaign_id: 'c2' } }])
      expect(data).toMatchObject({
        batchCampaigns: {
          campaigns: [null, { restId: 'c2' }],
          chunks: [{ start: 1, count: 1, status: 'DONE' }],
          userErrors: [refused('0', 'dailyBudgetAmountLocalMicro', 'R-CAMP-3')],
        },
      })
    })

    it('writes nothing with skipInvalid if none is left', async () => {
      const operations = [update('c1', tooLittle), update('c2', tooLittle)]
      const { data } = await graph.query(BATCH, { input: { accountId: 'a1', operations }, skipInvalid: true })

      expect(calls()).toEqual([['GET', 'c1,c2']])
      expect(data).toMatchObject({ batchCampaigns: { campaigns: [null, null], chunks: [], userErrors: [{}, {}] } })
    })

    it('stops at them with split, and reports the calls before', async () => {
      const operations = [...Array.from({ length: 40 }, (_, index) => create(`C${index}`)), update('c1', tooLittle)]
      const { data } = await graph.query(BATCH, { input: { accountId: 'a1', operations }, split: true })

      expect(calls()).toEqual([
        ['POST', undefined],
        ['GET', undefined],
      ])
      expect(data!.batchCampaigns!.campaigns!.filter((campaign) => campaign !== null)).toHaveLength(40)
      expect(data).toMatchObject({
        batchCampaigns: {
          chunks: [
            { start: 0, count: 40, status: 'DONE' },
            { start: 40, count: 1, status: 'NOT_TRIED' },
          ],
          userErrors: [refused('40', 'dailyBudgetAmountLocalMicro', 'R-CAMP-3')],
        },
      })
    })

    it.each([false, true])(
      'keeps the daily budget that an earlier call sets, although it does not show yet, with skipInvalid: %s',
      async (skipInvalid) => {
        answer = ({ method, path, body }) => {
          if (method === 'POST') return batchAnswer(body)
          return { body: { data: path.endsWith('funding_instruments') ? [{ id: 'f1' }] : [CAMPAIGN] } }
        }
        const change = (changes: object) => ({ update: { campaignId: 'c1', ...changes } })
        const others = Array.from({ length: 39 }, (_, index) => create(`C${index}`))
        const operations = [change({ dailyBudgetAmountLocalMicro: 7_000_000 }), ...others, change({ name: 'Renamed' })]
        const { errors } = await graph.query(BATCH, {
          input: { accountId: 'a1', operations },
          split: true,
          skipInvalid,
        })

        expect(errors).toBeUndefined()
        const bodies = upstream.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)
        expect(bodies).toHaveLength(2)
        expect(bodies[1]).toBe(
          '[{"operation_type":"Update","params":{"campaign_id":"c1","name":"Renamed","daily_budget_amount_local_micro":7000000}}]',
        )
      },
    )

    it('checks the second update of a campaign against what the first changes', async () => {
      const operations = [
        { update: { ...update('c1', enough).update, dailyBudgetAmountLocalMicro: 1 } },
        { update: { campaignId: 'c1', totalBudgetAmountLocalMicro: tooLittle } },
      ]
      const { data } = await graph.query(BATCH, { input: { accountId: 'a1', operations } })

      expect(calls().map(([method]) => method)).toEqual(['GET', 'POST'])
      expect(data).toMatchObject({ batchCampaigns: { userErrors: [] } })
    })
  })

  it('reports the failing item by its index, and changes nothing', async () => {
    answer = () => ({
      status: 400,
      body: {
        operation_errors: [[], null, [{ code: 'INVALID_PARAMETER', message: 'Bad', parameter: 'params.name' }]],
        request: [],
      },
    })
    const { data } = await graph.query(BATCH, {
      input: { accountId: 'a1', operations: [create('A'), create('B'), create('C')] },
    })

    expect(data).toEqual({
      batchCampaigns: {
        campaigns: [null, null, null],
        chunks: [{ start: 0, count: 3, status: 'FAILED' }],
        userErrors: [
          {
            code: 'INVALID_PARAMETER',
            message: 'Bad',
            field: ['input', 'operations', '2', 'create', 'name'],
            rule: null,
          },
        ],
      },
    })
  })

  it("refuses operations in another account than the batch's", async () => {
    const { data } = await graph.query(BATCH, {
      input: {
        accountId: 'Account:a1',
        operations: [
          create('A', { accountId: 'a2' }),
          { update: { campaignId: 'Campaign:a2:c1', spreadBudgetEvenly: true } },
          { delete: { campaignId: 'c1', accountId: 'Account:a1' } },
        ],
      },
      skipInvalid: true,
    })

    expect(upstream.requests.map(({ body }) => body)).toEqual([
      // The reads of what rules rest on: the permissions of the caller, and the campaign.
      '',
      '',
      '[{"operation_type":"Delete","params":{"campaign_id":"c1"}}]',
    ])
    expect(data!.batchCampaigns!.userErrors).toEqual([
      {
        code: 'BAD_USER_INPUT',
        message: '`accountId` is a2; it must be the account of the batch, a1',
        field: ['input', 'operations', '0', 'create', 'accountId'],
        rule: null,
      },
      {
        code: 'BAD_USER_INPUT',
        message: '`campaignId`: "Campaign:a2:c1" does not belong to the account a1',
        field: ['input', 'operations', '1', 'update', 'campaignId'],
        rule: null,
      },
    ])
  })

  it('refuses invalid items by their index, and more items than fit in a call', async () => {
    const { data } = await graph.query(BATCH, {
      input: {
        accountId: 'a1',
        operations: [
          ...Array.from({ length: 40 }, (_, index) => create(`C${index}`)),
          { delete: { campaignId: '' } },
          { create: { fundingInstrumentId: '', name: '' } },
        ],
      },
    })

    expect(sent()).toEqual([])
    expect(data).toMatchObject({
      batchCampaigns: {
        campaigns: null,
        userErrors: [
          { field: ['input', 'operations', '40', 'delete', 'campaignId'], rule: null },
          { field: ['input', 'operations', '41', 'create', 'fundingInstrumentId'], rule: 'R-CAMP-1' },
          { field: ['input', 'operations', '41', 'create', 'name'], rule: 'R-CAMP-1' },
          { field: ['input', 'operations'], rule: 'R-CAMP-9' },
        ],
      },
    })
  })

  it('splits on request, in order, and reports the result of each chunk if one fails', async () => {
    answer = ({ body }, nth) =>
      nth === 2
        ? { status: 400, body: { operation_errors: [[{ code: 'INVALID', message: 'No', attribute: 'name' }]] } }
        : batchAnswer(body)
    const { data } = await graph.query(BATCH, {
      input: { accountId: 'a1', operations: Array.from({ length: 95 }, (_, index) => create(`C${index}`)) },
      split: true,
    })

    expect(upstream.requests.map(({ body }) => (JSON.parse(body) as unknown[]).length)).toEqual([40, 40])
    expect(data!.batchCampaigns!.campaigns!.filter((campaign) => campaign !== null)).toHaveLength(40)
    expect(data).toMatchObject({
      batchCampaigns: {
        chunks: [
          { start: 0, count: 40, status: 'DONE' },
          { start: 40, count: 40, status: 'FAILED' },
          { start: 80, count: 15, status: 'NOT_TRIED' },
        ],
        userErrors: [{ code: 'INVALID', field: ['input', 'operations', '40', 'create', 'name'] }],
      },
    })
  })

  it('reports a chunk as UNKNOWN if its response was lost after others were done, with an error for each operation without a row', async () => {
    answer = ({ method, body }, nth) => {
      if (method === 'GET') return FORBIDDEN
      return nth === 2 ? { raw: (response) => response.destroy() } : batchAnswer(body)
    }
    const hasty = await openGraph(upstream.url, { operationTimeoutMs: 1_500 })
    const { data, errors } = await hasty.query(BATCH, {
      input: { accountId: 'a1', operations: Array.from({ length: 81 }, (_, index) => create(`C${index}`)) },
      split: true,
    })
    await hasty.close()

    const code = 'UPSTREAM_UNAVAILABLE'
    const reported = (errors ?? []).map(({ path, extensions }) => [path, extensions])
    expect(reported).toEqual([
      ...Array.from({ length: 40 }, (_, index) => [
        ['batchCampaigns', 'campaigns', 40 + index],
        { code, outcome: 'UNKNOWN' },
      ]),
      [['batchCampaigns', 'campaigns', 80], { code }],
    ])
    expect(data).toMatchObject({
      batchCampaigns: {
        chunks: [{ status: 'DONE' }, { status: 'UNKNOWN' }, { status: 'NOT_TRIED' }],
        userErrors: [],
      },
    })
  })
})
