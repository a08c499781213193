import { filterSchema, memoize1, pruneSchema } from '@graphql-tools/utils'
import { FieldsOnCorrectTypeRule, KnownTypeNamesRule, validate, type DocumentNode, type GraphQLSchema } from 'graphql'
import { noIntrospection } from '../../server/document/disclosure.ts'

/** The root fields that agents do not get: secrets, what only the sandbox of the service has, long work, and what gateways use. */
const HIDDEN_ROOT_FIELDS: ReadonlySet<string> = new Set([
  '_entities',
  '_service',
  'addAccountFeatures',
  'bulkOperation',
  'bulkOperations',
  'cancelBulkOperation',
  'createAccessToken',
  'createAccount',
  'createBearerToken',
  'createFundingInstrument',
  'createRequestToken',
  'deleteAccount',
  'deleteFundingInstrument',
  'invalidateAccessToken',
  'invalidateBearerToken',
  'removeAccountFeatures',
  'startBulkQuery',
  'webhookConfigs',
])

/** The field of every entity with the whole row. It has no type, and is long. */
const RAW = 'raw'

/** The types that can be reached by `node` too. */
const HIDDEN_TYPES: ReadonlySet<string> = new Set(['WebhookConfig', 'WebhookProblem'])

/** The part of the schema that agents see. */
export const visibleSchema = memoize1((schema: GraphQLSchema): GraphQLSchema =>
  pruneSchema(
    filterSchema({
      schema,
      typeFilter: (name) => !HIDDEN_TYPES.has(name),
      rootFieldFilter: (_operation, name) => !HIDDEN_ROOT_FIELDS.has(name),
      objectFieldFilter: (_type, name) => name !== RAW,
      interfaceFieldFilter: (_type, name) => name !== RAW,
    }),
  ),
)

/** What agents do not get in a document: the errors of its fields and types in the schema that they see. */
export function hiddenIn(schema: GraphQLSchema, document: DocumentNode): string[] {
  const rules = [FieldsOnCorrectTypeRule, KnownTypeNamesRule, noIntrospection]
  return validate(visibleSchema(schema), document, rules, { hideSuggestions: true }).map(({ message }) => message)
}
