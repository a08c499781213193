import { shortText } from '../graph/cut.ts'
import { listOf, objectOf, textOf, type Json, type JsonObject } from '../value/json.ts'
import type { Operation, Run, RunError } from '../graph/run.ts'
import { comparedFields, type Target } from './target.ts'

/** A value that a write changes, beside the one that is there now. */
export interface Change {
  /** The response key of the mutation, and the path of the value in its arguments. */
  field: string
  path: string
  /** The global ID of what changes. */
  id: string
  name: string
  current: Json
  new: Json
}

/** The values that are there now, by the global ID of what has them. */
export type CurrentValues = ReadonlyMap<string, JsonObject>

/** Reads the values that the targets change, and the status of the line items that something is put into. */
export async function readCurrent(
  run: Run,
  targets: readonly Target[],
  operation: Operation,
): Promise<{ current: CurrentValues; errors: readonly RunError[] }> {
  const wanted = new Map<string, { ids: Set<string>; fields: Set<string> }>()
  const want = (id: string | undefined, type: string | undefined, fields: readonly string[]) => {
    if (id === undefined || type === undefined || fields.length === 0) return
    const known = wanted.get(type) ?? { ids: new Set(), fields: new Set() }
    known.ids.add(id)
    for (const field of fields) known.fields.add(field)
    wanted.set(type, known)
  }
  for (const target of targets) {
    want(target.id, target.type?.name, comparedFields(target))
    want(target.lineItemId, 'LineItem', ['entityStatus'])
  }
  const current = new Map<string, JsonObject>()
  const errors: RunError[] = []
  for (const [type, { ids, fields }] of wanted)
    for (let left = [...ids]; left.length > 0; left = left.slice(MAX_NODES)) {
      const asked = left.slice(0, MAX_NODES)
      const document = `${LOOK_UP} { ... on ${type} { ${[...fields].join(' ')} } } }`
      const { data, errors: failed } = await run({ ...operation, document, variables: { ids: asked } })
      errors.push(...failed)
      const rows = listOf(data?.['nodes'])
      for (const [index, id] of asked.entries()) {
        const row = objectOf(rows[index])
        if (row) current.set(id, row)
      }
    }
  return { current, errors }
}

const LOOK_UP = 'query ($ids: [ID!]!) { nodes(ids: $ids)'

/** The maximum number of IDs in one look-up. */
const MAX_NODES = 1_000

/** The values that change, and those of what is deleted. */
export function changesOf(targets: readonly Target[], current: CurrentValues): Change[] {
  return targets.flatMap((target) => {
    const { id, input, action, path, field } = target
    const row = id === undefined ? undefined : current.get(id)
    if (id === undefined || !row) return []
    return comparedFields(target)
      .filter((name) => action === 'DELETE' || name in input)
      .map((name) => ({
        field,
        path: `${path}.${name}`,
        id,
        name,
        current: typeof row[name] === 'string' ? shortText(row[name]) : (row[name] ?? null),
        new: action === 'DELETE' ? null : (input[name] ?? null),
      }))
  })
}

/** A line for each effect, up to a number that a person can read. */
export function effectLines(effects: readonly string[]): string[] {
  const more = effects.length - MAX_EFFECT_LINES
  const lines = effects.slice(0, MAX_EFFECT_LINES).map((effect) => `- ${effect}`)
  return more > 0 ? [...lines, `- and ${more} more of this kind`] : lines
}

const MAX_EFFECT_LINES = 50

/**
 * What a person must agree to: what activates something, or raises a budget or a bid, in words that name the amounts. They have no text
 * of the service.
 */
export function effectsOf(targets: readonly Target[], current: CurrentValues): string[] {
  return targets.flatMap((target) => {
    const row = target.id === undefined ? undefined : current.get(target.id)
    if (target.action === 'UPDATE') return [...reactivation(target, row), ...raises(target, row)]
    return target.action === 'CREATE' ? activation(target, current) : []
  })
}

function reactivation({ id, type, input }: Target, row: JsonObject | undefined): string[] {
  const activates = type?.getFields()['entityStatus'] && input['entityStatus'] === 'ACTIVE'
  return activates && row?.['entityStatus'] !== 'ACTIVE' ? [`Activates ${id ?? type.name}${statusOf(row)}.`] : []
}

/** Entities without a status of their own in the input serve as soon as their line item does. */
function activation({ type, input, inputType, lineItemId }: Target, current: CurrentValues): string[] {
  if (!type?.getFields()['entityStatus']) return []
  if (inputType.getFields()['entityStatus']) {
    // The service creates campaigns and line items as ACTIVE unless `entityStatus` says otherwise.
    if ((input['entityStatus'] ?? 'ACTIVE') !== 'ACTIVE') return []
    const amounts = Object.entries(input).filter(([name, value]) => isMoney(name) && value !== null)
    const money = amounts.map(([name, value]) => `${wordsOf(name)} ${amountOf(value)}`).join(', ')
    return [`Creates a ${type.name} with the status ACTIVE${money ? `: ${money}` : ''}.`]
  }
  if (lineItemId === undefined) return []
  const status = current.get(lineItemId)?.['entityStatus'] ?? 'ACTIVE'
  return status === 'ACTIVE' ? [`Adds a ${type.name} to ${lineItemId}, which is ACTIVE.`] : []
}

function raises({ id, type, input }: Target, row: JsonObject | undefined): string[] {
  const what = id ?? type?.name ?? 'the account'
  const currency = textOf(row?.['currency'])
  const unit = /^[A-Z]{3}$/.test(currency) ? ` ${currency}` : ''
  const amounts = Object.entries(input).flatMap(([name, value]) => {
    if (!isMoney(name)) return []
    const before = row?.[name]
    const now = before === undefined ? undefined : `${amountOf(before)}${unit}`
    if (value === null)
      return row && (before ?? null) === null
        ? []
        : [`Removes the limit ${wordsOf(name)} of ${what}${now === undefined ? '' : `, now ${now}`}.`]
    const [from, to] = [microsOf(before), microsOf(value)]
    // An amount that cannot be compared counts as higher.
    if (from !== undefined && to !== undefined && to <= from) return []
    const since = from === undefined ? '' : ` from ${now}`
    return [`Raises ${wordsOf(name)} of ${what}${since} to ${amountOf(value)}${unit}.`]
  })
  const isAuto = input['bidStrategy'] === 'AUTO' && row?.['bidStrategy'] !== 'AUTO'
  return isAuto ? [...amounts, `Lets the service set the bid of ${what}.`] : amounts
}

function statusOf(row: JsonObject | undefined): string {
  const status = textOf(row?.['entityStatus'])
  return /^[A-Z_]{1,40}$/.test(status) ? `, now ${status}` : ''
}

function isMoney(name: string): boolean {
  return name.endsWith('LocalMicro')
}

/** `dailyBudgetAmountLocalMicro` as words: `daily budget`. */
function wordsOf(name: string): string {
  return name
    .replace(/(?:Amount)?LocalMicro$/, '')
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
}

function microsOf(value: Json | undefined): bigint | undefined {
  const text = typeof value === 'number' ? String(value) : textOf(value)
  return /^-?\d+$/.test(text) ? BigInt(text) : undefined
}

/** An amount in micros as a decimal number, with two digits or more after the point. */
function amountOf(value: Json | undefined): string {
  const micros = microsOf(value)
  if (micros === undefined) return 'an unknown amount'
  const digits = String(micros).replace('-', '').padStart(7, '0')
  return `${micros < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6).replace(/0{1,4}$/, '')}`
}
