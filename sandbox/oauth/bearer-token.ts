import { endpoint, type Call, type Endpoint } from '../endpoint/endpoint.ts'
import { oneOf, required, text } from '../endpoint/parameter.ts'
import { GatewayRefusal } from '../http/error.ts'
import { json } from '../http/reply.ts'

/**
 * The endpoints that create and invalidate the bearer token of the application (Authorization Interface, sections 4.6
 * and 4.7).
 */
export const bearerTokenEndpoints: Endpoint[] = [
  endpoint({
    method: 'POST',
    version: '',
    path: 'oauth2/token',
    quota: 'write',
    signed: false,
    parameters: { grant_type: required(oneOf('client_credentials')) },
    handle({ request, users, grants, now }) {
      const [key, secret] = basic(request.headers.authorization)
      if (secret === undefined || users.consumerSecret(key) !== secret) throw new GatewayRefusal(401, 32)
      const token = grants.createBearer(now)
      if (token === undefined) throw new GatewayRefusal(403, 99)
      return json(200, { token_type: 'bearer', access_token: token })
    },
  }),
  endpoint({
    method: 'POST',
    version: '',
    path: 'oauth2/invalidate_token',
    quota: 'write',
    parameters: { access_token: required(text({ min: 1 })) },
    handle({ users, user, grants, params }) {
      if (!users.isOwner(user)) throw new GatewayRefusal(403, 220)
      const revoked = grants.revokeBearer(params.access_token)
      if (revoked === undefined) throw new GatewayRefusal(401, 89)
      return json(200, { access_token: revoked })
    },
  }),
]

/** Throws the gateway's 401 unless the request has the valid bearer token. */
export function checkBearer({ request, grants }: Pick<Call, 'request' | 'grants'>): void {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined || !grants.isBearer(token)) throw new GatewayRefusal(401, 89)
}

function basic(header = ''): [key: string, secret: string | undefined] {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/.exec(header)?.[1] ?? ''
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  // Both are encoded before they are joined (RFC 6749, section 2.3.1).
  return colon === -1 ? ['', undefined] : [formDecoded(text.slice(0, colon)), formDecoded(text.slice(colon + 1))]
}

/** A form-encoded text decoded. A malformed text stays as it is, and is equal to no key. */
function formDecoded(text: string): string {
  return new URLSearchParams(`text=${text}`).get('text') ?? ''
}
