import type { GraphQLError, GraphQLLeafType } from 'graphql'
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COMMA,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  skipValue,
  valueAt,
} from '../rest/json/bytes.ts'
import type { Tokens } from '../rest/json/lazy-row.ts'
import { JsonWriter } from './json-writer.ts'

/**
 * The completed values of one field, one for each parent. A response stays in columns until all of it is known. It is
 * then written as JSON, and no object is made of it unless somebody reads one.
 */
export interface Column {
  /** Writes the value at this index. Where the column has failures, they must have been settled. */
  write(json: JsonWriter, index: number): void
  /** Writes the same in steps, for few values with many leaves below them. Other work can be done between steps. */
  steps(json: JsonWriter, index: number): Iterable<void>
  /** How many leaf values this column has for this number of parents. */
  leafCount(parents: number): number
  /**
   * The value at this index, or its failure, which the nearest nullable position above turns into null. Failures within
   * the value have become null, up to the nearest nullable position.
   */
  valueAt(index: number): unknown
  /** Whether this column or one below it has failures. */
  hasFailures(): boolean
  /**
   * Replaces the failures within the value at this index by null, up to the nearest nullable position, for `write`. Gives
   * the failure of the value itself, which is then written as null. Errors of positions within the value are added to
   * `errors`, in the order in which graphql-js reports those of synchronous resolvers: depth first, and none after the
   * one that makes an object or a list null.
   */
  settle(index: number, errors: GraphQLError[]): Failure | undefined
  /** The same in steps. */
  settleSteps(index: number, errors: GraphQLError[]): Generator<void, Failure | undefined, undefined>
}

/** What a column holds in place of a value that could not be completed. It is written as null. */
export class Failure {
  readonly #makeError: () => GraphQLError
  #error: GraphQLError | undefined

  /** The error is made when it is reported: those below a value that is null for another failure never are. */
  constructor(makeError: () => GraphQLError) {
    this.#makeError = makeError
  }

  get error(): GraphQLError {
    return (this.#error ??= this.#makeError())
  }

  toJSON(): null {
    return null
  }
}

/** A value, or null for a failure at a nullable position. */
function nulled(value: unknown, nullable: boolean): unknown {
  return nullable && value instanceof Failure ? null : value
}

function isFailure(value: unknown): value is Failure {
  return value instanceof Failure
}

/** The single step of a column whose values are each written at once. */
function* oneStep(column: Column, json: JsonWriter, index: number): Generator<void, void, undefined> {
  column.write(json, index)
  yield
}

/** The steps of a column whose failures are settled in one. */
// oxlint-disable-next-line require-yield -- It has no step but the last.
function* settledAtOnce(
  column: Column,
  index: number,
  errors: GraphQLError[],
): Generator<void, Failure | undefined, undefined> {
  return column.settle(index, errors)
}

/** Serialized leaf values. Null and failures represent themselves. */
export class LeafColumn implements Column {
  readonly #values: readonly unknown[]
  #hasFailures: boolean | undefined

  constructor(values: readonly unknown[]) {
    this.#values = values
  }

  write(json: JsonWriter, index: number): void {
    json.value(this.#values[index])
  }

  steps(json: JsonWriter, index: number): Iterable<void> {
    return oneStep(this, json, index)
  }

  leafCount(parents: number): number {
    return parents
  }

  valueAt(index: number): unknown {
    return this.#values[index]
  }

  hasFailures(): boolean {
    return (this.#hasFailures ??= this.#values.some(isFailure))
  }

  settle(index: number): Failure | undefined {
    const value = this.#values[index]
    return isFailure(value) ? value : undefined
  }

  settleSteps(index: number, errors: GraphQLError[]): Generator<void, Failure | undefined, undefined> {
    return settledAtOnce(this, index, errors)
  }
}

/** Leaf values that are written as the bytes in which they were received. */
export class PassthroughColumn implements Column {
  readonly #tokens: Tokens
  readonly #type: GraphQLLeafType
  readonly #quoted: boolean

  /** `quoted` puts each value in quotation marks: for numbers that are serialized as strings. */
  constructor(tokens: Tokens, type: GraphQLLeafType, quoted: boolean) {
    this.#tokens = tokens
    this.#type = type
    this.#quoted = quoted
  }

  write(json: JsonWriter, index: number): void {
    const start = this.#tokens.startAt(index)
    if (start === -1) return json.value(null)
    const bytes = this.#tokens.bytesAt(index)
    if (this.#quoted) json.byte(QUOTE)
    json.bytes(bytes, start, skipValue(bytes, start))
    if (this.#quoted) json.byte(QUOTE)
  }

  steps(json: JsonWriter, index: number): Iterable<void> {
    return oneStep(this, json, index)
  }

  leafCount(parents: number): number {
    return parents
  }

  valueAt(index: number): unknown {
    const start = this.#tokens.startAt(index)
    return start === -1 ? null : this.#type.serialize(valueAt(this.#tokens.bytesAt(index), start))
  }

  hasFailures(): boolean {
    return false
  }

  settle(): undefined {
    return undefined
  }

  settleSteps(index: number, errors: GraphQLError[]): Generator<void, Failure | undefined, undefined> {
    return settledAtOnce(this, index, errors)
  }
}

/** Objects of one type: a column for each of their fields. */
export class ObjectColumn implements Column {
  readonly #fields: readonly ObjectField[]
  readonly #columns: readonly Column[]
  /** The fields whose columns have failures. */
  #failing: readonly number[] | undefined
  /** The objects that are null because of a failure. */
  #nulls: Set<number> | undefined

  constructor(fields: readonly ObjectField[], columns: readonly Column[]) {
    this.#fields = fields
    this.#columns = columns
  }

  get fields(): readonly ObjectField[] {
    return this.#fields
  }

  write(json: JsonWriter, index: number): void {
    if (this.#nulls?.has(index)) return json.value(null)
    if (this.#fields.length === 0) json.byte(OPEN_OBJECT)
    for (let field = 0; field < this.#fields.length; field += 1) {
      json.bytes(this.#fields[field]!.opening)
      this.#columns[field]!.write(json, index)
    }
    json.byte(CLOSE_OBJECT)
  }

  *steps(json: JsonWriter, index: number): Generator<void, void, undefined> {
    if (this.#nulls?.has(index)) {
      json.value(null)
      return
    }
    if (this.#fields.length === 0) json.byte(OPEN_OBJECT)
    for (let field = 0; field < this.#fields.length; field += 1) {
      json.bytes(this.#fields[field]!.opening)
      yield* this.#columns[field]!.steps(json, index)
    }
    json.byte(CLOSE_OBJECT)
  }

  leafCount(parents: number): number {
    return this.#columns.reduce((count, column) => count + column.leafCount(parents), 0)
  }

  valueAt(index: number): unknown {
    const object: Record<string, unknown> = Object.create(null)
    for (let field = 0; field < this.#fields.length; field += 1) {
      const { responseKey, nullable } = this.#fields[field]!
      const value = nulled(this.#columns[field]!.valueAt(index), nullable)
      if (isFailure(value)) return value
      object[responseKey] = value
    }
    return object
  }

  hasFailures(): boolean {
    return this.#failingFields().length > 0
  }

  settle(index: number, errors: GraphQLError[]): Failure | undefined {
    for (const field of this.#failingFields()) {
      const failure = this.#columns[field]!.settle(index, errors)
      if (failure && this.#isNulledBy(failure, field, index, errors)) return failure
    }
    return undefined
  }

  *settleSteps(index: number, errors: GraphQLError[]): Generator<void, Failure | undefined, undefined> {
    for (const field of this.#failingFields()) {
      const failure = yield* this.#columns[field]!.settleSteps(index, errors)
      if (failure && this.#isNulledBy(failure, field, index, errors)) return failure
    }
    return undefined
  }

  #failingFields(): readonly number[] {
    return (this.#failing ??= [...this.#columns.keys()].filter((field) => this.#columns[field]!.hasFailures()))
  }

  /** Reports the failure of a nullable field. That of another field makes the object null. */
  #isNulledBy(failure: Failure, field: number, index: number, errors: GraphQLError[]): boolean {
    if (this.#fields[field]!.nullable) {
      errors.push(failure.error)
      return false
    }
    this.#nulls ??= new Set()
    this.#nulls.add(index)
    return true
  }
}

/** A field of the objects of an object column. */
export interface ObjectField {
  responseKey: string
  /** Whether its type is nullable, so that a failure becomes null here. */
  nullable: boolean
  /** Its response key in JSON, with the punctuation before and after it. */
  opening: Buffer
}

/** The bytes before the value of the nth field of an object. */
export function openingOf(responseKey: string, nth: number): Buffer {
  return Buffer.from(`${nth === 0 ? '{' : ','}${JSON.stringify(responseKey)}:`)
}

/** Items of a list are written in several steps each if they have at least this many leaf values on average. */
const MIN_STEPPED_LEAVES = 1_000

/** Lists. The items of all of them are in one column, one list after the other. */
export class ListColumn implements Column {
  readonly #starts: readonly number[]
  readonly #items: Column
  #longItems: boolean | undefined
  readonly #nullable: boolean
  readonly #failures: readonly (Failure | undefined)[]
  /** The lists that are null because of a failure. */
  #nulls: Set<number> | undefined

  /**
   * List `n` begins at `starts[n]` and ends where the next one begins. With `nullable`, the failure of an item becomes null.
   * `failures` are those of lists whose iterators have thrown after these items.
   */
  constructor(
    starts: readonly number[],
    items: Column,
    nullable: boolean,
    failures: readonly (Failure | undefined)[] = [],
  ) {
    this.#starts = starts
    this.#items = items
    this.#nullable = nullable
    this.#failures = failures
  }

  write(json: JsonWriter, index: number): void {
    if (this.#nulls?.has(index)) return json.value(null)
    const start = this.#starts[index]!
    const end = this.#starts[index + 1]!
    json.byte(OPEN_LIST)
    for (let item = start; item < end; item += 1) {
      if (item > start) json.byte(COMMA)
      this.#items.write(json, item)
    }
    json.byte(CLOSE_LIST)
  }

  *steps(json: JsonWriter, index: number): Generator<void, void, undefined> {
    if (this.#nulls?.has(index)) {
      json.value(null)
      return
    }
    const start = this.#starts[index]!
    const end = this.#starts[index + 1]!
    json.byte(OPEN_LIST)
    for (let item = start; item < end; item += 1) {
      if (item > start) json.byte(COMMA)
      if (this.#areItemsLong()) yield* this.#items.steps(json, item)
      else {
        this.#items.write(json, item)
        yield
      }
    }
    json.byte(CLOSE_LIST)
  }

  leafCount(): number {
    return this.#items.leafCount(this.#starts.at(-1)!)
  }

  /** Whether the items have so many leaf values that each is written in several steps. */
  #areItemsLong(): boolean {
    return (this.#longItems ??= this.leafCount() >= MIN_STEPPED_LEAVES * this.#starts.at(-1)!)
  }

  valueAt(index: number): unknown {
    const list: unknown[] = []
    for (let item = this.#starts[index]!; item < this.#starts[index + 1]!; item += 1) {
      const value = nulled(this.#items.valueAt(item), this.#nullable)
      if (isFailure(value)) return value
      list.push(value)
    }
    return this.#failures[index] ?? list
  }

  hasFailures(): boolean {
    return this.#items.hasFailures() || this.#failures.some(isFailure)
  }

  settle(index: number, errors: GraphQLError[]): Failure | undefined {
    const end = this.#items.hasFailures() ? this.#starts[index + 1]! : 0
    for (let item = this.#starts[index]!; item < end; item += 1) {
      const failure = this.#items.settle(item, errors)
      if (failure && !this.#nullable) return this.#nulledBy(failure, index)
      if (failure) errors.push(failure.error)
    }
    return this.#nulledBy(this.#failures[index], index)
  }

  *settleSteps(index: number, errors: GraphQLError[]): Generator<void, Failure | undefined, undefined> {
    const end = this.#items.hasFailures() ? this.#starts[index + 1]! : 0
    for (let item = this.#starts[index]!; item < end; item += 1) {
      const failure = this.#areItemsLong()
        ? yield* this.#items.settleSteps(item, errors)
        : this.#items.settle(item, errors)
      if (failure && !this.#nullable) return this.#nulledBy(failure, index)
      if (failure) errors.push(failure.error)
      yield
    }
    return this.#nulledBy(this.#failures[index], index)
  }

  #nulledBy(failure: Failure | undefined, index: number): Failure | undefined {
    if (!failure) return undefined
    this.#nulls ??= new Set()
    this.#nulls.add(index)
    return failure
  }
}

/** Values that were completed in several columns, one for each object type. Null and failures represent themselves. */
export class MixedColumn implements Column {
  readonly #values: readonly unknown[]
  readonly #parts: readonly Part[]
  /** The part that has each value, or -1; and the value's index in it. */
  readonly #partOf: Int32Array
  readonly #indexIn: Int32Array
  #hasFailures: boolean | undefined

  constructor(values: readonly unknown[], parts: readonly Part[]) {
    this.#values = values
    this.#parts = parts
    this.#partOf = new Int32Array(values.length).fill(-1)
    this.#indexIn = new Int32Array(values.length)
    parts.forEach(({ indices }, part) =>
      indices.forEach((index, each) => {
        this.#partOf[index] = part
        this.#indexIn[index] = each
      }),
    )
  }

  write(json: JsonWriter, index: number): void {
    const part = this.#parts[this.#partOf[index]!]
    if (part) part.column.write(json, this.#indexIn[index]!)
    else json.value(this.#values[index])
  }

  *steps(json: JsonWriter, index: number): Generator<void, void, undefined> {
    const part = this.#parts[this.#partOf[index]!]
    if (part) yield* part.column.steps(json, this.#indexIn[index]!)
    else json.value(this.#values[index])
  }

  leafCount(): number {
    const present = this.#parts.reduce((count, { indices }) => count + indices.length, 0)
    const absent = this.#values.length - present
    return this.#parts.reduce((count, { column, indices }) => count + column.leafCount(indices.length), absent)
  }

  valueAt(index: number): unknown {
    const part = this.#parts[this.#partOf[index]!]
    return part ? part.column.valueAt(this.#indexIn[index]!) : this.#values[index]
  }

  hasFailures(): boolean {
    return (this.#hasFailures ??=
      this.#values.some(isFailure) || this.#parts.some(({ column }) => column.hasFailures()))
  }

  settle(index: number, errors: GraphQLError[]): Failure | undefined {
    const part = this.#parts[this.#partOf[index]!]
    if (part) return part.column.settle(this.#indexIn[index]!, errors)
    const value = this.#values[index]
    return isFailure(value) ? value : undefined
  }

  *settleSteps(index: number, errors: GraphQLError[]): Generator<void, Failure | undefined, undefined> {
    const part = this.#parts[this.#partOf[index]!]
    return part ? yield* part.column.settleSteps(this.#indexIn[index]!, errors) : this.settle(index, errors)
  }
}

/** A column of some of the values, and their indexes. */
export interface Part {
  column: Column
  indices: readonly number[]
}
