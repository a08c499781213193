import { stringify } from 'csv-stringify/sync'
import type { ExportList, TableColumn } from '../query/list.ts'
import type { ExportRow, JsonObject } from '../walk/harvest.ts'
import { isObject } from '../../json/object.ts'

/** The formats of the files of lists. */
export type ExportFormat = 'ndjson' | 'csv'

/** What a file with these columns begins with. */
export function headOf(columns: readonly TableColumn[], format: ExportFormat): string {
  return format === 'ndjson' ? '' : table([columns.map(({ keys }) => keys.join('.'))])
}

/** The rows of one list as its file has them. */
export function textOf(rows: readonly ExportRow[], columns: readonly TableColumn[], format: ExportFormat): string {
  if (format === 'ndjson') return rows.map(({ line }) => `${JSON.stringify(line)}\n`).join('')
  return table(rows.map(({ line }) => columns.map(({ keys, isText }) => cell(valueAt(line, keys), isText))))
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

/** A table by RFC 4180. */
function table(rows: string[][]): string {
  return stringify(rows, { record_delimiter: '\r\n' })
}

function valueAt(line: JsonObject, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), line)
}

/** A value as a cell. Spreadsheets take text that begins with one of these characters for a formula. */
function cell(value: unknown, isText: boolean): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return JSON.stringify(value)
  return isText && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
}
