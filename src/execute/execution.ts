import { memoize2, memoize1 } from '@graphql-tools/utils'
import {
  defaultFieldResolver,
  defaultTypeResolver,
  getVariableValues,
  GraphQLError,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  type DocumentNode,
  type ExecutionArgs,
  type FieldNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLTypeResolver,
  type OperationDefinitionNode,
  getNamedType,
  getNullableType,
  isListType,
  isScalarType,
} from 'graphql'
import type { MaybePromise } from '../async/promise.ts'
import type { ColumnPath } from './response/path.ts'
import type { FormatError } from './response/result.ts'
import { directivesIn, fragmentsOf, isIncluded, type SelectionContext } from './selection/selection.ts'

export interface ExecuteArgs extends ExecutionArgs {
  /** The variables of the operation, if they have been coerced. `variableValues` are not read then. */
  coercedVariables?: Readonly<Record<string, unknown>>
  /** Once it is aborted, no further field is resolved. */
  signal?: AbortSignal
  /**
   * Returns the error to report for an error of a field, for example with a masked message. It is called while the
   * result is created, which can take several turns.
   */
  formatError?: FormatError
  /** Called before a field is resolved. If it returns an error, a query ends with it, and the field of a mutation fails. */
  onArgumentItems?: OnArgumentItems
  /**
   * Called with the estimated number of bytes that each field adds to the response, or to the memory in use, before they are
   * allocated where that is known. If it returns an error, a query ends with it, and the field of a mutation fails.
   */
  onBytes?: OnBytes
  /**
   * Called with the estimated number of bytes of each error. If it returns an error, that is the only one of a query,
   * whose `data` is null, and the last one of a mutation, whose other errors are left out.
   */
  onErrorBytes?: (bytes: number) => Error | undefined
}

type OnBytes = (bytes: number) => MaybePromise<Error | undefined>

/** The data that all steps of an execution share. */
export interface ExecutionContext {
  schema: GraphQLSchema
  fragments: ReturnType<typeof fragmentsOf>
  operation: OperationDefinitionNode
  rootValue: unknown
  contextValue: unknown
  variableValues: Readonly<Record<string, unknown>>
  fieldResolver: GraphQLFieldResolver<unknown, unknown>
  typeResolver: GraphQLTypeResolver<unknown, unknown>
  selection: SelectionContext
  signal: AbortSignal | undefined
  onArgumentItems: OnArgumentItems | undefined
  onBytes: OnBytes | undefined
}

/** A field, and the paths of its values for all parents. */
export interface FieldOfParents {
  parentType: GraphQLObjectType
  field: GraphQLField<unknown, unknown>
  nodes: readonly [FieldNode, ...FieldNode[]]
  /** The paths of the field's values or, while a list is completed, of its items. */
  path: ColumnPath
}

/** The context of an execution, or the errors of a request that cannot be executed. */
export function buildExecutionContext(args: ExecuteArgs): ExecutionContext | readonly GraphQLError[] {
  const { schema, document, operationName, variableValues, options } = args
  const operation = operationOf(document, operationName)
  if (operation instanceof GraphQLError) return [operation]
  const { coerced, errors } = args.coercedVariables
    ? { coerced: args.coercedVariables }
    : getVariableValues(schema, operation.variableDefinitions ?? [], variableValues ?? {}, {
        maxErrors: options?.maxCoercionErrors ?? MAX_COERCION_ERRORS,
        hideSuggestions: args.hideSuggestions ?? false,
      })
  if (errors) return errors
  return {
    schema,
    fragments: fragmentsOf(document),
    operation,
    rootValue: args.rootValue,
    contextValue: args.contextValue,
    variableValues: coerced,
    fieldResolver: args.fieldResolver ?? defaultFieldResolver,
    typeResolver: args.typeResolver ?? defaultTypeResolver,
    selection: isConditional(document)
      ? { schema, fragments: fragmentsOf(document), includes: (node) => isIncluded(node, coerced) }
      : unconditionalSelection(schema, document),
    signal: args.signal,
    onArgumentItems: args.onArgumentItems,
    onBytes: args.onBytes,
  }
}

/** The default of graphql-js. */
const MAX_COERCION_ERRORS = 50

function operationOf(
  { definitions }: DocumentNode,
  operationName: string | null | undefined,
): OperationDefinitionNode | GraphQLError {
  const operations = definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
  if (operationName === null || operationName === undefined) {
    if (operations.length > 1)
      return new GraphQLError('Must provide operation name if query contains multiple operations.')
    return operations[0] ?? new GraphQLError('Must provide an operation.')
  }
  const named = operations.findLast(({ name }) => name?.value === operationName)
  return named ?? new GraphQLError(`Unknown operation named "${operationName}".`)
}

/** Whether a document uses `@skip` or `@include` anywhere. */
function isConditional(document: DocumentNode): boolean {
  const used = directivesIn(document)
  return used.has(GraphQLSkipDirective.name) || used.has(GraphQLIncludeDirective.name)
}

/** The same object for all executions of a document, so that its fields are collected once. */
const unconditionalSelection = memoize2((schema: GraphQLSchema, document: DocumentNode): SelectionContext => {
  return { schema, fragments: fragmentsOf(document), includes: () => true }
})

/** Called with the number of items of a list that an argument gives to a field and its parents. Returns an error if there are too many. */
export type OnArgumentItems = (argument: string, items: number) => Error | undefined

/**
 * Reports the items of the lists that a field gets as arguments, once for each of its parents. Lists of objects and enum values
 * are not reported: they select no rows. Returns the first error.
 */
export function reportArgumentItems(
  field: GraphQLField<unknown, unknown>,
  { arguments: given = [] }: FieldNode,
  variables: Readonly<Record<string, unknown>>,
  parents: number,
  onArgumentItems: OnArgumentItems,
): Error | undefined {
  if (given.length === 0) return undefined
  const lists = listArgumentsOf(field)
  for (const { name, value } of given) {
    if (!lists.has(name.value)) continue
    const list = value.kind === Kind.VARIABLE ? variables[value.name.value] : undefined
    const length = value.kind === Kind.LIST ? value.values.length : Array.isArray(list) ? list.length : 0
    const error = onArgumentItems(name.value, length * parents)
    if (error) return error
  }
  return undefined
}

/** The names of the arguments that are lists of scalars. */
const listArgumentsOf = memoize1(
  ({ args }: GraphQLField<unknown, unknown>): ReadonlySet<string> =>
    new Set(
      args
        .filter(({ type }) => isListType(getNullableType(type)) && isScalarType(getNamedType(type)))
        .map(({ name }) => name),
    ),
)
