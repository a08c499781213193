import { textOf, type Json, type JsonObject } from '../value/json.ts'
import { currentKey, isMoney, type CurrentValues, type Target } from './target.ts'

/** The values that are there now. */
type Row = JsonObject | undefined

/**
 * What a person must agree to: what activates something, or lets more money be spent, in words that name the status and the amounts.
 * They have no text of the service.
 */
export function effectsOf(targets: readonly Target[], current: CurrentValues): string[] {
  return targets.flatMap((target) => {
    const { action, input, parent } = target
    if (startsToServe(target)) return creationEffect(target, current.get(parent?.id ?? '')) ?? []
    const row = current.get(currentKey(target))
    return Object.entries(action === 'UPDATE' ? input : {}).flatMap(
      ([name, value]) => updateEffect(target, row, name, value) ?? [],
    )
  })
}

/** A line for each effect, up to a number that a person can read. */
export function effectLines(effects: readonly string[]): string[] {
  const more = effects.length - MAX_EFFECT_LINES
  const lines = effects.slice(0, MAX_EFFECT_LINES).map((effect) => `- ${effect}`)
  return more > 0 ? [...lines, `- and ${more} more of this kind`] : lines
}

const MAX_EFFECT_LINES = 50

/** What is put into a line item and is no ad. */
const NO_ADS: ReadonlySet<string> = new Set(['LineItemCuratedCategory', 'TargetingCriterion', 'TrackingTag'])

/** Whether a write makes something that serves as soon as what it is put into does. */
export function startsToServe({ action, type, input, inputType }: Target): boolean {
  if (action !== 'CREATE' || !type) return false
  const fields = inputType.getFields()
  // The service creates campaigns and line items as ACTIVE unless `entityStatus` says otherwise.
  if (fields['entityStatus']) return (input['entityStatus'] ?? 'ACTIVE') === 'ACTIVE'
  return fields['lineItemId'] !== undefined && !NO_ADS.has(type.name)
}

function creationEffect({ type, input, inputType, parent }: Target, row: Row): string | undefined {
  const name = type?.name ?? 'entity'
  if (inputType.getFields()['entityStatus']) {
    const within = parent ? ` for ${parent.id}` : ''
    return `Creates a ${name} with the status ACTIVE${within}${amountsIn(input, row)}.`
  }
  if (['PAUSED', 'DRAFT'].includes(textOf(row?.['entityStatus']))) return undefined
  return `Adds a ${name} to ${parent?.id ?? 'a line item'}, which is ACTIVE${amountsIn(row, row)}.`
}

/** The settings that decide how much money is spent, and a value of each that cannot raise it. */
const SETTINGS: ReadonlyMap<string, string | undefined> = new Map([
  ['bidStrategy', 'MAX'],
  ['budgetOptimization', undefined],
  ['fundingInstrumentId', undefined],
])

function updateEffect({ id, type, input }: Target, row: Row, name: string, value: Json): string | undefined {
  const what = id ?? type?.name ?? 'the account'
  const before = row?.[name]
  if (isMoney(name)) return amountEffect(`${wordsOf(name)} of ${what}`, row, before, value)
  const [from, to] = [plainOf(before), plainOf(value)]
  if (name === 'entityStatus')
    return to === 'ACTIVE' && from !== 'ACTIVE'
      ? `Activates ${what}${nowIs(from)}${amountsIn({ ...row, ...input }, row)}.`
      : undefined
  if (name === 'startTime' || name === 'endTime') {
    const laterBy = Date.parse(textOf(value)) - Date.parse(textOf(before))
    const [end, isHarmless] = name === 'startTime' ? ['start', laterBy >= 0] : ['end', laterBy <= 0]
    return isHarmless ? undefined : `Moves the ${end} of ${what}${fromTo(from, to)}.`
  }
  if (name === 'spreadBudgetEvenly') {
    const daily = row?.['dailyBudgetAmountLocalMicro']
    if (value !== true || daily === null || microsOf(input['dailyBudgetAmountLocalMicro']) !== undefined)
      return undefined
    return `Lets the service set daily budget of ${what}${nowIs(amountOf(daily, row))}.`
  }
  if (!SETTINGS.has(name) || from === to || to === SETTINGS.get(name)) return undefined
  return `Changes ${wordsOf(name)} of ${what}${fromTo(from, to)}.`
}

function amountEffect(what: string, row: Row, before: Json | undefined, value: Json): string | undefined {
  if (value === null) return before === null ? undefined : `Removes the limit ${what}${nowIs(amountOf(before, row))}.`
  const [from, to] = [microsOf(before), microsOf(value)]
  if (from === undefined) return `Sets ${what}${fromTo('', amountOf(value, row))}.`
  // An amount that cannot be compared counts as higher.
  if (to !== undefined && to <= from) return undefined
  return `Raises ${what}${fromTo(amountOf(before, row), amountOf(value, row))}.`
}

function nowIs(text: string): string {
  return text && `, now ${text}`
}

function fromTo(from: string, to: string): string {
  return `${from && ` from ${from}`} to ${to || 'no value'}`
}

/** A status, a time or an ID. Any other text of the service is left out. IDs are shown without what is before the last colon. */
function plainOf(value: Json | undefined): string {
  const text = textOf(value)
  const isTime = /^\d{4}-\d\d-\d\dT[\d:.]{5,12}(?:Z|[+-]\d\d:?\d\d)$/.test(text)
  const word = isTime ? text : text.slice(text.lastIndexOf(':') + 1)
  return isTime || /^\w{1,40}$/.test(word) ? word : ''
}

/** The amounts among these values, in the currency of `row`. */
function amountsIn(values: Row, row: Row): string {
  const amounts = Object.entries(values ?? {})
    .filter(([name, value]) => isMoney(name) && value !== null)
    .map(([name, value]) => `${wordsOf(name)} ${amountOf(value, row)}`)
  return amounts.length === 0 ? '' : `: ${amounts.join(', ')}`
}

/** A name as words: `dailyBudgetAmountLocalMicro` as `daily budget`. */
function wordsOf(name: string): string {
  return name
    .replace(/(?:(?:Amount)?LocalMicro|Id)$/, '')
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
}

function microsOf(value: Json | undefined): bigint | undefined {
  const text = typeof value === 'number' ? String(value) : textOf(value)
  return /^-?\d+$/.test(text) ? BigInt(text) : undefined
}

/** An amount in micros as a decimal number, with two digits or more after the point, and the currency of `row`. Empty if there is none. */
function amountOf(value: Json | undefined, row: Row): string {
  if (value === undefined) return ''
  const micros = microsOf(value)
  if (micros === undefined) return 'an unknown amount'
  const digits = String(micros).replace('-', '').padStart(7, '0')
  const currency = textOf(row?.['currency'])
  const unit = /^[A-Z]{3}$/.test(currency) ? ` ${currency}` : ''
  return `${micros < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6).replace(/0{1,4}$/, '')}${unit}`
}
