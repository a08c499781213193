import {
  GraphQLBoolean,
  GraphQLID,
  GraphQLInt,
  GraphQLString,
  isEnumType,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLLeafType,
} from 'graphql'
import { memoize1 } from '@graphql-tools/utils'
import { FALSE, isDigit, LOWER_E, POINT, QUOTE, startsWith, TRUE, UPPER_E } from '../rest/json/bytes.ts'
import { tokensOf } from '../rest/json/lazy-row.ts'
import { PassedLeaves, type Column } from './column.ts'

/** Marks a field that passes on the first of these columns that a row has. */
export function passesOn(...columns: string[]): { passesOn: readonly string[] } {
  return { passesOn: columns }
}

/**
 * A field's values as the bytes in which they came. Undefined where it does more than to pass on a column, where rows are
 * no longer bytes, and where any value has another form than the type goes out in.
 */
export function passedLeaves(
  { extensions }: GraphQLField<unknown, unknown>,
  type: GraphQLLeafType,
  rows: readonly unknown[],
): { column: Column; anyNull: boolean } | undefined {
  const names = columnsOf(extensions)
  const accepts = names && accepted(type)
  const tokens = accepts && tokensOf(rows, names, accepts)
  if (!tokens) return undefined
  return { column: new PassedLeaves(tokens, type, type.name === 'Long'), anyNull: tokens.anyNull }
}

function columnsOf({ passesOn, pothosExposedField: exposed }: Readonly<Record<string, unknown>>) {
  return (passesOn as readonly string[] | undefined) ?? (typeof exposed === 'string' ? [exposed] : undefined)
}

type Accepts = (bytes: Buffer, at: number) => boolean

/** Tells the tokens that a type leaves as they are; undefined for a type of which that is not known. */
function accepted(type: GraphQLLeafType): Accepts | undefined {
  if (isEnumType(type)) return isOneOf(type)
  if (type === GraphQLInt) return isShortInteger
  if (type === GraphQLBoolean) return isBoolean
  if (type === GraphQLString || type === GraphQLID || type.name === 'DateTime') return isText
  return type.name === 'Long' ? isInteger : undefined
}

function isText(bytes: Buffer, at: number): boolean {
  return bytes[at] === QUOTE
}

function isBoolean(bytes: Buffer, at: number): boolean {
  return bytes[at] === TRUE[0] || bytes[at] === FALSE[0]
}

/** What fits into 32 bits whatever its digits. */
function isShortInteger(bytes: Buffer, at: number): boolean {
  return isIntegerUpTo(9, bytes, at)
}

/** What fits into 64 bits whatever its digits. */
function isInteger(bytes: Buffer, at: number): boolean {
  return isIntegerUpTo(18, bytes, at)
}

/** Digits alone: a sign, a fraction or an exponent is for the type itself to read. */
function isIntegerUpTo(most: number, bytes: Buffer, at: number): boolean {
  let end = at
  while (isDigit(bytes[end])) end += 1
  return end > at && end - at <= most && bytes[end] !== POINT && bytes[end] !== LOWER_E && bytes[end] !== UPPER_E
}

/** Tells the values of an enum that stand in the schema as they stand on the wire. */
const isOneOf = memoize1((type: GraphQLEnumType): Accepts => {
  const own = type.getValues().filter(({ name, value }) => name === value)
  const tokens = own.map(({ name }) => Buffer.from(JSON.stringify(name)))
  return (bytes, at) => {
    for (let place = 0; place < tokens.length; place += 1) {
      const token = tokens[place]!
      if (!startsWith(bytes, at, token)) continue
      // What is met often moves to the front.
      tokens[place] = tokens[place >> 1]!
      tokens[place >> 1] = token
      return true
    }
    return false
  }
})
