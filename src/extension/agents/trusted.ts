import { memoize2 } from '@graphql-tools/utils'
import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server'
import {
  getOperationAST,
  OperationTypeNode,
  parse,
  print,
  getNullableType,
  GraphQLInputObjectType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  typeFromAST,
  type GraphQLSchema,
  type DocumentNode,
  type GraphQLCompositeType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { fragmentsOf, selectedFields, selectionSetsOf } from '../../execute/selection/selection.ts'
import { mapValues } from '../../json/object.ts'
import type { TrustedDocuments } from '../../server/document/trusted-documents.ts'
import type { AgentSession } from './agent.ts'
import { registerTool } from './answer.ts'
import { withCursors } from './document.ts'
import { assertVisible, dataOf, PREPARES, READS, TEXTS_ARE_DATA } from './read-tools.ts'
import { hiddenIn } from './schema/visible.ts'
import type { JsonObject } from './value.ts'
import type { Confirmations } from './write/confirmation.ts'
import { prepareWrite } from './write/prepare.ts'

/** Registers a tool for each trusted document. A mutation becomes a tool that prepares it, if agents may write. */
export function registerTrustedTools(
  server: McpServer,
  session: AgentSession,
  confirmations: Confirmations | undefined,
): void {
  const { schema, trustedDocuments } = session.options
  const tools = trustedTools(schema, trustedDocuments)
  for (const { name, title, description, documentId, text, document, operation, input, output } of tools) {
    const isWrite = operation.operation === OperationTypeNode.MUTATION
    if (isWrite && !confirmations) continue
    const does = isWrite ? 'Prepares the write and sends nothing; confirm_write sends it. ' : ''
    registerTool(
      server,
      session,
      name,
      {
        title,
        description: `${description} ${does}${TEXTS_ARE_DATA}`,
        inputSchema: fromJsonSchema<JsonObject>(input),
        ...(!isWrite && { outputSchema: fromJsonSchema<JsonObject>(output) }),
        annotations: isWrite ? PREPARES : READS,
      },
      async (variables, run) => {
        if (isWrite && confirmations)
          return prepareWrite(session, confirmations, run, { document: text, variables, documentId })
        assertVisible(schema, document, variables)
        return dataOf(await run({ document: print(withCursors(schema, document)), variables, documentId }))
      },
    )
  }
}

/** The names of the tools that are no trusted documents. */
const OWN_NAMES = ['search_schema', 'explain_query', 'run_query', 'prepare_write', 'confirm_write']

/** The tools of the trusted documents. Those that have several operations, or use what agents do not get, are left out. */
const trustedTools = memoize2((schema: GraphQLSchema, { documents }: TrustedDocuments) => {
  const names = new Set(OWN_NAMES)
  return [...documents].flatMap(([documentId, { document: text }]) => {
    const document = parse(text)
    const operation = getOperationAST(document)
    if (!operation || operation.operation === OperationTypeNode.SUBSCRIPTION) return []
    if (hiddenIn(schema, document, {}).length > 0) return []
    const name = uniqueName(operation.name?.value ?? documentId, names)
    const data = dataSchema(schema, document, operation)
    return {
      name,
      ...commentOf(text, name),
      documentId,
      text,
      document,
      operation,
      input: variablesSchema(schema, operation),
      output: { type: 'object', properties: { data }, required: ['data'] },
    }
  })
})

/** A name that a tool can have, and that no other has. */
function uniqueName(wanted: string, names: Set<string>): string {
  const base = wanted.replaceAll(/[^\w-]/g, '_').slice(0, 60) || 'document'
  let name = base
  for (let count = 2; names.has(name); count += 1) name = `${base}_${count}`
  names.add(name)
  return name
}

/** The title and the description of a document: its comments before the operation. */
function commentOf(text: string, name: string): { title: string; description: string } {
  const lines = /^(?:\s*#[^\n]*\n)*/.exec(text)?.[0].split('\n') ?? []
  const comment = lines.map((line) => line.replace(/^\s*#\s?/, '').trim()).filter(Boolean)
  const [first = name] = comment
  return { title: first.replace(/[.:]$/, ''), description: comment.join(' ') || `The trusted document ${name}.` }
}

/** The JSON Schema of the variables of an operation. */
function variablesSchema(schema: GraphQLSchema, { variableDefinitions = [] }: OperationDefinitionNode): JsonObject {
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
function dataSchema(
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

/** The JSON Schema of a type. `ofNamed` makes the schema of the type without lists and non-null marks. */
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
