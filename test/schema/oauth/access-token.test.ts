import { describe, expect, it } from 'vitest'
import { ACCESS, accessToken, INVALIDATE, paths, run, useTokenGraph } from '../../support/token.ts'

useTokenGraph()

describe('an access token', () => {
  it('belongs to the user who authorized it, is valid until it is invalidated, and the next one is different (R-AUTH-11, T1, T5)', async () => {
    const { accessToken: user } = await accessToken()
    expect(user).toMatchObject({ userId: '1000000002', screenName: 'colleague' })

    const input = { accessToken: user!.token, accessTokenSecret: user!.tokenSecret }
    expect(await run(INVALIDATE, input)).toMatchObject({ accessToken: user!.token, userErrors: [] })
    expect((await run(INVALIDATE, input)).errors).toMatchObject([
      { extensions: { code: 'UNAUTHENTICATED', upstream: { status: 401, errors: [{ code: 89 }] } } },
    ])
    expect(paths().slice(-2)).toEqual(['/1.1/oauth/invalidate_token.json', '/1.1/oauth/invalidate_token.json'])
    expect((await accessToken()).accessToken!.token).not.toBe(user!.token)
  })

  it.each(['requestToken', 'verifier'])('is not issued without `%s` (R-AUTH-11)', async (field) => {
    const input = { requestToken: 'a', requestTokenSecret: 'b', verifier: 'c', [field]: '' }
    expect((await run(ACCESS, input)).userErrors).toEqual([{ field: ['input', field], rule: 'R-AUTH-11' }])
    expect(paths()).toEqual([])
  })

  it.each([
    [{ accessToken: 'a' }, ['accessTokenSecret']],
    [{ accessTokenSecret: 'b' }, ['accessToken']],
    [{ accessToken: '', accessTokenSecret: '' }, ['accessToken', 'accessTokenSecret']],
    [{ accessTokenSecret: '' }, ['accessToken', 'accessTokenSecret']],
  ])('is not invalidated with only %o, nor is the token of the operator (R-AUTH-13)', async (input, fields) => {
    expect((await run(INVALIDATE, input)).userErrors).toEqual(
      fields.map((field) => ({ field: ['input', field], rule: 'R-AUTH-13' })),
    )
    expect(paths()).toEqual([])
  })
})
