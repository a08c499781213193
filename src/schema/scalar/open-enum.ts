import { GraphQLError, isEnumType, type GraphQLEnumType, type GraphQLSchema } from 'graphql'
import { keepsWireForm } from '../../execute/passthrough.ts'
import { builder } from '../builder.ts'

const UNRECOGNIZED = 'UNRECOGNIZED'

/**
 * An enum whose values are spelt as on the wire, each with its description, and to which the service may add: a value
 * that is not listed comes out as UNRECOGNIZED, and its true text is in the row's `raw`.
 */
export function openEnum<const Value extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
) {
  const described = Object.entries<string>({
    ...values,
    [UNRECOGNIZED]: 'A value that this version does not know; its text is in `raw`. It cannot be sent.',
  })
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(described.map(([value, description]) => [value, { value, description }])) as Record<
      Value,
      { value: string; description: string }
    >,
  })
}

/** The schema, its open enums taught to answer UNRECOGNIZED for what they do not know, and to refuse it as input. */
export function withOpenEnums(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) if (isEnumType(type) && type.getValue(UNRECOGNIZED)) open(type)
  return schema
}

function open(type: GraphQLEnumType): void {
  const parseValue = type.parseValue.bind(type)
  const parseLiteral = type.parseLiteral.bind(type)
  const known = new Set(type.getValues().map(({ name }) => name))
  type.serialize = keepsWireForm((value) => (known.has(String(value)) ? String(value) : UNRECOGNIZED), 'enum value')
  type.parseValue = (value) => refuseUnrecognized(type, parseValue(value))
  type.parseLiteral = (literal, variables) => refuseUnrecognized(type, parseLiteral(literal, variables))
}

function refuseUnrecognized<T>(type: GraphQLEnumType, value: T): T {
  if (value !== UNRECOGNIZED) return value
  throw new GraphQLError(`UNRECOGNIZED stands for values that ${type.name} does not know, and cannot be sent`, {
    extensions: { code: 'BAD_USER_INPUT' },
  })
}
