import {
  getOperationAST,
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { DOCUMENT_LIMITS } from '../../../server/document/limits.ts'
import { Refusal } from '../value/refusal.ts'

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
    throw new Refusal(
      'This tool only reads: the document contains a mutation or a subscription. Nothing was sent. Prepare a write with prepare_write',
    )
}

/**
 * The mutation fields of a document. Throws a Refusal for another operation, and for fields in fragments or with
 * conditions, because a person must be able to see what is sent.
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
