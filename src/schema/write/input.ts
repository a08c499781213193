import { cutText } from '../../execute/error/inspect.ts'
import { getNamedType, isInputObjectType, type GraphQLInputObjectType } from 'graphql'
import { isObject } from '../../json/object.ts'
import { CodedError } from '../errors.ts'
import { accountAndId, parseGlobalId, restId, restLong } from '../node/global-id.ts'
import { momentOf } from '../scalar/scalar.ts'
import { UNKNOWN, type Unknown } from './known.ts'
import { toParams } from './params.ts'

/** A problem with the input of a mutation. */
export interface InputProblem {
  code: string
  message: string
  /** The path in the arguments, e.g. `['input', 'operations', '3', 'name']`. */
  field: string[]
  /** The ID of the broken rule. Null if the problem has no rule, or the service refused the input. */
  rule: string | null
}

/** The entity that a write changes or deletes, and the input field with its ID. */
export interface Target {
  /** The name of its GraphQL type. */
  type: string
  account: string
  /** The ID of the entity in the account that it belongs to. Undefined for most types. */
  parent?: string
  id: string
  field: string
}

/** A reference of an input to an entity. */
export interface Reference {
  check: Check<object>
  /** The path of the field, relative to the path of `check`. */
  fieldPath: string[]
  /** The name of its GraphQL type. */
  type: string
  account: string
  id: string
}

/** Whether a rule holds for an input. UNKNOWN if only the service can tell. */
interface Decision {
  rule: string
  input: Check<object>
  holds: true | Unknown
}

/** The names of the fields of an input. */
type FieldOf<Input> = keyof Input & string

/**
 * Validates an input. It collects all problems with their paths, the rules that were checked, and the rules that only the
 * service can check. Nested objects have their own `Check`, which adds to the same result.
 */
export class Check<Input extends object> {
  readonly input: Input
  readonly path: readonly string[]
  readonly problems: InputProblem[]
  /** What was decided of rules that are not broken, for this input and all others, in order. */
  readonly decisions: Set<Decision>
  private readonly ownDecisions = new Map<unknown, Decision>()
  /** The entity that the write changes or deletes. */
  target: Target | undefined
  /** The field with the ID in the path of the request. A 404 is reported at this field. */
  addressed: string | undefined
  /** The IDs in the path of the request, in their order: of the account, and of entities in it. */
  pathIds: readonly string[] = []
  /** The account of the batch that this input is a part of. Undefined outside of batches. */
  batchAccount: string | undefined
  /** Whether this input or anything nested in it was refused. */
  isRefused = false
  /** The entities that the input refers to, each with the field that has its ID, and its accounts. */
  readonly references: Reference[]
  readonly accounts: Set<string>
  /** The checks of times that must be in the future when the write is first sent. */
  private readonly futureTimes: (() => void)[] = []
  /** The fields with an empty string that were refused, each with its problem. */
  private readonly refusedAsEmpty = new Map<string, InputProblem>()
  /** The service's IDs of the fields that were read as IDs. */
  private readonly sentIds: Record<string, unknown> = {}
  private readonly parent: Check<object> | undefined
  /** The type of the argument, which lists the fields that an input can have. */
  private readonly type: GraphQLInputObjectType | undefined
  /** A time that the service's clock has surely reached, in milliseconds since the epoch. */
  readonly now: () => number

  /** `options` are those of an input that is not nested in another one. */
  constructor(
    input: Input,
    path: readonly string[] = ['input'],
    parent?: Check<object>,
    options: { type?: GraphQLInputObjectType | undefined; now?: (() => number) | undefined } = {},
  ) {
    this.input = input
    this.path = path
    this.parent = parent
    this.type = parent ? parent.type : options.type
    this.now = parent?.now ?? options.now ?? Date.now
    this.problems = parent?.problems ?? []
    this.decisions = parent?.decisions ?? new Set()
    this.references = parent?.references ?? []
    this.accounts = parent?.accounts ?? new Set()
    this.batchAccount = parent?.batchAccount
    if (!parent) for (const problem of loneSurrogates(input, path)) this.problems.push(problem)
  }

  /** Returns a check for each item of a list in the input. */
  each<Item extends object>(field: FieldOf<Input>, items: readonly Item[]): Check<Item>[] {
    return items.map((item, index) => new Check(item, [...this.path, field, String(index)], this))
  }

  /** Returns the check of an object in the input. It reports to the same result. */
  within<Part extends object>(field: FieldOf<Input>, part: Part): Check<Part> {
    return new Check(part, [...this.path, field], this)
  }

  /** Whether the type of the input has a field of this name. */
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

  /**
   * Checks a rule that rests on more than the values of fields. If it does not hold, the field is refused with this message.
   * UNKNOWN if only the service can tell, or what the rule rests on was not read. If the input does not have the field, the rule
   * counts as checked only if it does not hold, or was unknown before.
   */
  that(holds: boolean | Unknown, field: FieldOf<Input>, rule: string | null, message: string): void {
    if (holds === false) this.refuse(field, message, rule)
    else if (holds === UNKNOWN || this.input[field] !== undefined || this.ownDecisions.has(partOf(rule, field)))
      this.settle(rule, holds, field)
  }

  /** Refuses a field. */
  refuse(field: FieldOf<Input>, message: string, rule: string | null = null): void {
    this.refuseAt([field], `\`${field}\` ${message}`, rule)
  }

  /** Refuses the value at a path in this input, with a whole message. */
  refuseAt(fieldPath: readonly string[], message: string, rule: string | null = null): void {
    this.add({ code: 'BAD_USER_INPUT', message, field: [...this.path, ...fieldPath], rule })
  }

  /** Refuses the item of a list that this input is, or is a part of. */
  refuseAll(message: string, rule: string | null = null): void {
    const end = this.path.findLastIndex((name) => /^\d+$/.test(name)) + 1
    const field = this.path.slice(0, end)
    const [list, index] = field.slice(-2)
    this.add({ code: 'BAD_USER_INPUT', message: `\`${list}\`: item ${index} ${message}`, field, rule })
  }

  /**
   * Says of a rule that it holds for this input, or that only the service can tell. What is said later of the same `part` of it
   * replaces what was said before.
   */
  settle(rule: string | null, holds: true | Unknown, part: object | string = ''): void {
    if (rule === null) return
    const key = partOf(rule, part)
    const earlier = this.ownDecisions.get(key)
    if (earlier?.holds === holds) return
    if (earlier) this.decisions.delete(earlier)
    const decision: Decision = { rule, holds, input: this }
    this.ownDecisions.set(key, decision)
    this.decisions.add(decision)
  }

  /** The time in a field must be in the future, if it has a value, when the write is first sent: see `refusePast`. */
  inFuture(field: FieldOf<Input>): void {
    const value = this.input[field]
    if (typeof value !== 'string') return
    this.futureTimes.push(() => {
      if (momentOf(value) <= this.now()) this.refuse(field, `is ${value}; it must be in the future`)
    })
  }

  /** Refuses the times that are not in the future any more. */
  refusePast(): void {
    for (const check of this.futureTimes.splice(0)) check()
  }

  /**
   * The service's ID of the account in a field, which can have either kind of ID. The field can be omitted if the field
   * `parent` has a global ID, which includes the account, and in a batch. Empty if it is refused.
   */
  account(field: FieldOf<Input>, parent?: FieldOf<Input>): string {
    if (this.batchAccount !== undefined) return this.accountOfBatch(field, this.batchAccount)
    const isGiven = parent === undefined || typeof this.input[field] === 'string'
    const account = isGiven ? this.accountIn(field) : parseGlobalId(this.text(parent))?.account
    if (!isGiven)
      this.that(account !== undefined, field, 'R-CONV-7', `is required, because \`${parent}\` is not a global ID`)
    this.addressed = isGiven ? field : parent
    if (account) this.isIn(account)
    this.pathIds = [account ?? '']
    return account ?? ''
  }

  private isIn(account: string): void {
    this.accounts.add(account)
    // The service does not tell whether the token may write.
    this.settle('R-AUTH-5', UNKNOWN)
  }

  private accountOfBatch(field: string, account: string): string {
    if ((this.value(field) ?? null) === null) return account
    const id = this.accountIn(field)
    if (id !== undefined && id !== account)
      this.refuseAt([field], `\`${field}\` is ${id}; it must be the account of the batch, ${account}`)
    return account
  }

  private accountIn(field: string): string | undefined {
    return this.attempt(() => restId('Account', '', this.text(field), field))
  }

  /** The service's ID for a field, which can have either kind of ID. Undefined if the field has no value or is refused. */
  id(field: FieldOf<Input>, type: string, account: string, read = restId): string | undefined {
    if (typeof this.input[field] !== 'string') return undefined
    const id = this.attempt(() => read(type, account, this.text(field), field))
    this.sentIds[field] = id
    return this.refer([field], type, account, id)
  }

  /** Like `id`, for a list of IDs. IDs that are refused are left out. Undefined if the field has no value. */
  ids(field: FieldOf<Input>, type: string, account: string): string[] | undefined {
    const texts = this.input[field] as readonly string[] | null | undefined
    const ids = texts?.flatMap((text, index) => {
      return this.attempt(() => restId(type, account, text, field), String(index)) ?? []
    })
    if (ids) this.sentIds[field] = ids
    return ids
  }

  /** Like `id`, for IDs that are 64-bit integers. */
  longId(field: FieldOf<Input>, type: string, account: string): string | undefined {
    if (typeof this.input[field] === 'string') this.settle('R-CONV-22', true)
    return this.id(field, type, account, restLong)
  }

  /** Like `longId`, for a list of IDs. An ID that is refused is an empty string. */
  longIds(field: FieldOf<Input>, type: string, account: string): string[] {
    this.settle('R-CONV-22', true)
    const texts = this.input[field] as readonly string[]
    return texts.map((text, index) => {
      const place = String(index)
      const id = this.attempt(() => restLong(type, account, text, field), place)
      return this.refer([field, place], type, account, id) ?? ''
    })
  }

  /**
   * The account and ID of the entity to change or delete. A global ID includes both; the service's ID needs `accountId`.
   */
  changes(field: FieldOf<Input>, type: string): { account: string; id: string } {
    const row = this.row(field, type)
    this.target = { type, ...row, field }
    return row
  }

  /** The ID of the account to change or delete. */
  changesAccount(field: FieldOf<Input>): string {
    const id = this.account(field)
    this.target = { type: 'Account', account: id, id, field }
    if (id !== '') this.refer([field], 'Account', id, id)
    return id
  }

  /** The ID of the entity below a parent that the write deletes. */
  deletesBelow(parent: string, field: FieldOf<Input>, type: string, account: string): string {
    const id = this.id(field, type, account) ?? ''
    this.addressed = field
    this.target = { type, account, parent, id, field }
    this.pathIds = [account, parent, id]
    return id
  }

  /** Like `changes`, for an entity in the path of a write whose response is another entity. */
  row(field: FieldOf<Input>, type: string): { account: string; id: string } {
    if (this.batchAccount !== undefined) {
      const account = this.accountOfBatch('accountId', this.batchAccount)
      return { account, id: this.id(field, type, account) ?? '' }
    }
    this.settle('R-CONV-7', true)
    this.addressed = field
    const accountId = this.text('accountId')
    const row = this.attempt(() => accountAndId(type, { id: this.text(field), accountId }, field))
    if (!row) return { account: '', id: '' }
    this.isIn(row.account)
    this.refer([field], type, row.account, row.id)
    this.pathIds = [row.account, row.id]
    return row
  }

  /**
   * The fields as request parameters, except the IDs of the account and of the entity to change. Fields that were read as IDs
   * have the service's ones. `changed` has the fields whose values are sent in another form, or undefined for those that are not sent.
   */
  params<Params extends object>(changed: object = {}): Params {
    return toParams({ ...this.input, ...this.sentIds, ...changed }, ['accountId', this.target?.field ?? ''])
  }

  private refer(fieldPath: string[], type: string, account: string, id: string | undefined): string | undefined {
    if (id !== undefined) this.references.push({ check: this, fieldPath, type, account, id })
    return id
  }

  private text(field: string): string {
    const value = this.value(field)
    return typeof value === 'string' ? value : ''
  }

  /** The value of a field, whose name comes from a path or is that of a field that most inputs have. */
  private value(field: string): unknown {
    return (this.input as Record<string, unknown>)[field]
  }

  /** Converts errors for invalid IDs, which are thrown for arguments of queries, to problems of the input. */
  private attempt<T>(read: () => T, ...pathBelow: string[]): T | undefined {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof CodedError)) throw error
      const { field, rule } = error.extensions as { field: string; rule?: string }
      this.refuseAt([field, ...pathBelow], error.message, rule)
      return undefined
    }
  }

  /** Adds a problem. Its path starts with the path of this input. */
  add(problem: InputProblem): void {
    const added = { ...problem, message: cutText(problem.message) }
    const emptyField = this.emptyFieldOf(problem)
    if (emptyField !== undefined) {
      // An empty string can break several rules of its field, which is one fault. It is told by the first that has an ID.
      const first = this.refusedAsEmpty.get(emptyField)
      if (first?.rule === null && problem.rule !== null) Object.assign(first, added)
      if (first) return
      this.refusedAsEmpty.set(emptyField, added)
    }
    this.problems.push(added)
    this.markRefused()
  }

  /** The field that a problem is about, if its value is an empty string. */
  private emptyFieldOf({ field: path }: InputProblem): string | undefined {
    const [field = '', ...pathBelow] = path.slice(this.path.length)
    return pathBelow.length === 0 && this.value(field) === '' ? field : undefined
  }

  private markRefused(): void {
    this.isRefused = true
    this.parent?.markRefused()
  }
}

/** The key of a part of a rule: what it is about, by name. A rule that is data is itself the key. */
function partOf(rule: string | null, part: object | string): unknown {
  return typeof part === 'string' ? `${rule} ${part}` : part
}

/** The problems of strings in an input, at any depth, that contain a lone surrogate, which UTF-8 cannot encode. */
function loneSurrogates(value: unknown, path: readonly string[]): InputProblem[] {
  // An upload has thousands of strings: only those that are refused need a path.
  if (isWellFormed(value)) return []
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, item]) => loneSurrogates(item, [...path, name]))
  const message = `\`${path.at(-1)}\` contains a lone surrogate (half a character), which cannot be sent`
  return [{ code: 'BAD_USER_INPUT', message, field: [...path], rule: null }]
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (Array.isArray(value)) return value.every(isWellFormed)
  // `Object.values` would create a list for each of thousands of objects.
  if (isObject(value)) for (const name in value) if (!isWellFormed(value[name])) return false
  return true
}
