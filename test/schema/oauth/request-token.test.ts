import { describe, expect, it } from 'vitest'
import { graph, OPERATOR, paths, REQUEST, run, useTokenGraph } from '../../support/token.ts'

useTokenGraph()

describe('a request token', () => {
  it('comes with the browser URLs that its callback allows (R-AUTH-4, R-AUTH-5, R-AUTH-9)', async () => {
    const { requestToken } = await run(REQUEST, { callback: 'https://app.example/cb', accessType: 'READ' })
    expect(requestToken!.callbackConfirmed).toBe(true)
    const { token, authorizeUrl, authenticateUrl } = requestToken!

    expect(authorizeUrl).toBe(
      `${graph.sandbox.url}/oauth/authorize?oauth_token=${token}&force_login=true&screen_name=n%26a`,
    )
    expect(authenticateUrl).toBe(`${graph.sandbox.url}/oauth/authenticate?oauth_token=${token}`)
    expect(graph.sandbox.requests.map(({ path, query }) => [path, query])).toEqual([
      ['/oauth/request_token', [['svc_auth_access_type', 'read']]],
    ])
  })

  it('for a PIN has only the authorize URL (R-AUTH-9)', async () => {
    const { requestToken } = await run(REQUEST, { callback: 'oob' })
    expect(requestToken!.authenticateUrl).toBeNull()
  })

  it.each(['here', '', '/cb', 'http://a b\u0000'])('is refused for the callback %j (R-AUTH-4)', async (callback) => {
    expect(await run(REQUEST, { callback })).toMatchObject({
      requestToken: null,
      userErrors: [{ field: ['input', 'callback'], rule: 'R-AUTH-4' }],
    })
    expect(paths()).toEqual([])
  })

  it.each([
    ['https://app.example/cb', { checked: [], unchecked: ['R-AUTH-4'] }],
    ['oob', { checked: ['R-AUTH-4'], unchecked: [] }],
  ])('is validated, except for the settings of the application: %s (R-AUTH-4)', async (callback, validation) => {
    const document = `mutation ($callback: String!) {
      createRequestToken(input: { callback: $callback }, validateOnly: true) { validation { checked unchecked } }
    }`
    expect((await graph.query(document, { callback }, OPERATOR)).data).toEqual({ createRequestToken: { validation } })
    expect(paths()).toEqual([])
  })

  it.each(['javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'])(
    'is refused for the callback %j, which a browser would execute or open locally',
    async (callback) => {
      expect(await run(REQUEST, { callback })).toMatchObject({
        requestToken: null,
        userErrors: [{ field: ['input', 'callback'], rule: null }],
      })
      expect(paths()).toEqual([])
    },
  )

  it('is requested only with the access READ or WRITE (R-AUTH-5)', async () => {
    expect((await run(REQUEST, { callback: 'oob', accessType: 'ADMIN' })).errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT' } },
    ])
    expect(paths()).toEqual([])
  })

  it('has no URL for a name that contains half a character', async () => {
    const document = `mutation ($screenName: String) { createRequestToken(input: { callback: "oob" }) {
      requestToken { authorizeUrl(screenName: $screenName) }
    } }`
    expect((await graph.query(document, { screenName: '\ud800' }, OPERATOR)).errors).toMatchObject([
      {
        path: ['createRequestToken', 'requestToken', 'authorizeUrl'],
        extensions: { code: 'BAD_USER_INPUT', field: 'screenName' },
      },
    ])
  })

  it('is not requested with validateOnly', async () => {
    const variables = { input: { callback: 'app://cb' }, validateOnly: true }
    const { data } = await graph.query(REQUEST, variables, OPERATOR)
    expect(data).toEqual({ result: { requestToken: null, userErrors: [] } })
    expect(paths()).toEqual([])
  })
})
