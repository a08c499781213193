import { stringify } from './json.ts'

/** What the service answers: a status, headers, a content type, and a body that is written as JSON when the type is JSON. */
export interface Reply {
  status: number
  headers: Record<string, string>
  type: string
  body: unknown
}

const JSON_TYPE = 'application/json;charset=utf-8'

/** A reply with a JSON body. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return { status, headers, type: JSON_TYPE, body }
}

/** A reply with an HTML page, as the gateway in front of the service gives for paths that lead nowhere. */
export function html(status: number, body: string, headers: Record<string, string> = {}): Reply {
  return { status, headers, type: 'text/html;charset=utf-8', body }
}

/** A reply with plain text, or with nothing at all when the text is empty. */
export function text(status: number, body: string, headers: Record<string, string> = {}): Reply {
  return { status, headers, type: 'text/plain;charset=utf-8', body }
}

/** Whether a reply's body is data to be written as JSON. */
export function isJson(reply: Reply): boolean {
  return reply.type === JSON_TYPE
}

/** The text of a reply's body, as it goes over the wire. */
export function bodyText(reply: Reply): string {
  return isJson(reply) ? stringify(reply.body) : String(reply.body)
}
