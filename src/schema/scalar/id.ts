import {
  getNamedType,
  GraphQLError,
  GraphQLID,
  GraphQLList,
  GraphQLNonNull,
  GraphQLScalarType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLSchema,
  type GraphQLType,
} from 'graphql'

/**
 * The type ID of graphql-js, except that it refuses numbers that may have been rounded. It has the same `serialize`, which
 * the executor recognizes.
 */
const ID = new GraphQLScalarType<unknown, string>({
  ...GraphQLID.toConfig(),
  description: `${GraphQLID.description} In variables, JSON numbers are accepted up to ±(2^53 − 1); send greater values as strings.`,
  parseValue(value) {
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
      throw new GraphQLError(`${value} is not exact as a JSON number; send an ID of this size as a string`)
    return GraphQLID.parseValue(value)
  },
})

/**
 * Makes a schema refuse IDs that may have been rounded. Returns the schema. The builder always uses the ID of graphql-js,
 * which cannot be changed, because all schemas of the program share it.
 */
export function withExactIds(schema: GraphQLSchema): GraphQLSchema {
  const types = schema.getTypeMap()
  for (const type of Object.values(types)) {
    if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) field.type = exact(field.type)
    if (!isObjectType(type) && !isInterfaceType(type)) continue
    for (const field of Object.values(type.getFields())) {
      field.type = exact(field.type)
      for (const arg of field.args) arg.type = exact(arg.type)
    }
  }
  types[ID.name] = ID
  return schema
}

/** A type with this ID in place of the ID of graphql-js. */
function exact<T extends GraphQLType>(type: T): T {
  // The lists and non-null types around it are the same, so it can be used where the type can.
  return getNamedType(type) === GraphQLID ? (replaced(type) as T) : type
}

function replaced(type: GraphQLType): GraphQLType {
  if (isNonNullType(type)) return new GraphQLNonNull(exact(type.ofType))
  return isListType(type) ? new GraphQLList(exact(type.ofType)) : ID
}
