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
import { FALSE, isDigit, LOWER_E, POINT, QUOTE, startsWith, TRUE, UPPER_E } from '../../json/bytes.ts'
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
type WireForm = 'string' | 'boolean' | 'int32' | 'int64 in quotation marks' | 'enum value'

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
  boolean: { accepts: (bytes, at) => bytes[at] === TRUE[0] || bytes[at] === FALSE[0], byLayout: true },
  // Numbers with 9 digits always fit into 32 bits, and those with 18 digits into 64 bits.
  int32: { accepts: (bytes, at) => isIntegerUpTo(9, bytes, at), byLayout: false },
  'int64 in quotation marks': { accepts: (bytes, at) => isIntegerUpTo(18, bytes, at), byLayout: false },
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
