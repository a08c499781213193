import { describe, expect, it } from 'vitest'
import { curatedCategories } from '../../../sandbox/account/curated-category.ts'
import { DEMO_ACCOUNT_ID, NO_ACCOUNT } from '../../../sandbox/index.ts'
import { useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const graph = useSandboxGraph()

const rows = () => graph.sandbox.store.table(curatedCategories).rows(NO_ACCOUNT)
const inJapan = () => rows().filter(({ country_codes }) => country_codes.includes('JP'))

const PAGE = graphql(`query CuratedCategoryPage($account: ID!, $countryCodes: [String!]!, $first: Int, $after: String) {
  account(id: $account) {
    curatedCategories(countryCodes: $countryCodes, first: $first, after: $after) {
      nodes { restId } edges { cursor } pageInfo { hasNextPage endCursor }
    }
  }
}`)

const page = (countryCodes: string[], first?: number, after?: string | null) =>
  graph.query(PAGE, { account: DEMO_ACCOUNT_ID, countryCodes, first, after })

describe('curated categories', () => {
  it('have all fields that the service sends', async () => {
    const [row] = inJapan()
    const { data, errors } = await graph.query(
      `{ account(id: "${DEMO_ACCOUNT_ID}") { curatedCategories(countryCodes: ["JP"], first: 1) { nodes {
        id restId name description countryCodes publisherUserIds videosMonetizedInLastThirtyDays createdAt updatedAt deleted } } } }`,
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      account: {
        curatedCategories: {
          nodes: [
            {
              id: `CuratedCategory:${DEMO_ACCOUNT_ID}:${row!.id}`,
              restId: row!.id,
              name: row!.name,
              description: row!.description,
              countryCodes: row!.country_codes,
              publisherUserIds: row!.publisher_user_ids,
              videosMonetizedInLastThirtyDays: String(row!.videos_monetized_in_last_thirty_days),
              createdAt: row!.created_at,
              updatedAt: row!.updated_at,
              deleted: false,
            },
          ],
        },
      },
    })
  })

  it('apply `first` to the pages of the service, and send no `count` (R-ACC-9)', async () => {
    const { data, errors } = await page(['JP'])
    expect(errors).toBeUndefined()
    expect(data!.account!.curatedCategories!.nodes.map(({ restId }) => restId)).toEqual(inJapan().map(({ id }) => id))
    expect(data!.account!.curatedCategories!.pageInfo.hasNextPage).toBe(false)
    expect(graph.sandbox.requests.map(({ query }) => query.map(([name]) => name))).toEqual([
      ['country_codes'],
      ...Array.from({ length: Math.ceil(inJapan().length / 10) - 1 }, () => ['country_codes', 'cursor']),
    ])
  })

  it('are read in pages of 3, and resume in the middle of a page of the service', async () => {
    const walked: string[] = []
    let after: string | null = null
    for (;;) {
      const { data }: Awaited<ReturnType<typeof page>> = await page(['JP'], 3, after)
      const { nodes, pageInfo } = data!.account!.curatedCategories!
      walked.push(...nodes.map(({ restId }) => restId))
      if (!pageInfo.hasNextPage) break
      after = pageInfo.endCursor
    }
    expect(walked).toEqual(inJapan().map(({ id }) => id))
  })

  it('are read by ID without parameters, and are null if they do not exist', async () => {
    const [row] = rows()
    const { data, errors } = await graph.query(
      `{ none: curatedCategory(id: "none", accountId: "${DEMO_ACCOUNT_ID}") { name }
         node(id: "CuratedCategory:${DEMO_ACCOUNT_ID}:${row!.id}") { __typename id }
         curatedCategory(id: "${row!.id}", accountId: "${DEMO_ACCOUNT_ID}") { name } }`,
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      none: null,
      node: { __typename: 'CuratedCategory', id: `CuratedCategory:${DEMO_ACCOUNT_ID}:${row!.id}` },
      curatedCategory: { name: row!.name },
    })
    const path = `/12/accounts/${DEMO_ACCOUNT_ID}/curated_categories/`
    expect(graph.sandbox.requests.map((request) => [request.path, request.query])).toEqualInSteps([
      [`${path}none`, []],
      [`${path}${row!.id}`, []],
    ])
  })

  it.each([
    ['no code', [], 0],
    ['a word', ['Japan'], 0],
    ['a code in lower case', ['jp'], 0],
    ['a code of no country', ['ZZ'], 0],
    ['201 codes', Array.from({ length: 201 }, () => 'JP'), 0],
    ['200 codes', Array.from({ length: 200 }, () => 'JP'), 1],
  ])('take 1 to 200 two-letter codes (R-ACC-9): %s', async (_, codes, calls) => {
    const { errors } = await page(codes, 1)
    expect(errors?.map(({ extensions }) => extensions) ?? []).toEqual(
      calls === 0 ? [{ code: 'BAD_USER_INPUT', field: 'countryCodes', rule: 'R-ACC-9' }] : [],
    )
    expect(graph.sandbox.requests).toHaveLength(calls)
  })
})
