import { isObject, pickBy } from '../../json/object.ts'
import { plainRow } from '../../rest/json/lazy-row.ts'
import { idOf, type Row } from '../../rest/types.ts'
import { fitsTo, isEmpty, type Columns, type Made } from './repeat/look.ts'

/** An operation of a call: the ID of the entity that it changes, if it makes none, and what is sent for it. */
interface SentOperation {
  id: string | undefined
  sent: object
}

/**
 * The row of each operation of a call, at its position; undefined where the rows do not tell it. The rows of entities with an ID
 * are told by it. Those of creates are told by their order, if there is a row for each operation, every known ID is at its
 * operation, and each row shows what was sent for it: otherwise none of them is told.
 */
export function tellResults(
  operations: readonly SentOperation[],
  rows: readonly unknown[],
  { shownBy = {} }: Pick<Made, 'shownBy'>,
): unknown[] {
  const ids = rows.map((row) => (isRow(row) ? idOf(row) : undefined))
  // The service takes IDs in uppercase too, and answers in lowercase.
  const named = operations.map(({ id }) => id?.toLowerCase())
  const creates = operations.flatMap(({ id, sent }, position) =>
    id === undefined ? { position, sent: { ...sent } } : [],
  )
  const allSent = creates.map(({ sent }) => sent)
  const areCreatesTold =
    ids.length === operations.length &&
    named.every((id, position) => id === undefined || ids[position] === id) &&
    creates.every(({ position, sent }) => isOwn(position) && showsAll(sent, rows[position]))
  return named.map((id, position) => {
    if (id === undefined) return areCreatesTold ? rows[position] : undefined
    const [own, received] = [
      positionsOf(
        id,
        operations.map((operation) => operation.id),
      ),
      positionsOf(id, ids),
    ]
    // Several operations can change one entity: then their rows have its ID in their order.
    return own.length === received.length ? rows[received[own.indexOf(position)]!] : undefined
  })

  /** Whether a row has an ID that no other row and no other operation has. */
  function isOwn(position: number): boolean {
    const id = ids[position]
    return id !== undefined && !named.includes(id) && ids.indexOf(id) === ids.lastIndexOf(id)
  }

  function showsAll(sent: Columns, row: unknown): boolean {
    if (!isRow(row)) return false
    const shown: Columns = { ...plainRow(row) }
    // Where an empty value is sent for a new row, the service sets its default.
    const given = pickBy(sent, (value, name) => !isEmpty(value) && shownBy[name] !== null)
    // The value of a column that is there can show nothing: the post of a promoted post can be a copy (R-PROMO-6).
    const hasColumns = Object.entries(given).every(([name, value]) => {
      return (shown[name] ?? shownBy[name]?.(shown, value, allSent) ?? null) !== null
    })
    return hasColumns && fitsTo(given, shownBy, allSent)(shown) !== false
  }
}

function isRow(row: unknown): row is Row {
  return isObject(row)
}

function positionsOf(id: string, ids: readonly (string | undefined)[]): number[] {
  return ids.flatMap((one, position) => (one === id ? position : []))
}
