import { BrowserClient } from './browser-client.ts'
import { type SandboxGraph, useSandboxGraph } from './graph.ts'

/** The headers of an operator, who may use tokens. */
export const OPERATOR = { authorization: 'Bearer the-operator' }

/** The graph over the sandbox that `useTokenGraph` has opened. */
export let graph: SandboxGraph

/** Opens the graph for the tests of a file. */
export function useTokenGraph(): void {
  graph = useSandboxGraph({ graph: { operatorTokens: ['the-operator'] } })
}

interface Payload {
  requestToken: {
    token: string
    tokenSecret: string
    callbackConfirmed: boolean
    authorizeUrl: string
    authenticateUrl: string | null
  } | null
  accessToken: { token: string; tokenSecret: string; userId: string; screenName: string } | null
  bearerToken: { tokenType: string; accessToken: string } | null
  userErrors: { field: string[]; rule: string | null }[]
}

export const REQUEST = `mutation ($input: CreateRequestTokenInput!, $validateOnly: Boolean! = false) {
  result: createRequestToken(input: $input, validateOnly: $validateOnly) {
    requestToken { token tokenSecret callbackConfirmed authorizeUrl(forceLogin: true, screenName: "n&a") authenticateUrl }
    userErrors { field rule }
  }
}`
export const ACCESS = `mutation ($input: CreateAccessTokenInput!) { result: createAccessToken(input: $input) {
  accessToken { token tokenSecret userId screenName } userErrors { field rule }
} }`
export const INVALIDATE = `mutation ($input: InvalidateAccessTokenInput!) { result: invalidateAccessToken(input: $input) {
  accessToken userErrors { field rule }
} }`
export const BEARER =
  'mutation { result: createBearerToken { bearerToken { tokenType accessToken } userErrors { field rule } } }'
export const INVALIDATE_BEARER = `mutation ($input: InvalidateBearerTokenInput!) {
  result: invalidateBearerToken(input: $input) { accessToken userErrors { field rule } }
}`

/** Runs one of these mutations. */
export async function run<Result = Payload>(
  document: string,
  input: object = {},
  headers: Record<string, string> = OPERATOR,
) {
  const { data, errors } = await graph.query<{ result: Result }>(document, { input }, headers)
  return { ...data?.result, errors } as Result & { errors: typeof errors }
}

/** The paths of the calls of a test. */
export const paths = () => graph.sandbox.requests.map(({ path }) => path)

/** Signs a user in with a PIN and returns the token. */
export async function accessToken() {
  const { requestToken } = await run(REQUEST, { callback: 'oob' })
  const page = new URL(requestToken!.authorizeUrl)
  const agreed = await new BrowserClient().post(
    `${page.origin}/oauth/authorize`,
    `oauth_token=${requestToken!.token}&user_id=1000000002`,
  )
  const verifier = /id="pin">(\d+)/.exec(agreed.text)![1]!
  const input = { requestToken: requestToken!.token, requestTokenSecret: requestToken!.tokenSecret, verifier }
  return run(ACCESS, input)
}
