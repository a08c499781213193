import type { GraphQLInputObjectType } from 'graphql'
import { cutText } from '../../execute/error/inspect.ts'
import { isObject } from '../../json/object.ts'
import { CodedError } from '../errors.ts'
import { accountAndId, parseGlobalId, restId, restLong } from '../node/global-id.ts'
import { snakeCase } from '../wire-name.ts'
import { type Unknown, UNKNOWN } from './known.ts'

export interface InputProblem {
  code: string
  message: string
  /** The path in the arguments, e.g. `['input', 'operations', '3', 'name']`. */
  field: string[]
  /** The ID of the broken rule. Null if the problem has no rule, or the service refused the input. */
  rule: string | null
  /** The limit on spending that is exceeded. Undefined for every other problem. */
  spend?: SpendProblem | undefined
}

/** A limit of `SPEND_LIMITS` that an input exceeds, and what the input asks for, if there is an amount of it. */
export interface SpendProblem {
  kind: string
  limit: string | null
  asked: string | null
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

/** What was found of an input and of everything nested in it. */
class Findings {
  readonly problems: InputProblem[] = []
  /** The entities that the input refers to, each with the field that has its ID, and its accounts. */
  readonly references: Reference[] = []
  readonly accounts = new Set<string>()
  /** Those of them that the caller can see, as far as that was checked. */
  readonly seenAccounts = new Set<string>()
  /** The problems of fields with an empty string, by the paths of the fields. */
  readonly ofEmpty = new Map<string, InputProblem>()
  /** The checks of times that must be in the future when the write is first sent. */
  readonly futureTimes: (() => void)[] = []
  /** What was decided of rules that are not broken, by what was reviewed: what the last review of it decided counts. */
  private readonly decided = new Map<object, Decision[]>([[this, []]])
  private reviewed: object = this
  /** The type of the argument, which lists the fields that an input can have. */
  type: GraphQLInputObjectType | undefined
  /** A time that the service's clock has certainly reached, in milliseconds since the epoch. */
  readonly now: () => number

  constructor(now: () => number = Date.now) {
    this.now = now
  }

  get decisions(): Decision[] {
    return [...this.decided.values()].flat()
  }

  note(decision: Decision): void {
    this.decided.get(this.reviewed)?.push(decision)
  }

  /** Reviews something with the data that is known by now. Decisions of an earlier review of it no longer count. */
  review(subject: object, run: () => void): void {
    const before = this.reviewed
    this.decided.set(subject, [])
    this.reviewed = subject
    try {
      run()
    } finally {
      this.reviewed = before
    }
  }
}

type FieldOf<Input> = keyof Input & string

/**
 * Validates an input. It collects all problems with their paths, the rules that were checked, and the rules that only the
 * service can check. Nested objects have their own `Check`, which adds to the same findings.
 */
export class Check<Input extends object> {
  readonly input: Input
  readonly path: readonly string[]
  readonly found: Findings
  readonly ids: Ids<Input>
  /** Whether this input or anything nested in it was refused. */
  isRefused = false
  private readonly parent: Check<object> | undefined

  /** `now` is the clock of an input that is not nested in another one. */
  constructor(input: Input, path: readonly string[], parent?: Check<object>, now?: () => number) {
    this.input = input
    this.path = path
    this.parent = parent
    this.found = parent?.found ?? new Findings(now)
    this.ids = new Ids(this, parent?.ids.batchAccount)
    if (!parent) this.found.problems.push(...loneSurrogates(input, path))
  }

  /** Whether it is in an operation that is refused: a batch leaves that out, and refuses nothing that all refer to. */
  get isLeftOut(): boolean {
    return this.parent !== undefined && (this.isRefused || this.parent.isLeftOut)
  }

  /** Returns a check for each item of a list in the input. */
  each<Item extends object>(field: FieldOf<Input>, items: readonly Item[]): Check<Item>[] {
    return items.map((item, index) => new Check(item, [...this.path, field, String(index)], this))
  }

  /** Returns the check of an object in the input. It reports to the same findings. */
  within<Part extends object>(field: FieldOf<Input>, part: Part): Check<Part> {
    return new Check(part, [...this.path, field], this)
  }

  refuse(field: FieldOf<Input>, message: string, rule: string | null = null): void {
    this.refuseAt([field], `\`${field}\` ${message}`, rule)
  }

  /** Refuses the value at a path in this input, with a whole message. */
  refuseAt(fieldPath: readonly string[], message: string, rule: string | null = null): void {
    this.add({ code: 'BAD_USER_INPUT', message, field: [...this.path, ...fieldPath], rule })
  }

  /** Says of a rule that it holds for this input, or that only the service can tell. */
  note(rule: string | null, holds: true | Unknown): void {
    if (rule !== null) this.found.note({ rule, holds, input: this })
  }

  /** Adds a problem, whose path need not be in this input. */
  add(problem: InputProblem): void {
    const added = { ...problem, message: cutText(problem.message) }
    if (this.isEmpty(problem.field)) {
      // An empty string can break several rules of its field, which is one fault. The first that has an ID reports it.
      const path = problem.field.join('.')
      const first = this.found.ofEmpty.get(path)
      if (first?.rule === null && problem.rule !== null) Object.assign(first, added)
      if (first) return
      this.found.ofEmpty.set(path, added)
    }
    this.found.problems.push(added)
    this.isRefused = true
    for (let { parent } = this; parent; { parent } = parent) parent.isRefused = true
  }

  /** Whether the path is of a field of this input whose value is an empty string. */
  private isEmpty(path: readonly string[]): boolean {
    const name = path[this.path.length] ?? ''
    return path.length === this.path.length + 1 && (this.input as Record<string, unknown>)[name] === ''
  }
}

/** The field of an input with the account, of either kind of ID. */
const ACCOUNT = 'accountId'

/** Reads the IDs in an input, global IDs or the service's. It refuses values that cannot be an ID. */
class Ids<Input extends object> {
  /** The entity that the write changes or deletes. */
  target: Target | undefined
  /** The field with the ID in the path of the request. A 404 is reported at this field. */
  addressed: string | undefined
  /** The IDs in the path of the request, in their order: of the account, and of entities in it. */
  inPath: readonly string[] = []
  /** The account of the batch that this input is a part of. Undefined outside of batches. */
  batchAccount: string | undefined
  /** What the fields that were read as IDs refer to, by their names. */
  readonly references = new Map<string, Reference>()
  /** The service's IDs of the fields that were read as IDs. */
  readonly sent: Record<string, unknown> = {}
  readonly #check: Check<Input>

  constructor(check: Check<Input>, batchAccount: string | undefined) {
    this.#check = check
    this.batchAccount = batchAccount
  }

  /**
   * The service's ID of the account in `accountId`. It can be omitted if the field `parent` has a global ID, which includes
   * the account, and in a batch. Empty if it is refused.
   */
  account(parent?: FieldOf<Input>): string {
    if (this.batchAccount !== undefined) return this.#accountOfBatch(this.batchAccount)
    const isGiven = parent === undefined || typeof this.#value(ACCOUNT) === 'string'
    const account = isGiven ? this.#accountIn() : parseGlobalId(this.#text(parent))?.account
    if (!isGiven && account === undefined)
      this.#check.refuseAt(
        [ACCOUNT],
        `\`${ACCOUNT}\` is required, because \`${parent}\` is not a global ID`,
        'R-CONV-7',
      )
    this.addressed = isGiven ? ACCOUNT : parent
    if (account) this.#isIn(account)
    this.inPath = [account ?? '']
    return account ?? ''
  }

  /** The account and the ID of the parent of a new entity. */
  parent({ type, id: field }: { type: string; id: FieldOf<Input> }): { account: string; id: string } {
    const account = this.account(field)
    return { account, id: this.one(field, type, account) ?? '' }
  }

  #isIn(account: string): void {
    this.#check.found.accounts.add(account)
    // The service does not say whether the token may write.
    this.#check.note('R-AUTH-5', UNKNOWN)
  }

  #accountOfBatch(account: string): string {
    if ((this.#value(ACCOUNT) ?? null) === null) return account
    const id = this.#accountIn()
    if (id !== undefined && id !== account)
      this.#check.refuseAt([ACCOUNT], `\`${ACCOUNT}\` is ${id}; it must be the account of the batch, ${account}`)
    return account
  }

  #accountIn(): string | undefined {
    return this.#attempt(() => restId('Account', '', this.#text(ACCOUNT), ACCOUNT))
  }

  /** The service's ID for a field. Undefined if the field has no value or is refused. */
  one(field: FieldOf<Input>, type: string, account: string, read: typeof restLong = restId): string | undefined {
    if (typeof this.#value(field) !== 'string') return undefined
    const id = this.#attempt(() => read(type, account, this.#text(field), field))
    this.sent[field] = id
    return this.#refer([field], type, account, id)
  }

  /** Like `one`, for a list of IDs. IDs that are refused are left out. Undefined if the field has no value. */
  many(field: FieldOf<Input>, type: string, account: string): string[] | undefined {
    const texts = this.#value(field) as readonly string[] | null | undefined
    const ids = texts?.flatMap((text, index) => {
      return this.#attempt(() => restId(type, account, text, field), String(index)) ?? []
    })
    if (ids) this.sent[field] = ids
    return ids
  }

  /** Like `one`, for IDs that are 64-bit integers. */
  oneLong(field: FieldOf<Input>, type: string, account: string): string | undefined {
    if (typeof this.#value(field) === 'string') this.#check.note('R-CONV-22', true)
    return this.one(field, type, account, restLong)
  }

  /** Like `oneLong`, for a list of IDs. An ID that is refused is an empty string. */
  manyLong(field: FieldOf<Input>, type: string, account: string): string[] {
    this.#check.note('R-CONV-22', true)
    const texts = this.#value(field) as readonly string[]
    return texts.map((text, index) => {
      const place = String(index)
      const id = this.#attempt(() => restLong(type, account, text, field), place)
      return this.#refer([field, place], type, account, id) ?? ''
    })
  }

  /** The account and ID of the entity to change or delete. A global ID includes both; the service's ID needs `accountId`. */
  changed(field: FieldOf<Input>, type: string): { account: string; id: string } {
    const row = this.own(field, type)
    this.target = { type, ...row, field }
    return row
  }

  /** The ID of the account to change or delete. */
  changedAccount(): string {
    const id = this.account()
    this.target = { type: 'Account', account: id, id, field: ACCOUNT }
    if (id !== '') this.#refer([ACCOUNT], 'Account', id, id)
    return id
  }

  /** Adds the ID in a field to the path of the request. A 404 is about it. */
  follows(field: FieldOf<Input>, id: string): void {
    this.addressed = field
    this.inPath = [...this.inPath, id]
  }

  /** The ID of the entity that the write deletes, which is below the one that the path of the request has so far. */
  deletedBelow(field: FieldOf<Input>, type: string): string {
    const [account = '', parent = ''] = this.inPath
    const read: typeof restLong = (...given) => restId(...given, parent)
    // Nothing is below a parent that is refused.
    const id = (parent && this.one(field, type, account, read)) ?? ''
    this.target = { type, account, parent, id, field }
    this.follows(field, id)
    return id
  }

  /** Like `changed`, for an entity in the path of a write whose response is another entity. */
  own(field: FieldOf<Input>, type: string): { account: string; id: string } {
    if (this.batchAccount !== undefined) {
      const account = this.#accountOfBatch(this.batchAccount)
      return { account, id: this.one(field, type, account) ?? '' }
    }
    this.#check.note('R-CONV-7', true)
    this.addressed = field
    const accountId = this.#text(ACCOUNT)
    const row = this.#attempt(() => accountAndId(type, { id: this.#text(field), accountId }, field))
    if (!row) return { account: '', id: '' }
    this.#isIn(row.account)
    this.#refer([field], type, row.account, row.id)
    this.inPath = [row.account, row.id]
    return row
  }

  #refer(fieldPath: string[], type: string, account: string, id: string | undefined): string | undefined {
    if (id === undefined) return undefined
    const reference = { check: this.#check, fieldPath, type, account, id }
    this.#check.found.references.push(reference)
    this.references.set(fieldPath.join('.'), reference)
    return id
  }

  #text(field: string): string {
    const value = this.#value(field)
    return typeof value === 'string' ? value : ''
  }

  /** The value of a field. Most inputs have `accountId`. */
  #value(field: string): unknown {
    return (this.#check.input as Record<string, unknown>)[field]
  }

  /** Converts errors for invalid IDs, which are thrown for arguments of queries, to problems of the input. */
  #attempt<T>(read: () => T, ...pathBelow: string[]): T | undefined {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof CodedError)) throw error
      const { field, rule } = error.extensions as { field: string; rule?: string }
      this.#check.refuseAt([field, ...pathBelow], error.message, rule)
      return undefined
    }
  }
}

/** The problems of strings in an input, at any depth, that contain a lone surrogate, which UTF-8 cannot encode. */
function loneSurrogates(value: unknown, path: readonly string[]): InputProblem[] {
  // An upload has thousands of strings: only those that are refused need a path.
  if (isWellFormed(value)) return []
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, item]) => loneSurrogates(item, [...path, name]))
  // An item of a list has an index.
  const name = path.findLast((part) => !/^\d+$/.test(part))
  const message = `\`${name}\` contains a lone surrogate (half a character), which cannot be sent`
  return [{ code: 'BAD_USER_INPUT', message, field: [...path], rule: null }]
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (Array.isArray(value)) return value.every(isWellFormed)
  // `Object.values` would create a list for each of thousands of objects.
  if (isObject(value)) for (const name in value) if (!isWellFormed(value[name])) return false
  return true
}

/**
 * The fields of an input as request parameters, except the IDs of the account and of the entity to change. Fields that were read
 * as IDs have the service's ones. `changed` has the fields whose values are sent in another form, or undefined for those that
 * are not sent.
 */
export function paramsOf<Params extends object>({ input, ids }: Check<object>, changed: object = {}): Params {
  return toParams({ ...input, ...ids.sent, ...changed }, [ACCOUNT, ids.target?.field ?? ''])
}

/**
 * Converts the fields of an input to request parameters, except those in `excluded`. Names change from camelCase to
 * snake_case. Undefined is omitted; null is sent as an empty value, which removes the value; false and 0 are sent.
 */
export function toParams<Params extends object>(fields: object, excluded: readonly string[] = []): Params {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, value]) => value !== undefined && !excluded.includes(name))
      .map(([name, value]: [string, unknown]) => [snakeCase(name), value === null ? '' : value]),
  ) as Params
}

/** Like `toParams`, for an object that is sent whole: it has no value that null could remove, so null is omitted too. */
export function wholeParams<Params extends object>(fields: object, excluded: readonly string[] = []): Params {
  const given = Object.entries(fields).filter(([, value]) => value !== null)
  return toParams(Object.fromEntries(given), excluded)
}
