/** Longer texts are beyond every limit. */
const MAX_COUNTED_LENGTH = 10_000

/**
 * The number of characters of a text. For a very long one it is the number of UTF-16 code units, which is about the same: to count
 * the characters of megabytes takes milliseconds, and hundreds of fields can use the same variable.
 */
export function characterCount(text: string): number {
  return text.length > MAX_COUNTED_LENGTH ? text.length : Array.from(text).length
}
