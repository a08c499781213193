import { describe, expect, it } from 'vitest'
import { BEARER, graph, INVALIDATE_BEARER, OPERATOR, paths, run, useTokenGraph } from '../../support/token.ts'

useTokenGraph()

describe('the bearer token', () => {
  it('is cached, and different after it was invalidated (R-AUTH-15, R-AUTH-16, R-AUTH-19, T2, T3, T4)', async () => {
    const { bearerToken } = await run(BEARER)
    expect(bearerToken).toEqual({ tokenType: 'bearer', accessToken: expect.stringContaining('%2F') as string })
    expect((await run(BEARER)).bearerToken).toEqual(bearerToken)
    expect(paths()).toEqual(['/oauth2/token'])

    const input = { accessToken: bearerToken!.accessToken }
    expect(await run(INVALIDATE_BEARER, input)).toMatchObject({ accessToken: input.accessToken, userErrors: [] })
    expect((await run(BEARER)).bearerToken).not.toEqual(bearerToken)
    expect(paths()).toEqual(['/oauth2/token', '/oauth2/invalidate_token', '/oauth2/token'])
  })

  it('is a call of the field that asks for it in the trace', async () => {
    const { bearerToken } = await run(BEARER)
    await run(INVALIDATE_BEARER, { accessToken: bearerToken!.accessToken })
    const { trace } = await graph.query(BEARER, {}, OPERATOR)

    expect(trace).toMatchObject({
      fields: [{ path: 'result', calls: 1 }],
      calls: [{ method: 'POST', path: 'oauth2/token', fields: ['result'] }],
    })
  })

  it('is requested only with client credentials, which is not an argument (R-AUTH-15)', async () => {
    const { errors } = await graph.query(
      'mutation { createBearerToken(grantType: "password") { userErrors { code } } }',
      {},
      OPERATOR,
    )
    expect(errors).toMatchObject([{ message: expect.stringContaining('"grantType"') as string }])
    expect(paths()).toEqual([])
  })

  it('is invalidated on behalf of another owner with both parts of the owner token', async () => {
    const { bearerToken } = await run(BEARER)
    const owner = graph.sandbox.addUser({ screenName: 'owner' })
    const input = { accessToken: bearerToken!.accessToken, ownerAccessToken: owner.accessToken }
    expect((await run(INVALIDATE_BEARER, input)).userErrors).toEqual([
      { field: ['input', 'ownerAccessTokenSecret'], rule: 'R-AUTH-19' },
    ])
    expect((await run(INVALIDATE_BEARER, { accessToken: '' })).userErrors).toEqual([
      { field: ['input', 'accessToken'], rule: 'R-AUTH-19' },
    ])
    const whole = { ...input, ownerAccessTokenSecret: owner.accessTokenSecret }
    // The sandbox's application is owned by its first user.
    expect((await run(INVALIDATE_BEARER, whole)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    expect(graph.sandbox.requests.at(-1)!.headers.authorization).toContain(owner.accessToken)
    const { accessToken: ownerAccessToken, accessTokenSecret: ownerAccessTokenSecret } = graph.sandbox.credentials
    const byOwner = { ...input, ownerAccessToken, ownerAccessTokenSecret }
    expect((await run(INVALIDATE_BEARER, byOwner)).errors).toBeUndefined()
  })
})
