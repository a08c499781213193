import { memoize1 } from '@graphql-tools/utils'
import {
  type GraphQLLeafType,
  defaultFieldResolver,
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLID,
  GraphQLInt,
  GraphQLString,
  isEnumType,
  type GraphQLField,
  type GraphQLFieldResolver,
} from 'graphql'
import type { Steps } from '../../async/turn.ts'
import type { ViewedBytes } from '../../async/viewed-bytes.ts'
import {
  QUOTE,
  valueAt,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_OBJECT,
  FALSE,
  HYPHEN,
  isDigit,
  LOWER_E,
  POINT,
  TRUE,
  UPPER_E,
  UPPER_T,
  UPPER_Z,
  ZERO,
  quotedText,
  textAt,
} from '../../json/bytes.ts'
import { ObjectInParts } from '../../json/object-in-parts.ts'
import { lengthAt, pageAt, sentRow, type Tokens, tokensOf, type TokenTest } from '../../rest/json/lazy-row.ts'
import { Column, type Failure, isFailure, NULL_BYTES } from './column.ts'
import { type JsonWriter, type Literal, literalOf } from './json-writer.ts'

/** Longer texts are counted wherever they are. */
const SHORT_LENGTH = 1_000

/** A few values of a shorter answer are not long together, so that none of them is measured. */
const SHORT_ANSWER_BYTES = 32_768

/** The quotation marks around a text. */
const QUOTES_BYTES = 2

/** Serialized leaf values, or rows that are still bytes. Null and failures represent themselves. */
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

  override *steps(json: JsonWriter, index: number): Steps<void> {
    const value = this.#values[index]
    if (value instanceof ObjectInParts) yield* memberSteps(json, value)
    else yield* super.steps(json, index)
  }

  bytesAt(index: number): number {
    const value = this.#values[index]
    if (value instanceof ObjectInParts) return value.bytes()
    if (typeof value === 'string') return Buffer.byteLength(value) + QUOTES_BYTES
    if (value === null || isFailure(value)) return NULL_BYTES
    return Buffer.byteLength(JSON.stringify(value) ?? 'null')
  }

  valueAt(index: number): unknown {
    return sentRow(this.#values[index])
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

function* memberSteps(json: JsonWriter, object: ObjectInParts): Steps<void> {
  json.byte(OPEN_OBJECT)
  let written = 0
  for (const [name, value] of object.members()) {
    if (written > 0) json.byte(COMMA)
    json.value(name)
    json.byte(COLON)
    json.value(value)
    written += 1
    yield
  }
  json.byte(CLOSE_OBJECT)
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

const NOTHING = literalOf('')

const OPENING_QUOTE = literalOf('"')

/** Leaf values that are written as the bytes in which they were received. */
class PassthroughColumn extends Column {
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
    this.writeAfter(NOTHING, json, index)
  }

  override writeAfter(opening: Literal, json: JsonWriter, index: number): void {
    const start = this.#tokens.starts[index]!
    if (start === -1) {
      json.literal(opening)
      return json.value(null)
    }
    if (this.#quoted) {
      json.literal(opening)
      opening = OPENING_QUOTE
    }
    json.copyAfter(opening, pageAt(this.#tokens, index), start, lengthAt(this.#tokens, index))
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

// A column is passed through as bytes only if that makes no difference: the field's resolver is a function that only reads a
// column, and the type's `serialize` is a function that keeps the wire's form. Both are recognized by identity, so a
// function that replaces or wraps one of them is called.

type Serialize = GraphQLLeafType['serialize']

/** Declares that a resolver only returns the first of these columns that a row has, or null. Returns the resolver. */
export function readsColumn<R extends GraphQLFieldResolver<never, never, never>>(resolve: R, ...columns: string[]): R {
  columnsRead.set(resolve, columns)
  return resolve
}

const columnsRead = new WeakMap<object, readonly string[]>()

/** The values that a type's `serialize` returns as they are on the wire. */
type WireForm = 'string' | 'date and time' | 'boolean' | 'int32' | 'int64 in quotation marks' | 'enum value'

/** Declares which values a `serialize` returns as they are on the wire. Returns the function. */
export function keepsWireForm<S extends Serialize>(serialize: S, form: WireForm): S {
  wireForms.set(serialize, form)
  return serialize
}

const wireForms = new WeakMap<Serialize, WireForm>([
  [GraphQLString.serialize, 'string'],
  [GraphQLID.serialize, 'string'],
  [GraphQLBoolean.serialize, 'boolean'],
  [GraphQLInt.serialize, 'int32'],
  // oxlint-disable-next-line typescript/unbound-method -- It is compared, never called.
  [GraphQLEnumType.prototype.serialize, 'enum value'],
])

/**
 * A field's values as the bytes in which they were received. Undefined if the resolver does more than read a column, if
 * the field has arguments, if any row is no longer unparsed bytes, or if any value would be serialized in another form.
 */
export function passthrough(
  { name, args }: GraphQLField<unknown, unknown>,
  resolve: GraphQLFieldResolver<unknown, unknown>,
  type: GraphQLLeafType,
  rows: readonly unknown[],
): { column: Column; anyNull: boolean } | undefined {
  // Arguments that cannot be coerced fail the field.
  if (args.length > 0) return undefined
  const columns = resolve === defaultFieldResolver ? [name] : columnsRead.get(resolve)
  const form = columns && wireForms.get(type.serialize)
  const tokens = columns && form && tokensOf(rows, columns, testOf(form, type))
  if (!tokens) return undefined
  const quoted = form === 'int64 in quotation marks'
  return { column: new PassthroughColumn(tokens, type, quoted), anyNull: tokens.anyNull }
}

/** Tests whether a type serializes a value as it is. */
function testOf(form: WireForm, type: GraphQLLeafType): TokenTest {
  if (form !== 'enum value') return TESTS[form]
  return { accepts: isEnumType(type) ? isValueOf(type) : () => false, byLayout: false }
}

const TESTS: Record<Exclude<WireForm, 'enum value'>, TokenTest> = {
  string: { accepts: ({ bytes }, at) => bytes[at] === QUOTE, byLayout: true },
  'date and time': { accepts: isMoment, byLayout: false },
  boolean: { accepts: ({ bytes }, at) => bytes[at] === TRUE[0] || bytes[at] === FALSE[0], byLayout: true },
  // Numbers with 9 digits always fit into 32 bits, and those with 18 digits into 64 bits.
  int32: { accepts: ({ bytes }, at) => isIntegerUpTo(9, bytes, at), byLayout: true },
  'int64 in quotation marks': { accepts: ({ bytes }, at) => isIntegerUpTo(18, bytes, at), byLayout: true },
}

/** Whether `"2026-06-01T08:00:00Z"` begins here, with a day and a time that exist. Other forms are left to the type. */
function isMoment({ bytes }: ViewedBytes, at: number): boolean {
  if (!PUNCTUATION.every(([offset, byte]) => bytes[at + offset] === byte)) return false
  const month = twoDigits(bytes, at + 6)
  const day = twoDigits(bytes, at + 9)
  // A leap day is left to the type too.
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= (DAYS_IN_MONTH[month - 1] ?? 0))) return false
  if (!(twoDigits(bytes, at + 1) >= 0 && twoDigits(bytes, at + 3) >= 0)) return false
  return twoDigits(bytes, at + 12) < 24 && twoDigits(bytes, at + 15) < 60 && twoDigits(bytes, at + 18) < 60
}

/** The bytes of a moment that are no digits, with their offsets. */
const PUNCTUATION = [
  [0, QUOTE],
  [5, HYPHEN],
  [8, HYPHEN],
  [11, UPPER_T],
  [14, COLON],
  [17, COLON],
  [20, UPPER_Z],
  [21, QUOTE],
] as const

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** The number of two digits; NaN if they are none. */
function twoDigits(bytes: Buffer, at: number): number {
  const tens = bytes[at] ?? 0
  const ones = bytes[at + 1] ?? 0
  return isDigit(tens) && isDigit(ones) ? 10 * (tens - ZERO) + ones - ZERO : NaN
}

/** Only digits. Numbers with a sign, a fraction or an exponent are left to the type. */
function isIntegerUpTo(maxDigits: number, bytes: Buffer, at: number): boolean {
  let end = at
  while (isDigit(bytes[end])) end += 1
  return end > at && end - at <= maxDigits && bytes[end] !== POINT && bytes[end] !== LOWER_E && bytes[end] !== UPPER_E
}

/** Accepts the values of an enum whose name is their text on the wire. */
const isValueOf = memoize1((type: GraphQLEnumType): TokenTest['accepts'] => {
  const same = type.getValues().filter(({ name, value }) => name === value)
  const texts = same.map(({ name }) => quotedText(name))
  return ({ view }, at) => textAt(texts, view, at) !== undefined
})
