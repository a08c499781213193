import { stringify } from './json.ts'

/** A response of the service: status, headers, content type, and a body that is written as JSON if the type is JSON. */
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

/** A reply with an HTML page, as the gateway in front of the service returns for unknown paths. */
export function html(status: number, body: string, headers: Record<string, string> = {}): Reply {
  return { status, headers, type: 'text/html;charset=utf-8', body }
}

/** A reply with plain text, or without a body if the text is empty. */
export function text(status: number, body: string, headers: Record<string, string> = {}): Reply {
  return { status, headers, type: 'text/plain;charset=utf-8', body }
}

/** Whether the body of a reply is written as JSON. */
export function isJson(reply: Reply): boolean {
  return reply.type === JSON_TYPE
}

/** The text of the body of a reply, as sent over the wire. */
export function bodyText(reply: Reply): string {
  return isJson(reply) ? stringify(reply.body) : String(reply.body)
}
