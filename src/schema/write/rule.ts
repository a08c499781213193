import { DAY_MS, MINUTE_MS } from '../../async/duration.ts'
import { CLOCK_LAG_MS } from '../../rest/policy/permit.ts'
import { momentOf, secondOf } from '../../rest/value.ts'
import { characterCount } from '../character-count.ts'
import { snakeCase } from '../wire-name.ts'
import type { Check } from './input.ts'
import { UNKNOWN, readColumn, type Known, type ReadColumn, type StoredRow, type Unknown } from './known.ts'

/** A rule about fields of an input, as data. `decide` checks it. */
export interface Rule<Input extends object> {
  /** Its ID. Null if the documents have none for it. */
  id: string | null
  /** The fields that it is about. It is refused at the first. */
  fields: readonly [NameOf<Input>, ...NameOf<Input>[]]
  /** Whether it applies only to an input that has one of the fields, also for a new entity. */
  ifGiven?: boolean
  // Methods: a rule about few fields is one of every input that has them.
  holds(values: ValuesOf<Input>, before: ValuesOf<Input>): boolean | Unknown
  message(values: ValuesOf<Input>): string
}

type NameOf<Input> = keyof Input & string

/** The values of fields, from the input or else from the stored row. Null if there is none. */
type ValuesOf<Input> = { readonly [Name in keyof Input]-?: NonNullable<Input[Name]> | null }

/**
 * Returns the function that makes rules for this type of input. A rule reads the values that it rests on one by one: where it
 * reads one that is not known, it is not decided, so a condition that can decide it without that value comes first (see `any`).
 *
 * @example
 * const rule = rulesFor<CampaignInput>()
 * rule('R-…', ['standardDelivery'],
 *   (campaign) => campaign.standardDelivery === null || campaign.budgetOptimization !== 'LINE_ITEM',
 *   'can only be set with `budgetOptimization` CAMPAIGN')
 */
export function rulesFor<Input extends object>() {
  return function rule(
    id: string | null,
    fields: Rule<Input>['fields'],
    /** Whether the rule holds, given the values after the write and those before; UNKNOWN if only the service can tell. */
    holds: (values: ValuesOf<Input>, before: ValuesOf<Input>) => boolean | Unknown,
    /** The message at the first field if it does not hold. */
    message: string | ((values: ValuesOf<Input>) => string) = '',
  ): Rule<Input> {
    return { id, fields, holds, message: typeof message === 'string' ? () => message : message }
  }
}

/** Thrown where a rule reads a value that is not known. */
const NOT_KNOWN = new Error('The value is not known')

/**
 * Whether one of these conditions of a rule holds, whatever the values are that are not known: a condition that rests on one
 * counts only if no other holds.
 */
export function any(...conditions: readonly (() => boolean)[]): boolean {
  const outcomes = conditions.map((condition) => unlessUnknown(condition))
  if (outcomes.includes(true)) return true
  if (outcomes.includes(UNKNOWN)) throw NOT_KNOWN
  return false
}

/** The value that a rule rests on. If it is not known, or was not read, the rule is not decided. */
export function need<T>(value: T): Exclude<T, Unknown | undefined> {
  if (value === UNKNOWN || value === undefined) throw NOT_KNOWN
  return value as Exclude<T, Unknown | undefined>
}

function unlessUnknown<T>(read: () => T): T | Unknown {
  try {
    return read()
  } catch (error) {
    if (error !== NOT_KNOWN) throw error
    return UNKNOWN
  }
}

/** The values that fields have if the input leaves them out. */
interface Current {
  /** Whether the input creates the entity. */
  isNew: boolean
  valueOf: (field: string) => Known<unknown>
}

/** The values of a new entity: none, except for those that the service decides. */
export function nothingStored(...decided: readonly string[]): Current {
  return { isNew: true, valueOf: (field) => (decided.includes(field) ? UNKNOWN : null) }
}

/** The values of a row, read as `columns` says. All are unknown if the row was not read. */
export function storedIn(
  row: StoredRow<object> | null | undefined,
  columns: Readonly<Record<string, ReadColumn<unknown>>>,
): Current {
  return {
    isNew: false,
    valueOf(field) {
      const [read, name] = [columns[field], snakeCase(field)]
      return read ? readColumn(row, name, read) : UNKNOWN
    },
  }
}

/**
 * Decides for each rule whether it applies to an input, and then whether it is checked, unchecked or broken. It applies if the
 * input has one of the fields that it is about; to a new entity, all rules apply. It is unchecked if it rests on a value that
 * is not known, and the others do not decide it.
 */
export function decide<Input extends object>(
  check: Check<Input>,
  rules: readonly Rule<NoInfer<Input>>[],
  current: Current = nothingStored(),
): void {
  const input = check.input as Readonly<Record<string, unknown>>
  const valuesOf = (read: (name: string) => unknown) =>
    new Proxy({} as ValuesOf<Input>, { get: (_, name) => need(read(String(name))) })
  const before = valuesOf((name) => current.valueOf(name))
  // What the service decides for a new entity, it decides for null too.
  const isLeftOut = (name: string) =>
    input[name] === undefined || (input[name] === null && current.isNew && current.valueOf(name) === UNKNOWN)
  const values = valuesOf((name) => (isLeftOut(name) ? current.valueOf(name) : input[name]))
  for (const rule of rules) {
    const isGiven = rule.fields.some((field) => !isLeftOut(field))
    if (!isGiven && (!current.isNew || rule.ifGiven)) continue
    const holds = unlessUnknown(() => rule.holds(values, before) || rule.message(values))
    if (typeof holds === 'string') check.refuse(rule.fields[0], holds, rule.id)
    // A rule about fields that a new entity does not have is not worth mentioning, unless it may be broken by that.
    else if (isGiven || holds === UNKNOWN) check.note(rule.id, holds)
  }
}

interface Times {
  startTime?: string | null
  endTime?: string | null
}

/**
 * Checks that `startTime` is before `endTime`, if both are known, in whole seconds, which the service keeps. It is refused at the one
 * that the input has.
 */
export function checkOrder(check: Check<Times>, current: Current = nothingStored()): void {
  const { startTime = current.valueOf('startTime'), endTime = current.valueOf('endTime') } = check.input
  if (typeof startTime !== 'string' || typeof endTime !== 'string' || secondOf(startTime) < secondOf(endTime)) return
  if (check.input.endTime !== undefined)
    check.refuse('endTime', `is ${endTime}; it must be at least a second later than \`startTime\`, ${startTime}`)
  else if (check.input.startTime !== undefined)
    check.refuse('startTime', `is ${startTime}; it must be at least a second earlier than \`endTime\`, ${endTime}`)
}

/**
 * The time in a field, of which the service ignores the seconds, must be in the future, if it has a value, but not by more than so many
 * days when the write is first sent: see `refuseUntimely`.
 */
export function inFuture<Input extends object>(check: Check<Input>, field: NameOf<Input>, maxDays: number): void {
  const { [field]: value } = check.input
  if (typeof value !== 'string') return
  check.found.futureTimes.push(() => {
    const now = check.found.now()
    const due = Math.floor(momentOf(value) / MINUTE_MS) * MINUTE_MS
    if (secondOf(value) * 1_000 <= now) check.refuse(field, `is ${value}; it must be in the future`)
    // The clock of the service can be ahead of `now` by so much.
    else if (due > now + CLOCK_LAG_MS + maxDays * DAY_MS)
      check.refuse(field, `is ${value}; it must be at most ${maxDays} days ahead`)
  })
}

/** Refuses the times that are not in the future any more, or not yet near enough. */
export function refuseUntimely({ found }: Check<object>): void {
  for (const check of found.futureTimes.splice(0)) check()
}

// Rules about one field.

/** A rule that the types of these fields enforce, such as one about the values of an enumeration. */
export function byType<Name extends string>(
  id: string,
  ...fields: readonly [Name, ...Name[]]
): Rule<Partial<Record<Name, unknown>>> {
  return { id, fields, holds: () => true, message: () => '' }
}

/** A part of a rule, or a rule, that only the service can check. */
export function leftToService<Name extends string>(
  id: string,
  ...fields: readonly [Name, ...Name[]]
): Rule<Partial<Record<Name, unknown>>> {
  return { id, fields, holds: () => UNKNOWN, message: () => '' }
}

/** A new entity needs a value in these fields. */
export function required<Name extends string>(id: string | null, ...fields: readonly Name[]) {
  return each(id, fields, (value) => value !== null && value !== '', 'is required')
}

/** These fields cannot be null, which removes a value. */
export function notNull<Name extends string>(id: string | null, ...fields: readonly Name[]) {
  return each(id, fields, (value) => value !== null, 'cannot be removed').map((rule) => ({ ...rule, ifGiven: true }))
}

/** The number of characters of a field is limited. */
export function length<Name extends string>(
  id: string | null,
  field: Name,
  { min = 0, max }: { min?: number; max: number },
) {
  const count = (value: unknown) => (typeof value === 'string' ? characterCount(value) : min)
  const isAtMost = (value: unknown) => count(value) <= max
  const isAtLeast = (value: unknown) => count(value) >= min
  return [
    ...each(id, [field], isAtMost, (value) => `has ${count(value)} characters; the limit is ${max}`),
    ...each(id, [field], isAtLeast, (value) => `has ${count(value)} characters; the minimum is ${min}`),
  ]
}

/** No browser sends a longer URL. Parsing megabytes takes milliseconds, and hundreds of fields can use the same variable. */
const MAX_URL_LENGTH = 100_000

/** These fields are URLs that a browser can open, such as the example, unless they are empty. */
export function httpUrls<Name extends string>(example: string, ...fields: readonly Name[]) {
  const isHttp = (text: string) => text.length <= MAX_URL_LENGTH && /^https?:/i.test(text) && URL.canParse(text)
  const isUrl = (value: unknown) => typeof value !== 'string' || value === '' || isHttp(value)
  return each(null, fields, isUrl, `must be a URL, for example ${example}`)
}

/** Amounts of money cannot be negative. */
export function amounts<Name extends string>(...fields: readonly Name[]) {
  const isAmount = (value: unknown) => typeof value !== 'bigint' || value >= 0n
  return each(null, fields, isAmount, (value) => `is ${String(value)}; an amount cannot be below 0`)
}

function each<Name extends string>(
  id: string | null,
  fields: readonly Name[],
  holds: (value: unknown) => boolean,
  message: string | ((value: unknown) => string),
): Rule<Partial<Record<Name, unknown>>>[] {
  return fields.map((field) => ({
    id,
    fields: [field],
    holds: ({ [field]: value }) => holds(value),
    message: ({ [field]: value }) => (typeof message === 'string' ? message : message(value)),
  }))
}
