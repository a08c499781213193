import type { Endpoint } from './endpoint.ts'
import { parse } from './json/json.ts'
import { readLazyList } from './json/lazy-row.ts'
import { accountId } from './types.ts'

/** What the service puts around its data. */
export interface Envelope {
  data?: unknown
  next_cursor?: string | null
  total_count?: number
}

/** How the envelope is read out of a body, its rows stamped with their account; undefined for one that holds none. */
export type ReadBody = (body: Buffer, account: string | undefined) => Envelope | undefined

/** The envelope of a good answer; undefined for a body that is not one. */
export function readEnvelope(
  { fields }: Endpoint,
  body: Buffer,
  { account_id }: Readonly<Record<string, string>>,
  read: ReadBody,
): Envelope | undefined {
  return fields ? readFields(body.toString('utf8'), fields) : read(body, account_id)
}

/** The envelope of a body that is a JSON object. */
export function parseEnvelope(body: Buffer, account: string | undefined): Envelope | undefined {
  const envelope = objectIn(body)
  if (envelope && account !== undefined)
    for (const row of asList(envelope.data))
      if (typeof row === 'object' && row !== null) (row as { [accountId]?: string })[accountId] = account
  return envelope
}

function objectIn(body: Buffer): Envelope | undefined {
  try {
    const json = parse(body.toString('utf8'))
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json
  } catch {
    // What does not parse is told the same way as what parses to something else.
  }
  return undefined
}

/** A list's envelope, its rows still bytes where they have the usual form. */
export function readList(body: Buffer, account: string | undefined): Envelope | undefined {
  const list = readLazyList(body, account)
  return list ? { ...list.beside, data: list.rows } : parseEnvelope(body, account)
}

/**
 * An answer without an envelope: JSON, or name=value pairs joined by `&`; every value as text. Undefined where one of
 * these fields is missing.
 */
function readFields(body: string, names: readonly string[]): Record<string, string> | undefined {
  try {
    const pairs = body.trimStart().startsWith('{') ? Object.entries(parse(body) as object) : new URLSearchParams(body)
    const fields = Object.fromEntries([...pairs].map(([name, value]) => [name, String(value ?? '')]))
    return names.every((name) => fields[name]) ? fields : undefined
  } catch {
    return undefined
  }
}

/** `data` as a list, whichever of both forms the service chose. */
export function asList(data: unknown): unknown[] {
  if (Array.isArray(data)) return data
  return data === undefined || data === null ? [] : [data]
}
