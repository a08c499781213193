import {
  getNamedType,
  isInputObjectType,
  isObjectType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type GraphQLSchema,
} from 'graphql'
import { ENDPOINTS } from '../../reference/index.ts'
import exceptions from '../schema/exceptions.json' with { type: 'json' }
import { READS, type ReadCase } from '../wire/read-case.ts'
import { WRITES } from '../wire/write-case.ts'

/** How the graph sends the parameters of an endpoint. */
export interface Sent {
  /** The fields of the graph that send them, the main one first. */
  fields: readonly string[]
  /** The parameter that the argument `ids` sends. */
  ids?: string | undefined
  /** The type of the items, if the body is a list. */
  input?: string | undefined
}

/** The fields of the authorization, which read no rows of the ads interface. */
const OF_AUTHORIZATION: Readonly<Record<string, readonly string[]>> = {
  'GET /oauth/authorize': ['OAuthRequestToken.authorizeUrl'],
  'GET /oauth/authenticate': ['OAuthRequestToken.authenticateUrl'],
  'GET /2/webhooks': ['Query.webhookConfigs'],
}

/** The name of an endpoint without the parameters of its path, except for the account's. */
export function plainName(endpoint: string): string {
  return endpoint.replace(/:(?!account_id\b)\w+/g, ':id')
}

/** The fields of rows, and those that lead to them, below the field that reads them. */
const BELOW = ['nodes', 'raw', 'totalCount', 'userId', 'engagement', 'clicks']

/** The coordinate of the field that reads the rows of a read. */
function fieldOf(schema: GraphQLSchema, { query, inAccount }: ReadCase): string {
  const types = new TypeInfo(schema)
  let found = ''
  const document = parse(query ?? `{ account(id: "a1") { ${inAccount} } }`)
  const Field = {
    enter() {
      const field = types.getFieldDef()
      const parent = types.getParentType()
      // The rows of a connection, and the selections of a row, are below the field.
      if (parent && field && !BELOW.includes(field.name)) found = `${parent.name}.${field.name}`
    },
  }
  visit(document, visitWithTypeInfo(types, { Field }))
  return found
}

/** Types of fields that several types have, besides connections. */
const SHARED = ['Stats', 'Reach']

/** The fields of other types that show the same connection or the like, and so have the same name. */
function alike(schema: GraphQLSchema, coordinate: string): string[] {
  const [typeName = '', name = ''] = coordinate.split('.')
  const type = schema.getType(typeName)
  const shown = isObjectType(type) ? getNamedType(type.getFields()[name]!.type) : undefined
  if (!shown?.name.endsWith('Connection') && !SHARED.includes(shown?.name ?? '')) return []
  return (
    Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .flatMap((other) =>
        Object.values(other.getFields()).map((field) => ({ at: `${other.name}.${field.name}`, field })),
      )
      .filter(({ at, field }) => at !== coordinate && field.name === name && getNamedType(field.type) === shown)
      // Fields whose IDs are in the row send nothing.
      .filter(({ at }) => !(at in exceptions.ownArguments))
      .map(({ at }) => at)
  )
}

/** The parameter that has the values of the argument `ids`. */
function idsOf({ query, inAccount = query, params = {} }: ReadCase): string | undefined {
  const given = /\bids: \[([^\]]*)\]/.exec(inAccount ?? '')?.[1]
  const values = given?.replace(/"|\s|\w+:/g, '')
  return Object.entries(params).find(([, value]) => value === values)?.[0]
}

/** The type of the operations in the input of a mutation. */
function operationOf(schema: GraphQLSchema, mutation: string): string | undefined {
  const field = schema.getMutationType()!.getFields()[mutation]
  const input = getNamedType(field?.args.find(({ name }) => name === 'input')?.type)
  const operations = isInputObjectType(input) ? input.getFields()['operations'] : undefined
  return operations && getNamedType(operations.type).name
}

/** How the graph sends the parameters of each endpoint of the reference, as the tables of its reads and writes show. */
export function sentBy(schema: GraphQLSchema): Record<string, Sent> {
  return Object.fromEntries(Object.keys(ENDPOINTS).map((name) => [name, sent(name)]))

  function sent(name: string): Sent {
    const reads = READS.filter(({ endpoint }) => endpoint === plainName(name))
    const [read] = reads
    if (read) {
      const fields = reads.map((each) => fieldOf(schema, each)).flatMap((field) => [field, ...alike(schema, field)])
      return { fields, ids: idsOf(read) }
    }
    const write = WRITES.find(({ endpoint }) => endpoint === name)
    if (!write) return { fields: OF_AUTHORIZATION[name] ?? [] }
    return { fields: [`Mutation.${write.mutation}`], input: operationOf(schema, write.mutation) }
  }
}
