import { cutText } from '../../../execute/error/inspect.ts'
import { isIdText } from '../../../rest/id.ts'
import { momentOf } from '../../../rest/value.ts'
import { decimalText } from '../../../schema/spend/amount.ts'
import { textOf, type Json, type JsonObject } from '../value.ts'
import { currentKey, startsToServe, type CurrentValues, type WriteTarget } from './target.ts'

/** The current values. Unknown values are missing. */
type Row = JsonObject | undefined

/** What a person must agree to, in words that name the status and the amounts. They have no text of the service. */
export interface Effect {
  target: WriteTarget
  text: string
  /** The entity in the text, and its name, which is a text of the service. */
  about: { id: string; name: string } | undefined
  amounts: readonly Amount[]
}

/** An amount of money. Its micros are undefined if they are not known. */
interface Amount {
  name: string
  micros: bigint | undefined
  currency: string
}

/** What activates something, or lets more money be spent, or can do so: what spends the most first. */
export function effectsOf(targets: readonly WriteTarget[], current: CurrentValues): Effect[] {
  const effects = targets.map((target) => {
    const { action, input, parent } = target
    const isNew = startsToServe(target)
    const id = isNew ? parent?.id : target.id
    const row = current.get(isNew ? (parent?.id ?? '') : currentKey(target))
    const found = isNew
      ? [creationEffect(target, row)]
      : Object.entries(action === 'UPDATE' ? input : {}).map(([name, value]) => updateEffect(target, row, name, value))
    const name = nameOf(row)
    const about = id === undefined || name === '' ? undefined : { id, name }
    return found.flatMap((one) => (one ? [{ ...one, about }] : []))
  })
  const bySize = effects.toSorted((one, other) => Number(largestOf(other) - largestOf(one)))
  return bySize.flat()
}

/** The largest amount of effects. One that is not known counts as the largest, and so does a change without an amount. */
function largestOf(effects: readonly Effect[]): bigint {
  const micros = effects.flatMap(({ target, amounts }) =>
    amounts.length === 0 && target.action === 'UPDATE'
      ? [MAX_MICROS]
      : amounts.map((each) => each.micros ?? MAX_MICROS),
  )
  return micros.reduce((largest, each) => (each > largest ? each : largest), 0n)
}

const MAX_MICROS = 2n ** 63n

/**
 * A line for each effect, up to a number that a person can read. For several targets, the sums of their amounts come first. For the
 * person, a line ends with the name of its entity: whatever the name says, nothing of the question follows it.
 */
export function effectLines(effects: readonly Effect[], { isForPerson = false } = {}): string[] {
  const more = effects.length - MAX_EFFECT_LINES
  const shown = effects.slice(0, MAX_EFFECT_LINES)
  const lines = shown.map(({ text, about }) =>
    isForPerson && about ? `- ${text} Name of ${about.id}: ${about.name}` : `- ${text}`,
  )
  const isOfSeveral = new Set(effects.map(({ target }) => target)).size > 1
  const sums = isOfSeveral ? sumsOf(effects) : []
  if (sums.length > 0) lines.unshift(`- Together: ${sums.map(textOfAmount).join(', ')}`)
  return more > 0 ? [...lines, `- and ${more} more of this kind`] : lines
}

/** The sum of the amounts with each name and currency. With one that is not known, it is not known. */
function sumsOf(effects: readonly Effect[]): Amount[] {
  // Several effects can name the same amount of a target.
  const ofTargets = new Map<WriteTarget, Map<string, Amount>>()
  for (const { target, amounts } of effects)
    for (const amount of amounts) {
      const known = ofTargets.get(target) ?? new Map<string, Amount>()
      ofTargets.set(target, known.set(amount.name, amount))
    }
  const sums = new Map<string, Amount>()
  for (const { name, micros, currency } of [...ofTargets.values()].flatMap((each) => [...each.values()])) {
    const sum = sums.get(`${name} ${currency}`) ?? { name, micros: 0n, currency }
    const total = sum.micros === undefined || micros === undefined ? undefined : sum.micros + micros
    sums.set(`${name} ${currency}`, { ...sum, micros: total })
  }
  return [...sums.values()]
}

const MAX_EFFECT_LINES = 50

function creationEffect(target: WriteTarget, row: Row): Effect | undefined {
  const { type, input, inputType, parent, money, parentMoney } = target
  const name = type?.name ?? 'entity'
  if (inputType.getFields()['entityStatus']) {
    const within = parent ? ` for ${parent.id}` : ''
    return withAmounts(target, `Creates a ${name} with the status ACTIVE${within}`, amountsIn(input, money, row))
  }
  if (['PAUSED', 'DRAFT'].includes(textOf(row?.['entityStatus']))) return undefined
  return withAmounts(
    target,
    `Adds a ${name} to ${parent?.id ?? 'a line item'}, which is ACTIVE`,
    amountsOf(row, parentMoney),
  )
}

/** A value of a setting with which no more is spent, or not earlier. */
const HARMLESS: Readonly<Record<string, Json>> = { bidStrategy: 'MAX', standardDelivery: true }

function updateEffect(target: WriteTarget, row: Row, name: string, value: Json): Effect | undefined {
  const { id, type, input, money, deciding } = target
  const what = id ?? type?.name ?? 'the account'
  const before = row?.[name]
  if (money.includes(name)) return amountEffect(target, name, what, row, value)
  const [from, to] = [plainOf(before), plainOf(value)]
  if (name === 'entityStatus')
    return value === 'ACTIVE' && before !== 'ACTIVE'
      ? withAmounts(target, `Activates ${what}${nowIs(from)}`, amountsOf(row, money, input))
      : undefined
  if (name === 'startTime' || name === 'endTime') {
    const laterBy = momentOf(textOf(value)) - momentOf(textOf(before))
    const [end, isHarmless] = name === 'startTime' ? ['start', laterBy >= 0] : ['end', laterBy <= 0]
    return isHarmless ? undefined : effect(target, `Moves the ${end} of ${what}${fromTo(from, to)}.`)
  }
  if (name === 'spreadBudgetEvenly') {
    const daily = row?.['dailyBudgetAmountLocalMicro']
    if (value !== true || daily === null || microsOf(input['dailyBudgetAmountLocalMicro']) !== undefined)
      return undefined
    return effect(target, `Lets the service set daily budget of ${what}${nowIs(amountOf(daily, row))}.`)
  }
  if (!deciding.includes(name) || isSame(before, value) || value === HARMLESS[name]) return undefined
  return effect(target, `Changes ${wordsOf(name)} of ${what}${fromTo(from, to)}.`)
}

function effect(target: WriteTarget, text: string, amounts: readonly Amount[] = []): Effect {
  return { target, text, about: undefined, amounts }
}

/** The maximum number of characters of a name in a question. */
const MAX_NAME_CHARACTERS = 80

/** The name in a row, on one line and without characters that nobody sees. */
function nameOf(row: Row): string {
  const name = textOf(row?.['name'])
    .replaceAll(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+/gu, ' ')
    .trim()
  return cutText(name, MAX_NAME_CHARACTERS)
}

/** Whether a value is there already: the same text, or the same ID in another form. */
function isSame(before: Json | undefined, value: Json): boolean {
  return (
    before === value ||
    (typeof before === 'string' && typeof value === 'string' && lastPart(before) === lastPart(value))
  )
}

function lastPart(text: string): string {
  return text.slice(text.lastIndexOf(':') + 1)
}

function amountEffect(target: WriteTarget, name: string, what: string, row: Row, value: Json): Effect | undefined {
  const words = `${wordsOf(name)} of ${what}`
  const before = row?.[name]
  const [from, to] = [microsOf(before), microsOf(value)]
  const amounts = [{ name: wordsOf(name), micros: to, currency: currencyOf(row) }]
  // Null is known to be no limit, and undefined is not known.
  if (value === null) {
    const now = nowIs(amountOf(before, row))
    return before === null ? undefined : effect(target, `Removes the limit ${words}${now}.`, amounts)
  }
  if (from === undefined) return effect(target, `Sets ${words}${fromTo('', amountOf(value, row))}.`, amounts)
  if (from === to) return undefined
  // A service can take 0 for no limit.
  if (to === 0n) return effect(target, `Sets ${words}${fromTo(amountOf(before, row), amountOf(value, row))}.`, amounts)
  // An amount that cannot be compared counts as higher.
  if (to !== undefined && to < from) return undefined
  return effect(target, `Raises ${words}${fromTo(amountOf(before, row), amountOf(value, row))}.`, amounts)
}

function nowIs(text: string): string {
  return text && `, now ${text}`
}

function fromTo(from: string, to: string): string {
  return `${from && ` from ${from}`} to ${to || 'no value'}`
}

/** A status, a time, an ID or a flag. Any other text of the service is left out. IDs are shown without the part before the last colon. */
function plainOf(value: Json | undefined): string {
  const text = typeof value === 'boolean' ? String(value) : textOf(value)
  const isTime = /^\d{4}-\d\d-\d\dT[\d:.]{5,12}(?:Z|[+-]\d\d:?\d\d)$/.test(text)
  const word = isTime ? text : lastPart(text)
  return isTime || isIdText(word) ? word : ''
}

function amountsIn(input: JsonObject, money: readonly string[], row: Row): Amount[] {
  const given = money.filter((name) => (input[name] ?? null) !== null)
  return given.map((name) => ({ name: wordsOf(name), micros: microsOf(input[name]), currency: currencyOf(row) }))
}

/** The amounts of a row after a change. One that the row does not have is unknown; null means that there is none. */
function amountsOf(row: Row, money: readonly string[], change: JsonObject = {}): Amount[] {
  const values: JsonObject = { ...row, ...change }
  const there = money.filter((name) => values[name] !== null)
  return there.map((name) => ({ name: wordsOf(name), micros: microsOf(values[name]), currency: currencyOf(row) }))
}

function withAmounts(target: WriteTarget, text: string, amounts: readonly Amount[]): Effect {
  const named = amounts.map(textOfAmount).join(', ')
  return effect(target, `${text}${named && `: ${named}`}.`, amounts)
}

function textOfAmount({ name, micros, currency }: Amount): string {
  return `${name} ${decimalOf(micros, currency)}`
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

/** An amount as a text, in the currency of `row`. Empty if there is none. */
function amountOf(value: Json | undefined, row: Row): string {
  return value === undefined ? '' : decimalOf(microsOf(value), currencyOf(row))
}

/** An amount in micros as a decimal number, with two digits or more after the point, and its currency. */
function decimalOf(micros: bigint | undefined, currency: string): string {
  if (micros === undefined) return 'an unknown amount'
  return `${decimalText(micros, 2)}${currency && ` ${currency}`}`
}

function currencyOf(row: Row): string {
  const currency = textOf(row?.['currency'])
  return /^[A-Z]{3}$/.test(currency) ? currency : ''
}
