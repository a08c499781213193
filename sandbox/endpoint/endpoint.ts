import type { Grants } from '../access/grant.ts'
import type { Quota, SandboxLimits } from '../access/rate-limit.ts'
import type { SecretBook, Signature } from '../access/signature.ts'
import type { User, Users } from '../access/user.ts'
import type { Store } from '../data/store.ts'
import { json, type Reply } from '../http/reply.ts'
import type { WireRequest } from '../http/request.ts'
import type { Parameters, Values } from './parameter.ts'

/** The methods that the service supports. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The names of the parameters in a path template. */
type PathNames<Path extends string> = string extends Path
  ? string
  : Path extends `${infer Segment}/${infer Rest}`
    ? PathNames<Segment> | PathNames<Rest>
    : Path extends `:${infer Name}`
      ? Name
      : never

/** A routed and validated request, authenticated if the endpoint requires it: the input of a handler. */
export interface Call<Path extends string = string, P extends Parameters = Parameters> {
  path: Record<PathNames<Path>, string>
  params: Values<P>
  /** The echo of the path and the parameters for `request.params`. */
  echo: Record<string, unknown>
  request: WireRequest
  /** The user who signed; NOBODY if the endpoint is not `signed`. */
  user: User
  /** The access token that the request was signed with; undefined if the endpoint is not `signed`. */
  token: string | undefined
  /** The account in the path, which owns the rows of the call, or NO_ACCOUNT. */
  owner: string
  store: Store
  users: Users
  grants: Grants
  limits: SandboxLimits
  now: Date
  /** Verifies the signature of the request against secrets other than the users' tokens. Throws the gateway's 401. */
  verify: (secrets: SecretBook) => Signature
}

/** An endpoint, as the file of its entity declares it. The path has no version and no leading slash. */
interface Definition<Path extends string, P extends Parameters> {
  method: Method
  version?: string
  path: Path
  quota: Quota
  /** Whether a user must sign the request. Defaults to true. */
  signed?: boolean
  /** Whether its body is JSON, which the signature does not cover. Defaults to false. */
  json?: boolean
  /** A write in an account needs one of these permissions, if there are any. Defaults to the ones for campaigns (document 2, section 5). */
  editors?: readonly string[]
  parameters: P
  handle(call: Call<Path, P>): Reply
}

/** An endpoint as the router stores it, with any path and parameters. */
export interface Endpoint {
  method: Method
  version: string
  path: string
  quota: Quota
  signed: boolean
  json: boolean
  editors: readonly string[]
  parameters: Parameters
  handle: (call: Call) => Reply
}

/** Defines an endpoint, by default of version 12 and signed. Its handler is typed by path and parameters. */
export function endpoint<const Path extends string, P extends Parameters>(definition: Definition<Path, P>): Endpoint {
  // The pipeline fills a call from this declaration, which the type of a list of endpoints cannot express.
  return {
    version: '12',
    signed: true,
    json: false,
    editors: ['ACCOUNT_ADMIN', 'AD_MANAGER'],
    ...definition,
    // The path and parameters of a call were read as this definition declares them.
    handle: (call) => definition.handle(call as Call<Path, P>),
  }
}

/** A response in the envelope of the interface: the echo of the parameters, then the given members (`data`, …). */
export function envelope(call: Pick<Call, 'echo'>, content: Record<string, unknown>, status = 200): Reply {
  return json(status, { request: { params: call.echo }, ...content })
}
