import { textOf, type Json, type JsonObject } from '../value/json.ts'
import { isMoney, type CurrentValues, type Target } from './target.ts'

/**
 * What a person must agree to: what activates something, or lets more money be spent, in words that name the status and the amounts.
 * They have no text of the service.
 */
export function effectsOf(targets: readonly Target[], current: CurrentValues): string[] {
  return targets.flatMap((target) => {
    if (target.action === 'UPDATE') return updateEffects(target, current.get(target.id ?? ''))
    return startsToServe(target) ? creationEffects(target, current.get(target.parent?.id ?? '')) : []
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

function creationEffects({ type, input, inputType, parent }: Target, row: JsonObject | undefined): string[] {
  const name = type?.name ?? 'entity'
  if (inputType.getFields()['entityStatus']) {
    const within = parent ? ` for ${parent.id}` : ''
    return [`Creates a ${name} with the status ACTIVE${within}${amountsIn(input, unitOf(row))}.`]
  }
  if (['PAUSED', 'DRAFT'].includes(textOf(row?.['entityStatus']))) return []
  return [`Adds a ${name} to ${parent?.id ?? 'a line item'}, which is ACTIVE${amountsIn(row, unitOf(row))}.`]
}

/** The settings that decide how much money is spent, and a value of each that cannot raise it. */
const SETTINGS: ReadonlyMap<string, string | undefined> = new Map([
  ['bidStrategy', 'MAX'],
  ['budgetOptimization', undefined],
  ['fundingInstrumentId', undefined],
])

function updateEffects({ id, type, input }: Target, row: JsonObject | undefined): string[] {
  const what = id ?? type?.name ?? 'the account'
  const unit = unitOf(row)
  return Object.entries(input).flatMap(([name, value]) => {
    const before = row?.[name]
    const words = wordsOf(name)
    if (name === 'entityStatus')
      return value === 'ACTIVE' && before !== 'ACTIVE'
        ? [`Activates ${what}${nowIs(plainOf(before))}${amountsIn({ ...row, ...input }, unit)}.`]
        : []
    if (isMoney(name)) return amountEffects(what, words, { before, value, unit })
    if (name === 'startTime' || name === 'endTime') {
      const [from, to] = [Date.parse(textOf(before)), Date.parse(textOf(value))]
      if (name === 'startTime' ? to >= from : to <= from) return []
      return [
        `Moves the ${name === 'startTime' ? 'start' : 'end'} of ${what}${fromTo(plainOf(before), plainOf(value))}.`,
      ]
    }
    if (name === 'spreadBudgetEvenly') {
      const daily = row?.['dailyBudgetAmountLocalMicro']
      if (value !== true || daily === null || microsOf(input['dailyBudgetAmountLocalMicro']) !== undefined) return []
      return [`Lets the service set daily budget of ${what}${nowIs(daily === undefined ? '' : amountOf(daily, unit))}.`]
    }
    if (!SETTINGS.has(name)) return []
    const [from, to] = [plainOf(before), plainOf(value)]
    return from === to || to === SETTINGS.get(name) ? [] : [`Changes ${words} of ${what}${fromTo(from, to)}.`]
  })
}

function amountEffects(
  what: string,
  words: string,
  { before, value, unit }: { before: Json | undefined; value: Json; unit: string },
): string[] {
  if (value === null)
    return before === null
      ? []
      : [`Removes the limit ${words} of ${what}${nowIs(before === undefined ? '' : amountOf(before, unit))}.`]
  const [from, to] = [microsOf(before), microsOf(value)]
  // An amount that cannot be compared counts as higher.
  if (from !== undefined && to !== undefined && to <= from) return []
  const verb = from === undefined ? 'Sets' : 'Raises'
  return [
    `${verb} ${words} of ${what}${fromTo(from === undefined ? '' : amountOf(before, unit), amountOf(value, unit))}.`,
  ]
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

function unitOf(row: JsonObject | undefined): string {
  const currency = textOf(row?.['currency'])
  return /^[A-Z]{3}$/.test(currency) ? ` ${currency}` : ''
}

/** The amounts among these values. */
function amountsIn(values: JsonObject | undefined, unit: string): string {
  const amounts = Object.entries(values ?? {}).filter(([name, value]) => isMoney(name) && value !== null)
  return amounts.length === 0
    ? ''
    : `: ${amounts.map(([name, value]) => `${wordsOf(name)} ${amountOf(value, unit)}`).join(', ')}`
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

/** An amount in micros as a decimal number, with two digits or more after the point. */
function amountOf(value: Json | undefined, unit: string): string {
  const micros = microsOf(value)
  if (micros === undefined) return 'an unknown amount'
  const digits = String(micros).replace('-', '').padStart(7, '0')
  return `${micros < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6).replace(/0{1,4}$/, '')}${unit}`
}
