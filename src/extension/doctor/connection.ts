import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { pino } from 'pino'
import { z } from 'zod'
import { listAccounts } from '../../rest/account/account.ts'
import type { Endpoint } from '../../rest/endpoint.ts'
import { userTokenOf, type Credentials } from '../../rest/wire/sign.ts'
import { isCertificateFault } from '../../rest/wire/transport.ts'
import type { RedisOptions } from '../../state/redis.ts'
import { type ReadOutcome, type Reads, faultOf } from './reads.ts'
import { failed, passed, type CheckResult, warned } from './report.ts'

const CONNECT_MS = 5_000

/** Finds out whether the host of a URL can be reached: its address, a connection, and for https its certificate. */
export async function examineHost(name: string, url: string): Promise<CheckResult> {
  const { hostname, port, protocol, origin } = new URL(url)
  const isTls = protocol === 'https:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const began = performance.now()
  try {
    const { address } = await lookup(host)
    const resolved = performance.now()
    const socket = await connected(host, Number(port) || (isTls ? 443 : 80), isTls)
    const version = 'getProtocol' in socket ? `, ${socket.getProtocol()}` : ''
    socket.destroy()
    const [dns, connection] = [resolved - began, performance.now() - resolved].map((ms) => `${Math.ceil(ms)} ms`)
    return passed(name, `${origin} is reached at ${address} (name ${dns}, connection ${connection}${version})`)
  } catch (error) {
    const code = String(Object(error).code ?? 'no answer')
    return failed(name, ...connectionFault(code, host, origin))
  }
}

async function connected(host: string, port: number, isTls: boolean): Promise<Socket | TLSSocket> {
  const socket = isTls
    ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }) })
    : connectTcp({ host, port })
  const late = Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })
  const timer = setTimeout(() => socket.destroy(late), CONNECT_MS)
  await once(socket, isTls ? 'secureConnect' : 'connect').finally(() => clearTimeout(timer))
  return socket
}

function connectionFault(code: string, host: string, origin: string): [message: string, next: string] {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return [
      `the name ${host} cannot be resolved (${code})`,
      'Check the host in ADS_BASE_URL and AUTH_BASE_URL, and the DNS settings of this machine',
    ]
  if (isCertificateFault(code))
    return [
      `the certificate of ${host} is not accepted (${code})`,
      'If a proxy of your network inspects TLS, set NODE_EXTRA_CA_CERTS to its certificate; otherwise, check the ' +
        'host, and the date of this machine',
    ]
  if (/SSL|TLS|EPROTO/.test(code))
    return [`${host} does not speak TLS on this port (${code})`, 'Check the port in ADS_BASE_URL and AUTH_BASE_URL']
  return [
    `${origin} cannot be connected to (${code})`,
    'Check host and port, that the service runs, and that a firewall lets connections from this machine through',
  ]
}

/**
 * Connects to Redis as Adgraph does at its start, which also writes and deletes two keys of its own, and reports whether it can
 * be used and how far away it is.
 */
export async function examineRedis(
  options: Pick<RedisOptions, 'url' | 'timeoutMs' | 'serviceUrl'>,
): Promise<CheckResult> {
  const { connectRedis } = await import('../../state/redis.ts')
  const reasons: string[] = []
  const log = pino({}, { write: (line) => reasons.push(reasonIn(line)) })
  const redis = await connectRedis({ ...options, log })
  try {
    const began = performance.now()
    const isAvailable = await redis.ask<'PONG' | undefined>(
      { name: 'ping', reply: z.literal('PONG'), send: (connection) => connection.ping() },
      () => undefined,
    )
    const ms = Math.ceil(performance.now() - began)
    if (isAvailable) return passed('Redis', `answers in ${ms} ms, and may be used`)
    return failed(
      'Redis',
      `cannot be used: ${reasons.find(Boolean) ?? 'no answer'}`,
      'Check REDIS_URL, that Redis runs, and that its user may run scripts and use keys and channels that begin with ' +
        '`adgraph:`. Meanwhile, each instance uses its own memory',
    )
  } finally {
    redis.close()
  }
}

const LOGGED = z.object({ reason: z.string().default('') })

function reasonIn(line: string): string {
  return LOGGED.safeParse(JSON.parse(line)).data?.reason ?? ''
}

/** Examines whether the application and its user are accepted, and which accounts the user sees: undefined if neither is known. */
export async function examineAccess(reads: Reads, credentials: Credentials) {
  const { accessToken = '', bearer } = credentials
  const hasToken = userTokenOf(credentials) !== undefined
  const outcome = await reads.read(hasToken ? listAccounts : WITHOUT_TOKEN)
  // The gateway's codes are numbers, the interface's are words.
  const codes = (outcome.error?.errors ?? []).map(({ code }) => Number(code)).filter(Number.isFinite)
  const refused = bearer === undefined ? refusal(outcome, codes, hasToken) : bearerRefusal(outcome, codes)
  if (refused) return { checks: [refused] }
  const application = passed('Application', hasToken ? 'its key and secret are valid' : 'its key is known')
  if (!hasToken) return { checks: [application, NO_TOKEN] }
  if (outcome.error) return { checks: [faultOf('Accounts', outcome)] }
  const ids = ACCOUNTS.parse(outcome.rows).map(({ id }) => id)
  // A bearer token is sent without a signature of the application.
  const accepted =
    bearer === undefined
      ? [application, passed('Token', `is valid${ownerOf(accessToken)}`)]
      : [passed('Bearer token', 'the service takes it in place of a signature')]
  return {
    checks: [...accepted, seen(ids)],
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
const REFUSALS: Record<number, CheckResult> = {
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

function refusal({ status }: ReadOutcome, codes: readonly number[], hasToken: boolean): CheckResult | undefined {
  const [known] = codes.flatMap((code) => REFUSALS[code] ?? [])
  // Without a token, 401 is what a known application gets.
  if (known || status !== 401 || !hasToken) return known
  return failed(
    'Token',
    `the service does not accept the credentials (${[status, ...codes].join(', code ')})`,
    'Copy all four settings of OAUTH_CONSUMER and OAUTH_ACCESS_TOKEN again, and check AUTH_BASE_URL',
  )
}

function bearerRefusal({ status }: ReadOutcome, codes: readonly number[]): CheckResult | undefined {
  if (status !== 401 && status !== 403) return undefined
  return failed(
    'Bearer token',
    `the service does not accept it (${[status, ...codes].join(', code ')})`,
    'Check that it belongs to a user and has not expired, and that this version of the service takes bearer tokens',
  )
}

function seen(ids: readonly string[]): CheckResult {
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
