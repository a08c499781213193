import { html, json, type Reply } from './reply.ts'

/** One item of the ads interface's error list: a code in capitals, a message, and what it is about. */
export interface ErrorItem {
  code: string
  message: string
  parameter?: string
  attribute?: string
  details?: string
  value?: string
}

/** A refusal by the ads interface: thrown anywhere, answered as `{ errors: [{ code: "CAPS", message, … }], request: { params } }`. */
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

/** A refusal by the gateway in front of it: answered as `{ errors: [{ code: 215, message }] }`, a number and no `request`. */
export class GatewayRefusal extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** A 400 about one parameter that has a value the interface does not take. */
export function invalidParameter(parameter: string, message: string): Refusal {
  return new Refusal(400, [{ code: 'INVALID_PARAMETER', message, parameter }])
}

/** What is wrong when a parameter is not there that is required, always or because of the others. */
export function missingParameter(parameter: string): ErrorItem {
  return { code: 'MISSING_PARAMETER', message: `${parameter} is a required parameter`, parameter }
}

/** What is wrong when the values of a write do not go together, told of the attribute that would break the rule. */
export function brokenRule(attribute: string, message: string): ErrorItem {
  return { code: 'INVALID', message, attribute }
}

/** What is wrong when a parameter names a row that the account does not have. */
export function unknownReference(parameter: string, id: string): ErrorItem {
  return {
    code: 'INVALID_PARAMETER',
    message: `Expected an existing id, got "${id}" for ${parameter}`,
    parameter,
  }
}

/** Throws a 400 with everything that is wrong, if anything is. */
export function refuseAll(items: readonly (ErrorItem | false)[]): void {
  const wrong = items.filter((item) => item !== false)
  if (wrong.length > 0) throw new Refusal(400, wrong)
}

/** A 404 for an id, given as the named path parameter, that no row has. */
export function notFound(parameter: string, id: string): Refusal {
  return new Refusal(404, [{ code: 'NOT_FOUND', message: `${parameter} ${id} was not found`, parameter }])
}

/** The 403 for an account that does not exist or that the caller may not see; the interface does not tell which. */
export function accountNotFound(id: string): Refusal {
  const message = `User cannot access account ${id}`
  return new Refusal(403, [{ code: 'ACCOUNT_NOT_FOUND', message, parameter: 'account_id' }])
}

/** The 415 for a body that is not JSON where JSON is asked for. */
export function invalidContentType(): Refusal {
  return new Refusal(415, [{ code: 'INVALID_CONTENT_TYPE', message: 'The body must be application/json' }])
}

/** The 403 for what the caller may see and not change. */
export function mayNotChange(what: string): Refusal {
  return new Refusal(403, [{ code: 'INSUFFICIENT_USER_AUTHORIZED_PERMISSION', message: `User may not change ${what}` }])
}

/** The 403 for a write with a token that was granted for reading. */
export function readOnlyToken(): Refusal {
  const message = 'The access token was granted for reading only'
  return new Refusal(403, [{ code: 'READONLY_CLIENT_APPLICATION', message }])
}

/** The reply to a request that was refused, with the echo of its parameters; anything that is not a refusal is thrown on. */
export function refusalReply(error: unknown, echo: Record<string, unknown>): Reply {
  if (error instanceof GatewayRefusal) {
    return json(error.status, { errors: [{ code: error.code, message: error.message }] })
  }
  if (error instanceof Refusal) {
    return json(error.status, { errors: error.items, request: { params: echo } }, error.headers)
  }
  throw error
}

/** The gateway's page for a path that no endpoint has. */
export function pathNotFound(): Reply {
  return html(
    404,
    '<!DOCTYPE html><html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>',
  )
}

/** The 405 for a path that exists, asked with a method it does not have. */
export function methodNotAllowed(method: string, allowed: string[]): Reply {
  const message = `Method ${method} is not allowed here`
  return json(
    405,
    { errors: [{ code: 'METHOD_NOT_ALLOWED', message }], request: { params: {} } },
    { allow: allowed.join(', ') },
  )
}
