import { hash } from 'node:crypto'
import {
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  parse,
  print,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { fragmentsOf } from '../../../execute/selection/document.ts'
import { lookaheadContext } from '../../../execute/selection/selection.ts'
import { coerceVariables } from '../../../execute/variables.ts'
import { sortedEntries } from '../../../json/object.ts'
import { badUserInput } from '../../../schema/errors.ts'
import { personalAt } from '../../../schema/personal-data.ts'
import { validateDocument } from '../../../schema/validate-document.ts'
import { divide } from './division.ts'
import { levelSchema } from './level-schema.ts'

/** A query to export. */
export interface QueryText {
  query: string
  /** Required if the query has several operations. */
  operationName?: string | null
  variables?: Readonly<Record<string, unknown>> | null
}

/** A query that has been checked and divided into its lists. */
export type ExportQuery = ReturnType<typeof openQuery>

const MAX_TOKENS = 5000

/**
 * Checks a query, and divides it into its lists. Throws a GraphQLError, or BAD_USER_INPUT, for a query that is not valid or
 * that cannot be exported.
 */
export function openQuery(schema: GraphQLSchema, { query, operationName, variables: given }: QueryText) {
  const document = parse(query, { maxTokens: MAX_TOKENS })
  const [invalid] = validateDocument(schema, document)
  if (invalid) throw invalid
  const operation = operationOf(document, operationName)
  const { coerced, errors } = coerceVariables(schema, operation, given ?? {}, { secretIn: personalAt })
  if (errors) throw errors[0] ?? new GraphQLError('The variables are not valid')
  const queryType = schema.getQueryType()
  if (!queryType) throw new Error('The schema has no queries')
  const context = lookaheadContext(schema, fragmentsOf(document), coerced)
  const { lists, root } = divide(context, queryType, operation.selectionSet, coerced)
  return {
    /** The schema of its parts. */
    schema: levelSchema(schema, lists),
    /** The values of its variables. */
    variables: coerced,
    lists,
    /** What is selected outside of lists. */
    root,
    /** A hash of the operation and its variables: equal for queries that export the same. */
    fingerprint: hash(
      'sha256',
      JSON.stringify([print(document), operationName ?? null, sortedEntries(given ?? {})]),
      'base64url',
    ),
  }
}

function operationOf(document: DocumentNode, operationName: string | null | undefined): OperationDefinitionNode {
  const operation = getOperationAST(document, operationName)
  if (!operation)
    throw badUserInput(
      'operationName',
      operationName ? `There is no operation ${operationName}` : 'The document has several operations: name one',
    )
  if (operation.operation !== OperationTypeNode.QUERY)
    throw badUserInput('query', `An export reads a query; this is a ${operation.operation}`)
  return operation
}
