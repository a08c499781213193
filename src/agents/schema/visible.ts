import { filterSchema, memoize1, pruneSchema } from '@graphql-tools/utils'
import { TypeInfo, visit, visitWithTypeInfo, type DocumentNode, type GraphQLSchema } from 'graphql'

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

/** The fields that describe the schema. Agents search it instead, because its answer is longer than they can read. */
const INTROSPECTION: ReadonlySet<string> = new Set(['__schema', '__type'])

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

/** The coordinates of the fields in a valid document that agents do not get, such as `Campaign.raw`. */
export function hiddenFieldsIn(schema: GraphQLSchema, document: DocumentNode): string[] {
  const types = new TypeInfo(schema)
  const roots = new Set([schema.getQueryType()?.name, schema.getMutationType()?.name])
  const found = new Set<string>()
  visit(
    document,
    visitWithTypeInfo(types, {
      Field({ name: { value: name } }) {
        const parent = types.getParentType()
        const isRoot = roots.has(parent?.name)
        const typeName = parent?.name ?? ''
        const isHidden = HIDDEN_TYPES.has(typeName) || (isRoot && HIDDEN_ROOT_FIELDS.has(name))
        if (isHidden || name === RAW || INTROSPECTION.has(name)) found.add(`${typeName}.${name}`)
      },
    }),
  )
  return [...found]
}
