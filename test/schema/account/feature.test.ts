import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID, SMALL_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { useSandboxGraph } from '../../support/graph.ts'

const graph = useSandboxGraph()

describe('features', () => {
  it('are all features of the account without a filter', async () => {
    const { data, errors } = await graph.query(
      `{ demo: account(id: "${DEMO_ACCOUNT_ID}") { features } small: account(id: "${SMALL_ACCOUNT_ID}") { features } }`,
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      demo: {
        features: [
          'AGE_TARGETING',
          'CONVERSATION_CARD',
          'PROMOTED_MEDIA_POLLS',
          'REACH_FREQUENCY_CAP',
          'WEBSITE_CLICKS_CPM_BILLING',
        ],
      },
      small: { features: [] },
    })
    expect(graph.sandbox.requests.map(({ query }) => query)).toEqual([[], []])
  })

  it('are filtered by the three keys of the filter (R-ACC-3)', async () => {
    const { data, errors } = await graph.query(
      `{ account(id: "${DEMO_ACCOUNT_ID}") {
        features(keys: [REACH_AND_FREQUENCY_ANALYTICS, WEBSITE_CLICKS_CPM_BILLING]) none: features(keys: []) } }`,
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({ account: { features: ['WEBSITE_CLICKS_CPM_BILLING'], none: [] } })
    expect(graph.sandbox.requests.map(({ query }) => query)).toEqual([
      [['feature_keys', 'REACH_AND_FREQUENCY_ANALYTICS,WEBSITE_CLICKS_CPM_BILLING']],
    ])
  })

  it('refuse another key as a filter (R-ACC-3), and send nothing', async () => {
    const { errors } = await graph.query(`{ account(id: "${DEMO_ACCOUNT_ID}") { features(keys: [AGE_TARGETING]) } }`)
    expect(errors).toHaveLength(1)
    expect(graph.sandbox.requests).toEqual([])
  })
})
