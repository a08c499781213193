import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { readRow } from '../../support/entity.ts'
import { useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const TWO_LINE_ITEMS = graphql(`query TwoLineItems($account: ID!) {
  account(id: $account) { lineItems(first: 2) { nodes { id } } }
}`)
const CRITERIA = graphql(`query TargetingCriteria($account: ID!, $lineItemIds: [ID!]!, $first: Int, $after: String) {
  account(id: $account) {
    targetingCriteria(lineItemIds: $lineItemIds, first: $first, after: $after) { nodes { id } pageInfo { endCursor } }
  }
}`)

const ROW = { id: 'k1' }

const graph = useSandboxGraph()

describe('a targeting criterion', () => {
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
    expect(sent.map(([, query]) => query)).toEqualInSteps([{ lang: 'de' }, { lang: 'fr' }])
  })
})
