import type { GraphQLLeafType } from 'graphql'
import { QUOTE, valueAt } from '../../json/bytes.ts'
import { lengthAt, pageAt, type Tokens } from '../../rest/json/lazy-row.ts'
import { Column, type Failure, isFailure, NULL_BYTES } from './column.ts'
import type { JsonWriter } from './json-writer.ts'

/** Longer texts are counted wherever they are. */
const SHORT_LENGTH = 1_000

/** A few values of a shorter answer are not long together, so that none of them is measured. */
const SHORT_ANSWER_BYTES = 32_768

/** The quotation marks around a text. */
const QUOTES_BYTES = 2

/** Serialized leaf values. Null and failures represent themselves. */
export class LeafColumn extends Column {
  readonly #values: readonly unknown[]
  #hasFailures: boolean | undefined

  constructor(values: readonly unknown[]) {
    super()
    this.#values = values
  }

  write(json: JsonWriter, index: number): void {
    json.value(this.#values[index])
  }

  bytesAt(index: number): number {
    const value = this.#values[index]
    if (typeof value === 'string') return Buffer.byteLength(value) + QUOTES_BYTES
    if (value === null || isFailure(value)) return NULL_BYTES
    return Buffer.byteLength(JSON.stringify(value) ?? 'null')
  }

  valueAt(index: number): unknown {
    return this.#values[index]
  }

  override hasFailures(): boolean {
    return (this.#hasFailures ??= this.#values.some(isFailure))
  }

  override mayBeLong(): boolean {
    return this.#values.some((value) =>
      typeof value === 'string'
        ? value.length > SHORT_LENGTH
        : typeof value === 'object' && value !== null && !isFailure(value),
    )
  }
}

/** Values that have all failed. There can be a million of them, so each failure is made when it is reported. */
export class FailedColumn extends Column {
  readonly #failureAt: (index: number) => Failure

  constructor(failureAt: (index: number) => Failure) {
    super()
    this.#failureAt = failureAt
  }

  write(json: JsonWriter): void {
    json.value(null)
  }

  bytesAt(): number {
    return NULL_BYTES
  }

  valueAt(index: number): Failure {
    return this.#failureAt(index)
  }

  override hasFailures(): boolean {
    return true
  }
}

/** Leaf values that are written as the bytes in which they were received. */
export class PassthroughColumn extends Column {
  readonly #tokens: Tokens
  readonly #type: GraphQLLeafType
  readonly #quoted: boolean

  /** `quoted` puts each value in quotation marks: for numbers that are serialized as strings. */
  constructor(tokens: Tokens, type: GraphQLLeafType, quoted: boolean) {
    super()
    this.#tokens = tokens
    this.#type = type
    this.#quoted = quoted
  }

  write(json: JsonWriter, index: number): void {
    const start = this.#tokens.starts[index]!
    if (start === -1) return json.value(null)
    if (this.#quoted) json.byte(QUOTE)
    json.copyValue(pageAt(this.#tokens, index), start, lengthAt(this.#tokens, index))
    if (this.#quoted) json.byte(QUOTE)
  }

  bytesAt(index: number): number {
    if (this.#tokens.starts[index] === -1) return NULL_BYTES
    return lengthAt(this.#tokens, index) + (this.#quoted ? QUOTES_BYTES : 0)
  }

  valueAt(index: number): unknown {
    const start = this.#tokens.starts[index]!
    return start === -1 ? null : this.#type.serialize(valueAt(pageAt(this.#tokens, index).bytes, start))
  }

  override mayBeLong(): boolean {
    const { pages, lengths } = this.#tokens
    if (pages.every(({ bytes }) => bytes.length <= SHORT_ANSWER_BYTES)) return false
    return lengths.some((length) => length > SHORT_LENGTH + QUOTES_BYTES)
  }
}
