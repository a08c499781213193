import { describe, expect, it } from 'vitest'
import { customAudiences } from '../../../sandbox/audience/custom-audience.ts'
import { DEMO_ACCOUNT_ID, EURO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { readRow } from '../../support/entity.ts'
import { callCounts, useGraphOver, useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'
import { listsOf } from '../../support/upstream.ts'

const NODES = graphql(`query CustomAudienceNodes($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }`)
const SHARED = graphql(`query SharedAudiences($account: ID!) {
  account(id: $account) { customAudiences(permissionScope: SHARED) { nodes {
    restId isOwner permissionLevel ownerAccountId ownerAccount { name }
  } } }
}`)
const OF_CRITERIA = graphql(`query AudiencesOfCriteria($account: ID!, $first: Int) {
  account(id: $account) { lineItems(first: $first) { nodes { targetingCriteria { nodes {
    targetingType targetingValue customAudience { restId name }
  } } } } }
}`)
const NAMES = graphql(`query NamesOfAudiencesOfCriteria($first: Int) {
  account(id: "a1") { lineItems(first: $first) { nodes { targetingCriteria { nodes { customAudience { name } } } } } }
}`)

const ROW = {
  targetable: false,
  name: 'Newsletter readers',
  targetable_types: ['CRM', 'EXCLUDED_CRM'],
  audience_type: 'CRM',
  description: null,
  permission_level: 'READ_WRITE',
  owner_account_id: 'a1',
  id: 'x1',
  reasons_not_targetable: ['PROCESSING', 'TOO_SMALL'],
  created_at: '2026-05-30T18:48:20Z',
  updated_at: '2026-05-31T18:48:20Z',
  partner_source: 'OTHER',
  deleted: false,
  audience_size: null,
  is_owner: true,
}

const FIELDS = `id restId name description audienceType audienceSize targetable targetableTypes reasonsNotTargetable
  permissionLevel isOwner ownerAccountId partnerSource createdAt updatedAt deleted raw`

const graph = useSandboxGraph()

const own = () => graph.sandbox.store.table(customAudiences).rows(DEMO_ACCOUNT_ID)

describe('a custom audience', () => {
  it('has the fields of its row, and is neither targetable nor counted at first (R-AUD-1, R-AUD-2, R-AUD-3)', async () => {
    const { data, errors, sent } = await readRow(ROW, `{ customAudience(id: "CustomAudience:a1:x1") { ${FIELDS} } }`)
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      customAudience: {
        id: 'CustomAudience:a1:x1',
        restId: 'x1',
        name: 'Newsletter readers',
        description: null,
        audienceType: 'CRM',
        audienceSize: null,
        targetable: false,
        targetableTypes: ['CRM', 'EXCLUDED_CRM'],
        reasonsNotTargetable: ['PROCESSING', 'TOO_SMALL'],
        permissionLevel: 'READ_WRITE',
        isOwner: true,
        ownerAccountId: 'a1',
        partnerSource: 'OTHER',
        createdAt: '2026-05-30T18:48:20Z',
        updatedAt: '2026-05-31T18:48:20Z',
        deleted: false,
        raw: ROW,
      },
    })
    expect(sent).toEqual([['/12/accounts/a1/custom_audiences/x1', {}]])
  })

  it('has null for omitted columns, and UNRECOGNIZED for unknown enum values', async () => {
    const { data, errors } = await readRow(
      { id: 'x1', targetable_types: ['MOON'], audience_type: 'WEB' },
      '{ customAudience(id: "x1", accountId: "a1") { audienceType targetableTypes name ownerAccount { id } metadata { name } } }',
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      customAudience: {
        audienceType: 'UNRECOGNIZED',
        targetableTypes: ['UNRECOGNIZED'],
        name: null,
        ownerAccount: null,
        metadata: null,
      },
    })
  })

  it.each([
    ['namePrefix: ""', 'namePrefix', 'R-CONV-15'],
    [`ids: ${JSON.stringify(Array.from({ length: 201 }, (_, index) => `x${index}`))}`, 'ids', 'R-CONV-16'],
    ['ids: ["Campaign:a1:x1"]', 'ids', undefined],
  ])('refuses %.30s before anything is sent', async (args, field, rule) => {
    const { errors, sent } = await readRow(ROW, `{ account(id: "a1") { customAudiences(${args}) { nodes { id } } } }`)
    expect(errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'BAD_USER_INPUT', field, rule }])
    expect(sent).toEqual([])
  })

  it('can be read through node, and through nodes in one call with 200 others', async () => {
    const ids = own()
      .filter(({ deleted }) => !deleted)
      .map(({ id }) => `CustomAudience:${DEMO_ACCOUNT_ID}:${id}`)
    const { data, errors, calls } = await graph.query(NODES, {
      ids: [...ids, `CustomAudience:${DEMO_ACCOUNT_ID}:none`],
    })
    expect(errors).toBeUndefined()
    expect(data!.nodes).toEqual([...ids.map((id) => ({ __typename: 'CustomAudience', id })), null])
    // Audiences that the account does not own can be shared with it, which takes a second call.
    expect(graph.sandbox.requests.map(({ query }) => new Map(query).get('permission_scope'))).toEqual([
      undefined,
      'SHARED',
    ])
    expect(calls.map(({ keys }) => keys)).toEqual([ids.length + 1, 1])
  })

  it('that another account shares is listed with its scope, and read by ID (R-AUD-4)', async () => {
    const { data, errors } = await graph.query(SHARED, { account: DEMO_ACCOUNT_ID })
    expect(errors).toBeUndefined()
    const [shared] = data!.account!.customAudiences!.nodes
    expect(data!.account!.customAudiences!.nodes).toEqual([
      {
        restId: expect.any(String) as string,
        isOwner: false,
        permissionLevel: 'READ_ONLY',
        ownerAccountId: EURO_ACCOUNT_ID,
        ownerAccount: { name: 'Alpenglühen Reisen' },
      },
    ])
    const { data: found } = await graph.query(
      `{ node(id: "CustomAudience:${DEMO_ACCOUNT_ID}:${shared!.restId}") { ... on CustomAudience { isOwner } } }`,
    )
    expect(found).toEqual({ node: { isOwner: false } })
  })

  it('that is flexible has its tree, and reads the audiences of its leaves in one call (R-AUD-6, R-AUD-7, R-AUD-8, R-AUD-9)', async () => {
    const flexible = own().find(({ audience_type }) => audience_type === 'FLEXIBLE')!
    const { data, errors, calls } = await graph.query(
      `{ customAudience(id: "${flexible.id}", accountId: "${DEMO_ACCOUNT_ID}") { targetableTypes metadata {
          customAudienceId accountId name audienceSource uploadStatus segments { ...node childSegments { ...node childSegments { ...node childSegments { ...node } } } } } } }
       fragment node on SegmentNode { booleanOperator customAudienceId lookbackWindow frequency frequencyComparator negate customAudience { name audienceType } }`,
    )
    expect(errors).toBeUndefined()
    const branch = {
      customAudienceId: null,
      lookbackWindow: null,
      frequency: 1,
      frequencyComparator: 'NUM_GTE',
      negate: false,
      customAudience: null,
    }
    const leaf = (name: string) => {
      const audience = own().find((row) => row.name === name)!
      return {
        ...branch,
        booleanOperator: null,
        customAudienceId: audience.id,
        lookbackWindow: 30,
        customAudience: { name, audienceType: 'MOBILE_AUDIENCE' },
        childSegments: [],
      }
    }
    expect(data).toEqual({
      customAudience: {
        targetableTypes: ['FLEXIBLE', 'EXCLUDED_FLEXIBLE'],
        metadata: [
          {
            customAudienceId: flexible.id,
            accountId: DEMO_ACCOUNT_ID,
            name: flexible.name,
            audienceSource: 'FLEXIBLE',
            uploadStatus: 'COMPLETED',
            segments: {
              ...branch,
              booleanOperator: 'AND',
              childSegments: [
                {
                  ...branch,
                  booleanOperator: 'OR',
                  childSegments: [leaf('Opened the app'), leaf('Bought in the app')],
                },
                { ...leaf('Installed last month'), negate: true },
              ],
            },
          },
        ],
      },
    })
    expect(callCounts(calls)).toEqual({
      'GET accounts/:account_id/custom_audiences/:custom_audience_id': 1,
      'GET accounts/:account_id/custom_audiences': 1,
    })
  })
})

describe('the audiences of targeting criteria', () => {
  it('are fields of criteria of both types, and null for others', async () => {
    const { data, errors } = await graph.query(OF_CRITERIA, { account: DEMO_ACCOUNT_ID, first: 200 })
    expect(errors).toBeUndefined()
    const criteria = data!.account!.lineItems!.nodes.flatMap(({ targetingCriteria }) => targetingCriteria!.nodes)
    const named = criteria.filter(({ customAudience }) => customAudience !== null)
    expect(new Set(named.map(({ targetingType }) => targetingType))).toEqual(
      new Set(['CUSTOM_AUDIENCE', 'CUSTOM_AUDIENCE_EXPANDED']),
    )
    for (const { targetingValue, customAudience } of named) expect(customAudience!.restId).toBe(targetingValue)
    expect(criteria.filter(({ targetingType }) => targetingType!.startsWith('CUSTOM_AUDIENCE'))).toEqual(named)
  })

  describe('counted', () => {
    const all = Array.from({ length: 201 }, (_, index) => index)
    const { graph: counted } = useGraphOver(
      listsOf({
        line_items: all.map((index) => ({ id: `l${index}` })),
        targeting_criteria: all.map((index) => ({
          id: `k${index}`,
          line_item_id: `l${index}`,
          targeting_type: 'CUSTOM_AUDIENCE',
          targeting_value: `x${index}`,
        })),
        custom_audiences: all.map((index) => ({
          id: `x${index}`,
          name: `Audience ${index}`,
          metadata: [
            { segments: { boolean_operator: 'OR', child_segments: [{ custom_audience_id: `x${200 - index}` }] } },
          ],
        })),
      }),
    )

    it.each([
      [1, 1],
      [50, 1],
      [201, 2],
    ])('of %i criteria are read in %i calls', async (parents, lists) => {
      const { data, errors, calls } = await counted.query(NAMES, { first: parents })
      expect(errors).toBeUndefined()
      expect(
        data!.account!.lineItems!.nodes.map(
          ({ targetingCriteria }) => targetingCriteria!.nodes[0]!.customAudience!.name,
        ),
      ).toEqual(Array.from({ length: parents }, (_, index) => `Audience ${index}`))
      expect(callCounts(calls)).toEqual({
        'GET accounts/:account_id/line_items': 1,
        'GET accounts/:account_id/targeting_criteria': lists,
        'GET accounts/:account_id/custom_audiences': lists,
      })
    })

    it.each([
      [1, 1],
      [50, 1],
      [201, 2],
    ])('of %i segments are read in %i calls', async (parents, lists) => {
      const { errors, calls } = await counted.query(
        `{ account(id: "a1") { customAudiences(first: ${parents}) { nodes { metadata { segments { childSegments { customAudience { name } } } } } } } }`,
      )
      expect(errors).toBeUndefined()
      expect(callCounts(calls)).toEqual({ 'GET accounts/:account_id/custom_audiences': 1 + lists })
    })

    it('take no call if only their IDs are selected', async () => {
      const { errors, calls } = await counted.query(
        '{ account(id: "a1") { lineItems(first: 50) { nodes { targetingCriteria { nodes { customAudience { id } } } } } } }',
      )
      expect(errors).toBeUndefined()
      expect(callCounts(calls)).toEqual({
        'GET accounts/:account_id/line_items': 1,
        'GET accounts/:account_id/targeting_criteria': 1,
      })
    })
  })
})
