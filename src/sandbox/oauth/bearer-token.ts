import { endpoint, type Call, type Endpoint } from '../endpoint.ts'
import { GatewayRefusal } from '../error.ts'
import { byId } from '../order.ts'
import { oneOf, required } from '../parameter.ts'
import { json } from '../reply.ts'
import { NO_ACCOUNT, type Row, type TableDefinition } from '../store.ts'
import { SANDBOX_CREDENTIALS } from '../user.ts'

/** The outstanding bearer token of a client application, whose key is the row's id. */
export interface BearerTokenRow extends Row {
  access_token: string
}

/** The bearer tokens that are outstanding: one at most for each client application. */
export const bearerTokens: TableDefinition<BearerTokenRow> = { name: 'bearer_tokens', order: byId(), idLength: 12 }

/** The creation of bearer tokens (document 1, section 4.6). */
export const bearerTokenEndpoints: Endpoint[] = [
  endpoint({
    method: 'POST',
    version: '',
    path: 'oauth2/token',
    quota: 'write',
    signed: false,
    parameters: { grant_type: required(oneOf('client_credentials')) },
    handle({ request, store, now }) {
      const consumerKey = consumerOf(request.headers.authorization)
      const table = store.table(bearerTokens)
      const at = now.toISOString()
      const row = table.find(NO_ACCOUNT, consumerKey) ?? {
        id: consumerKey,
        created_at: at,
        updated_at: at,
        deleted: false,
        // URL-encoded, and to be sent as it is.
        access_token: `AAAA${table.newId()}%2F${table.newId()}%3D`,
      }
      table.insert(NO_ACCOUNT, row)
      return json(200, { token_type: 'bearer', access_token: row.access_token })
    },
  }),
]

/** The key of the client application that a Basic header proves (R-AUTH-15). Throws the gateway's 401. */
function consumerOf(authorization: string | undefined): string {
  const { consumerKey, consumerSecret } = SANDBOX_CREDENTIALS
  const pair = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')
  if (authorization === `Basic ${pair}`) return consumerKey
  throw new GatewayRefusal(401, 32, 'Could not authenticate you')
}

/** Lets only those pass who present a bearer token that is outstanding. Throws the gateway's 401. */
export function checkBearer({ request, store }: Pick<Call, 'request' | 'store'>): void {
  const rows = store.table(bearerTokens).rows(NO_ACCOUNT)
  const { authorization } = request.headers
  if (!rows.some((row) => authorization === `Bearer ${row.access_token}`))
    throw new GatewayRefusal(401, 89, 'Invalid or expired token')
}
