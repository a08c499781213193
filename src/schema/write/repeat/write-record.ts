import { isObject, sortedEntries } from '../../../json/object.ts'
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { UpstreamError } from '../../../rest/errors.ts'

/** What is recorded of one call. */
const CALL = z.object({
  indexes: z.array(z.int()),
  /** The IDs of its rows. Null until it is done. */
  ids: z.array(z.string().nullable()).nullable(),
  /** How often it was sent. 0 if it surely did not happen. */
  sent: z.int(),
  /** By the clock of the service, when it was sent first. */
  since: z.number(),
  /** How often it was looked for and not found, since it was sent last. */
  looks: z.int(),
})

const RECORD = z.object({ calls: z.array(CALL), requestIds: z.array(z.string()) })

/** What is recorded of a write: its calls, and the IDs of the requests that sent them. */
export type StoredWrite = z.output<typeof RECORD>

export type CallOfRecord = z.output<typeof CALL>

/** What is recorded of a call before it is sent, by the clock of the service. */
export function sentAhead(since: number): CallOfRecord {
  return { indexes: [], ids: null, sent: 1, since, looks: 0 }
}

/** What a store returns. If it fails, nothing must be sent. */
export async function recorded<T>(stored: Promise<T>): Promise<T> {
  try {
    return await stored
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UpstreamError({ code: 'UPSTREAM_UNAVAILABLE', message: `${reason}; nothing was sent` })
  }
}

/** What is recorded in a text. Throws if it is not of this format. */
export function recordIn(text: string): StoredWrite {
  try {
    return RECORD.parse(JSON.parse(text))
  } catch {
    const message = 'The record of the idempotency key cannot be read; nothing was sent'
    throw new UpstreamError({ code: 'UPSTREAM_UNAVAILABLE', message })
  }
}

/** The HMAC of a value. It does not depend on the order of its properties. */
export function hmacOf(secret: string, value: unknown): string {
  return createHmac('sha256', secret).update(JSON.stringify(value, inOrder)).digest('base64url')
}

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  return isObject(value) ? Object.fromEntries(sortedEntries(value)) : value
}
