import { createHmac } from 'node:crypto'
import { getNamedType, GraphQLID, isInputObjectType, type GraphQLInputType } from 'graphql'
import { z } from 'zod'
import { variantKey } from '../../../json/json.ts'
import { isObject, mapValues } from '../../../json/object.ts'
import { UpstreamError } from '../../../rest/errors.ts'
import { parseGlobalId } from '../../node/global-id.ts'

/** A user error of an operation that was left out because of what was stored then. */
const PROBLEM = z.object({
  code: z.string(),
  message: z.string(),
  field: z.array(z.string()),
  rule: z.string().nullable(),
})

/** What is recorded of one call. */
const CALL = z.object({
  /** The positions of its operations in a batch, and 0 for any other write. Empty until it is sent. */
  indexes: z.array(z.int()),
  /** The global ID of each of its rows, as far as it is known. */
  ids: z.array(z.string().nullable()),
  /** Whether the service confirmed it, or all its rows were found. */
  isDone: z.boolean(),
  /** When it was sent, by the clock of the service. */
  since: z.number(),
  /** What is wrong with the operations that were left out of it. */
  problems: z.array(PROBLEM).default([]),
})

const RECORD = z.object({
  /** The HMAC of the input. */
  input: z.string(),
  /** `sending` while a use of the key is under way, `open` if that ended before the write was done. */
  state: z.enum(['sending', 'open', 'done']),
  /** The use of the key that wrote it last. */
  use: z.string(),
  /** The calls that were made or are being made, in their order. */
  calls: z.array(CALL),
  /** The requests to Adgraph that have sent the write. */
  requestIds: z.array(z.string()),
})

export type CallOfRecord = z.output<typeof CALL>

/** What is recorded of a write. */
export type RecordOfWrite = z.output<typeof RECORD>

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
export function recordIn(text: string): RecordOfWrite {
  try {
    return RECORD.parse(JSON.parse(text))
  } catch {
    const message = 'The record of the idempotency key cannot be read; nothing was sent'
    throw new UpstreamError({ code: 'UPSTREAM_UNAVAILABLE', message })
  }
}

/** The HMAC of a value. It does not depend on the order of its properties. */
export function hmacOf(secret: string, value: unknown): string {
  return createHmac('sha256', secret).update(variantKey(value)).digest('base64url')
}

/** An input value with the service's ID in place of each global ID, so that both forms of an ID are the same input. */
export function withRestIds(value: unknown, type: GraphQLInputType | undefined): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withRestIds(item, type))
  const named = getNamedType(type)
  if (named?.name === GraphQLID.name && typeof value === 'string') return parseGlobalId(value)?.id ?? value
  if (!isObject(value) || !isInputObjectType(named)) return value
  const fields = named.getFields()
  return mapValues(value, (item, name) => withRestIds(item, fields[name]?.type))
}
