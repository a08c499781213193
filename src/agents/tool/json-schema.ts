import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  print,
  typeFromAST,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { fragmentsOf } from '../../execute/selection/document.ts'
import { fieldOf } from '../../execute/selection/selection.ts'
import type { JsonObject } from '../graph/json.ts'

/** The JSON Schema of the variables of an operation. */
export function variablesSchema(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): JsonObject {
  const definitions: Record<string, JsonObject> = {}
  const properties: Record<string, JsonObject> = {}
  const required: string[] = []
  for (const { variable, type: node, defaultValue } of variableDefinitions) {
    const type = typeFromAST(schema, node)
    if (!isInputType(type)) continue
    const name = variable.name.value
    const described = defaultValue && { description: `Defaults to \`${print(defaultValue)}\`.` }
    properties[name] = { ...inputSchema(type, definitions), ...described }
    if (isNonNullType(type) && !defaultValue) required.push(name)
  }
  return { type: 'object', properties, required, additionalProperties: false, $defs: definitions }
}

function inputSchema(given: GraphQLInputType, definitions: Record<string, JsonObject>): JsonObject {
  const type = getNullableType(given)
  const isNullable = !isNonNullType(given)
  if (isListType(type)) return orNull({ type: 'array', items: inputSchema(type.ofType, definitions) }, isNullable)
  if (isEnumType(type)) return orNull({ enum: type.getValues().map(({ name }) => name) }, isNullable)
  if (!isInputObjectType(type)) return orNull(scalarSchema(type.name), isNullable)
  if (!definitions[type.name]) {
    // Inputs can contain themselves.
    definitions[type.name] = {}
    const fields = Object.values(type.getFields())
    definitions[type.name] = {
      type: 'object',
      ...(type.description && { description: type.description }),
      properties: Object.fromEntries(
        fields.map((field) => [
          field.name,
          { ...inputSchema(field.type, definitions), ...(field.description && { description: field.description }) },
        ]),
      ),
      required: fields
        .filter((field) => isNonNullType(field.type) && field.defaultValue === undefined)
        .map(({ name }) => name),
      additionalProperties: false,
    }
  }
  return orNull({ $ref: `#/$defs/${type.name}` }, isNullable)
}

/** The JSON Schema of the data of an operation. Members can be missing, because of `@skip` and fragments. */
export function dataSchema(
  schema: GraphQLSchema,
  document: DocumentNode,
  { selectionSet, operation }: OperationDefinitionNode,
): JsonObject {
  const fragments = fragmentsOf(document)
  const properties: Record<string, JsonObject> = {}
  collect(selectionSet, schema.getRootType(operation)?.name, properties)
  return orNull({ type: 'object', properties }, true)

  function collect(set: SelectionSetNode, typeName: string | undefined, into: Record<string, JsonObject>): void {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const parent = typeName === undefined ? undefined : schema.getType(typeName)
        const field =
          parent && 'getFields' in parent && !isInputObjectType(parent)
            ? fieldOf(schema, parent, selection.name.value)
            : undefined
        const key = (selection.alias ?? selection.name).value
        into[key] = field ? outputSchema(field.type, selection.selectionSet) : {}
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        collect(selection.selectionSet, selection.typeCondition?.name.value ?? typeName, into)
      } else {
        const fragment = fragments[selection.name.value]
        if (fragment) collect(fragment.selectionSet, fragment.typeCondition.name.value, into)
      }
    }
  }

  function outputSchema(given: GraphQLOutputType, set: SelectionSetNode | undefined): JsonObject {
    const type = getNullableType(given)
    const isNullable = !isNonNullType(given)
    if (isListType(type)) return orNull({ type: 'array', items: outputSchema(type.ofType, set) }, isNullable)
    if (isEnumType(type)) return orNull({ type: 'string' }, isNullable)
    if (isLeafType(type)) return orNull(scalarSchema(type.name), isNullable)
    const below: Record<string, JsonObject> = {}
    if (set) collect(set, type.name, below)
    return orNull(
      {
        type: 'object',
        properties: below,
        ...(isObjectType(type) && type.description && { description: type.description }),
      },
      isNullable,
    )
  }
}

function scalarSchema(name: string): JsonObject {
  switch (name) {
    case 'Int':
      return { type: 'integer' }
    case 'Float':
      return { type: 'number' }
    case 'Boolean':
      return { type: 'boolean' }
    case 'Long':
      return { type: ['string', 'integer'], description: 'A 64-bit integer.' }
    case 'DateTime':
      return { type: 'string', description: 'A time in ISO 8601.' }
    case 'ID':
    case 'String':
      return { type: 'string' }
    default:
      return {}
  }
}

function orNull(schema: JsonObject, isNullable: boolean): JsonObject {
  return isNullable && Object.keys(schema).length > 0 ? { anyOf: [schema, { type: 'null' }] } : schema
}
