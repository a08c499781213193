import { describe, expect, it } from 'vitest'
import { lineItems } from '../../../sandbox/campaign/line-item.ts'
import { targetingCriteria } from '../../../sandbox/campaign/targeting-criterion.ts'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { batchAnswer } from '../../support/batch-answer.ts'
import type { BatchTargetingCriteriaMutation, CreateTargetingCriterionMutation } from '../../support/graphql/graphql.ts'
import { graphql } from '../../support/graphql/index.ts'
import { openSandboxWrites, openWriteGraph, useWriteGraph } from '../../support/write.ts'

const ROW = {
  id: 'k1',
  line_item_id: 'l1',
  targeting_type: 'LOCATION',
  targeting_value: '96683cc9126741d1',
  deleted: false,
}

const graph = useWriteGraph(ROW)

const CREATE =
  graphql(`mutation CreateTargetingCriterion($input: CreateTargetingCriterionInput!, $validateOnly: Boolean = false) {
  outcome: createTargetingCriterion(input: $input, validateOnly: $validateOnly) {
    targetingCriterion { id targetingValue } userErrors { code message field rule } validation { checked unchecked }
  }
}`)
const BATCH =
  graphql(`mutation BatchTargetingCriteria($input: BatchTargetingCriteriaInput!, $split: Boolean = false, $validateOnly: Boolean = false) {
  outcome: batchTargetingCriteria(input: $input, split: $split, validateOnly: $validateOnly) {
    targetingCriteria { restId } chunks { start count status } userErrors { code message field rule } validation { unchecked }
  }
}`)

const HELD = graphql(`query HeldCriteria($account: ID!, $lineItem: ID!) {
  account(id: $account) { targetingCriteria(lineItemIds: [$lineItem]) { nodes { id targetingType } } }
}`)

const criterion = (targetingType: string, targetingValue = 'v', operatorType = 'EQ') => ({
  lineItemId: 'l1',
  targetingType,
  operatorType,
  targetingValue,
})
const create = (targetingType: string, changes: object = {}) => ({
  create: {
    ...criterion(targetingType),
    ...changes,
  },
})
/** The fields below `input`, and the rules, of the user errors. */
const rulesOf = (data: CreateTargetingCriterionMutation | BatchTargetingCriteriaMutation | null) =>
  data!.outcome!.userErrors.map(({ field, rule }) => [field.slice(1).join(' '), rule])

describe('createTargetingCriterion', () => {
  it('refuses an empty value (R-TGT-2) and apps that are not excluded (R-TGT-4), and sends nothing', async () => {
    const { data } = await graph.write(CREATE, { accountId: 'a1', ...criterion('APP_LIST', '') })

    expect(graph.sent()).toEqual([])
    expect(rulesOf(data)).toEqual([
      ['targetingValue', 'R-TGT-2'],
      ['operatorType', 'R-TGT-4'],
    ])

    await graph.write(CREATE, { accountId: 'a1', ...criterion('APP_LIST', 'v', 'NE') })
    expect(graph.sent()).toHaveLength(1)
  })

  it.each([
    ['R-TGT-2', { operatorType: 'GT' }],
    ['R-TGT-2', { lineItemId: null }],
    ['R-TGT-3', { targetingType: 'MOOD' }],
  ])('refuses values that do not fit the GraphQL type (%s), and sends nothing', async (_rule, broken) => {
    const { errors } = await graph.write(CREATE, { accountId: 'a1', ...criterion('AGE'), ...broken })

    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    expect(graph.sent()).toEqual([])
  })

  it('leaves to the service which types take GTE and LT', async () => {
    const input = { accountId: 'a1', ...criterion('PLATFORM_VERSION'), operatorType: 'LT' }
    const { data } = await graph.write(CREATE, input, { validateOnly: true })

    expect(data!.outcome).toMatchObject({
      userErrors: [],
      validation: { unchecked: ['R-AUTH-5', 'R-TGT-2', 'R-TGT-12'] },
    })
  })

  it.each([
    ['AGE', ['R-TGT-12', 'R-TGT-5']],
    ['EVENT', ['R-TGT-12', 'R-TGT-5']],
    ['CUSTOM_AUDIENCE', ['R-TGT-6']],
    ['TV_SHOW', ['R-TGT-12', 'R-TGT-7']],
    ['IAB_CATEGORY', ['R-TGT-8']],
    ['GENDER', ['R-TGT-12']],
    ['WIFI_ONLY', ['R-TGT-12']],
    ['LIVE_TV_EVENT', ['R-TGT-12']],
    ['NETWORK_ACTIVATION_DURATION', ['R-TGT-12']],
    ['USER_ENGAGEMENT', ['R-TGT-12']],
    ['USER_ENGAGEMENT_LOOKALIKE', ['R-TGT-12']],
    ['APP_STORE_CATEGORY_LOOKALIKE', ['R-TGT-12']],
    ['BROAD_KEYWORD', []],
    ['CAMPAIGN_ENGAGEMENT', ['R-TGT-12']],
    ['ENGAGEMENT_TYPE', ['R-TGT-12']],
  ])('reports the rules of %s that were not checked if nothing was read: %j', async (type, unchecked) => {
    const input = { accountId: 'a1', ...criterion(type), lineItemId: 'LineItem:a2:l1' }
    const { data } = await graph.write(CREATE, input, { validateOnly: true })

    expect(data!.outcome).toMatchObject({
      userErrors: [{ field: ['input', 'lineItemId'] }],
      validation: { unchecked: ['R-AUTH-5', ...unchecked] },
    })
    expect(graph.sent()).toEqual([])
  })

  it.each(['CUSTOM_AUDIENCE', 'CUSTOM_AUDIENCE_EXPANDED'])(
    'takes the global ID of an audience as the value of %s, of this account only',
    async (type) => {
      await graph.write(CREATE, { accountId: 'a1', ...criterion(type, 'CustomAudience:a1:x7') })
      const { data } = await graph.write(CREATE, { accountId: 'a1', ...criterion(type, 'CustomAudience:a2:x7') })

      expect(graph.sent().map(([, params]) => params)).toMatchObject([{ targeting_value: 'x7' }])
      expect(rulesOf(data)).toEqual([['targetingValue', null]])
    },
  )

  it('reports a refusal without a parameter at `targetingType`', async () => {
    graph.answer(() => ({ status: 400, body: { errors: [{ code: 'INVALID', message: 'Use IAB_CATEGORY' }] } }))
    const { data } = await graph.write(CREATE, { accountId: 'a1', ...criterion('INTEREST') })

    expect(data).toMatchObject({
      outcome: {
        targetingCriterion: null,
        userErrors: [{ code: 'INVALID', field: ['input', 'targetingType'], rule: null }],
      },
    })
  })

  describe('with validateOnly', () => {
    const look = async (type: string, value = 'v') =>
      (await graph.write(CREATE, { accountId: 'a1', ...criterion(type, value) }, { validateOnly: true })).data
    const LINE_ITEM = { body: { data: [{ id: 'l1' }] } }
    const has = (rows: object[], next_cursor: string | null = null) =>
      graph.answer(({ path }) => (path.endsWith('/line_items') ? LINE_ITEM : { body: { data: rows, next_cursor } }))
    const READ_LINE_ITEM = ['GET accounts/a1/line_items', { line_item_ids: 'l1', with_draft: 'true' }]
    const held = (targeting_type: string) => ({ id: 'k9', line_item_id: 'l1', targeting_type })

    it.each(['AGE', 'EVENT'])('refuses a second %s of the line item (R-TGT-5)', async (type) => {
      has([held('GENDER')])
      const first = await look(type)
      has([held(type)])
      const second = await look(type)

      const read = ['GET accounts/a1/targeting_criteria', { line_item_ids: 'l1', count: '1000' }]
      expect(graph.sent()).toEqual([READ_LINE_ITEM, read, READ_LINE_ITEM, read])
      expect(first!.outcome).toMatchObject({ userErrors: [], validation: { unchecked: ['R-AUTH-5', 'R-TGT-12'] } })
      expect(rulesOf(second)).toEqual([['targetingType', 'R-TGT-5']])
    })

    it('refuses a TV show without a location (R-TGT-7), and leaves its locale unchecked', async () => {
      has([held('LOCATION')])
      const placed = await look('TV_SHOW')
      has([])
      const lost = await look('TV_SHOW')

      expect(placed!.outcome).toMatchObject({
        userErrors: [],
        validation: { unchecked: ['R-AUTH-5', 'R-TGT-12', 'R-TGT-7'] },
      })
      expect(rulesOf(lost)).toEqual([['targetingType', 'R-TGT-7']])
    })

    it('refuses an audience that is not targetable (R-TGT-6) or does not exist', async () => {
      has([{ id: 'v', targetable: true }])
      const right = await look('CUSTOM_AUDIENCE')
      has([{ id: 'v', targetable: false }])
      const wrong = await look('CUSTOM_AUDIENCE_EXPANDED')
      has([])
      const missing = await look('CUSTOM_AUDIENCE')

      expect(right!.outcome).toMatchObject({ userErrors: [], validation: { unchecked: ['R-AUTH-5'] } })
      expect([wrong, missing].map(rulesOf)).toEqual([[['targetingValue', 'R-TGT-6']], [['targetingValue', null]]])
    })

    it('refuses a content category that is not an IAB category (R-TGT-8)', async () => {
      graph.answer(({ path }) => ({
        body: {
          data: path.endsWith('/line_items')
            ? [{ id: 'l1' }]
            : path.endsWith('iab_categories')
              ? [{ id: 'IAB1' }]
              : [{ id: 'cc1', iab_categories: ['IAB2'] }],
        },
      }))

      for (const known of ['IAB1', 'IAB2'])
        expect((await look('IAB_CATEGORY', known))!.outcome).toMatchObject({
          userErrors: [],
          validation: { unchecked: ['R-AUTH-5'] },
        })
      for (const unknown of ['cc1', 'iab1', 'iab2'])
        expect(rulesOf(await look('IAB_CATEGORY', unknown))).toEqual([['targetingValue', 'R-TGT-8']])

      const operations = ['IAB1', 'iab1'].map((targetingValue) => create('IAB_CATEGORY', { targetingValue }))
      const both = await graph.write(BATCH, { accountId: 'a1', operations }, { validateOnly: true })
      expect(both.data!.outcome!.userErrors).toMatchObject([
        { field: ['input', 'operations', '1', 'create', 'targetingValue'], rule: 'R-TGT-8' },
      ])
    })

    it.each([
      ['CUSTOM_AUDIENCE', [{ id: 'v' }], ['R-TGT-6']],
      ['AGE', [{ id: 'k9', line_item_id: 'l1' }], ['R-TGT-12', 'R-TGT-5']],
      ['TV_SHOW', [{ id: 'k9', line_item_id: 'l1' }], ['R-TGT-12', 'R-TGT-7']],
      ['CUSTOM_AUDIENCE', [{ id: 'v', targetable: null }], ['R-TGT-6']],
      ['CUSTOM_AUDIENCE', [{ id: 'v', targetable: 'false' }], ['R-TGT-6']],
      ['AGE', [{ id: 'k9', line_item_id: 'l1', targeting_type: null }], ['R-TGT-12', 'R-TGT-5']],
      ['EVENT', [{ id: 'k9', line_item_id: 'l1', targeting_type: 7 }], ['R-TGT-12', 'R-TGT-5']],
      ['TV_SHOW', [{ id: 'k9', line_item_id: 'l1', targeting_type: null }], ['R-TGT-12', 'R-TGT-7']],
    ])(
      'leaves the rules of %s unchecked that depend on a column that the rows %j lack: %j',
      async (type, rows, unchecked) => {
        has(rows)

        expect((await look(type))!.outcome).toMatchObject({
          userErrors: [],
          validation: { unchecked: ['R-AUTH-5', ...unchecked] },
        })
      },
    )

    it.each([
      ['lack theirs', {}],
      ['have null there', { iab_categories: null }],
      ['have a text there', { iab_categories: 'IAB1' }],
    ])('leaves unchecked whether a category is one of IAB_CATEGORY if the content categories %s', async (_how, row) => {
      // The categories are cached.
      const fresh = await openWriteGraph({ id: 'x' })
      fresh.answer(({ path }) => {
        const iab = path.endsWith('iab_categories') ? [{ id: 'IAB1' }] : [{ id: 'cc1', ...row }]
        return path.endsWith('/line_items') ? LINE_ITEM : { body: { data: iab } }
      })
      const input = { accountId: 'a1', ...criterion('IAB_CATEGORY', 'IAB2') }
      const { data } = await fresh.write(CREATE, input, { validateOnly: true })
      await fresh.close()

      expect(data!.outcome).toMatchObject({ userErrors: [], validation: { unchecked: ['R-AUTH-5', 'R-TGT-8'] } })
    })

    it('reads only the line item for criteria that depend on nothing else', async () => {
      expect((await look('GENDER'))!.outcome!.userErrors).toEqual([])
      expect(graph.sent()).toEqual([READ_LINE_ITEM])
    })
  })
})

describe('batchTargetingCriteria', () => {
  it('sends its operations in order in one JSON call', async () => {
    graph.answer(({ body }) => batchAnswer(body, (index) => `k${index + 1}`))
    const { data, errors } = await graph.write(BATCH, {
      accountId: 'a1',
      operations: [
        create('LOCATION'),
        { delete: { targetingCriterionId: 'TargetingCriterion:a1:k2' } },
        create('TV_SHOW', { targetingValue: '10027243420', operatorType: 'EQ', lineItemId: 'LineItem:a1:l1' }),
      ],
    })

    expect(errors).toBeUndefined()
    expect(graph.sent()).toEqual([
      [
        'POST batch/accounts/a1/targeting_criteria',
        [
          {
            operation_type: 'Create',
            params: { line_item_id: 'l1', targeting_type: 'LOCATION', operator_type: 'EQ', targeting_value: 'v' },
          },
          { operation_type: 'Delete', params: { targeting_criterion_id: 'k2' } },
          {
            operation_type: 'Create',
            params: {
              line_item_id: 'l1',
              targeting_type: 'TV_SHOW',
              operator_type: 'EQ',
              targeting_value: '10027243420',
            },
          },
        ],
      ],
    ])
    expect(data).toEqual({
      outcome: {
        targetingCriteria: [{ restId: 'k1' }, { restId: 'k2' }, { restId: 'k3' }],
        chunks: [{ start: 0, count: 3, status: 'DONE' }],
        userErrors: [],
        validation: null,
      },
    })
  })

  it('refuses items that break a rule, alone or together, by their index, and sends nothing', async () => {
    const { data } = await graph.write(BATCH, {
      accountId: 'a1',
      operations: [
        create('AGE'),
        create('EVENT'),
        create('AGE', { lineItemId: 'l2' }),
        create('AGE', { lineItemId: 'LineItem:a1:l1' }),
        create('TV_SHOW'),
        create('LOCATION'),
        create('TV_SHOW'),
        create('TV_SHOW', { lineItemId: 'l3' }),
        create('APP_LIST'),
        create('GENDER', { targetingValue: '' }),
        { delete: { targetingCriterionId: '' } },
      ],
    })

    expect(graph.sent()).toEqual([])
    expect(rulesOf(data)).toEqual([
      ['operations 8 create operatorType', 'R-TGT-4'],
      ['operations 9 create targetingValue', 'R-TGT-2'],
      ['operations 10 delete targetingCriterionId', null],
      ['operations 3 create targetingType', 'R-TGT-5'],
    ])
  })

  it('accepts 500 operations in a call, and refuses 501 (R-TGT-9) and an update', async () => {
    graph.answer(({ body }) => batchAnswer(body))
    const keywords = (count: number) => Array.from({ length: count }, () => create('BROAD_KEYWORD'))
    const fits = await graph.write(BATCH, { accountId: 'a1', operations: keywords(500) })
    const tooMany = await graph.write(BATCH, { accountId: 'a1', operations: keywords(501) })
    const update = await graph.write(BATCH, {
      accountId: 'a1',
      operations: [{ update: { targetingCriterionId: 'k1' } }],
    })

    expect(graph.sent()).toHaveLength(1)
    expect(fits.data!.outcome!.userErrors).toEqual([])
    expect(rulesOf(tooMany.data)).toEqual([['operations', 'R-TGT-9']])
    expect(update.errors?.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT', 'BAD_USER_INPUT'])
  })

  it('sends 1,201 operations in three calls with split, and reports the result of each call if the second fails', async () => {
    graph.answer(({ body }, nth) => {
      const operations = JSON.parse(body) as unknown[]
      if (nth !== 2) return batchAnswer(body)
      const problem = { code: 'INVALID', message: 'No', parameter: 'targeting_value' }
      return { status: 400, body: { operation_errors: operations.map((_, index) => (index === 3 ? [problem] : [])) } }
    })
    const operations = Array.from({ length: 1201 }, (_, index) =>
      create('BROAD_KEYWORD', { targetingValue: `${index}` }),
    )
    const { data } = await graph.write(BATCH, { accountId: 'a1', operations }, { split: true })

    expect(graph.sent().map(([, body]) => (body as unknown[]).length)).toEqual([500, 500])
    expect(data!.outcome!.targetingCriteria?.filter((row) => row !== null)).toHaveLength(500)
    expect(data!.outcome).toMatchObject({
      chunks: [
        { start: 0, count: 500, status: 'DONE' },
        { start: 500, count: 500, status: 'FAILED' },
        { start: 1000, count: 201, status: 'NOT_TRIED' },
      ],
      userErrors: [{ code: 'INVALID', field: ['input', 'operations', '503', 'create', 'targetingValue'], rule: null }],
    })

    graph.reset()
    graph.answer(({ body }) => batchAnswer(body))
    await graph.write(BATCH, { accountId: 'a1', operations }, { split: true })
    const sent = graph.sent().flatMap(([, body]) => body as { params: { targeting_value: string } }[])
    expect(graph.sent()).toHaveLength(3)
    expect(sent.map(({ params }) => params.targeting_value)).toEqual(operations.map((_, index) => `${index}`))
  })

  it('reads the criteria of all its line items in one call with validateOnly, and ignores those it deletes', async () => {
    const one = { id: 'k1', line_item_id: 'l1', targeting_type: 'AGE' }
    const two = { id: 'k2', line_item_id: 'l2', targeting_type: 'AGE' }
    graph.answer(({ path }) => {
      if (path.endsWith('/k1')) return { body: { data: one } }
      const rows = path.endsWith('/line_items') ? ['l1', 'l2', 'l3', 'l4'].map((id) => ({ id })) : [one, two]
      return { body: { data: rows, next_cursor: null } }
    })
    const { data } = await graph.write(
      BATCH,
      {
        accountId: 'a1',
        operations: [
          { delete: { targetingCriterionId: 'k1' } },
          create('AGE'),
          create('AGE', { lineItemId: 'l2' }),
          create('LOCATION', { lineItemId: 'l3' }),
          create('TV_SHOW', { lineItemId: 'l3' }),
          create('TV_SHOW', { lineItemId: 'l4' }),
        ],
      },
      { validateOnly: true },
    )

    expect(graph.sent()).toEqualInSteps(
      [
        ['GET accounts/a1/targeting_criteria/k1', null],
        ['GET accounts/a1/line_items', { line_item_ids: 'l1,l2,l3,l4', with_draft: 'true' }],
      ],
      [['GET accounts/a1/targeting_criteria', { line_item_ids: 'l1,l2,l3,l4', count: '1000' }]],
    )
    expect(rulesOf(data)).toEqual([
      ['operations 2 create targetingType', 'R-TGT-5'],
      ['operations 5 create targetingType', 'R-TGT-7'],
    ])
    expect(data!.outcome!.validation!.unchecked).toEqual(['R-AUTH-5', 'R-TGT-12'])
  })
})

describe('in the sandbox', () => {
  it('is judged by the service alone if its value is in no catalog, also one that is cached whole (R-TGT-12)', async () => {
    const { ask, write, sandbox, close } = await openSandboxWrites()
    const lineItem = sandbox.store
      .table(lineItems)
      .rows(DEMO_ACCOUNT_ID)
      .find((row) => !row.deleted)!
    await ask('{ targetingOptions { locations(first: 1000) { pageInfo { hasNextPage } nodes { targetingValue } } } }')
    const germany = { accountId: DEMO_ACCOUNT_ID, ...criterion('LOCATION', 'Germany'), lineItemId: lineItem.id }
    const validated = await write(CREATE, germany, { validateOnly: true })
    const sent = await write(CREATE, germany)
    await close()

    expect(validated.data!.outcome).toMatchObject({
      userErrors: [],
      validation: { unchecked: ['R-AUTH-5', 'R-TGT-12'] },
    })
    expect(rulesOf(sent.data)).toEqual([['targetingValue', null]])
  })

  it('is returned by later reads, limited to one AGE per line item, and changed by a batch as a whole', async () => {
    const { ask, sandbox, close } = await openSandboxWrites()
    const lineItem = sandbox.store
      .table(lineItems)
      .rows(DEMO_ACCOUNT_ID)
      .find((row) => !row.deleted)!
    const table = sandbox.store.table(targetingCriteria)
    for (const row of table.rows(DEMO_ACCOUNT_ID))
      if (row.line_item_id === lineItem.id) table.remove(DEMO_ACCOUNT_ID, row.id)
    const held = async () => {
      const { account } = await ask(HELD, { account: DEMO_ACCOUNT_ID, lineItem: lineItem.id })
      return account!.targetingCriteria!.nodes
    }
    const typesOf = async () =>
      (await held()).map(({ targetingType }) => targetingType!).toSorted((a, b) => a.localeCompare(b))
    const add = (type: string, value: string) =>
      ask(CREATE, { input: { accountId: DEMO_ACCOUNT_ID, ...criterion(type, value), lineItemId: lineItem.id } })
    const batch = (operations: object[]) =>
      ask(BATCH, {
        input: {
          accountId: DEMO_ACCOUNT_ID,
          operations,
        },
      })

    expect(await add('AGE', 'AGE_18_TO_34')).toMatchObject({ outcome: { userErrors: [] } })
    expect(await add('AGE', 'AGE_25_TO_49')).toMatchObject({
      outcome: { targetingCriterion: null, userErrors: [{ field: ['input', 'targetingType'], rule: null }] },
    })
    const [{ id } = { id: '' }] = await held()

    const refused = await batch([
      create('GENDER', { targetingValue: '1', lineItemId: lineItem.id }),
      create('AGE', { targetingValue: 'AGE_25_TO_49', lineItemId: lineItem.id }),
    ])
    expect(refused).toMatchObject({
      outcome: { userErrors: [{ field: ['input', 'operations', '1', 'create', 'targetingType'], rule: null }] },
    })
    expect(await typesOf()).toEqual(['AGE'])

    const done = await batch([
      { delete: { targetingCriterionId: id } },
      create('GENDER', { targetingValue: '1', lineItemId: lineItem.id }),
      create('AGE', { targetingValue: 'AGE_25_TO_49', lineItemId: lineItem.id }),
    ])
    expect(done).toMatchObject({ outcome: { userErrors: [], chunks: [{ status: 'DONE' }] } })
    expect(await typesOf()).toEqual(['AGE', 'GENDER'])
    expect((await held()).map((row) => row.id)).not.toContain(id)
    await close()
  })
})
