import {
  getNullableType,
  GraphQLInputObjectType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  print,
  typeFromAST,
  type DocumentNode,
  type GraphQLCompositeType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { mapValues } from '../../../json/object.ts'
import { fragmentsOf } from '../../../execute/selection/document.ts'
import { selectedFields, selectionSetsOf } from '../../../execute/selection/selection.ts'
import type { JsonObject } from '../value/json.ts'

/** The JSON Schema of the variables of an operation. */
export function variablesSchema(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): JsonObject {
  const definitions: Record<string, JsonObject> = {}
  const fields = variableDefinitions.flatMap(({ variable, type: node, defaultValue }) => {
    const type = typeFromAST(schema, node)
    if (!isInputType(type)) return []
    const description = defaultValue && `Defaults to \`${print(defaultValue)}\`.`
    return [[variable.name.value, { type, description, defaultValue }] as const]
  })
  const variables = new GraphQLInputObjectType({ name: 'Variables', fields: Object.fromEntries(fields) })
  return { ...fieldsSchema(variables), $defs: definitions }

  function fieldsSchema(input: GraphQLInputObjectType): JsonObject {
    const fields = input.getFields()
    return {
      type: 'object',
      properties: mapValues(fields, ({ type, description }) => ({
        ...schemaOf(type, inputSchema),
        ...(description && { description }),
      })),
      required: Object.keys(fields).filter((name) => fields[name] && isRequiredInputField(fields[name])),
      additionalProperties: false,
    }
  }

  function inputSchema(type: GraphQLNamedType): JsonObject {
    const { name, description } = type
    if (isEnumType(type)) return { enum: type.getValues().map((value) => value.name) }
    if (!isInputObjectType(type)) return SCALARS[name] ?? {}
    if (!definitions[name]) {
      // Inputs can contain themselves.
      definitions[name] = {}
      definitions[name] = { ...fieldsSchema(type), ...(description && { description }) }
    }
    return { $ref: `#/$defs/${name}` }
  }
}

/** The JSON Schema of the data of an operation. Members can be missing, because of `@skip` and fragments. */
export function dataSchema(
  schema: GraphQLSchema,
  document: DocumentNode,
  { selectionSet, operation }: OperationDefinitionNode,
): JsonObject {
  const context = { schema, fragments: fragmentsOf(document), includes: () => true }
  const root = schema.getRootType(operation)
  return root ? orNull(objectSchema(root, [selectionSet])) : {}

  function objectSchema(type: GraphQLCompositeType, selectionSets: readonly SelectionSetNode[]): JsonObject {
    const properties = selectedFields(context, type, selectionSets).map(({ responseKey, field, nodes }) => [
      responseKey,
      schemaOf(field.type, (named) => {
        if (isCompositeType(named)) return objectSchema(named, selectionSetsOf(nodes))
        return isEnumType(named) ? { type: 'string' } : (SCALARS[named.name] ?? {})
      }),
    ])
    const { description } = type
    return { type: 'object', properties: Object.fromEntries(properties), ...(description && { description }) }
  }
}

/** The JSON Schema of a type, in which `ofNamed` makes that of the type without lists and marks of null. */
function schemaOf(
  given: GraphQLInputType | GraphQLOutputType,
  ofNamed: (type: GraphQLNamedType) => JsonObject,
): JsonObject {
  const type = getNullableType(given)
  const schema = isListType(type) ? { type: 'array', items: schemaOf(type.ofType, ofNamed) } : ofNamed(type)
  return isNonNullType(given) ? schema : orNull(schema)
}

/** The JSON Schemas of scalars. Others take any value. */
const SCALARS: Readonly<Record<string, JsonObject>> = {
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  Long: { type: ['string', 'integer'], description: 'A 64-bit integer.' },
  DateTime: { type: 'string', description: 'A time in ISO 8601.' },
  ID: { type: 'string' },
  String: { type: 'string' },
}

function orNull(schema: JsonObject): JsonObject {
  return Object.keys(schema).length > 0 ? { anyOf: [schema, { type: 'null' }] } : schema
}
