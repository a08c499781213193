import { QUOTE, skipString, Unexpected, valueAt } from '../../json/bytes.ts'
import { columnName, type ColumnName, type RowVocabulary } from './column-name.ts'
import { columnNamed } from './lazy-row.ts'

/** The columns by the names that they have in answers. */
export interface WireColumns {
  /** The columns of the last row that was read. */
  latest: readonly ColumnName[]
  /** The column whose name begins here. Throws Unexpected if rows cannot have a getter of its name. */
  readonly at: (bytes: Buffer, at: number) => ColumnName
  /** The columns that rows have instead, with our names. */
  readonly ours: (columns: readonly ColumnName[]) => readonly ColumnName[]
}

/** The columns of services with our words. */
const SAME: WireColumns = { latest: [], at: (bytes, at) => columnNamed(nameAt(bytes, at)), ours: (columns) => columns }

const others = new WeakMap<RowVocabulary, WireColumns>()

/** The columns of services with these words, or with ours. */
export function wireColumnsOf(vocabulary: RowVocabulary | undefined): WireColumns {
  if (!vocabulary) return SAME
  let columns = others.get(vocabulary)
  if (!columns) others.set(vocabulary, (columns = translated(vocabulary)))
  return columns
}

function translated(vocabulary: RowVocabulary): WireColumns {
  const oursByName = new Map<string, ColumnName>()
  const sent = new Map<string, ColumnName>()
  return {
    latest: [],
    at(bytes, at) {
      const name = nameAt(bytes, at)
      let column = sent.get(name)
      if (!column) {
        // The number of columns is limited here too.
        oursByName.set(name, columnNamed(vocabulary.column(name)))
        sent.set(name, (column = columnName(name)))
      }
      return column
    },
    ours: (columns) => columns.map((column) => oursByName.get(column.name) ?? column),
  }
}

function nameAt(bytes: Buffer, at: number): string {
  if (bytes[at] !== QUOTE) throw new Unexpected()
  skipString(bytes, at)
  return String(valueAt(bytes, at))
}
