import { stringify } from 'csv-stringify/sync'
import type { ExportList, TableColumn } from '../query/list.ts'
import { valueAt, type ExportRow } from '../walk/harvest.ts'
import type { BulkFormat } from '../bulk-operation.ts'

/** The rows of one list as its file has them, after the head of a table if the file begins with them. */
export function textOf(
  rows: readonly ExportRow[],
  columns: readonly TableColumn[],
  format: BulkFormat,
  isFirst: boolean,
): string {
  if (format === 'ndjson') return rows.map(({ line }) => `${JSON.stringify(line)}\n`).join('')
  const head = isFirst ? [columns.map(({ keys }) => keys.join('.'))] : []
  const cells = rows.map(({ line }) => columns.map(({ keys, isText }) => cell(valueAt(line, keys), isText)))
  // A table by RFC 4180. Most readers take a carriage return alone for the end of a line, too.
  return stringify([...head, ...cells], { record_delimiter: '\r\n', quoted_match: /\r/ })
}

/**
 * The columns of a file: what every line has, then those of all lists with its path, which can be lists of nodes of different
 * types.
 */
export function columnsAt(path: string, lists: readonly ExportList[]): TableColumn[] {
  const own = lists.filter((list) => list.path === path).flatMap(({ columns }) => columns)
  const ofLines = ['__typename', 'id', '__parentId'].map((key) => ({ keys: [key], isText: true }))
  return [...new Map([...ofLines, ...own].map((column) => [column.keys.join('.'), column])).values()]
}

/** A value as a cell. Spreadsheets take text that begins with one of these characters for a formula. */
function cell(value: unknown, isText: boolean): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return JSON.stringify(value)
  return isText && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
}
