import { GraphQLError, Kind, valueFromASTUntyped, type ValueNode } from 'graphql'
import { keepsWireForm } from '../../execute/response/leaf-column.ts'
import { sentRow } from '../../rest/json/lazy-row.ts'
import { ISO_8601, momentOf } from '../../rest/value.ts'
import { builder } from '../builder.ts'

const MAX_LONG = 2n ** 63n - 1n

builder.scalarType('Long', {
  description:
    'A 64-bit integer. It is returned as a decimal string, so that no digit is lost. As input it can be a decimal ' +
    'string or an integer. In variables, JSON numbers are accepted up to ±(2^53 − 1); send greater values as strings.',
  serialize: keepsWireForm(longText, 'int64 in quotation marks'),
  parseValue: (value) => toLong(value),
  parseLiteral(literal) {
    if (literal.kind === Kind.INT || literal.kind === Kind.STRING) return toLong(literal.value, literal)
    throw new GraphQLError('A Long must be an integer or a string of digits', { nodes: literal })
  },
})

function toLong(value: unknown, literal?: ValueNode): bigint {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new GraphQLError(`${value} is not exact as a JSON number; send a Long of this size as a string`)
  const isInteger =
    (typeof value === 'number' && Number.isInteger(value)) ||
    typeof value === 'bigint' ||
    (typeof value === 'string' && INTEGER.test(value))
  if (!isInteger)
    throw new GraphQLError(`A Long must be an integer or a string of digits, not ${JSON.stringify(value)}`, {
      nodes: literal,
    })
  // A text of a million digits takes more than 100 ms to convert.
  const long = typeof value === 'string' && !DIGITS.test(value) ? undefined : BigInt(value)
  if (long === undefined || !isLong(long))
    throw new GraphQLError(`${value} does not fit in 64 bits`, { nodes: literal })
  return long
}

function longText(value: unknown): string {
  // A year of stats by hour has many of them.
  if (Number.isSafeInteger(value)) return String(value)
  const long = longOf(value)
  if (long !== undefined) return long.toString()
  throw new GraphQLError(`Long cannot represent the value that the service sent: ${JSON.stringify(value)}`)
}

/** The 64-bit integer that a column of a row has. Undefined if it has none, or none that is exact. */
export function longOf(column: unknown): bigint | undefined {
  const isExact = typeof column === 'string' || typeof column === 'bigint' || Number.isSafeInteger(column)
  const text = isExact ? String(column) : ''
  const long = DIGITS.test(text) ? BigInt(text) : undefined
  return long === undefined || isLong(long) ? long : undefined
}

function isLong(integer: bigint): boolean {
  return integer <= MAX_LONG && integer >= -MAX_LONG - 1n
}

const INTEGER = /^-?\d+$/

/** An integer of up to 19 digits, and zeros before them. */
const DIGITS = /^-?0*(?:0|[1-9]\d{0,18})$/

builder.scalarType('DateTime', {
  description:
    'A date and time in ISO 8601 format, for example `2026-06-01T08:00:00Z`, passed through unchanged. The service ' +
    'returns UTC. As input, the offsets `Z`, `+HH`, `+HHMM` and `+HH:MM` are accepted.',
  serialize: keepsWireForm(dateTimeText, 'date and time'),
  parseValue: (value) => toDateTime(value),
  parseLiteral: (literal, variables) => toDateTime(valueFromASTUntyped(literal, variables), literal),
})

function dateTimeText(value: unknown): string {
  // The service has other formats too, which are passed through. A moment that does not exist is none of them.
  const isMoment = typeof value === 'string' && !(ISO_8601.test(value) && Number.isNaN(momentOf(value)))
  if (isMoment) return value
  throw new GraphQLError(`DateTime cannot represent the value that the service sent: ${JSON.stringify(value)}`)
}

function toDateTime(value: unknown, literal?: ValueNode): string {
  if (typeof value === 'string' && ISO_8601.test(value) && !Number.isNaN(momentOf(value))) return value
  throw new GraphQLError(
    `A DateTime must be in ISO 8601 format, such as 2026-06-01T08:00:00Z, not ${JSON.stringify(value)}`,
    { nodes: literal },
  )
}

builder.scalarType('JSON', {
  description: 'Any JSON value. Numbers beyond ±(2^53 − 1), which most JSON parsers would round, are strings.',
  // The executor recognizes it, and leaves rows as bytes until they are written.
  serialize: sentRow,
  parseValue: (value) => value,
  parseLiteral: (literal, variables) => valueFromASTUntyped(literal, variables),
})
