import { Readable } from 'node:stream'
import { memoize1 } from '@graphql-tools/utils'
import type { ExecutionResult, GraphQLError } from 'graphql'
import { isTurnOver, nextTurn } from '../../async/turn.ts'
import { CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, OPEN_LIST, OPEN_OBJECT } from '../../json/bytes.ts'
import type { Column, Failure, ObjectColumn, ObjectField } from './column.ts'
import { type Allocate, JsonWriter } from './json-writer.ts'

/**
 * The number of leaf values from which a result with errors is created in turns. Each can have an error, which takes
 * some hundredths of a millisecond, and ten times as long if it is the first of its field.
 */
const MAX_FAILED_LEAVES_AT_ONCE = 50

/** Returns the error to report for an error of a field. */
export type FormatError = (error: GraphQLError) => GraphQLError

interface FailureOptions {
  formatError: FormatError
  /** Called with the estimated number of bytes of each error. It returns an error when there are too many. */
  onErrorBytes: ((bytes: number) => Error | undefined) | undefined
  /** Whether the result may be a promise. */
  mayPause: boolean
  /** Whether the data stays if there are too many errors. */
  keepsData: boolean
}

/**
 * The result of an execution in which fields have failed: their errors, and the data with null in their place. With
 * many values, it is created in several turns, and is a promise. If there are too many errors, those that are left are not
 * created: the data is null, with one error, or it stays, with one error after the others.
 */
export function failedResult(
  root: ObjectColumn,
  { formatError, onErrorBytes, mayPause, keepsData }: FailureOptions,
): ExecutionResult | Promise<ExecutionResult> {
  const errors: GraphQLError[] = []
  let formatted = 0
  let excess: GraphQLError | undefined
  const settling = root.settle(0, (failure) => {
    if (!excess) errors.push(failure.error)
  })
  const isLong = mayPause && root.leafCount(1) > MAX_FAILED_LEAVES_AT_ONCE
  return settled()

  function settled(): ExecutionResult | Promise<ExecutionResult> {
    for (;;) {
      const step = settling.next()
      if (step.done) return ended(step.value)
      if (formatNew() && !keepsData) return tooMany()
      if (isLong && isTurnOver()) return nextTurn().then(settled)
    }
  }

  /** Formats the errors since the last step, unless there are too many. Returns whether there are. */
  function formatNew(): boolean {
    for (; formatted < errors.length && !excess; formatted += 1) {
      const error = formatError(errors[formatted]!)
      errors[formatted] = error
      const tooMany = onErrorBytes?.(bytesOfError(error))
      if (tooMany) excess = formatError(tooMany as GraphQLError)
    }
    if (excess) errors.length = formatted
    return excess !== undefined
  }

  function ended(failure: Failure | undefined): WrittenResult {
    if (failure) errors.push(failure.error)
    if (formatNew() && !keepsData) return tooMany()
    const all = excess ? [...errors, excess] : errors
    return { errors: all, data: failure ? null : new LazyData(root), stringify: stringifyFor(root, all) }
  }

  function tooMany(): ExecutionResult {
    return { errors: [excess!], data: null }
  }
}

/** The estimated number of bytes of an error in the response. */
function bytesOfError({ message, path = [], extensions }: GraphQLError): number {
  let bytes = ERROR_BYTES + message.length + bytesOfExtensions(extensions)
  for (const key of path) bytes += String(key).length + PATH_PUNCTUATION_BYTES
  return bytes
}

/** The names and punctuation of an error, and its location. */
const ERROR_BYTES = 80

const PATH_PUNCTUATION_BYTES = 3

/** Errors of one cause can share their extensions. */
const bytesOfExtensions = memoize1((extensions: object): number => JSON.stringify(extensions).length)

/**
 * The result of an execution without failures. The members of its `data` are getters, which create the objects of the
 * response when one is read. The server calls `stringify` of a result, so a response that nothing has read or changed is written
 * from its columns, and its objects are never created.
 */
export function completeResult(root: ObjectColumn): WrittenResult {
  return { data: new LazyData(root), stringify: stringifyFor(root) }
}

/** The `stringify` of a result: a short result is written at once, a long one in steps. */
function stringifyFor(root: ObjectColumn, errors: readonly GraphQLError[] = []): Stringify {
  const isLong = root.leafCount(1) > MAX_LEAVES_AT_ONCE || errors.length > MAX_ERRORS_AT_ONCE
  return isLong ? resultStream : resultBytes
}

/** A response with more errors is written in steps. */
const MAX_ERRORS_AT_ONCE = 500

/** Writes a result as JSON. `allocate` gives the memory of long JSON that is written at once. */
type Stringify = (result: object, allocate?: Allocate) => Buffer<ArrayBuffer> | Readable

/** A result, with the function that writes it as JSON if this executor has created it. */
interface WrittenResult extends ExecutionResult {
  stringify?: Stringify
}

/** The `stringify` of a result that this executor created; undefined for other results. */
export function stringifyOf(result: object): Stringify | undefined {
  return (result as { stringify?: Stringify }).stringify
}

/** An object without a prototype. */
// oxlint-disable-next-line typescript/no-extraneous-class -- Only a constructor can give an object to the class below.
class NullPrototype {
  constructor() {
    return Object.create(null) as NullPrototype
  }
}

/**
 * The `data` of a response whose objects have not been created. The columns are in a private field, which is not
 * visible from outside. In a WeakMap they would outlive the response (bench/README.md).
 */
class LazyData extends NullPrototype {
  [responseKey: string]: unknown
  readonly #root: ObjectColumn

  constructor(root: ObjectColumn) {
    super()
    this.#root = root
    for (const [key, member] of membersOf(root.fields)) Object.defineProperty(this, key, member)
  }

  /** The columns of this data; undefined for other values, and if a member has been read, replaced, added or deleted. */
  static untouched(data: unknown): Column | undefined {
    if (typeof data !== 'object' || data === null || !(#root in data)) return undefined
    const members = membersOf(data.#root.fields)
    // JSON has no other members.
    const keys = Object.keys(data)
    const isSame = (key: string) => members.has(key) && hasGetter(data, key, members.get(key)!.get)
    return keys.length === members.size && keys.every(isSame) ? data.#root : undefined
  }

  /** Replaces the remaining getters of an object, or of the data that it inherits from, by their values. */
  static read(object: object): Record<string, unknown> {
    if (!(#root in object)) return LazyData.read(Object.getPrototypeOf(object))
    const values = object.#root.valueAt(0) as Record<string, unknown>
    for (const [key, { get }] of membersOf(object.#root.fields))
      if (hasGetter(object, key, get))
        Object.defineProperty(object, key, { value: values[key], writable: true, enumerable: true, configurable: true })
    return object
  }
}

/** A member of data that has not been read. */
interface LazyMember {
  get: (this: object) => unknown
  set: (this: object, value: unknown) => void
  enumerable: true
  configurable: true
}

/**
 * The members of data with these fields. All responses share their functions, because functions of one response would keep
 * it alive, with all of its rows (bench/README.md).
 */
const membersOf = memoize1(
  (fields: readonly ObjectField[]): ReadonlyMap<string, LazyMember> =>
    new Map(fields.map(({ responseKey }) => [responseKey, lazyMember(responseKey)])),
)

function lazyMember(key: string): LazyMember {
  return {
    get() {
      return LazyData.read(this)[key]
    },
    set(value) {
      LazyData.read(this)[key] = value
    },
    enumerable: true,
    configurable: true,
  }
}

function hasGetter(object: object, key: string, get: unknown): boolean {
  return Object.getOwnPropertyDescriptor(object, key)?.get === get
}

/** A response with more leaf values is written in steps. Writing 20,000 values takes some milliseconds. */
const MAX_LEAVES_AT_ONCE = 20_000

/** The minimum size of each piece of a response that is written in steps. */
const PIECE_BYTES = 65_536

function resultBytes(result: object, allocate?: Allocate): Buffer<ArrayBuffer> {
  const json = new JsonWriter()
  for (const data of writeMembers(json, result)) data.write(json, 0)
  return json.written(allocate)
}

/** The same JSON in pieces, each written when the previous one has been read. */
function resultStream(result: object): Readable {
  return Readable.from(pieces(result), { objectMode: false, highWaterMark: PIECE_BYTES })
}

async function* pieces(result: object): AsyncGenerator<Buffer, void, undefined> {
  const json = new JsonWriter()
  for (const data of writeMembers(json, result))
    for (const _ of data.steps(json, 0)) {
      if (json.length >= PIECE_BYTES) yield json.take()
      if (isTurnOver()) await nextTurn()
    }
  yield json.take()
}

/** A member of a result that is written in steps: its data, which is the only value of a column, or its errors. */
type Member = Pick<Column, 'write' | 'steps'>

/** Writes the members of a result, and yields those that can be long for the caller to write. */
function* writeMembers(json: JsonWriter, result: object): Generator<Member, void, undefined> {
  let before = OPEN_OBJECT
  for (const name of Object.keys(result)) {
    const member: unknown = Reflect.get(result, name)
    if (member === undefined || typeof member === 'function') continue
    json.byte(before)
    json.value(name)
    json.byte(COLON)
    const column = LazyData.untouched(member)
    if (column) yield column
    else if (Array.isArray(member)) yield new ArrayMember(member)
    else json.value(member)
    before = COMMA
  }
  json.byte(CLOSE_OBJECT)
}

/** An array, such as the errors: each item is written in a step. */
class ArrayMember implements Member {
  readonly #items: readonly unknown[]

  constructor(items: readonly unknown[]) {
    this.#items = items
  }

  write(json: JsonWriter): void {
    for (const _ of this.steps(json));
  }

  *steps(json: JsonWriter): Generator<void, void, undefined> {
    json.byte(OPEN_LIST)
    for (const [index, item] of this.#items.entries()) {
      if (index > 0) json.byte(COMMA)
      json.value(item)
      yield
    }
    json.byte(CLOSE_LIST)
  }
}
