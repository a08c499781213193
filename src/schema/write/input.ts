import { GraphQLError } from 'graphql'
import type { InputFields } from '../builder.ts'
import { badUserInput } from '../errors.ts'
import { accountAndId, restId } from '../node/global-id.ts'
import { snakeCase } from '../scalar/wire-name.ts'

/** One thing that is wrong with a mutation's input, as its payload tells it. */
export interface InputProblem {
  code: string
  message: string
  /** The path in the arguments, e.g. `['input', 'operations', '3', 'name']`. */
  field: string[]
  /** The rule of the reference that is broken, where one was broken here; null where the service refused. */
  rule: string | null
  /** Where the path would lead if the input had left this field out, and has it at all. */
  leftOut?: string[]
}

/** Names of an input's fields. */
type FieldOf<Input> = keyof Input & string

/**
 * An input under examination: every rule is held against it, and all that it breaks is collected, each with its path.
 * Rules are held by name, so that the payload can tell which were checked and which only the service can check.
 */
export class Check<Input extends object> {
  readonly input: Input
  readonly path: readonly string[]
  readonly problems: InputProblem[]
  readonly checked: Set<string>
  readonly unchecked: Set<string>

  constructor(input: Input, path: readonly string[] = ['input'], parent?: Check<object>) {
    this.input = input
    this.path = path
    this.problems = parent?.problems ?? []
    this.checked = parent?.checked ?? new Set()
    this.unchecked = parent?.unchecked ?? new Set()
    if (!parent) this.problems.push(...unsendable(input, path))
  }

  /** The items of a list in the input, each under examination by itself, into the same collection. */
  each<Item extends object>(field: FieldOf<Input>, items: readonly Item[]): Check<Item>[] {
    return items.map((item, index) => new Check(item, [...this.path, field, String(index)], this as Check<object>))
  }

  /** Holds a rule: where it does not hold, the field is refused with this message. */
  that(holds: boolean, field: FieldOf<Input>, rule: string, message: string): void {
    this.checked.add(rule)
    if (!holds) this.refuse(field, message, rule)
  }

  /** Refuses a field. */
  refuse(field: FieldOf<Input>, message: string, rule: string | null = null): void {
    this.problems.push({
      code: 'BAD_USER_INPUT',
      message: `\`${field}\` ${message}`,
      field: [...this.path, field],
      rule,
    })
  }

  /** Says that a rule rests on what only the service knows. */
  leave(...rules: string[]): void {
    for (const rule of rules) this.unchecked.add(rule)
  }

  /** Says that rules which were left to the service can be held after all, because what they rest on has been read. */
  settle(...rules: string[]): void {
    for (const rule of rules) this.unchecked.delete(rule)
  }

  /** Holds that a field has a value. */
  required(field: FieldOf<Input>, rule: string): void {
    const value = this.input[field]
    this.that(value !== undefined && value !== null && value !== '', field, rule, 'is required')
  }

  /** Holds that a text, where there is one, has so many characters. */
  length(field: FieldOf<Input>, { min = 0, max }: { min?: number; max: number }, rule: string): void {
    const value = this.input[field]
    const length = typeof value === 'string' ? Array.from(value).length : undefined
    const fits = length === undefined || (length >= min && length <= max)
    this.that(fits, field, rule, `has ${length} characters; it can have ${min} to ${max}`)
  }

  /** Holds that fields which always have a value are not unset: null goes as an empty value, which they do not take. */
  kept(rule: string, ...fields: FieldOf<Input>[]): void {
    for (const field of fields) this.that(this.input[field] !== null, field, rule, 'cannot be removed')
  }

  /** The account that a field names by either kind of id; empty where it is refused. */
  account(field: FieldOf<Input>): string {
    return this.attempt(() => restId('Account', '', this.text(field), field)) ?? ''
  }

  /** The service's own id that a field names by either kind; undefined where there is none, or it is refused. */
  id(field: FieldOf<Input>, type: string, account: string): string | undefined {
    if (typeof this.input[field] !== 'string') return undefined
    return this.attempt(() => restId(type, account, this.text(field), field))
  }

  /** As `id`, of a field with many ids: those that are not refused; undefined where there are none. */
  ids(field: FieldOf<Input>, type: string, account: string): string[] | undefined {
    const texts = this.input[field] as readonly string[] | null | undefined
    return texts?.flatMap((text, index) => {
      return this.attempt(() => restId(type, account, text, field), String(index)) ?? []
    })
  }

  /** As `id`, where the interface takes a 64-bit integer. */
  longId(field: FieldOf<Input>, type: string, account: string): string | undefined {
    if (typeof this.input[field] !== 'string') return undefined
    this.checked.add('R-CONV-22')
    return this.attempt(() => restLong(type, account, this.text(field), field))
  }

  /** As `longId`, of a field with many ids: those that are not refused. */
  longIds(field: FieldOf<Input>, type: string, account: string): string[] {
    this.checked.add('R-CONV-22')
    const texts = this.input[field] as readonly string[]
    return texts.flatMap((text, index) => {
      return this.attempt(() => restLong(type, account, text, field), String(index)) ?? []
    })
  }

  /** Account and id of the row to be changed: a global id tells both, beside the service's own stands `accountId`. */
  target(field: FieldOf<Input>, type: string): { account: string; id: string } {
    this.checked.add('R-CONV-7')
    const { accountId } = this.input as { accountId?: string | null }
    return this.attempt(() => accountAndId(type, { id: this.text(field), accountId }, field)) ?? { account: '', id: '' }
  }

  private text(field: FieldOf<Input>): string {
    return String(this.input[field] ?? '')
  }

  /** The ids of a query's arguments are refused by throwing; those of an input are collected with its other problems. */
  private attempt<T>(read: () => T, ...place: string[]): T | undefined {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error
      const { field, rule } = error.extensions as { field: string; rule?: string }
      const problem = {
        code: 'BAD_USER_INPUT',
        message: error.message,
        field: [...this.path, field, ...place],
        rule: rule ?? null,
      }
      this.problems.push(problem)
      return undefined
    }
  }
}

/** The texts in an input, at any depth, that hold half a surrogate pair, which no encoding can carry. */
function unsendable(value: unknown, path: readonly string[]): InputProblem[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, item]) => unsendable(item, [...path, name]))
  if (typeof value !== 'string' || value.isWellFormed()) return []
  const message = `\`${path.at(-1)}\` holds half a character (a lone surrogate), which cannot be sent`
  return [{ code: 'BAD_USER_INPUT', message, field: [...path], rule: null }]
}

/** The service's own id, where it is a 64-bit integer (R-CONV-22). */
function restLong(type: string, account: string, text: string, field: string): string {
  const id = restId(type, account, text, field)
  if (/^\d{1,19}$/.test(id)) return id
  throw badUserInput(field, `\`${field}\`: ${JSON.stringify(id)} is no id of this kind, which are numbers`, 'R-CONV-22')
}

/**
 * An input's fields as the wire takes them, without those that are named as ours: camelCase becomes snake_case;
 * undefined is left out, null is an empty value (it removes), false and 0 are sent.
 */
export function toParams<Params extends object>(fields: object, ours: readonly string[] = []): Params {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, value]) => value !== undefined && !ours.includes(name))
      .map(([name, value]: [string, unknown]) => [snakeCase(name), value === null ? '' : value]),
  ) as Params
}

/** The account of what is to be created. */
export const accountField = (t: InputFields) => ({
  accountId: t.id({ required: true, description: 'The account, by either kind of id.' }),
})

/** The account of what is to be changed, which a global id of that tells too. */
export const ownAccountField = (t: InputFields) => ({
  accountId: t.id({ description: "The account. Required beside the service's own id." }),
})
