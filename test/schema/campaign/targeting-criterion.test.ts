import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { readRow } from '../../support/entity.ts'
import { openSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const TWO_LINE_ITEMS = graphql(`query TwoLineItems($account: ID!) {
  account(id: $account) { lineItems(first: 2) { nodes { id } } }
}`)
const CRITERIA = graphql(`query TargetingCriteria($account: ID!, $lineItemIds: [ID!]!, $first: Int, $after: String) {
  account(id: $account) {
    targetingCriteria(lineItemIds: $lineItemIds, first: $first, after: $after) { nodes { id } pageInfo { endCursor } }
  }
}`)

const ROW = {
  id: 'k1',
  line_item_id: 'l1',
  name: 'Los Angeles CA, US',
  localized_name: 'Los Ángeles',
  targeting_type: 'LOCATION',
  targeting_value: '3b77caf94bfc81fe',
  operator_type: 'EQ',
  location_type: 'CITY',
  created_at: '2026-05-01T08:00:00Z',
  updated_at: '2026-05-02T09:30:15Z',
  deleted: false,
}

const FIELDS =
  'id restId lineItemId name localizedName targetingType targetingValue operatorType locationType createdAt updatedAt deleted raw'

let graph: Awaited<ReturnType<typeof openSandboxGraph>>
beforeAll(async () => {
  graph = await openSandboxGraph()
})
afterAll(() => graph.close())

describe('a targeting criterion', () => {
  it('exposes the columns of its row in camelCase', async () => {
    const { data, errors, sent } = await readRow(
      ROW,
      `{ targetingCriterion(id: "TargetingCriterion:a1:k1") { ${FIELDS} } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      targetingCriterion: {
        id: 'TargetingCriterion:a1:k1',
        restId: 'k1',
        lineItemId: 'l1',
        name: 'Los Angeles CA, US',
        localizedName: 'Los Ángeles',
        targetingType: 'LOCATION',
        targetingValue: '3b77caf94bfc81fe',
        operatorType: 'EQ',
        locationType: 'CITY',
        createdAt: '2026-05-01T08:00:00Z',
        updatedAt: '2026-05-02T09:30:15Z',
        deleted: false,
        raw: ROW,
      },
    })
    expect(sent).toEqual([['/12/accounts/a1/targeting_criteria/k1', {}]])
  })

  it('is null in columns that the service omits', async () => {
    const { data, errors } = await readRow(
      { id: 'k1' },
      `{ targetingCriterion(accountId: "a1", id: "k1") { ${FIELDS} } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      targetingCriterion: {
        id: 'TargetingCriterion:a1:k1',
        restId: 'k1',
        lineItemId: null,
        name: null,
        localizedName: null,
        targetingType: null,
        targetingValue: null,
        operatorType: null,
        locationType: null,
        createdAt: null,
        updatedAt: null,
        deleted: null,
        raw: { id: 'k1' },
      },
    })
  })

  it('sends every filter of the interface', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{ account(id: "a1") { targetingCriteria(
        ids: ["x1", "TargetingCriterion:a1:x2"], lineItemIds: ["LineItem:a1:l1", "l2"], lang: "es"
        first: 3, withDeleted: true, sortBy: [{ field: "createdAt", direction: DESC }]
      ) { nodes { id } } } }`,
    )

    expect(errors).toBeUndefined()
    expect(sent).toEqual([
      [
        '/12/accounts/a1/targeting_criteria',
        {
          targeting_criterion_ids: 'x1,x2',
          line_item_ids: 'l1,l2',
          lang: 'es',
          sort_by: 'created_at-desc',
          with_deleted: 'true',
          count: '3',
        },
      ],
    ])
  })

  it('is paged for the given line items', async () => {
    const { data: found } = await graph.query(TWO_LINE_ITEMS, { account: DEMO_ACCOUNT_ID })
    const lineItemIds = found!.account!.lineItems!.nodes.map(({ id }) => id)
    const page = async (first: number, after?: string | null) => {
      const { data } = await graph.query(CRITERIA, { account: DEMO_ACCOUNT_ID, lineItemIds, first, after })
      return data!.account!.targetingCriteria!
    }
    const { nodes: whole } = await page(4)
    const first = await page(2)
    const next = await page(2, first.pageInfo.endCursor)

    expect(whole).toHaveLength(4)
    expect([...first.nodes, ...next.nodes]).toEqual(whole)
  })

  it('cannot be listed without line items, and sends nothing for an empty list', async () => {
    const refused = await readRow(ROW, '{ account(id: "a1") { targetingCriteria { nodes { id } } } }')
    expect(refused.errors).toHaveLength(1)
    expect(refused.sent).toEqual([])

    const none = await readRow(ROW, '{ account(id: "a1") { targetingCriteria(lineItemIds: []) { nodes { id } } } }')
    expect(none.data).toEqual({ account: { targetingCriteria: { nodes: [] } } })
    expect(none.sent).toEqual([])
  })

  it('returns every digit of a value that is sent as a number', async () => {
    const { data } = await readRow(
      '{"id":"k1","targeting_value":9007199254740993}',
      '{ targetingCriterion(id: "TargetingCriterion:a1:k1") { targetingValue } }',
    )
    expect(data).toEqual({ targetingCriterion: { targetingValue: '9007199254740993' } })
  })

  it.each(['EN', 'eng', '', 'd!'])('refuses the language "%s" before anything is sent', async (lang) => {
    const { errors, sent } = await readRow(
      ROW,
      `{ targetingCriterion(id: "TargetingCriterion:a1:k1", lang: "${lang}") { name } }`,
    )
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', field: 'lang', rule: 'R-TGT-10' } }])
    expect(sent).toEqual([])
  })

  it('is read separately for each language', async () => {
    const { sent } = await readRow(
      ROW,
      `{
        de: targetingCriterion(id: "TargetingCriterion:a1:k1", lang: "de") { localizedName }
        fr: targetingCriterion(id: "TargetingCriterion:a1:k1", lang: "fr") { localizedName }
      }`,
    )
    expect(sent.map(([, query]) => query)).toEqual([{ lang: 'de' }, { lang: 'fr' }])
  })
})
