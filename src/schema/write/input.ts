import { cutText } from '../../execute/inspect.ts'
import { getNamedType, GraphQLError, isInputObjectType, type GraphQLInputObjectType } from 'graphql'
import type { InputFields } from '../builder.ts'
import { badUserInput } from '../errors.ts'
import { accountAndId, restId } from '../node/global-id.ts'
import { momentOf } from '../scalar/scalar.ts'
import { snakeCase } from '../scalar/wire-name.ts'

/** One thing that is wrong with a mutation's input. */
export interface InputProblem {
  code: string
  message: string
  /** The path in the arguments, e.g. `['input', 'operations', '3', 'name']`. */
  field: string[]
  /** The id of the rule that is broken; null if it has none, or the service refused. */
  rule: string | null
}

/** The row that a write changes or deletes, and the field of the input that names it. */
export interface Target {
  /** The name of its GraphQL type. */
  type: string
  account: string
  id: string
  field: string
}

/** A row that an input names, and where. */
export interface Reference {
  check: Check<object>
  /** The path of the field below the check's own. */
  place: string[]
  /** The name of its GraphQL type. */
  type: string
  account: string
  id: string
}

/** Names of an input's fields. */
type FieldOf<Input> = keyof Input & string

/**
 * Checks an input: it collects everything that is wrong, each with its path, and which rules were checked and which only
 * the service can check. Objects within the input have checks of their own, which collect into the same result.
 */
export class Check<Input extends object> {
  readonly input: Input
  readonly path: readonly string[]
  readonly problems: InputProblem[]
  readonly checked: Set<string>
  readonly unchecked: Set<string>
  /** The row that the write changes or deletes. */
  target: Target | undefined
  /** The field that names what the path of the request names: what a 404 is about. */
  addressed: string | undefined
  /** Whether anything within this input was refused. */
  isRefused = false
  /** The rows that the input names, and the accounts with the field that names each. */
  readonly references: Reference[]
  readonly accounts: Map<string, string>
  private readonly parent: Check<object> | undefined
  private readonly type: GraphQLInputObjectType | undefined

  /** `type` is that of the argument, which tells which fields an input could have. */
  constructor(
    input: Input,
    path: readonly string[] = ['input'],
    parent?: Check<object>,
    type: GraphQLInputObjectType | undefined = parent?.type,
  ) {
    this.input = input
    this.path = path
    this.parent = parent
    this.type = type
    this.problems = parent?.problems ?? []
    this.checked = parent?.checked ?? new Set()
    this.unchecked = parent?.unchecked ?? new Set()
    this.references = parent?.references ?? []
    this.accounts = parent?.accounts ?? new Map()
    if (!parent) for (const problem of unsendable(input, path)) this.problems.push(problem)
  }

  /** The checks of the items of a list in the input. */
  each<Item extends object>(field: FieldOf<Input>, items: readonly Item[]): Check<Item>[] {
    return items.map((item, index) => new Check(item, [...this.path, field, String(index)], this as Check<object>))
  }

  /** Whether the input could have a field of this name. */
  hasField(name: string): boolean {
    let type: unknown = this.type
    for (const part of [...this.path.slice(1), name]) {
      if (/^\d+$/.test(part)) continue
      const field = isInputObjectType(type) ? type.getFields()[part] : undefined
      if (!field) return false
      type = getNamedType(field.type)
    }
    return true
  }

  /** Checks a rule: unless it holds, the field is refused with this message. */
  that(holds: boolean, field: FieldOf<Input>, rule: string | null, message: string): void {
    if (rule !== null) this.checked.add(rule)
    if (!holds) this.refuse(field, message, rule)
  }

  /** Refuses a field. */
  refuse(field: FieldOf<Input>, message: string, rule: string | null = null): void {
    this.add({ code: 'BAD_USER_INPUT', message: `\`${field}\` ${message}`, field: [...this.path, field], rule })
  }

  /** Refuses this input as a whole, an item of a list. */
  refuseAll(message: string, rule: string | null = null): void {
    const [list, index] = this.path.slice(-2)
    this.add({ code: 'BAD_USER_INPUT', message: `\`${list}\`: item ${index} ${message}`, field: [...this.path], rule })
  }

  /** Marks rules that depend on what only the service knows. */
  leaveUnchecked(...rules: string[]): void {
    for (const rule of rules) this.unchecked.add(rule)
  }

  /** Marks rules as checked after all, because what they depend on was read. */
  markChecked(...rules: string[]): void {
    for (const rule of rules) {
      this.unchecked.delete(rule)
      this.checked.add(rule)
    }
  }

  /** Checks that a field has a value. */
  required(field: FieldOf<Input>, rule: string | null): void {
    const value = this.input[field]
    this.that(value !== undefined && value !== null && value !== '', field, rule, 'is required')
  }

  /** Checks the number of characters of a text, if there is one. */
  length(field: FieldOf<Input>, { min = 0, max }: { min?: number; max: number }, rule: string | null): void {
    const value = this.input[field]
    if (rule !== null) this.checked.add(rule)
    if (typeof value !== 'string') return
    const length = Array.from(value).length
    if (length > max) this.refuse(field, `has ${length} characters; the limit is ${max}`, rule)
    if (length < min) this.refuse(field, `has ${length} characters; the minimum is ${min}`, rule)
  }

  /** Checks that amounts of money, where there are any, are not below zero. */
  amounts(...fields: FieldOf<Input>[]): void {
    for (const field of fields) {
      const value = this.input[field]
      if (typeof value === 'bigint' && value < 0n) this.refuse(field, `is ${value}; an amount cannot be below 0`)
    }
  }

  /** Checks that the time of one field, if both are there, is before that of another. */
  inOrder(start: FieldOf<Input>, end: FieldOf<Input>): void {
    const [from, to] = [this.input[start], this.input[end]]
    if (typeof from !== 'string' || typeof to !== 'string' || momentOf(from) < momentOf(to)) return
    this.refuse(end, `is ${to}; it must be later than \`${start}\`, ${from}`)
  }

  /** Checks that the time of a field, if it is there, has not passed. */
  inFuture(field: FieldOf<Input>): void {
    const value = this.input[field]
    if (typeof value !== 'string' || momentOf(value) > Date.now()) return
    this.refuse(field, `is ${value}, which has passed`)
  }

  /** Checks that fields which always have a value are not unset: null is sent as an empty value, which they do not take. */
  notNull(rule: string, ...fields: FieldOf<Input>[]): void {
    for (const field of fields) this.that(this.input[field] !== null, field, rule, 'cannot be removed')
  }

  /** The account that a field names by either kind of id; empty if it is refused. */
  account(field: FieldOf<Input>): string {
    this.addressed = field
    const account = this.attempt(() => restId('Account', '', this.text(field), field)) ?? ''
    if (account !== '') this.accounts.set(account, field)
    return account
  }

  /** The service's own id that a field names by either kind; undefined where there is none, or it is refused. */
  id(field: FieldOf<Input>, type: string, account: string): string | undefined {
    if (typeof this.input[field] !== 'string') return undefined
    return this.refer(
      [field],
      type,
      account,
      this.attempt(() => restId(type, account, this.text(field), field)),
    )
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
    return this.refer(
      [field],
      type,
      account,
      this.attempt(() => restLong(type, account, this.text(field), field)),
    )
  }

  /** As `longId`, of a field with many ids: one for each, empty if it is refused. */
  longIds(field: FieldOf<Input>, type: string, account: string): string[] {
    this.checked.add('R-CONV-22')
    const texts = this.input[field] as readonly string[]
    return texts.map((text, index) => this.attempt(() => restLong(type, account, text, field), String(index)) ?? '')
  }

  /**
   * Account and id of the row that is to be changed or deleted: a global id names both; the service's own id needs
   * `accountId`.
   */
  changes(field: FieldOf<Input>, type: string): { account: string; id: string } {
    const row = this.row(field, type)
    this.target = { type, ...row, field }
    return row
  }

  /** The account that is itself to be changed or deleted. */
  changesAccount(field: FieldOf<Input>): string {
    const id = this.account(field)
    this.target = { type: 'Account', account: id, id, field }
    return id
  }

  /** As `changes`, of a row that the write names in its path, but answers with another. */
  row(field: FieldOf<Input>, type: string): { account: string; id: string } {
    this.checked.add('R-CONV-7')
    this.addressed = field
    const { accountId } = this.input as { accountId?: string | null }
    const row = this.attempt(() => accountAndId(type, { id: this.text(field), accountId }, field))
    if (!row) return { account: '', id: '' }
    this.accounts.set(row.account, field)
    this.refer([field], type, row.account, row.id)
    return row
  }

  private refer(place: string[], type: string, account: string, id: string | undefined): string | undefined {
    if (id !== undefined) this.references.push({ check: this, place, type, account, id })
    return id
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
      this.add(problem)
      return undefined
    }
  }

  /** Adds a problem, at a path below this input's. */
  add(problem: InputProblem): void {
    this.problems.push({ ...problem, message: cutText(problem.message) })
    this.markRefused()
  }

  private markRefused(): void {
    this.isRefused = true
    this.parent?.markRefused()
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
