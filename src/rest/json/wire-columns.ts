import { skipString, valueAt } from '../../json/bytes.ts'
import { columnName, type ColumnName, type WireColumns } from './column-name.ts'
import { defineColumn } from './lazy-row.ts'

/** Creates the columns of a service whose names of them are `ours` in our words. */
export function createWireColumns(ours: (sent: string) => string): WireColumns {
  const bySentName = new Map<string, ColumnName>()
  return {
    latest: [],
    at(bytes, at) {
      skipString(bytes, at)
      const sent = String(valueAt(bytes, at))
      let column = bySentName.get(sent)
      if (!column) {
        column = columnName(ours(sent), sent)
        // The number of columns is limited here.
        defineColumn(column.name)
        bySentName.set(sent, column)
      }
      return column
    },
  }
}

/** The columns of services with our words. */
export const OUR_COLUMNS = createWireColumns((sent) => sent)
