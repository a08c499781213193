import {
  defaultFieldResolver,
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLID,
  GraphQLInt,
  GraphQLString,
  isEnumType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLLeafType,
} from 'graphql'
import { memoize1 } from '@graphql-tools/utils'
import {
  COLON,
  FALSE,
  HYPHEN,
  isDigit,
  LOWER_E,
  POINT,
  QUOTE,
  startsWith,
  TRUE,
  UPPER_E,
  UPPER_T,
  UPPER_Z,
  ZERO,
} from '../../json/bytes.ts'
import { tokensOf, type TokenTest } from '../../rest/json/lazy-row.ts'
import type { Column } from './column.ts'
import { PassthroughColumn } from './leaf-column.ts'

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
  string: { accepts: (bytes, at) => bytes[at] === QUOTE, byLayout: true },
  'date and time': { accepts: isMoment, byLayout: false },
  boolean: { accepts: (bytes, at) => bytes[at] === TRUE[0] || bytes[at] === FALSE[0], byLayout: true },
  // Numbers with 9 digits always fit into 32 bits, and those with 18 digits into 64 bits.
  int32: { accepts: (bytes, at) => isIntegerUpTo(9, bytes, at), byLayout: false },
  'int64 in quotation marks': { accepts: (bytes, at) => isIntegerUpTo(18, bytes, at), byLayout: false },
}

/** Whether `"2026-06-01T08:00:00Z"` begins here, with a day and a time that exist. Other forms are left to the type. */
function isMoment(bytes: Buffer, at: number): boolean {
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
  const tokens = same.map(({ name }) => Buffer.from(JSON.stringify(name)))
  return (bytes, at) => {
    for (let index = 0; index < tokens.length; index += 1) {
      const token = tokens[index]!
      if (!startsWith(bytes, at, token)) continue
      // Frequent values move to the front.
      tokens[index] = tokens[index >> 1]!
      tokens[index >> 1] = token
      return true
    }
    return false
  }
})
