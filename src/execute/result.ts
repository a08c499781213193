import { Readable } from 'node:stream'
import type { ExecutionResult, GraphQLError } from 'graphql'
import { CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, OPEN_LIST, OPEN_OBJECT } from '../rest/json/bytes.ts'
import { isTurnOver, nextTurn } from '../rest/wait/turn.ts'
import type { Column, Failure, ObjectColumn } from './column.ts'
import { JsonWriter } from './json-writer.ts'
import type { MaybePromise } from './promise.ts'

/** Each of the leaf values of a result may have failed, and an error takes some hundredths of a millisecond. */
const MAX_FAILED_LEAVES_AT_ONCE = 200

/** What is reported in place of an error. */
export type FormatError = (error: GraphQLError) => GraphQLError

/**
 * The result of an execution in which fields have failed: their errors, and the data with null in their place. Where
 * there are many values it is a promise, and is made in turns.
 */
export function failedResult(root: ObjectColumn, formatError: FormatError): MaybePromise<ExecutionResult> {
  const errors: GraphQLError[] = []
  let formatted = 0
  const settling = root.settleSteps(0, errors)
  const isLong = root.leafCount(1) > MAX_FAILED_LEAVES_AT_ONCE
  return isLong ? settledInTurns() : settledAtOnce()

  function settledAtOnce(): ExecutionResult {
    for (;;) {
      const step = settling.next()
      if (step.done) return ended(step.value)
    }
  }

  async function settledInTurns(): Promise<ExecutionResult> {
    for (;;) {
      if (isTurnOver()) await nextTurn()
      const step = settling.next()
      if (step.done) return ended(step.value)
      formatNew()
    }
  }

  function formatNew(): void {
    for (; formatted < errors.length; formatted += 1) errors[formatted] = formatError(errors[formatted]!)
  }

  function ended(failure: Failure | undefined): ExecutionResult {
    if (failure) errors.push(failure.error)
    formatNew()
    return writable({ errors, data: failure ? null : lazily(root) }, root)
  }
}

/**
 * The result of an execution without failures. The members of its `data` are getters, which create the objects of the
 * response when one is read. Yoga calls `stringify` of a result, so a response that nothing has read or changed is written
 * from its columns, and its objects are never created.
 */
export function completeResult(root: ObjectColumn): ExecutionResult {
  return writable({ data: lazily(root) }, root)
}

/** The response as an object whose members are made when one is read. */
function lazily(root: ObjectColumn): Record<string, unknown> {
  const data: Record<string, unknown> = Object.create(null)
  lazyData.set(data, new LazyData(root, data))
  return data
}

/** A result that writes itself: at once, or where it is long in steps. */
function writable(result: ExecutionResult, root: ObjectColumn): ExecutionResult {
  const isLong = root.leafCount(1) > MAX_LEAVES_AT_ONCE
  const stringify: Stringify = isLong ? resultStream : resultBytes
  return { ...result, stringify } as ExecutionResult
}

type Stringify = (result: object) => Buffer | Readable

/** How a result writes itself; undefined where it does not. */
export function stringifyOf(result: object): Stringify | undefined {
  return (result as { stringify?: Stringify }).stringify
}

const lazyData = new WeakMap<object, LazyData>()

/** The `data` of a response whose objects have not been created. */
class LazyData {
  readonly #root: ObjectColumn
  readonly #data: Record<string, unknown>
  readonly #getters = new Map<string, () => unknown>()

  constructor(root: ObjectColumn, data: Record<string, unknown>) {
    this.#root = root
    this.#data = data
    for (const responseKey of root.responseKeys()) {
      const get = () => this.#read()[responseKey]
      const set = (value: unknown) => void (this.#read()[responseKey] = value)
      this.#getters.set(responseKey, get)
      Object.defineProperty(data, responseKey, { get, set, enumerable: true, configurable: true })
    }
  }

  /** The columns; undefined if a member has been read, replaced, added or deleted. */
  untouched(): Column | undefined {
    const keys = Reflect.ownKeys(this.#data)
    const isSame = (key: string | symbol) =>
      typeof key === 'string' &&
      this.#getters.has(key) &&
      Object.getOwnPropertyDescriptor(this.#data, key)?.get === this.#getters.get(key)
    return keys.length === this.#getters.size && keys.every(isSame) ? this.#root : undefined
  }

  /** Replaces the remaining getters by their values. */
  #read(): Record<string, unknown> {
    const values = this.#root.valueAt(0) as Record<string, unknown>
    for (const [key, get] of this.#getters)
      if (Object.getOwnPropertyDescriptor(this.#data, key)?.get === get)
        Object.defineProperty(this.#data, key, {
          value: values[key],
          writable: true,
          enumerable: true,
          configurable: true,
        })
    return this.#data
  }
}

/** A response with more leaf values is written in steps. This many take some milliseconds. */
const MAX_LEAVES_AT_ONCE = 20_000

/** The size from which a piece of a response is sent that is written in steps. */
const PIECE_BYTES = 65_536

/** A result as JSON. */
function resultBytes(result: object): Buffer {
  const json = new JsonWriter()
  for (const data of writeMembers(json, result)) data.write(json, 0)
  return json.written()
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
  for (const [name, member] of Object.entries(result)) {
    if (member === undefined || typeof member === 'function') continue
    json.byte(before)
    json.value(name)
    json.byte(COLON)
    const column = typeof member === 'object' && member !== null ? lazyData.get(member)?.untouched() : undefined
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
