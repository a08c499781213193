import { BACKSLASH, QUOTE, startsWith } from '../../json/bytes.ts'

/** Bytes of JSON, and a view of them for reading and writing several at a time. */
export interface ViewedBytes {
  readonly bytes: Buffer
  readonly view: DataView
}

/** The values of a column that the service has other words for: ours, as bytes that are written instead of those that arrived. */
export interface WordTokens extends ViewedBytes {
  /**
   * Where our word for the value that begins at a position of an answer begins in `bytes`: -1 if the value has no other word,
   * undefined if its bytes do not show that.
   */
  readonly startOf: (answer: Buffer, at: number) => number | undefined
}

/** Writers copy four bytes at a time, and so read beyond the end of a value. */
const PADDING = ' '.repeat(8)

/** Creates the tokens of these pairs: the word of the service, and ours. */
export function wordTokens(pairs: Iterable<readonly [theirs: string, ours: string]>): WordTokens {
  const tokens: { theirs: Buffer; start: number }[] = []
  let text = ''
  for (const [theirs, ours] of pairs) {
    tokens.push({ theirs: Buffer.from(JSON.stringify(theirs)), start: Buffer.byteLength(text) })
    text += JSON.stringify(ours) + PADDING
  }
  const bytes = Buffer.from(text)
  return {
    bytes,
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
    startOf(answer, at) {
      for (let index = 0; index < tokens.length; index += 1) {
        const token = tokens[index]
        const before = tokens[index >> 1]
        if (!token || !before || !startsWith(answer, at, token.theirs)) continue
        // Frequent values move to the front.
        tokens[index] = before
        tokens[index >> 1] = token
        return token.start
      }
      return isEscaped(answer, at) ? undefined : -1
    },
  }
}

/** Whether a text has an escape sequence, so that other bytes can be the same text. */
function isEscaped(answer: Buffer, at: number): boolean {
  if (answer[at] !== QUOTE) return false
  let end = at + 1
  while (end < answer.length && answer[end] !== QUOTE && answer[end] !== BACKSLASH) end += 1
  return answer[end] === BACKSLASH
}
