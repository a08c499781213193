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
 * The result of an execution in which nothing has failed. Its `data` is an ordinary object whose members are getters at
 * first: they make the objects of the response when somebody reads one. Yoga has a result with `stringify` write
 * itself, so a response that nobody has read or changed is written from its columns, and its objects are never made.
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

/** The `data` of a response, as long as it is known from its columns alone. */
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

  /** The columns; undefined where a member has been read, replaced, added or deleted. */
  untouched(): Column | undefined {
    const keys = Reflect.ownKeys(this.#data)
    const isSame = (key: string | symbol) =>
      typeof key === 'string' &&
      this.#getters.has(key) &&
      Object.getOwnPropertyDescriptor(this.#data, key)?.get === this.#getters.get(key)
    return keys.length === this.#getters.size && keys.every(isSame) ? this.#root : undefined
  }

  /** Replaces the getters that are left by their values. */
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

/** A response with more leaf values is written in steps. So many take some milliseconds. */
const MAX_LEAVES_AT_ONCE = 20_000

/** What is sent at a time of a response that is written in steps. */
const PIECE_BYTES = 65_536

/** A result as bytes of what JSON.stringify writes for it. */
function resultBytes(result: object): Buffer {
  const json = new JsonWriter()
  for (const data of writeMembers(json, result)) data.write(json, 0)
  return json.written()
}

/** The same bytes piece by piece, each written when the one before has been taken. */
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

/** Writes the members of a result, and yields the columns of those that are known from columns for the caller to write. */
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
