import type { GraphQLError } from 'graphql'
import type { Steps } from '../../async/turn.ts'
import { CLOSE_LIST, CLOSE_OBJECT, COMMA, OPEN_LIST, OPEN_OBJECT } from '../../json/bytes.ts'
import { type JsonWriter, type Literal, literalOf } from './json-writer.ts'

/**
 * The completed values of one field, one for each parent. The response stays in columns until the execution has ended.
 * It is then written as JSON directly. Objects are created only if something, such as a plugin, reads `data`.
 */
export abstract class Column {
  /** The estimated number of bytes of its values in the response, if they have been counted. */
  bytes = 0

  /** Writes the value at this index. Failures must have been settled before. */
  abstract write(json: JsonWriter, index: number): void

  /** Writes what is before the value at this index, and the value. */
  writeAfter(opening: Literal, json: JsonWriter, index: number): void {
    json.literal(opening)
    this.write(json, index)
  }

  /**
   * Does the same as `write` in steps, for values with many leaf values below them. Other operations can continue
   * between steps.
   */
  *steps(json: JsonWriter, index: number): Steps<void> {
    this.write(json, index)
    yield
  }

  /** The estimated number of bytes of the value at this index in the response. */
  abstract bytesAt(index: number): number

  /** The number of leaf values in this column, for this number of parents. A long value counts as many. */
  leafCount(parents: number): number {
    return Math.max(parents, this.bytes / MAX_LEAF_BYTES)
  }

  /** Whether a value of this column may be long, so that a few of them are counted too. */
  mayBeLong(): boolean {
    return false
  }

  /**
   * The value at this index, or its failure, which the nearest nullable position above turns into null. Failures within
   * the value have become null, up to the nearest nullable position.
   */
  abstract valueAt(index: number): unknown

  hasFailures(): boolean {
    return false
  }

  /**
   * Replaces the failures within the value at this index by null, up to the nearest nullable position, for `write`, in
   * steps. Returns the failure of the value itself, if it has one; it is then written as null. Failures within the value are
   * reported in the order in which graphql-js reports errors of synchronous resolvers: depth first, and none
   * after the error that makes an object or a list null.
   */
  // oxlint-disable-next-line require-yield -- Only values with others below them have steps.
  *settle(index: number, _report: Report): Settling {
    const value = this.valueAt(index)
    return isFailure(value) ? value : undefined
  }
}

const EMPTY_LIST_BYTES = 2

export const NULL_BYTES = 4

/** Writing longer leaf values takes longer the longer they are. */
const MAX_LEAF_BYTES = 50

/** Reports a failure that has become null. */
type Report = (failure: Failure) => void

type Settling = Generator<void, Failure | undefined, undefined>

/** Represents a value that could not be completed. It is written as null. */
export class Failure {
  readonly #makeError: () => GraphQLError
  #error: GraphQLError | undefined

  /**
   * `makeError` is called only when the error is reported. Errors below a value that is null because of another failure
   * are not reported.
   */
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

export function isFailure(value: unknown): value is Failure {
  return value instanceof Failure
}

/** Objects of one type: a column for each of their fields. */
export class ObjectColumn extends Column {
  readonly #fields: readonly ObjectField[]
  readonly #columns: readonly Column[]
  #failing: readonly number[] | undefined
  /** The objects that are null because of a failure. */
  #nulls: Set<number> | undefined

  constructor(fields: readonly ObjectField[], columns: readonly Column[]) {
    super()
    this.#fields = fields
    this.#columns = columns
  }

  get fields(): readonly ObjectField[] {
    return this.#fields
  }

  write(json: JsonWriter, index: number): void {
    if (this.#nulls?.has(index)) return json.value(null)
    if (this.#fields.length === 0) json.byte(OPEN_OBJECT)
    for (let field = 0; field < this.#fields.length; field += 1)
      this.#columns[field]!.writeAfter(this.#fields[field]!.opening, json, index)
    json.byte(CLOSE_OBJECT)
  }

  override *steps(json: JsonWriter, index: number): Steps<void> {
    if (this.#nulls?.has(index)) {
      json.value(null)
      return
    }
    if (this.#fields.length === 0) json.byte(OPEN_OBJECT)
    for (let field = 0; field < this.#fields.length; field += 1) {
      json.literal(this.#fields[field]!.opening)
      yield* this.#columns[field]!.steps(json, index)
    }
    json.byte(CLOSE_OBJECT)
  }

  bytesAt(index: number): number {
    return this.#columns.reduce(
      (bytes, column) => bytes + column.bytesAt(index),
      this.#fields.reduce((bytes, { opening }) => bytes + opening.length, 1),
    )
  }

  override leafCount(parents: number): number {
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

  override hasFailures(): boolean {
    return this.#failingFields().length > 0
  }

  override *settle(index: number, report: Report): Settling {
    for (const field of this.#failingFields()) {
      const failure = yield* this.#columns[field]!.settle(index, report)
      if (!failure) continue
      if (this.#isNulledBy(failure, field, index, report)) return failure
      yield
    }
    return undefined
  }

  #failingFields(): readonly number[] {
    return (this.#failing ??= [...this.#columns.keys()].filter((field) => this.#columns[field]!.hasFailures()))
  }

  /**
   * Returns true if the failure makes the object null, because the field is non-null. Otherwise reports it.
   */
  #isNulledBy(failure: Failure, field: number, index: number, report: Report): boolean {
    if (this.#fields[field]!.nullable) {
      report(failure)
      return false
    }
    this.#nulls ??= new Set()
    this.#nulls.add(index)
    return true
  }
}

export interface ObjectField {
  responseKey: string
  /** Whether its type is nullable, so that a failure becomes null here. */
  nullable: boolean
  /** Its response key in JSON, with the punctuation before and after it. */
  opening: Literal
}

/** The JSON before the value of the nth field of an object: punctuation and the response key. */
export function openingOf(responseKey: string, nth: number): Literal {
  return literalOf(`${nth === 0 ? '{' : ','}${JSON.stringify(responseKey)}:`)
}

/** Items of a list are written in several steps each if they have at least this many leaf values on average. */
const MIN_STEPPED_LEAVES = 1_000

/** Lists. The items of all lists are in one column, one list after the other. */
export class ListColumn extends Column {
  readonly #starts: readonly number[]
  readonly #items: Column
  #longItems: boolean | undefined
  readonly #nullable: boolean
  readonly #failures: readonly (Failure | undefined)[]
  /** The lists that are null because of a failure. */
  #nulls: Set<number> | undefined

  /**
   * List `n` begins at `starts[n]` and ends where the next one begins. With `nullable`, the failure of an item becomes
   * null. `failures` has the failures of lists whose iterators threw an error after these items.
   */
  constructor(starts: readonly number[], items: Column, nullable: boolean, failures: readonly (Failure | undefined)[]) {
    super()
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

  override *steps(json: JsonWriter, index: number): Steps<void> {
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

  bytesAt(index: number): number {
    let bytes = 1
    for (let item = this.#starts[index]!; item < this.#starts[index + 1]!; item += 1)
      bytes += this.#items.bytesAt(item) + 1
    return Math.max(bytes, EMPTY_LIST_BYTES)
  }

  override leafCount(): number {
    return this.#items.leafCount(this.#itemCount())
  }

  override mayBeLong(): boolean {
    return this.#itemCount() >= MIN_SAMPLED_VALUES || this.#items.mayBeLong()
  }

  #itemCount(): number {
    return this.#starts.at(-1)!
  }

  /** Whether the items have so many leaf values that each is written in several steps. */
  #areItemsLong(): boolean {
    return (this.#longItems ??= this.leafCount() >= MIN_STEPPED_LEAVES * this.#itemCount())
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

  override hasFailures(): boolean {
    return this.#items.hasFailures() || this.#failures.some(isFailure)
  }

  override *settle(index: number, report: Report): Settling {
    const end = this.#items.hasFailures() ? this.#starts[index + 1]! : 0
    for (let item = this.#starts[index]!; item < end; item += 1) {
      const failure = yield* this.#items.settle(item, report)
      if (failure && !this.#nullable) return this.#nulledBy(failure, index)
      if (failure) report(failure)
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
export class MixedColumn extends Column {
  readonly #values: readonly unknown[]
  readonly #parts: readonly Part[]
  /** For each value, the index of the part that has it, or -1, and its index within that part. */
  readonly #partOf: Int32Array
  readonly #indexIn: Int32Array
  #hasFailures: boolean | undefined

  constructor(values: readonly unknown[], parts: readonly Part[]) {
    super()
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

  #partAt(index: number): Part | undefined {
    return this.#parts[this.#partOf[index]!]
  }

  write(json: JsonWriter, index: number): void {
    const part = this.#partAt(index)
    if (part) part.column.write(json, this.#indexIn[index]!)
    else json.value(this.#values[index])
  }

  override *steps(json: JsonWriter, index: number): Steps<void> {
    const part = this.#partAt(index)
    if (part) yield* part.column.steps(json, this.#indexIn[index]!)
    else json.value(this.#values[index])
  }

  bytesAt(index: number): number {
    const part = this.#partAt(index)
    return part ? part.column.bytesAt(this.#indexIn[index]!) : NULL_BYTES
  }

  override leafCount(): number {
    const present = this.#parts.reduce((count, { indices }) => count + indices.length, 0)
    const absent = this.#values.length - present
    return this.#parts.reduce((count, { column, indices }) => count + column.leafCount(indices.length), absent)
  }

  override mayBeLong(): boolean {
    return this.#parts.some(({ column }) => column.mayBeLong())
  }

  valueAt(index: number): unknown {
    const part = this.#partAt(index)
    return part ? part.column.valueAt(this.#indexIn[index]!) : this.#values[index]
  }

  override hasFailures(): boolean {
    return (this.#hasFailures ??=
      this.#values.some(isFailure) || this.#parts.some(({ column }) => column.hasFailures()))
  }

  override *settle(index: number, report: Report): Settling {
    const part = this.#partAt(index)
    return part ? yield* part.column.settle(this.#indexIn[index]!, report) : yield* super.settle(index, report)
  }
}

/** A column with some of the values, and the indexes of these values. */
export interface Part {
  column: Column
  indices: readonly number[]
}

/** Columns with fewer values are measured only if one of them may be long. */
export const MIN_SAMPLED_VALUES = 32

const SAMPLES = 4

/** The shift of a column's samples from the samples of the column before, as a part of their distance. No position is left out for long. */
const SAMPLE_STEP = (Math.sqrt(5) - 1) / 2

let sampleOffset = 0

/** Estimates the number of bytes of a column in the response from a sample of its values. */
export function estimatedBytes(column: Column, values: number): number {
  let bytes = 0
  sampleOffset = (sampleOffset + SAMPLE_STEP) % 1
  for (let nth = 0; nth < SAMPLES; nth += 1)
    bytes += column.bytesAt(Math.floor(((nth + sampleOffset) * values) / SAMPLES))
  return (bytes * values) / SAMPLES
}
