import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'

/** A document of an agent: it has one operation. */
export interface AgentDocument {
  document: DocumentNode
  operation: OperationDefinitionNode
}

/** The reason why a document cannot be used, and what to do about it. */
export class DocumentRefusal extends Error {
  override readonly name = 'DocumentRefusal'
}

const MAX_TOKENS = 5_000

/** Parses a document. Throws a DocumentRefusal for one with a syntax error or with several operations. */
export function parseDocument(text: string): AgentDocument {
  const document = parsed(text)
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
  const [operation] = operations
  if (!operation || operations.length > 1)
    throw new DocumentRefusal(`The document has ${operations.length} operations. Send a document with one operation`)
  return { document, operation }
}

function parsed(text: string): DocumentNode {
  try {
    return parse(text, { maxTokens: MAX_TOKENS })
  } catch (error) {
    if (error instanceof GraphQLError || error instanceof RangeError)
      throw new DocumentRefusal(`The document cannot be parsed: ${error.message}`)
    throw error
  }
}

/** Throws a DocumentRefusal unless a document can only read. */
export function assertReads(schema: GraphQLSchema, { document, operation }: AgentDocument): void {
  const mutation = schema.getMutationType()?.name
  const isWrite =
    operation.operation !== OperationTypeNode.QUERY ||
    document.definitions.some(
      (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.typeCondition.name.value === mutation,
    )
  if (isWrite)
    throw new DocumentRefusal(
      'This tool only reads: the document contains a mutation or a subscription. Nothing was sent. Prepare a write with prepare_write',
    )
}

/**
 * The mutation fields of a document. Throws a DocumentRefusal for another operation, and for fields in fragments or with
 * conditions, because a person must be able to see what is sent.
 */
export function mutationFieldsOf({ operation }: AgentDocument): FieldNode[] {
  if (operation.operation !== OperationTypeNode.MUTATION)
    throw new DocumentRefusal('The document contains no mutation. Read with run_query')
  return operation.selectionSet.selections.map((selection) => {
    if (selection.kind !== Kind.FIELD || selection.directives?.length)
      throw new DocumentRefusal(
        'Write each mutation field directly into the operation, without a fragment, @skip or @include',
      )
    if (selection.name.value.startsWith('__'))
      throw new DocumentRefusal('Select only mutation fields at the top of the operation')
    return selection
  })
}
