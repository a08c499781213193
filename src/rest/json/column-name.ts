import { BACKSLASH, QUOTE, type QuotedText, quotedText, textAt } from '../../json/bytes.ts'

/** The name of a column: ours, and as it is sent. */
export interface ColumnName extends QuotedText {
  readonly name: string
}

/** The columns by the names that they have in answers. */
export interface WireColumns {
  /** The columns of the last row that was read. */
  latest: readonly ColumnName[]
  /** The column whose name begins here. Throws Unexpected if rows cannot have a getter of its name. */
  readonly at: (bytes: Buffer, at: number) => ColumnName
}

/** What rows need to know of the words of the service if they differ from ours. */
export interface RowVocabulary {
  readonly columns: WireColumns
  /** The values of a column, by our name, that differ from those that arrive. Undefined if none do. */
  readonly tokens: (column: string) => WordTokens | undefined
  /** The value of a column, by our name, in our words: an enum value, or an object with its members. */
  readonly value: (column: string, value: unknown) => unknown
}

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
  readonly startOf: (answer: ViewedBytes, at: number) => number | undefined
}

/** Writers copy four bytes at a time, and so read beyond the end of a value. */
const PADDING = ' '.repeat(8)

/** Creates the tokens of these pairs: the word of the service, and ours. */
export function wordTokens(pairs: Iterable<readonly [theirs: string, ours: string]>): WordTokens {
  const tokens: (QuotedText & { start: number })[] = []
  let text = ''
  for (const [theirs, ours] of pairs) {
    tokens.push({ ...quotedText(theirs), start: Buffer.byteLength(text) })
    text += JSON.stringify(ours) + PADDING
  }
  const bytes = Buffer.from(text)
  return {
    bytes,
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
    startOf: ({ bytes, view }, at) => textAt(tokens, view, at)?.start ?? (isEscaped(bytes, at) ? undefined : -1),
  }
}

/** Whether a text has an escape sequence, so that other bytes can be the same text. */
function isEscaped(answer: Buffer, at: number): boolean {
  if (answer[at] !== QUOTE) return false
  let end = at + 1
  while (end < answer.length && answer[end] !== QUOTE && answer[end] !== BACKSLASH) end += 1
  return answer[end] === BACKSLASH
}
