import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRow } from '../../support/entity.ts'
import { callCounts, openSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const ROW = {
  monetizable_country_codes: ['US'],
  promotion_eligible_country_codes: ['CA', 'US'],
  username: 'peakcycling',
  user_id: '1590700200207413126',
  monetization_restricted: false,
  content_category_ids: ['3k', '41'],
}

const FIELDS = `userId username monetizableCountryCodes promotionEligibleCountryCodes monetizationRestricted
  contentCategories { nodes { restId } } raw`

let graph: Awaited<ReturnType<typeof openSandboxGraph>>
beforeAll(async () => {
  graph = await openSandboxGraph()
})
afterAll(() => graph.close())

describe('a publisher', () => {
  it('has the fields of its row in camelCase', async () => {
    const { data, errors, sent } = await readRow([ROW], `{ publishers { nodes { ${FIELDS} } } }`)

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      publishers: {
        nodes: [
          {
            userId: '1590700200207413126',
            username: 'peakcycling',
            monetizableCountryCodes: ['US'],
            promotionEligibleCountryCodes: ['CA', 'US'],
            monetizationRestricted: false,
            contentCategories: { nodes: [{ restId: '3k' }, { restId: '41' }] },
            raw: ROW,
          },
        ],
      },
    })
    expect(sent).toEqual([['/12/publishers', {}]])
  })

  it('keeps every digit of a user ID that is sent as a number', async () => {
    const { data } = await readRow('[{"user_id":1590700200207413126}]', '{ publishers { nodes { userId } } }')

    expect(data).toEqual({ publishers: { nodes: [{ userId: '1590700200207413126' }] } })
  })

  it('has null for columns that the service omits', async () => {
    const { data, errors } = await readRow([{}], `{ publishers { nodes { ${FIELDS} } } }`)

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      publishers: {
        nodes: [
          {
            userId: null,
            username: null,
            monetizableCountryCodes: null,
            promotionEligibleCountryCodes: null,
            monetizationRestricted: null,
            contentCategories: { nodes: [] },
            raw: {},
          },
        ],
      },
    })
  })

  it('reads the content categories of all publishers in one call', async () => {
    const { data, errors, calls } = await graph.query(
      graphql(`query ContentOfPublishers { publishers { nodes { contentCategories { nodes { name } } } } }`),
    )

    expect(errors).toBeUndefined()
    expect(data!.publishers!.nodes).toHaveLength(25)
    expect(
      data!.publishers!.nodes.every(({ contentCategories }) =>
        contentCategories!.nodes.every(({ name }) => name !== null),
      ),
    ).toBe(true)
    expect(callCounts(calls)).toEqual({ 'GET publishers': 1, 'GET content_categories': 1 })
  })
})
