import {
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  Kind,
  print,
  typeFromAST,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { fragmentsOf } from '../../execute/selection/document.ts'
import { fieldOf } from '../../execute/selection/selection.ts'
import type { JsonObject } from '../value/json.ts'

/** The JSON Schema of the variables of an operation. */
export function variablesSchema(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): JsonObject {
  const definitions: Record<string, JsonObject> = {}
  const members = variableDefinitions.flatMap(({ variable, type: node, defaultValue }): InputMember[] => {
    const type = typeFromAST(schema, node)
    if (!isInputType(type)) return []
    const description = defaultValue && `Defaults to \`${print(defaultValue)}\`.`
    return [{ name: variable.name.value, type, description, defaultValue }]
  })
  return { ...inputsSchema(members, definitions), $defs: definitions }
}

/** A variable, or a field of an input. */
interface InputMember {
  name: string
  type: GraphQLInputType
  description?: string | null | undefined
  defaultValue?: unknown
}

function inputsSchema(members: readonly InputMember[], definitions: Record<string, JsonObject>): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(
      members.map(({ name, type, description }) => [
        name,
        { ...schemaOf(type, (named) => inputSchema(named, definitions)), ...(description && { description }) },
      ]),
    ),
    required: members
      .filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined)
      .map(({ name }) => name),
    additionalProperties: false,
  }
}

function inputSchema(type: GraphQLNamedType, definitions: Record<string, JsonObject>): JsonObject {
  const { name, description } = type
  if (isEnumType(type)) return { enum: type.getValues().map((value) => value.name) }
  if (!isInputObjectType(type)) return SCALARS[name] ?? {}
  if (!definitions[name]) {
    // Inputs can contain themselves.
    definitions[name] = {}
    const fields = inputsSchema(Object.values(type.getFields()), definitions)
    definitions[name] = { ...fields, ...(description && { description }) }
  }
  return { $ref: `#/$defs/${name}` }
}

/** The JSON Schema of the data of an operation. Members can be missing, because of `@skip` and fragments. */
export function dataSchema(
  schema: GraphQLSchema,
  document: DocumentNode,
  { selectionSet, operation }: OperationDefinitionNode,
): JsonObject {
  const fragments = fragmentsOf(document)
  return orNull({ type: 'object', properties: collected(selectionSet, schema.getRootType(operation)?.name ?? '', {}) })

  function collected(
    { selections }: SelectionSetNode,
    typeName: string,
    into: Record<string, JsonObject>,
  ): Record<string, JsonObject> {
    const parent = schema.getType(typeName)
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const field = isCompositeType(parent) ? fieldOf(schema, parent, selection.name.value) : undefined
        const key = (selection.alias ?? selection.name).value
        into[key] = field ? outputSchema(field.type, selection.selectionSet) : {}
        continue
      }
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value]
      if (fragment) collected(fragment.selectionSet, fragment.typeCondition?.name.value ?? typeName, into)
    }
    return into
  }

  function outputSchema(given: GraphQLOutputType, set: SelectionSetNode | undefined): JsonObject {
    return schemaOf(given, (type) => {
      if (!set) return isEnumType(type) ? { type: 'string' } : (SCALARS[type.name] ?? {})
      const { name, description } = type
      return { type: 'object', properties: collected(set, name, {}), ...(description && { description }) }
    })
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
