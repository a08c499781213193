import { describe, expect, it } from 'vitest'
import { useGraphOver } from '../../support/graph.ts'

const { upstream, graph } = useGraphOver(() => ({
  status: 404,
  body: { errors: [{ code: 'NOT_FOUND', message: 'none' }] },
}))

const START = new Date(Date.now() - 86_400_000).toISOString()
const CRITERIA = '[{ targetingType: LOCATION, targetingValue: "96683cc9126741d1" }]'

describe('a read of a single object', () => {
  it.each([
    ['authenticatedUserAccess', 'authenticatedUserAccess { userId }'],
    ['userSettings', 'userSettings(userId: 1) { contactPhone }'],
    ['features', 'features'],
    ['taxSettings', 'taxSettings { taxId }'],
    ['audienceEstimate', `audienceEstimate(input: { targetingCriteria: ${CRITERIA} }) { audienceSize }`],
  ])('of an account is the error NOT_FOUND for a 404: %s', async (field, selection) => {
    const { data, errors } = await graph.query(`{ account(id: "a1") { ${selection} } }`)

    expect(data).toEqual({ account: { [field]: null } })
    expect(errors).toMatchObject([
      { path: ['account', field], extensions: { code: 'NOT_FOUND', upstream: { status: 404 } } },
    ])
    expect(upstream.requests).toHaveLength(1)
  })

  it('of no account is the error NOT_FOUND for a 404: keywordInsights', async () => {
    const { data, errors } = await graph.query(
      `{ keywordInsights(keywords: ["coffee"], granularity: DAY, startTime: "${START}") { postVolume } }`,
    )

    expect(data).toEqual({ keywordInsights: null })
    expect(errors).toMatchObject([{ path: ['keywordInsights'], extensions: { code: 'NOT_FOUND' } }])
    expect(upstream.requests).toHaveLength(1)
  })

  it('is refused for an empty text, and not sent', async () => {
    const { errors } = await graph.query(
      `{ keywordInsights(keywords: ["coffee"], location: "", granularity: DAY, startTime: "${START}") { postVolume } }`,
    )

    expect(errors).toMatchObject([
      {
        message: '`location` is empty; omit it, or send a value',
        path: ['keywordInsights'],
        extensions: { code: 'BAD_USER_INPUT', field: 'location' },
      },
    ])
    expect(upstream.requests).toEqual([])
  })

  it('leaves the do-not-reach list null for a 404, which is a look-up', async () => {
    const { data, errors } = await graph.query('{ account(id: "a1") { doNotReachList { name } } }')

    expect([data, errors]).toEqual([{ account: { doNotReachList: null } }, undefined])
    expect(upstream.requests).toHaveLength(1)
  })
})
