import { characterCount } from '../character-count.ts'
import { momentOf } from '../scalar/scalar.ts'
import { snakeCase } from '../wire-name.ts'
import type { Check } from './input.ts'
import { UNKNOWN, type Known, type ReadColumn, type Unknown } from './known.ts'

/** A rule about fields of an input, as data. `decide` checks it. */
export interface Rule<Input extends object> {
  /** Its ID. Null if the documents have none for it. */
  id: string | null
  /** The fields that it is about. It is refused at the first. */
  fields: readonly Named<Input>[]
  /** Whether it applies only to an input that has one of the fields, also for a new entity. */
  ifGiven?: boolean
  holds: (values: readonly unknown[]) => boolean | Unknown
  message: (values: readonly unknown[]) => string
}

/** A field of an input, or a value that the rule rests on without being about it. */
type Named<Input> = NameOf<Input> | Given<NameOf<Input>>
type NameOf<Input> = keyof Input & string

interface Given<Name extends string> {
  given: Name
}

/** A field that a rule rests on, but is not about: a rule does not apply because the input has this field. */
export const given = <const Name extends string>(name: Name): Given<Name> => ({ given: name })

/** The values of fields. Null if there is none. */
type ValuesOf<Input, Fields> = {
  -readonly [Index in keyof Fields]: NonNullable<Input[NameIn<Fields[Index]> & keyof Input]> | null
}
type NameIn<Field> = Field extends Given<infer Name> ? Name : Field

/**
 * Returns the function that makes rules for this type of input.
 *
 * @example
 * const rule = rulesFor<CampaignInput>()
 * rule('R-…', ['standardDelivery', given('budgetOptimization')],
 *   (delivery, level) => delivery === null || level !== 'LINE_ITEM',
 *   'can only be set with `budgetOptimization` CAMPAIGN')
 */
export function rulesFor<Input extends object>() {
  return function rule<const Fields extends readonly Named<Input>[]>(
    id: string | null,
    fields: Fields,
    /** Whether the rule holds for the values of the fields; UNKNOWN if only the service can tell. */
    holds: (...values: ValuesOf<Input, Fields>) => boolean | Unknown,
    /** What is said of the first field if it does not hold. */
    message: string | ((...values: ValuesOf<Input, Fields>) => string) = '',
  ): Rule<Input> {
    return {
      id,
      fields,
      holds: (values) => holds(...(values as ValuesOf<Input, Fields>)),
      message: (values) => (typeof message === 'string' ? message : message(...(values as ValuesOf<Input, Fields>))),
    }
  }
}

/** The values that fields have if the input leaves them out. */
export interface Current {
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
  row: object | null | undefined,
  columns: Readonly<Record<string, ReadColumn<unknown>>>,
): Current {
  const columnsOfRow = (row ?? {}) as Readonly<Record<string, unknown>>
  return {
    isNew: false,
    valueOf(field) {
      const read = columns[field]
      return read ? read(columnsOfRow[snakeCase(field)], columnsOfRow) : UNKNOWN
    },
  }
}

/**
 * Decides for each rule whether it applies to an input, and then whether it is checked, unchecked or broken. It applies if the
 * input has one of the fields that it is about; to a new entity, all rules apply. It is unchecked if one of its values is
 * not known.
 */
export function decide<Input extends object>(
  check: Check<Input>,
  rules: readonly Rule<Input>[],
  current: Current = nothingStored(),
): void {
  const input = check.input as Readonly<Record<string, unknown>>
  for (const rule of rules) {
    const isGiven = rule.fields.some((field) => typeof field === 'string' && input[field] !== undefined)
    if (!isGiven && (!current.isNew || rule.ifGiven)) continue
    const values = rule.fields.map((field) => valueOf(field))
    const holds = values.includes(UNKNOWN) ? undefined : rule.holds(values)
    if (holds === false) check.refuse(subjectOf(rule), rule.message(values), rule.id)
    // A rule about fields that a new entity does not have is not worth mentioning, unless it may be broken by that.
    else if (isGiven || holds === UNKNOWN) check.settle(rule.id, holds ?? UNKNOWN, rule)
  }

  function valueOf(field: Named<Input>): unknown {
    const name = typeof field === 'string' ? field : field.given
    return input[name] === undefined ? current.valueOf(name) : input[name]
  }
}

function subjectOf<Input extends object>({ fields: [first] }: Rule<Input>): NameOf<Input> {
  if (typeof first !== 'string') throw new Error('The first field of a rule is the one that it is about')
  return first
}

/** Checks that one time is before another, if both are known. It is refused at the one that the input has. */
export function checkOrder<Input extends object>(
  check: Check<Input>,
  start: NameOf<Input>,
  end: NameOf<Input>,
  current: Current = nothingStored(),
): void {
  const { [start]: from = current.valueOf(start), [end]: to = current.valueOf(end) } = check.input
  if (typeof from !== 'string' || typeof to !== 'string' || momentOf(from) < momentOf(to)) return
  if (check.input[end] !== undefined) check.refuse(end, `is ${to}; it must be later than \`${start}\`, ${from}`)
  else if (check.input[start] !== undefined)
    check.refuse(start, `is ${from}; it must be earlier than \`${end}\`, ${to}`)
}

// Rules about one field.

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
  return [
    ...each(
      id,
      [field],
      (value) => count(value) <= max,
      (value) => `has ${count(value)} characters; the limit is ${max}`,
    ),
    ...each(
      id,
      [field],
      (value) => count(value) >= min,
      (value) => `has ${count(value)} characters; the minimum is ${min}`,
    ),
  ]
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
  const rule = rulesFor<Partial<Record<Name, unknown>>>()
  return fields.map((field) => rule(id, [field], holds, message))
}
