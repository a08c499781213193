import { BACKSLASH, QUOTE, startsWith } from '../../json/bytes.ts'

/** The name of a column: ours, and as it is sent. */
export interface ColumnName {
  readonly name: string
  /** The name as in an answer, with its quotes, and the same bytes as 32-bit integers. */
  readonly bytes: Buffer
  readonly words: readonly number[]
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

/** A column with this name of ours, and with that name in answers. */
export function columnName(name: string, sent: string): ColumnName {
  const bytes = Buffer.from(JSON.stringify(sent))
  return { name, bytes, words: wordsOf(bytes) }
}

/**
 * Whether the name of this column is at a position. Names are a large part of an answer, so they are compared four
 * bytes at a time.
 */
export function isNamed(view: DataView, at: number, { words, bytes: { length } }: ColumnName): boolean {
  if (at + length > view.byteLength || words.length === 0) return false
  for (let word = 0; word < words.length - 1; word += 1) if (view.getUint32(at + 4 * word) !== words[word]) return false
  return view.getUint32(at + length - 4) === words[words.length - 1]
}

/** A name's bytes as 32-bit integers; the last one may overlap the one before. */
function wordsOf(name: Buffer): number[] {
  if (name.length < 4) return []
  const words = Array.from({ length: Math.ceil(name.length / 4) - 1 }, (_, word) => name.readUInt32BE(4 * word))
  return [...words, name.readUInt32BE(name.length - 4)]
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
