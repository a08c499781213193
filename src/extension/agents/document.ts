import {
  getOperationAST,
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  isObjectType,
  print,
  TypeInfo,
  visit,
  valueFromASTUntyped,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { coerceVariables } from '../../execute/variables.ts'
import { DOCUMENT_LIMITS } from '../../server/document/limits.ts'
import { type JsonObject, Refusal } from './value.ts'

/** A document of an agent: it has one operation. */
export interface AgentDocument {
  document: DocumentNode
  operation: OperationDefinitionNode
}

/** Parses a document. Throws a Refusal for one with a syntax error, or without exactly one operation. */
export function parseDocument(text: string): AgentDocument {
  const document = parsed(text)
  const operation = getOperationAST(document)
  if (!operation) throw new Refusal('The document has no operation, or several. Send a document with one operation')
  return { document, operation }
}

function parsed(text: string): DocumentNode {
  try {
    return parse(text, { maxTokens: DOCUMENT_LIMITS.tokens })
  } catch (error) {
    if (error instanceof GraphQLError || error instanceof RangeError)
      throw new Refusal(`The document cannot be parsed: ${error.message}`)
    throw error
  }
}

/** Throws a Refusal unless a document can only read. */
export function assertReads(schema: GraphQLSchema, { document, operation }: AgentDocument): void {
  const mutation = schema.getMutationType()?.name
  const isWrite =
    operation.operation !== OperationTypeNode.QUERY ||
    document.definitions.some(
      (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.typeCondition.name.value === mutation,
    )
  if (isWrite)
    throw new Refusal('This tool only reads: the document contains a mutation or a subscription. Nothing was sent')
}

/**
 * The mutation fields of a document. Throws a Refusal for another operation, and for fields in fragments or with
 * conditions, because a person must be able to see the whole write.
 */
export function mutationFieldsOf({ operation }: AgentDocument): FieldNode[] {
  if (operation.operation !== OperationTypeNode.MUTATION)
    throw new Refusal('The document contains no mutation. Read with run_query')
  return operation.selectionSet.selections.map((selection) => {
    if (selection.kind !== Kind.FIELD || selection.directives?.length)
      throw new Refusal('Write each mutation field directly into the operation, without a fragment, @skip or @include')
    if (selection.name.value.startsWith('__'))
      throw new Refusal('Select only mutation fields at the top of the operation')
    return selection
  })
}

/** The response keys of the fields that are selected besides the selection of the agent. */
export const KEYS = {
  edges: 'agentEdges',
  pageInfo: 'agentPageInfo',
  userErrors: 'agentUserErrors',
  validation: 'agentValidation',
} as const

const CURSORS = fieldsIn(`{ ${KEYS.edges}: edges { cursor } ${KEYS.pageInfo}: pageInfo { hasNextPage endCursor } }`)
const USER_ERRORS = `${KEYS.userErrors}: userErrors { code message field rule spendLimit { kind limit asked } }`
const SPEND_LIMITS =
  'account currency dailyBudgetLocalMicro totalBudgetLocalMicro bidLocalMicro raisePercent activatedPerHourLocalMicro ' +
  'leftOfHourLocalMicro refuse protected'
const VALIDATION = `${KEYS.validation}: validation { checked unchecked spendLimits { ${SPEND_LIMITS} } }`

/** A document that also selects the cursors of every connection, so that its lists can be cut anywhere. */
export function withCursors(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const types = new TypeInfo(schema)
  return visit(
    document,
    visitWithTypeInfo(types, {
      SelectionSet: {
        leave(node) {
          const type = types.getParentType()
          const fields = isObjectType(type) ? type.getFields() : {}
          if (!fields['edges'] || !fields['pageInfo']) return undefined
          return { ...node, selections: [...node.selections, ...CURSORS] }
        },
      },
    }),
  )
}

/** The text of a mutation that only validates its inputs, and selects their problems. */
export function validatingOnly(agentDocument: AgentDocument): string {
  return print(withMutations(agentDocument, () => `mutation(validateOnly: true) { ${USER_ERRORS} ${VALIDATION} }`))
}

/**
 * The text of a mutation as it is sent: it also selects the problems of the inputs and the cursors of connections, and each field
 * that takes an idempotency key, and has none, gets one that begins with `key`.
 */
export function sending(
  schema: GraphQLSchema,
  agentDocument: AgentDocument,
  variables: JsonObject,
  key: string,
): string {
  const mutations = schema.getMutationType()?.getFields() ?? {}
  const given = givenArguments(schema, agentDocument, variables)
  const sent = withMutations(agentDocument, ({ name }, index) => {
    const takesKey = mutations[name.value]?.args.some((arg) => arg.name === 'idempotencyKey')
    const getsKey = takesKey && (given[index]?.get('idempotencyKey') ?? null) === null
    return `mutation${getsKey ? `(idempotencyKey: "${key}-${index}")` : ''} { ${USER_ERRORS} }`
  })
  return print(withCursors(schema, sent))
}

/** Whether a mutation validates its inputs and sends nothing, as its document says. */
export function onlyValidates(schema: GraphQLSchema, agentDocument: AgentDocument, variables: JsonObject): boolean {
  return givenArguments(schema, agentDocument, variables).every((given) => given.get('validateOnly') === true)
}

/** The arguments that the document gives to each mutation field. */
function givenArguments(
  schema: GraphQLSchema,
  agentDocument: AgentDocument,
  variables: JsonObject,
): Map<string, unknown>[] {
  const { coerced } = coerceVariables(schema, agentDocument.operation, variables)
  return mutationFieldsOf(agentDocument).map(
    (field) => new Map(field.arguments?.map(({ name, value }) => [name.value, valueFromASTUntyped(value, coerced)])),
  )
}

/** A document whose mutation fields have the arguments of these fields in the place of their own, and their selections too. */
function withMutations(
  agentDocument: AgentDocument,
  addedTo: (field: FieldNode, index: number) => string,
): DocumentNode {
  const { document, operation } = agentDocument
  const selections = mutationFieldsOf(agentDocument).map((field, index) => {
    const [added] = fieldsIn(`{ ${addedTo(field, index)} }`)
    const replaced = added?.arguments?.map(({ name }) => name.value) ?? []
    const own = field.arguments?.filter(({ name }) => !replaced.includes(name.value)) ?? []
    return { ...field, arguments: [...own, ...(added?.arguments ?? [])], selectionSet: joined(field, added) }
  })
  const changed = { ...operation, selectionSet: { ...operation.selectionSet, selections } }
  return withoutUnusedVariables({
    ...document,
    definitions: document.definitions.map((definition) => (definition === operation ? changed : definition)),
  })
}

function joined(...fields: (FieldNode | undefined)[]): SelectionSetNode {
  return { kind: Kind.SELECTION_SET, selections: fields.flatMap((field) => field?.selectionSet?.selections ?? []) }
}

/** A document with variables that nothing uses is not valid. */
function withoutUnusedVariables(document: DocumentNode): DocumentNode {
  const used = new Set<string>()
  visit(document, {
    VariableDefinition: () => false,
    Variable: ({ name }) => void used.add(name.value),
  })
  return visit(document, {
    VariableDefinition: ({ variable }) => (used.has(variable.name.value) ? false : null),
  })
}

function fieldsIn(text: string): FieldNode[] {
  const [definition] = parse(text, { noLocation: true }).definitions
  const selections = definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : []
  return selections.filter((selection) => selection.kind === Kind.FIELD)
}
