import { variantKey } from '../../json/json.ts'
import { isObject, pickBy } from '../../json/object.ts'
import { UpstreamError } from '../../rest/errors.ts'
import { plainRow } from '../../rest/json/lazy-row.ts'
import { idOf, type Row } from '../../rest/types.ts'
import { comparableId, isEmpty } from '../../rest/value.ts'
import type { WireRow } from './known.ts'
import { assign, creationKey, fitsTo, type Creation } from './repeat/creation.ts'

/** An operation of a call: the ID of the entity that it changes, if it makes none, and its parameters. */
interface MatchedOperation {
  id: string | undefined
  sent: object
}

/**
 * The row of each operation of a call, at its position; undefined where the rows do not show it. The rows of entities with an ID
 * are matched by it. Those of creates are matched by their order, if there is a row for each operation, every known ID is at its
 * operation, and no row shows anything else than was sent for it (see `areShown`). Otherwise each is matched with the row that
 * alone shows all that was sent for it, as after a lost answer.
 */
export async function matchResults(
  operations: readonly MatchedOperation[],
  rows: readonly unknown[],
  creation: Pick<Creation, 'shownBy' | 'params'> = { params: {} },
): Promise<unknown[]> {
  const { shownBy = {} } = creation
  const ids = rows.map((row) => (isRow(row) ? idOf(row) : undefined))
  const named = operations.map(({ id }) => (id === undefined ? undefined : comparableId(id)))
  const creates = operations.flatMap(({ id, sent }, position) =>
    id === undefined ? { position, sent: { ...sent } } : [],
  )
  const allSent = creates.map(({ sent }) => sent)
  const areCreatesMatched =
    ids.length === operations.length &&
    named.every((id, position) => id === undefined || ids[position] === id) &&
    creates.every(({ position }) => isNew(position)) &&
    areShown(creates.map(({ position, sent }) => showing(sent, rows[position])))
  const byContent = areCreatesMatched ? undefined : await assigned()
  return named.map((id, position) => {
    if (id === undefined) return byContent ? byContent.get(position) : rows[position]
    const [own, received] = [positionsOf(id, named), positionsOf(id, ids)]
    // Several operations can change one entity: then their rows have its ID in their order.
    return own.length === received.length ? rows[received[own.indexOf(position)]!] : undefined
  })

  /** Whether a row has an ID that no other row and no operation has. */
  function isNew(position: number): boolean {
    const id = ids[position]
    return id !== undefined && ids.indexOf(id) === ids.lastIndexOf(id) && !named.includes(id)
  }

  /** The rows that alone show all that was sent for a create, by the position of the create. */
  async function assigned(): Promise<ReadonlyMap<number, unknown>> {
    const made = rows
      .filter((row, position): row is Row => isRow(row) && isNew(position))
      .map((row) => ({ ...plainRow(row) }))
    if (made.length === 0) return new Map()
    const look = {
      idOf,
      fits: (sent: WireRow, all: readonly WireRow[]) => fitsTo(sent, creation, all),
      keyOf: (sent: WireRow) => creationKey(creation, sent),
    }
    const found = await assign(look, creates, made, () => false)
    return new Map([...found.ids].map(([position, id]) => [position, rows[ids.indexOf(id)]]))
  }

  /** What was sent for a row, and the names of what the row shows of it. Undefined if the row shows something else. */
  function showing(sent: WireRow, row: unknown): Showing | undefined {
    if (!isRow(row)) return undefined
    const shown: WireRow = { ...plainRow(row) }
    // Where an empty value is sent for a new row, the service sets its default.
    const given = pickBy(sent, (value, name) => !isEmpty(value) && shownBy[name] !== null)
    if (fitsTo(given, creation, allSent)(shown) === false) return undefined
    // The value of a column that is there can show nothing: the post of a promoted post can be a copy (R-PROMO-6).
    const names = Object.keys(given).filter(
      (name) => (shown[name] ?? shownBy[name]?.(shown, given[name], allSent) ?? null) !== null,
    )
    return { given, names: new Set(names) }
  }
}

interface Showing {
  given: WireRow
  names: ReadonlySet<string>
}

/**
 * Whether the order of rows shows what each is the result of: every row shows all that was sent for it, or something of it, and
 * creations that differ do so in columns that all rows show: the service leaves columns out of some rows.
 */
function areShown(creations: readonly (Showing | undefined)[]): boolean {
  const shown = creations.filter((creation) => creation !== undefined)
  const isAnyShown = ({ given, names }: Showing) => names.size > 0 || Object.keys(given).length === 0
  if (shown.length < creations.length || !shown.every(isAnyShown)) return false
  if (shown.every(({ given, names }) => names.size === Object.keys(given).length)) return true
  const [first] = shown
  const common = new Set([...(first?.names ?? [])].filter((name) => shown.every(({ names }) => names.has(name))))
  const byShown = new Map<string, string>()
  return shown.every(({ given }) => {
    const inAll = variantKey(pickBy(given, (_value, name) => common.has(name)))
    const whole = variantKey(given)
    const known = byShown.get(inAll) ?? whole
    byShown.set(inAll, known)
    return known === whole
  })
}

function isRow(row: unknown): row is Row {
  return isObject(row)
}

function positionsOf(id: string, ids: readonly (string | undefined)[]): number[] {
  return ids.flatMap((one, position) => (one === id ? position : []))
}

/** Thrown by `send` if the service accepted a call but carried out only a part of it. */
export class Incomplete extends Error {
  readonly code: string
  readonly rule: string
  /** The data of the response, which is the row of the first operation. Undefined if the response has none. */
  readonly row: unknown

  constructor(code: string, message: string, rule: string, row: unknown) {
    super(message)
    this.code = code
    this.rule = rule
    this.row = row
  }
}

/**
 * Sends a call, and repeats it once if it was carried out only in part. Throws the error of `incomplete` if the second call
 * is incomplete too, or fails, because the first call has made changes.
 */
export async function sendWhole<R>(
  send: () => Promise<R>,
  isWhole: (row: R) => boolean,
  incomplete: (row: R, end: string) => Incomplete,
): Promise<R> {
  const first = await send()
  if (isWhole(first)) return first
  const second = await send().catch((error: unknown) => {
    if (error instanceof UpstreamError) throw incomplete(first, `and repeating it failed: ${error.message}`)
    throw error
  })
  if (isWhole(second)) return second
  throw incomplete(second, 'twice')
}
