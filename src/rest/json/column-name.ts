import type { WordTokens } from './word-tokens.ts'

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
