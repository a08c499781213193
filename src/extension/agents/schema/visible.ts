import { filterSchema, memoize1, pruneSchema } from '@graphql-tools/utils'
import {
  FieldsOnCorrectTypeRule,
  KnownTypeNamesRule,
  validate,
  visit,
  type DocumentNode,
  type GraphQLSchema,
  type ValidationRule,
} from 'graphql'
import { isObject } from '../../../json/object.ts'
import { parseGlobalId } from '../../../schema/node/global-id.ts'
import { noIntrospection } from '../../../server/document/limits.ts'

/** The field of every entity with the whole row. It has no type, and is long. */
const RAW = 'raw'

/** The types that agents do not get, and no fields that return them: secrets, long work, and what gateways use. */
const HIDDEN_TYPES: ReadonlySet<string> = new Set([
  'WebhookConfig',
  'WebhookConfigConnection',
  'WebhookProblem',
  'BulkOperation',
  'BulkOperationConnection',
  '_Entity',
  '_Service',
])

/** The part of the schema that agents see. Mutations that make or end tokens, or that only the sandbox has, are not in it. */
export const visibleSchema = memoize1((schema: GraphQLSchema): GraphQLSchema =>
  pruneSchema(
    filterSchema({
      schema,
      typeFilter: (name) => !HIDDEN_TYPES.has(name),
      rootFieldFilter: (_operation, _name, { extensions }) => !extensions?.['isRestricted'],
      objectFieldFilter: (_type, name) => name !== RAW,
      interfaceFieldFilter: (_type, name) => name !== RAW,
    }),
  ),
)

/** What agents do not get in a document with these variables: fields and types that they do not see, and IDs of such types. */
export function hiddenIn(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): string[] {
  const messagesOf = (of: GraphQLSchema, rules: readonly ValidationRule[]) =>
    validate(of, document, rules, { hideSuggestions: true }).map(({ message }) => message)
  const names = [FieldsOnCorrectTypeRule, KnownTypeNamesRule]
  const messages = messagesOf(visibleSchema(schema), [...names, noIntrospection])
  // What the whole schema does not have either is a mistake, and not hidden.
  const mistakes = new Set(messages.length > 0 ? messagesOf(schema, names) : [])
  const literals: string[] = []
  visit(document, { StringValue: ({ value }) => void literals.push(value) })
  const types = new Set([...typesOfIds(variables), ...typesOfIds(literals)])
  const hidden = [...types].filter((type) => HIDDEN_TYPES.has(type))
  return [...messages.filter((message) => !mistakes.has(message)), ...hidden.map((type) => `IDs of ${type}`)]
}

function* typesOfIds(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    const id = parseGlobalId(value)
    if (id) yield id.type
  } else if (Array.isArray(value)) for (const item of value) yield* typesOfIds(item)
  else if (isObject(value)) for (const item of Object.values(value)) yield* typesOfIds(item)
}
