import { Readable } from 'node:stream'
import type { ExecutionResult, GraphQLError, GraphQLLeafType } from 'graphql'
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  skipValue,
  valueAt,
} from '../rest/json/bytes.ts'
import type { Tokens } from '../rest/json/lazy-row.ts'
import { isTurnOver, nextTurn } from '../rest/turn.ts'
import { JsonWriter } from './json-writer.ts'

/**
 * The values of one field as they go out, one for each parent. An answer stays in columns until all of it is known: then
 * it is written as JSON, and no object is ever made of it.
 */
export interface Column {
  /** Writes the value at this index. Only for columns in which nothing has failed. */
  write(json: JsonWriter, index: number): void
  /** The same in steps, for a column of few values that holds many further down: others have the process between them. */
  steps(json: JsonWriter, index: number): Iterable<void>
  /** How many leaf values this column holds for so many parents. */
  leafCount(parents: number): number
  /** The value at this index, or its failure, which is for whoever holds it to tell. Those within are added to `errors`. */
  valueAt(index: number, errors: GraphQLError[]): unknown
}

/** What stands in a column instead of a value. */
export class Failure {
  readonly error: GraphQLError

  constructor(error: GraphQLError) {
    this.error = error
  }
}

/** The value where a failure cannot end; else null instead of a failure, which is told here. */
function shown(value: unknown, nullable: boolean, errors: GraphQLError[]): unknown {
  if (!nullable || !(value instanceof Failure)) return value
  errors.push(value.error)
  return null
}

/**
 * The result of an execution in which nothing has failed. It has no objects yet: Yoga asks a result that can `stringify`
 * itself to do so, and `toJSON` makes them for whoever else looks into it.
 */
export function wholeResult(root: Column): ExecutionResult {
  const data: unknown = new Answer(root)
  const isLong = root.leafCount(1) > MAX_LEAVES_AT_ONCE
  const result: ExecutionResult & { stringify: (result: object) => Buffer | Readable } = {
    data: data as ExecutionResult['data'],
    stringify: isLong ? resultStream : resultBytes,
  }
  return result
}

/** An answer of more leaf values is written in steps. So many take some milliseconds. */
const MAX_LEAVES_AT_ONCE = 20_000

/** What is handed on at a time of an answer that is written in steps. */
const PIECE_BYTES = 65_536

/** Items of a list that hold fewer leaf values on average are written at once, each in one step. */
const MIN_STEPPED_LEAVES = 1_000

class Answer {
  readonly root: Column

  constructor(root: Column) {
    this.root = root
  }

  toJSON(): unknown {
    return this.root.valueAt(0, [])
  }
}

/** A result as JSON.stringify writes it, but as bytes: an answer among its members is written from its columns. */
function resultBytes(result: object): Buffer {
  const json = new JsonWriter()
  for (const answer of members(json, result)) answer.root.write(json, 0)
  return json.written()
}

/** The same bytes piece by piece, each written when the one before has been taken. */
function resultStream(result: object): Readable {
  return Readable.from(pieces(result), { objectMode: false, highWaterMark: PIECE_BYTES })
}

async function* pieces(result: object): AsyncGenerator<Buffer, void, undefined> {
  const json = new JsonWriter()
  for (const answer of members(json, result))
    for (const _ of answer.root.steps(json, 0)) {
      if (json.length >= PIECE_BYTES) yield json.take()
      if (isTurnOver()) await nextTurn()
    }
  yield json.take()
}

/** Writes the members of a result, and gives each answer among them to whoever writes it. */
function* members(json: JsonWriter, result: object): Generator<Answer, void, undefined> {
  let before = OPEN_OBJECT
  for (const [name, member] of Object.entries(result)) {
    if (member === undefined || typeof member === 'function') continue
    json.byte(before)
    json.value(name)
    json.byte(COLON)
    if (member instanceof Answer) yield member
    else json.value(member)
    before = COMMA
  }
  json.byte(CLOSE_OBJECT)
}

/** The steps of a column that is written in one. */
function* oneStep(column: Column, json: JsonWriter, index: number): Generator<void, void, undefined> {
  column.write(json, index)
  yield
}

/** Leaf values that have been read and serialized. */
export class Leaves implements Column {
  readonly #values: readonly unknown[]

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
}

/** Leaf values that go out as the bytes in which they came. */
export class PassedLeaves implements Column {
  readonly #tokens: Tokens
  readonly #type: GraphQLLeafType
  readonly #quoted: boolean

  /** `quoted` puts what is no text on the wire between quotes. */
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
}

/** Objects of one type: the values of each of their fields. */
export class Objects implements Column {
  readonly #fields: readonly ObjectField[]
  readonly #columns: readonly Column[]

  /** For each field a column. */
  constructor(fields: readonly ObjectField[], columns: readonly Column[]) {
    this.#fields = fields
    this.#columns = columns
  }

  write(json: JsonWriter, index: number): void {
    if (this.#fields.length === 0) json.byte(OPEN_OBJECT)
    for (let field = 0; field < this.#fields.length; field += 1) {
      json.bytes(this.#fields[field]!.opening)
      this.#columns[field]!.write(json, index)
    }
    json.byte(CLOSE_OBJECT)
  }

  *steps(json: JsonWriter, index: number): Generator<void, void, undefined> {
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

  valueAt(index: number, errors: GraphQLError[]): unknown {
    const object = new PlainObject()
    let failure: Failure | undefined
    this.#fields.forEach(({ name, nullable }, field) => {
      const value = shown(this.#columns[field]!.valueAt(index, errors), nullable, errors)
      if (value instanceof Failure) failure ??= value
      object[name] = value
    })
    return failure ?? object
  }
}

/** A field of objects. */
export interface ObjectField {
  /** As it goes out. */
  name: string
  /** Whether a failure ends here, as null. */
  nullable: boolean
  /** Its name in JSON, with what stands before and behind it. */
  opening: Buffer
}

/** What is written before the value of a field, by its name and how many are before it. */
export function openingOf(name: string, before: number): Buffer {
  return Buffer.from(`${before === 0 ? '{' : ','}${JSON.stringify(name)}:`)
}

/** An object without a prototype's members, and with V8's fast properties, as Object.create(null) has not. */
const PlainObject = function () {} as unknown as new () => Record<string, unknown>
PlainObject.prototype = Object.freeze(Object.create(null))

/** Lists, their items laid end to end in one column. */
export class Lists implements Column {
  readonly #starts: readonly number[]
  #longItems: boolean | undefined
  readonly #items: Column
  readonly #nullable: boolean

  /** List `n` begins at `starts[n]` and ends where the next one begins. `nullable` items end a failure, as null. */
  constructor(starts: readonly number[], items: Column, nullable: boolean) {
    this.#starts = starts
    this.#items = items
    this.#nullable = nullable
  }

  write(json: JsonWriter, index: number): void {
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

  /** Whether the items hold so many leaf values that each is written in steps. */
  #areItemsLong(): boolean {
    return (this.#longItems ??= this.leafCount() >= MIN_STEPPED_LEAVES * this.#starts.at(-1)!)
  }

  valueAt(index: number, errors: GraphQLError[]): unknown {
    const list: unknown[] = []
    let failure: Failure | undefined
    for (let item = this.#starts[index]!; item < this.#starts[index + 1]!; item += 1) {
      const value = shown(this.#items.valueAt(item, errors), this.#nullable, errors)
      if (value instanceof Failure) failure ??= value
      list.push(value)
    }
    return failure ?? list
  }
}

/** Values that were completed apart, each in a column with others of its kind; null and failures stand for themselves. */
export class Joined implements Column {
  readonly #values: readonly unknown[]
  readonly #parts: readonly Part[]
  /** Which part has the value, or -1; and where in it. */
  readonly #partOf: Int32Array
  readonly #indexIn: Int32Array

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
    return this.#parts.reduce((count, { column, indices }) => count + column.leafCount(indices.length), 0)
  }

  valueAt(index: number, errors: GraphQLError[]): unknown {
    const part = this.#parts[this.#partOf[index]!]
    return part ? part.column.valueAt(this.#indexIn[index]!, errors) : this.#values[index]
  }
}

/** A column of some of the values, and which they are. */
export interface Part {
  column: Column
  indices: readonly number[]
}
