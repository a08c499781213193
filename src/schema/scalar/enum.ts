import { GraphQLError, isEnumType, type GraphQLEnumType, type GraphQLSchema, type ValueNode } from 'graphql'
import { keepsWireForm } from '../../execute/response/leaf-column.ts'
import { mapValues } from '../../json/object.ts'
import { builder } from '../builder.ts'

/**
 * Creates an enum with values that are spelled as on the wire. `values` has their descriptions. Rows can have all values of
 * the type `Wire`.
 */
export function closedEnum<const Value extends string, Wire extends string = Value>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
) {
  const described = mapValues<string, object>(values, (description, value) => ({ value, description }))
  return builder.enumType(name, {
    description,
    values: described as Record<Value, { value: Wire; description: string }>,
  })
}

const UNRECOGNIZED = 'UNRECOGNIZED'

/**
 * Creates an enum to which the service can add values. Values are spelled as on the wire; `values` has their
 * descriptions. A value that is not listed is returned as UNRECOGNIZED, and its text is in the row's `raw`.
 */
export function openEnum<const Value extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
) {
  const unrecognized = 'Output only. A value that this version does not know. Its text is in `raw`.'
  return closedEnum<Value, string>(name, description, { ...values, [UNRECOGNIZED]: unrecognized })
}

/**
 * Makes the open enums of a schema return UNRECOGNIZED for unknown values and refuse it as input. Returns the schema.
 */
export function withOpenEnums(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) if (isEnumType(type) && type.getValue(UNRECOGNIZED)) open(type)
  return schema
}

function open(type: GraphQLEnumType): void {
  const parseValue = type.parseValue.bind(type)
  const parseLiteral = type.parseLiteral.bind(type)
  const known = new Set(type.getValues().map(({ name }) => name))
  type.serialize = keepsWireForm(
    (value) => (typeof value === 'string' && known.has(value) ? value : UNRECOGNIZED),
    'enum value',
  )
  type.parseValue = (...args) => refuseUnrecognized(type, parseValue(...args))
  type.parseLiteral = (literal, ...args) => refuseUnrecognized(type, parseLiteral(literal, ...args), literal)
}

function refuseUnrecognized<T>(type: GraphQLEnumType, value: T, literal?: ValueNode): T {
  if (value !== UNRECOGNIZED) return value
  throw new GraphQLError(
    `UNRECOGNIZED cannot be used as input for ${type.name}: it means a value that this version does not know`,
    {
      nodes: literal,
      extensions: { code: 'BAD_USER_INPUT' },
    },
  )
}
