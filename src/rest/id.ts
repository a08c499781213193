import { isCardUri } from './creative/card.ts'
import { UpstreamError } from './errors.ts'
import { hasValue, textOf } from './value.ts'

// The service's IDs are base 36 or decimal; media keys have an underscore. Other characters are refused, so they cannot get into
// a path.
const ID_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'

export const MAX_ID_LENGTH = 64

/** 1 for each code of a character that IDs can have. */
const IS_ID_CODE = new Uint8Array(128)
for (const character of ID_CHARACTERS) IS_ID_CODE[character.charCodeAt(0)] = 1

/** Whether a part of a text is an ID. A request can have thousands of IDs: this takes a fraction of the time of a pattern. */
export function isIdText(text: string, start = 0, end = text.length): boolean {
  if (end <= start || end - start > MAX_ID_LENGTH) return false
  for (let at = start; at < end; at += 1) if (IS_ID_CODE[text.charCodeAt(at)] !== 1) return false
  return true
}

/**
 * The ID, or the URI of a card, that a column of a row has for another row. Null if it has none. An UpstreamError if its value is
 * anything else: sent as an ID, it could ask for other rows, or for the whole list.
 */
export function referenceIn(value: unknown): string | UpstreamError | null {
  if (typeof value === 'string' && (isIdText(value) || isCardUri(value))) return value
  if (!hasValue(value) || value === '') return null
  return Number.isSafeInteger(value) ? textOf(value) : notFitting('an ID', value)
}

/** The IDs that a column of a row has for other rows. Throws an UpstreamError if it has anything else. */
export function referencesIn(values: unknown): string[] {
  if (!hasValue(values) || values === '') return []
  if (!Array.isArray(values)) throw notFitting('a list of IDs', values)
  const references = values.map(referenceIn).filter(hasValue)
  const error = references.find((reference) => reference instanceof UpstreamError)
  if (error) throw error
  return references as string[]
}

/** The error of a value of the service that does not fit its column. */
export function notFitting(expected: string, value: unknown): UpstreamError {
  const message = `The service sent a value that is not ${expected}: ${JSON.stringify(value)}`
  return new UpstreamError({ code: 'UPSTREAM_UNAVAILABLE', message })
}
