import { z } from 'zod'
import { listAccounts } from '../../rest/account/account.ts'
import type { Endpoint } from '../../rest/endpoint.ts'
import type { Credentials } from '../../rest/wire/sign.ts'
import { faultOf } from './fault.ts'
import type { Outcome, Reads } from './reads.ts'
import { failed, passed, warned, type Check } from './report.ts'

/** Examines whether the application and its user are accepted, and which accounts the user sees: undefined if neither is known. */
export async function examineAccess(reads: Reads, { accessToken }: Credentials) {
  const hasToken = accessToken !== undefined
  const outcome = await reads.read(hasToken ? listAccounts : WITHOUT_TOKEN)
  const codes = outcome.error?.errors.map(({ code }) => Number(code)) ?? []
  const refused = refusal(outcome, codes, hasToken)
  if (refused) return { checks: [refused] }
  const application = passed('Application', hasToken ? 'its key and secret are valid' : 'its key is known')
  if (!hasToken) return { checks: [application, NO_TOKEN] }
  if (outcome.error) return { checks: [faultOf('Accounts', outcome)] }
  const ids = ACCOUNTS.parse(outcome.rows).map(({ id }) => id)
  return {
    checks: [application, passed('Token', `is valid${ownerOf(accessToken)}`), seen(ids)],
    accounts: { ids, rows: outcome.rows },
  }
}

/** The client has checked that each row has an ID. */
const ACCOUNTS = z.array(z.object({ id: z.coerce.string() }))

/** Signed for the application alone. The service refuses it, but with another code if the key is not known. */
const WITHOUT_TOKEN: Endpoint = { ...listAccounts, auth: 'consumer' }

const NO_TOKEN = warned(
  'Token',
  'there is none for everybody, so users sign in, and nothing below was read',
  'To examine accounts too, set OAUTH_ACCESS_TOKEN and OAUTH_ACCESS_TOKEN_SECRET of one user for this command',
)

/** The token of a user begins with the ID of the user. */
function ownerOf(token: string): string {
  const [, user] = /^(\d{1,20})-/.exec(token) ?? []
  return user === undefined ? '' : `, and belongs to user ${user}`
}

/** What the codes of the gateway mean (Authorization Interface, section 7). */
const REFUSALS: Record<number, Check> = {
  89: failed(
    'Token',
    'the service no longer accepts it (401, code 89): it was revoked, or belongs to another application',
    'Sign in again with `adgraph login`, or create a new token, and set both settings of OAUTH_ACCESS_TOKEN',
  ),
  135: failed(
    'Clock',
    'the service refuses the time of the signature (401, code 135)',
    'Set the clock of this machine by NTP',
  ),
  32: failed(
    'Application',
    'the service does not accept the signature (401, code 32): the key or a secret is wrong',
    'Copy OAUTH_CONSUMER_KEY and OAUTH_CONSUMER_SECRET again from the settings of the application, and ' +
      'OAUTH_ACCESS_TOKEN_SECRET with its token',
  ),
}

function refusal({ status }: Outcome, codes: readonly number[], hasToken: boolean): Check | undefined {
  const [known] = codes.flatMap((code) => REFUSALS[code] ?? [])
  // Without a token, 401 is what a known application gets.
  if (known || status !== 401 || !hasToken) return known
  return failed(
    'Token',
    `the service does not accept the credentials (${[status, ...codes].join(', code ')})`,
    'Copy all four settings of OAUTH_CONSUMER and OAUTH_ACCESS_TOKEN again, and check AUTH_BASE_URL',
  )
}

function seen(ids: readonly string[]): Check {
  if (ids.length === 0)
    return failed(
      'Accounts',
      'the user sees no account',
      'Ask an administrator of an account to add the user of this token, or set the token of another user',
    )
  const more = ids.length > MAX_SHOWN ? ` and ${ids.length - MAX_SHOWN} more` : ''
  return passed('Accounts', `the user sees ${ids.slice(0, MAX_SHOWN).join(', ')}${more}`)
}

const MAX_SHOWN = 5
