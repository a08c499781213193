import { Readable } from 'node:stream'
import type { ExecutionResult, GraphQLError } from 'graphql'
import { CLOSE_OBJECT, COLON, COMMA, OPEN_OBJECT } from '../rest/json/bytes.ts'
import { isTurnOver, nextTurn } from '../rest/wait/turn.ts'
import { Failure, type Column, type ObjectColumn } from './column.ts'
import { JsonWriter } from './json-writer.ts'

/** The result of an execution in which fields have failed: their errors, and the data with null in their place. */
export function failedResult(root: Column): ExecutionResult {
  const errors: GraphQLError[] = []
  const data = root.valueAt(0, errors)
  if (data instanceof Failure) return { errors: [...errors, data.error], data: null }
  return { errors, data: data as ExecutionResult['data'] }
}

/**
 * The result of an execution without failures. The members of its `data` are getters, which create the objects of the
 * response when one is read. Yoga calls `stringify` of a result, so a response that nothing has read or changed is written
 * from its columns, and its objects are never created.
 */
export function completeResult(root: ObjectColumn): ExecutionResult {
  const data: Record<string, unknown> = Object.create(null)
  const lazy = new LazyData(root, data)
  lazyData.set(data, lazy)
  const stringify = root.leafCount(1) > MAX_LEAVES_AT_ONCE ? resultStream : resultBytes
  const result: ExecutionResult & { stringify: (result: object) => Buffer | Readable } = { data, stringify }
  return result
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
    const values = this.#root.valueAt(0, []) as Record<string, unknown>
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

/** Writes the members of a result. Those that still have columns are yielded for the caller to write. */
function* writeMembers(json: JsonWriter, result: object): Generator<Column, void, undefined> {
  let before = OPEN_OBJECT
  for (const [name, member] of Object.entries(result)) {
    if (member === undefined || typeof member === 'function') continue
    json.byte(before)
    json.value(name)
    json.byte(COLON)
    const column = typeof member === 'object' && member !== null ? lazyData.get(member)?.untouched() : undefined
    if (column) yield column
    else json.value(member)
    before = COMMA
  }
  json.byte(CLOSE_OBJECT)
}
