import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { batchAnswer } from '../../support/batch-answer.ts'
import type {
  BatchCustomAudiencesMutation,
  CreateCustomAudienceMutation,
  UpdateCustomAudienceMutation,
} from '../../support/graphql/graphql.ts'
import { graphql } from '../../support/graphql/index.ts'
import { openSandboxWrites, useWriteGraph } from '../../support/write.ts'

const ROW = { id: 'u1', name: 'Readers', targetable: false, audience_size: null, deleted: false }

const graph = useWriteGraph(ROW)

const CREATE =
  graphql(`mutation CreateCustomAudience($input: CreateCustomAudienceInput!, $validateOnly: Boolean = false) {
  outcome: createCustomAudience(input: $input, validateOnly: $validateOnly) {
    customAudience { id name targetable } userErrors { code message field rule } validation { checked unchecked }
  }
}`)
const UPDATE =
  graphql(`mutation UpdateCustomAudience($input: UpdateCustomAudienceInput!, $validateOnly: Boolean = false) {
  outcome: updateCustomAudience(input: $input, validateOnly: $validateOnly) {
    customAudience { id name } userErrors { code message field rule } validation { unchecked }
  }
}`)
const DELETE = `mutation ($input: DeleteCustomAudienceInput!, $validateOnly: Boolean = false) {
  outcome: deleteCustomAudience(input: $input, validateOnly: $validateOnly) {
    customAudience { id deleted name } userErrors { field }
  }
}`
const BATCH =
  graphql(`mutation BatchCustomAudiences($input: BatchCustomAudiencesInput!, $split: Boolean = false, $validateOnly: Boolean = false) {
  outcome: batchCustomAudiences(input: $input, split: $split, validateOnly: $validateOnly) {
    customAudiences { restId } chunks { start count status } userErrors { code message field rule } validation { unchecked }
  }
}`)

const WRITTEN = graphql(`query WrittenCustomAudiences($account: ID!) {
  account(id: $account) { customAudiences(namePrefix: "Written") { nodes {
    id name description targetable reasonsNotTargetable audienceSize
  } } }
}`)

/** The fields below `input`, and the rules, of the user errors. */
const rulesOf = (
  data: CreateCustomAudienceMutation | UpdateCustomAudienceMutation | BatchCustomAudiencesMutation | null,
) => data!.outcome!.userErrors.map(({ field, rule }) => [field.slice(1).join(' '), rule])
const leaf = (customAudienceId: string, changes: object = {}) => ({ customAudienceId, ...changes })
const create = (name: string, segments: object = leaf('m1')) => ({
  create: {
    audienceType: 'FLEXIBLE',
    name,
    segments,
  },
})
const answerAll = () =>
  graph.answer(({ body }) =>
    body === '' ? { body: { data: { id: 'u0' } } } : batchAnswer(body, (index) => `n${index}`),
  )

describe('createCustomAudience', () => {
  it('refuses an empty name (R-AUD-1), and sends nothing', async () => {
    const { data } = await graph.write(CREATE, { accountId: 'a1', name: '' })

    expect(graph.sent()).toEqual([])
    expect(rulesOf(data)).toEqual([['name', 'R-AUD-1']])
  })

  it('reports a refusal without a parameter at the name', async () => {
    graph.answer(() => ({ status: 400, body: { errors: [{ code: 'NAME_NOT_UNIQUE', message: 'Taken' }] } }))
    const { data } = await graph.write(CREATE, { accountId: 'a1', name: 'Readers' })

    expect(data).toMatchObject({
      outcome: {
        customAudience: null,
        userErrors: [{ code: 'NAME_NOT_UNIQUE', field: ['input', 'name'], rule: null }],
      },
    })
  })

  it('checks with validateOnly whether another audience has the name (R-AUD-1)', async () => {
    const look = async (name: string) =>
      (await graph.write(CREATE, { accountId: 'a1', name }, { validateOnly: true })).data
    graph.answer(() => ({ body: { data: [ROW, { ...ROW, name: 'Readers of late' }], next_cursor: null } }))
    const [taken, free] = [await look('Readers'), await look('Reader')]
    graph.answer(() => ({ body: { data: [], next_cursor: 'more' } }))
    const uncertain = await look('R')
    graph.answer(() => ({ body: { data: [{ id: ROW.id }], next_cursor: null } }))
    const unnamed = await look('Read')

    expect(graph.sent()).toEqual(
      ['Readers', 'Reader', 'R', 'Read'].map((q) => ['GET accounts/a1/custom_audiences', { q, count: '1000' }]),
    )
    expect(rulesOf(taken)).toEqual([['name', 'R-AUD-1']])
    expect(free!.outcome).toMatchObject({ userErrors: [], validation: { unchecked: ['R-AUTH-5'] } })
    for (const { outcome } of [uncertain!, unnamed!])
      expect(outcome).toMatchObject({ userErrors: [], validation: { unchecked: ['R-AUTH-5', 'R-AUD-1'] } })
  })
})

describe('updateCustomAudience', () => {
  it('sends the changes, and null as an empty value', async () => {
    await graph.write(UPDATE, { customAudienceId: 'CustomAudience:a1:u1', name: 'New', description: null })
    await graph.write(UPDATE, { customAudienceId: 'u1', accountId: 'a1', description: 'x' })

    expect(graph.sent()).toEqual([
      ['PUT accounts/a1/custom_audiences/u1', { name: 'New', description: '' }],
      ['PUT accounts/a1/custom_audiences/u1', { description: 'x' }],
    ])
  })

  it.each([null, ''])('refuses to remove the name with %j (R-AUD-1), and sends nothing', async (name) => {
    const { data } = await graph.write(UPDATE, { customAudienceId: 'CustomAudience:a1:u1', name })

    expect(graph.sent()).toEqual([])
    expect(rulesOf(data)).toEqual([['name', 'R-AUD-1']])
  })

  it('can keep its name', async () => {
    graph.answer(() => ({ body: { data: [{ ...ROW, is_owner: true }], next_cursor: null } }))
    const { data } = await graph.write(
      UPDATE,
      { customAudienceId: 'CustomAudience:a1:u1', name: 'Readers' },
      { validateOnly: true },
    )

    expect(data).toMatchObject({ outcome: { userErrors: [], validation: { unchecked: ['R-AUTH-5'] } } })
  })
})

describe('batchCustomAudiences', () => {
  it('sends its operations in order in one JSON call, with `negate` in every segment', async () => {
    answerAll()
    const { data, errors } = await graph.write(BATCH, {
      accountId: 'a1',
      operations: [
        create('Flexible', {
          booleanOperator: 'AND',
          childSegments: [
            leaf('CustomAudience:a1:m1', { lookbackWindow: 7, frequency: 0, frequencyComparator: 'NUM_LT' }),
            { booleanOperator: 'OR', negate: true, childSegments: [leaf('m2', { negate: true }), leaf('m3')] },
          ],
        }),
        { update: { customAudienceId: 'CustomAudience:a1:u2', name: 'New', description: null } },
        { delete: { customAudienceId: 'u3' } },
        { create: { audienceType: 'MOBILE_AUDIENCE', name: 'Of an app', description: 'All' } },
      ],
    })

    expect(errors).toBeUndefined()
    expect(graph.sent()).toEqual([
      [
        'POST batch/accounts/a1/custom_audiences',
        [
          {
            operation_type: 'Create',
            params: {
              audience_type: 'FLEXIBLE',
              name: 'Flexible',
              segments: {
                boolean_operator: 'AND',
                negate: false,
                child_segments: [
                  {
                    custom_audience_id: 'm1',
                    lookback_window: 7,
                    frequency: 0,
                    frequency_comparator: 'NUM_LT',
                    negate: false,
                    child_segments: [],
                  },
                  {
                    boolean_operator: 'OR',
                    negate: true,
                    child_segments: [
                      { custom_audience_id: 'm2', negate: true, child_segments: [] },
                      { custom_audience_id: 'm3', negate: false, child_segments: [] },
                    ],
                  },
                ],
              },
            },
          },
          { operation_type: 'Update', params: { custom_audience_id: 'u2', name: 'New', description: '' } },
          { operation_type: 'Delete', params: { custom_audience_id: 'u3' } },
          {
            operation_type: 'Create',
            params: { audience_type: 'MOBILE_AUDIENCE', name: 'Of an app', description: 'All' },
          },
        ],
      ],
    ])
    expect(data).toEqual({
      outcome: {
        customAudiences: ['n0', 'u2', 'u3', 'n3'].map((restId) => ({ restId })),
        chunks: [{ start: 0, count: 4, status: 'DONE' }],
        userErrors: [],
        validation: null,
      },
    })
  })

  it('reports every broken rule at its path, and sends nothing', async () => {
    const branch = (childSegments: object[], changes: object = {}) => ({
      booleanOperator: 'OR',
      childSegments,
      ...changes,
    })
    const leaves = (count: number) => Array.from({ length: count }, (_, index) => leaf(`m${index}`))
    const { data } = await graph.write(BATCH, {
      accountId: 'a1',
      operations: [
        { create: { audienceType: 'FLEXIBLE', name: '' } },
        create('a', branch([leaf('m1'), branch([leaf('m2')], { booleanOperator: null })])),
        create('b', branch([leaf('m1'), {}])),
        create('c', branch([leaf('m1')], { customAudienceId: 'm2' })),
        create('d', leaf('m1', { lookbackWindow: 8 })),
        create('e', branch([branch(leaves(6)), branch(leaves(5))])),
        { delete: { customAudienceId: '' } },
        { create: { name: 'f' } },
      ],
    })

    expect(graph.sent()).toEqual([])
    expect(rulesOf(data)).toEqual([
      ['operations 0 create name', 'R-AUD-1'],
      ['operations 0 create segments', 'R-AUD-5'],
      ['operations 1 create segments childSegments 1 booleanOperator', 'R-AUD-6'],
      ['operations 2 create segments childSegments 1 customAudienceId', 'R-AUD-6'],
      ['operations 3 create segments customAudienceId', 'R-AUD-6'],
      ['operations 4 create segments lookbackWindow', 'R-AUD-7'],
      ['operations 5 create segments', 'R-AUD-9'],
      ['operations 6 delete customAudienceId', null],
      ['operations 7 create segments', 'R-AUD-5'],
    ])
  })

  it('refuses values of the wrong type (R-AUD-5, R-AUD-7), new segments (R-AUD-9) and two changes in one operation, and sends nothing', async () => {
    const wrong = [
      { create: { ...create('a').create, audienceType: 'CRM' } },
      { update: { customAudienceId: 'u1', segments: leaf('m1') } },
      { ...create('a'), delete: { customAudienceId: 'u1' } },
      create('a', leaf('m1', { frequencyComparator: 'NUM_NE' })),
      create('a', leaf('m1', { negate: null })),
    ]
    for (const operation of wrong) {
      const { errors } = await graph.write(BATCH, { accountId: 'a1', operations: [operation] })
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    }
    expect(graph.sent()).toEqual([])
  })

  it('sends 10 operations in a call, refuses 11 (R-AUD-5), and sends them in two calls with split', async () => {
    answerAll()
    const operations = (count: number) => Array.from({ length: count }, (_, index) => create(`n${index}`))
    const fits = await graph.write(BATCH, { accountId: 'a1', operations: operations(10) })
    const tooMany = await graph.write(BATCH, { accountId: 'a1', operations: operations(11) })
    const split = await graph.write(BATCH, { accountId: 'a1', operations: operations(11) }, { split: true })

    expect(fits.data!.outcome!.userErrors).toEqual([])
    expect(rulesOf(tooMany.data)).toEqual([['operations', 'R-AUD-5']])
    expect(split.data!.outcome!.customAudiences).toHaveLength(11)
    expect(graph.sent().map(([, body]) => (body as unknown[]).length)).toEqual([10, 10, 1])
  })

  it('reports the refusal of an operation at its index', async () => {
    const problem = { code: 'NAME_NOT_UNIQUE', message: 'Taken', parameter: 'params.name' }
    graph.answer(() => ({ status: 400, body: { operation_errors: [[], [problem]] } }))
    const { data } = await graph.write(BATCH, { accountId: 'a1', operations: [create('a'), create('b')] })

    expect(data).toMatchObject({
      outcome: {
        userErrors: [{ code: 'NAME_NOT_UNIQUE', field: ['input', 'operations', '1', 'create', 'name'] }],
        chunks: [{ status: 'FAILED' }],
      },
    })
  })

  it('checks with validateOnly the names, except those it frees, and all leaves in one call', async () => {
    const rows = [
      { id: 'u1', name: 'Gone' },
      { id: 'u2', name: 'Here' },
      { id: 'm1', name: 'x', audience_type: 'MOBILE_AUDIENCE' },
      { id: 'm2', name: 'y', audience_type: 'CRM' },
    ]
    graph.answer(() => ({ body: { data: rows, next_cursor: null } }))
    const { data } = await graph.write(
      BATCH,
      {
        accountId: 'a1',
        operations: [
          { delete: { customAudienceId: 'u1' } },
          create('Gone', leaf('m1')),
          create('Here', { booleanOperator: 'OR', childSegments: [leaf('m1'), leaf('m2')] }),
        ],
      },
      { validateOnly: true },
    )

    expect(graph.sent()).toHaveLength(3)
    expect(graph.sent()).toContainEqual([
      'GET accounts/a1/custom_audiences',
      expect.objectContaining({ custom_audience_ids: 'u1,m1,m2' }),
    ])
    expect(rulesOf(data)).toEqual([
      ['operations 2 create name', 'R-AUD-1'],
      ['operations 2 create segments childSegments 1 customAudienceId', 'R-AUD-5'],
    ])
    expect(data!.outcome!.validation!.unchecked).toEqual(['R-AUTH-5'])
  })

  it('leaves the type of the audience of a segment unchecked if its row lacks it (R-AUD-5)', async () => {
    graph.answer(({ query }) => ({
      body: { data: query['custom_audience_ids'] ? [{ id: 'm1' }] : [], next_cursor: null },
    }))
    const input = { accountId: 'a1', operations: [create('Joined', leaf('m1'))] }
    const { data } = await graph.write(BATCH, input, { validateOnly: true })

    expect(data!.outcome).toMatchObject({ userErrors: [], validation: { unchecked: ['R-AUTH-5', 'R-AUD-5'] } })
  })

  it('refuses a segment of an audience that an earlier operation deletes (R-AUD-5), and sends nothing', async () => {
    const remove = { delete: { customAudienceId: 'm1' } }
    const before = await graph.write(BATCH, { accountId: 'a1', operations: [remove, create('Joined', leaf('m1'))] })
    const sent = graph.sent()
    answerAll()
    const after = await graph.write(BATCH, { accountId: 'a1', operations: [create('Joined', leaf('m1')), remove] })

    expect(sent).toEqual([])
    expect(rulesOf(before.data)).toEqual([['operations 1 create segments customAudienceId', 'R-AUD-5']])
    expect(rulesOf(after.data)).toEqual([])
  })

  it('finds the audience of a segment whose ID is in uppercase, which the service takes too, and sends it in lowercase', async () => {
    graph.answer(({ query }) => ({
      body: {
        data: query['custom_audience_ids'] ? [{ id: 'm1', audience_type: 'MOBILE_AUDIENCE' }] : [],
      },
    }))
    const input = {
      accountId: 'a1',
      operations: [create('Joined', leaf('M1')), create('Also', leaf('CustomAudience:a1:M1'))],
    }
    const checked = await graph.write(BATCH, input, { validateOnly: true })
    expect(rulesOf(checked.data)).toEqual([])
    expect(graph.sent()).toContainEqual([
      'GET accounts/a1/custom_audiences',
      expect.objectContaining({ custom_audience_ids: 'm1' }),
    ])

    graph.reset()
    answerAll()
    const remove = { delete: { customAudienceId: 'm1' } }
    expect(rulesOf((await graph.write(BATCH, input)).data)).toEqual([])
    expect(graph.sent()).toMatchObject([
      [
        'POST batch/accounts/a1/custom_audiences',
        [
          { params: { segments: { custom_audience_id: 'm1' } } },
          { params: { segments: { custom_audience_id: 'm1' } } },
        ],
      ],
    ])
    const deleted = await graph.write(BATCH, { ...input, operations: [remove, ...input.operations] })
    expect(rulesOf(deleted.data)).toEqual([
      ['operations 1 create segments customAudienceId', 'R-AUD-5'],
      ['operations 2 create segments customAudienceId', 'R-AUD-5'],
    ])
  })

  it('refuses with validateOnly a name that only a later operation frees (R-AUD-1)', async () => {
    graph.answer(() => ({
      body: { data: [{ id: 'm1', name: 'Gone', audience_type: 'MOBILE_AUDIENCE' }], next_cursor: null },
    }))
    const mobile = { create: { audienceType: 'MOBILE_AUDIENCE', name: 'Gone' } }
    const described = { update: { customAudienceId: 'm1', description: 'x' } }
    const renamed = { update: { customAudienceId: 'm1', name: 'New' } }
    const check = async (operations: object[]) =>
      rulesOf((await graph.write(BATCH, { accountId: 'a1', operations }, { validateOnly: true })).data)

    expect(await check([mobile, renamed])).toEqual([['operations 0 create name', 'R-AUD-1']])
    expect(await check([described, mobile])).toEqual([['operations 1 create name', 'R-AUD-1']])
    expect(await check([renamed, mobile])).toEqual([])
  })
})

describe('validateOnly for an audience of another account', () => {
  it.each([
    ['READ_ONLY', [[['customAudienceId', null]], [['operations 0 update customAudienceId', null]]]],
    ['READ_WRITE', [[], []]],
  ])('with %s refuses changes that it does not allow, and never checks its name', async (level, refused) => {
    graph.answer(() => ({
      body: { data: [{ ...ROW, owner_account_id: 'a2', permission_level: level }], next_cursor: null },
    }))
    const change = { customAudienceId: 'u1', name: 'New' }
    const update = await graph.write(UPDATE, { accountId: 'a1', ...change }, { validateOnly: true })
    const operations = [{ update: { ...change } }]
    const batch = await graph.write(BATCH, { accountId: 'a1', operations }, { validateOnly: true })

    expect([rulesOf(update.data), rulesOf(batch.data)]).toEqual(refused)
    expect(update.data!.outcome!.validation!.unchecked).toEqual(['R-AUTH-5', 'R-AUD-1'])
    expect(graph.written()).toEqual([])
  })

  it('refuses its deletion', async () => {
    graph.answer(() => ({
      body: { data: [{ ...ROW, owner_account_id: 'a2', permission_level: 'READ_WRITE' }], next_cursor: null },
    }))
    const { data } = await graph.write(DELETE, { accountId: 'a1', customAudienceId: 'u1' }, { validateOnly: true })
    const operations = [{ delete: { customAudienceId: 'u1' } }]
    const batch = await graph.write(BATCH, { accountId: 'a1', operations }, { validateOnly: true })

    expect(data).toMatchObject({ outcome: { userErrors: [{ field: ['input', 'customAudienceId'] }] } })
    expect(rulesOf(batch.data)).toEqual([['operations 0 delete customAudienceId', null]])
    expect(graph.written()).toEqual([])
  })
})

describe('validateOnly for an audience whose owner is told in one of two columns', () => {
  const NAMESAKE = { id: 'u2', name: 'New', owner_account_id: 'a1' }
  const OWN = [{ owner_account_id: 'a1' }, { owner_account_id: 'A1' }, { is_owner: true }]
  const SHARED = [{ owner_account_id: 'a2' }, { is_owner: false }, { is_owner: false, owner_account_id: null }]
  const UNCERTAIN = [{}, { is_owner: null }, { is_owner: 'no' }, { is_owner: true, owner_account_id: 'a2' }]

  const outcomes = async (owner: object) => {
    graph.answer(({ query }) => ({
      body: { data: query['q'] ? [NAMESAKE] : [{ ...ROW, ...owner }], next_cursor: null },
    }))
    const change = { accountId: 'a1', customAudienceId: 'u1' }
    const update = await graph.write(UPDATE, { ...change, name: 'New' }, { validateOnly: true })
    const operations = [{ delete: { customAudienceId: 'u1' } }]
    const deletion = await graph.write(BATCH, { accountId: 'a1', operations }, { validateOnly: true })
    return [
      rulesOf(update.data),
      update.data!.outcome!.validation?.unchecked.includes('R-AUD-1'),
      rulesOf(deletion.data),
    ]
  }

  it.each(OWN)('checks its name and can delete it if %j', async (owner) => {
    expect(await outcomes(owner)).toEqual([[['name', 'R-AUD-1']], false, []])
  })

  it.each(SHARED)('leaves its name unchecked and refuses its deletion if %j', async (owner) => {
    expect(await outcomes(owner)).toEqual([[], true, [['operations 0 delete customAudienceId', null]]])
  })

  it.each(UNCERTAIN)('leaves both to the service if %j', async (owner) => {
    expect(await outcomes(owner)).toEqual([[], true, []])
  })

  it('leaves unchecked whether a name is free that an update of such an audience may take', async () => {
    graph.answer(({ query }) => ({ body: { data: query['q'] ? [] : [ROW], next_cursor: null } }))
    const operations = [
      { update: { customAudienceId: 'u1', name: 'New' } },
      { create: { audienceType: 'MOBILE_AUDIENCE', name: 'New' } },
    ]
    const { data } = await graph.write(BATCH, { accountId: 'a1', operations }, { validateOnly: true })

    expect(rulesOf(data)).toEqual([])
    expect(data!.outcome!.validation!.unchecked).toContain('R-AUD-1')
  })
})

describe('against the sandbox', () => {
  it('returns in later reads what was written', async () => {
    const { ask, close } = await openSandboxWrites()
    const found = async () => (await ask(WRITTEN, { account: DEMO_ACCOUNT_ID })).account!.customAudiences!.nodes

    const input = { accountId: DEMO_ACCOUNT_ID, name: 'Written' }
    const made = await ask(CREATE, { input: { ...input, description: 'x' } })
    const { id } = made.outcome!.customAudience!
    expect(await found()).toEqual([
      {
        id,
        name: 'Written',
        description: 'x',
        targetable: false,
        reasonsNotTargetable: ['PROCESSING', 'TOO_SMALL'],
        audienceSize: null,
      },
    ])
    expect(await ask(CREATE, { input })).toMatchObject({
      outcome: { customAudience: null, userErrors: [{ code: 'NAME_NOT_UNIQUE', field: ['input', 'name'] }] },
    })
    await ask(UPDATE, { input: { customAudienceId: id, name: 'Written anew', description: null } })
    expect(await found()).toMatchObject([{ id, name: 'Written anew', description: null }])
    await ask(DELETE, { input: { customAudienceId: id } })
    expect(await found()).toEqual([])
    await close()
  })
})
