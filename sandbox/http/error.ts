import { html, json, type Reply } from './reply.ts'

/** One error of the ads interface: an uppercase code, a message, and the parameter or attribute that it refers to. */
export interface ErrorItem {
  code: string
  message: string
  parameter?: string
  attribute?: string
  details?: string
  value?: string
}

/** A refusal by the ads interface, sent as `{ errors: [{ code: "CAPS", message, … }], request: { params } }`. */
export class Refusal extends Error {
  readonly status: number
  readonly items: ErrorItem[]
  readonly headers: Record<string, string>

  constructor(status: number, items: ErrorItem[], headers: Record<string, string> = {}) {
    super(items.map((item) => item.message).join('; '))
    this.status = status
    this.items = items
    this.headers = headers
  }
}

/** The codes of the gateway, with their messages. */
const GATEWAY_MESSAGES = {
  32: 'Could not authenticate you',
  89: 'Invalid or expired token',
  99: 'Bearer tokens are requested too often',
  135: 'Timestamp out of bounds',
  215: 'Bad Authentication data',
  220: 'Your credentials do not allow access to this resource',
  415: 'Callback URL not approved for this client application',
} as const

/** A refusal by the gateway in front of the interface, sent as `{ errors: [{ code: 215, message }] }`. */
export class GatewayRefusal extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: keyof typeof GATEWAY_MESSAGES) {
    super(GATEWAY_MESSAGES[code])
    this.status = status
    this.code = code
  }
}

/** A 400 for a parameter with an invalid value, or with a list that contains one. */
export function invalidParameter(parameter: string, message: string, value?: string): Refusal {
  return new Refusal(400, [{ code: 'INVALID_PARAMETER', message, parameter, ...(value !== undefined && { value }) }])
}

/** The error for a missing parameter that is required, always or because of other parameters. */
export function missingParameter(parameter: string): ErrorItem {
  return { code: 'MISSING_PARAMETER', message: `${parameter} is a required parameter`, parameter }
}

/** The error for a write that would break a rule, with the attribute that would break it. */
export function brokenRule(attribute: string, message: string): ErrorItem {
  return { code: 'INVALID', message, attribute }
}

/** The error for a parameter with the ID of a row that the account does not have. */
export function unknownReference(parameter: string, id: string): ErrorItem {
  return {
    code: 'INVALID_PARAMETER',
    message: `Expected an existing id, got "${id}" for ${parameter}`,
    parameter,
  }
}

/** Throws a 400 with all given errors, if there are any. */
export function refuseAll(items: readonly (ErrorItem | false)[]): void {
  const wrong = items.filter((item) => item !== false)
  if (wrong.length > 0) throw new Refusal(400, wrong)
}

/** A 404 for an ID in the path that does not exist. */
export function notFound(parameter: string, id: string): Refusal {
  return new Refusal(404, [{ code: 'NOT_FOUND', message: `${parameter} ${id} was not found`, parameter }])
}

/** The 403 for an account that does not exist or is not accessible; the interface does not distinguish them. */
export function accountNotFound(id: string): Refusal {
  const message = `User cannot access account ${id}`
  return new Refusal(403, [{ code: 'ACCOUNT_NOT_FOUND', message, parameter: 'account_id' }])
}

/** The 415 for a body that is not JSON, if the endpoint requires JSON. */
export function invalidContentType(): Refusal {
  return new Refusal(415, [{ code: 'INVALID_CONTENT_TYPE', message: 'The body must be application/json' }])
}

/** The 403 for what the caller may not do. */
export function forbidden(message: string): Refusal {
  return new Refusal(403, [{ code: 'INSUFFICIENT_USER_AUTHORIZED_PERMISSION', message }])
}

/** The 403 for an entity that the caller can read but not change. */
export function mayNotChange(what: string): Refusal {
  return forbidden(`User may not change ${what}`)
}

/** The error for what needs a feature that the account does not have. */
export function featureNotAvailable(message: string, parameter?: string): ErrorItem {
  return { code: 'FEATURE_NOT_AVAILABLE', message, ...(parameter !== undefined && { parameter }) }
}

/** The 403 for a write with a read-only token. */
export function readOnlyToken(): Refusal {
  const message = 'The access token was granted for reading only'
  return new Refusal(403, [{ code: 'READONLY_CLIENT_APPLICATION', message }])
}

/** The reply to a refused request, with the echo of its parameters. Rethrows errors that are not refusals. */
export function refusalReply(error: unknown, echo: Record<string, unknown>): Reply {
  if (error instanceof GatewayRefusal) {
    return json(error.status, { errors: [{ code: error.code, message: error.message }] })
  }
  if (error instanceof Refusal) {
    return json(error.status, { errors: error.items, request: { params: echo } }, error.headers)
  }
  throw error
}

/** The gateway's page for a path without an endpoint. */
export function pathNotFound(): Reply {
  return html(
    404,
    '<!DOCTYPE html><html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>',
  )
}

/** The 405 for a method that a path does not support. */
export function methodNotAllowed(method: string, allowed: string[]): Reply {
  const message = `Method ${method} is not allowed here`
  return json(
    405,
    { errors: [{ code: 'METHOD_NOT_ALLOWED', message }], request: { params: {} } },
    { allow: allowed.join(', ') },
  )
}
