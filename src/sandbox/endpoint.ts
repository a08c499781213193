import type { Grants } from './oauth/grant.ts'
import type { SecretBook, Signature } from './oauth.ts'
import type { Parameters, Values } from './parameter.ts'
import { json, type Reply } from './reply.ts'
import type { SandboxLimits } from './rate-limit.ts'
import type { WireRequest } from './request.ts'
import type { Store } from './store.ts'
import type { User, Users } from './user.ts'

/** The methods the service knows. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Which rate limit counts a call: `core` reads of an account's core entities, other `account` reads,
 * `global` reads without an account in the path, of which `option` (targeting options) and `insight` (keyword insights)
 * have limits of their own, `write`, or an upload of `users`.
 */
export type Quota = 'core' | 'account' | 'global' | 'option' | 'insight' | 'write' | 'users'

/** The names of the parameters in a path template. */
type PathNames<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? PathNames<Segment> | PathNames<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never

/** A request that was routed, checked and, where the endpoint asks for it, authenticated: all that a handler needs. */
export interface Call<Path extends string = string, P extends Parameters = Parameters> {
  path: Record<PathNames<Path>, string>
  params: Values<P>
  /** The echo of path and parameters that goes into `request.params`. */
  echo: Record<string, unknown>
  request: WireRequest
  /** The user who signed; NOBODY where the endpoint is not `signed`. */
  user: User
  /** The access token the request was signed with; undefined where the endpoint is not `signed`. */
  token: string | undefined
  /** The account in the path, or NO_ACCOUNT: whose rows the call is about. */
  owner: string
  store: Store
  users: Users
  grants: Grants
  limits: SandboxLimits
  now: Date
  /** Verifies the request's signature against other secrets than the users' tokens. Throws the gateway's 401. */
  verify: (secrets: SecretBook) => Signature
}

/** An endpoint as its entity's file declares it. The path is the reference's, without version and leading slash. */
export interface Definition<Path extends string, P extends Parameters> {
  method: Method
  version?: string
  path: Path
  quota: Quota
  /** Whether a user must have signed the request; true unless it says otherwise. */
  signed?: boolean
  /** Whether its body is JSON, which the signature does not cover; false unless it says otherwise. */
  json?: boolean
  parameters: P
  handle(call: Call<Path, P>): Reply
}

/** An endpoint as the router holds it, whatever its path and parameters. */
export interface Endpoint {
  method: Method
  version: string
  path: string
  quota: Quota
  signed: boolean
  json: boolean
  parameters: Parameters
  handle: (call: Call) => Reply
}

/** An endpoint of version 12, signed by a user, unless it says otherwise; its handler gets the values its path and parameters promise. */
export function endpoint<const Path extends string, P extends Parameters>(definition: Definition<Path, P>): Endpoint {
  // The pipeline fills a call by this very declaration, which the types of a list of endpoints cannot tell.
  return {
    version: '12',
    signed: true,
    json: false,
    ...definition,
    // A call's path and parameters have been read as this definition declares them.
    handle: (call) => definition.handle(call as unknown as Call<Path, P>),
  }
}

/** The answer in the interface's envelope: the echo of the parameters, then what is given (`data`, `next_cursor`, …). */
export function envelope(call: Pick<Call, 'echo'>, content: Record<string, unknown>, status = 200): Reply {
  return json(status, { request: { params: call.echo }, ...content })
}
