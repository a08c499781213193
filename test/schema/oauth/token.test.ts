import { describe, expect, it } from 'vitest'
import {
  ACCESS,
  accessToken,
  BEARER,
  graph,
  INVALIDATE,
  INVALIDATE_BEARER,
  paths,
  REQUEST,
  run,
  useTokenGraph,
} from '../../support/token.ts'

useTokenGraph()

describe('a mutation that returns or takes secrets', () => {
  it.each([
    ['a caller without a token', {}],
    ['a token that is not the operator', { authorization: 'Bearer the-operato' }],
  ])('is refused for %s, and nothing is sent', async (_, headers) => {
    const token = { requestToken: 'a', requestTokenSecret: 'b', verifier: 'c' }
    for (const [document, input] of [
      [REQUEST, { callback: 'oob' }],
      [ACCESS, token],
      [INVALIDATE, {}],
      [BEARER, {}],
      [INVALIDATE_BEARER, { accessToken: 'a' }],
    ] as const) {
      const { errors } = await run(document, input, headers)
      expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    }
    expect(paths()).toEqual([])
  })

  it('does not log any secret', async () => {
    const { accessToken: user } = await accessToken()
    const { bearerToken } = await run(BEARER)
    const log = graph.logLines.join('')
    for (const secret of [user!.token, user!.tokenSecret, bearerToken!.accessToken, 'the-operator'])
      expect(log).not.toContain(secret)
  })
})
