import { getNamedType, isInterfaceType, isObjectType, parse, type GraphQLNamedType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../../reference/index.ts'
import { schemaPart, schemaPartNames } from '../../../src/extension/agents/schema/search.ts'
import { hiddenIn, visibleSchema } from '../../../src/extension/agents/schema/visible.ts'
import { schema } from '../../../src/graph.ts'
import { WRITES } from '../../wire/write-case.ts'

/** The endpoints that only the sandbox of the service has. */
const SANDBOX_ONLY = new Set(Object.keys(ENDPOINTS).filter((name) => ENDPOINTS[name]!.sandboxOnly))

/** Whether agents must not call an endpoint: it makes or ends tokens, is about webhooks, or exists only in the sandbox. */
function isHidden(endpoint: string): boolean {
  return / \/?oauth/.test(endpoint) || /webhook/.test(endpoint) || SANDBOX_ONLY.has(endpoint)
}

const visible = visibleSchema(schema)

/** The fields of `Query` and `Mutation`, as coordinates. */
function rootFields(of: typeof schema): string[] {
  return [of.getQueryType(), of.getMutationType()].flatMap((type) =>
    Object.keys(type?.getFields() ?? {}).map((name) => `${type?.name}.${name}`),
  )
}

/** Mutations whose endpoints have tests of their own, besides `test/wire`. */
const BY_NAME = ['Mutation.invalidateAccessToken', 'Query.webhookConfigs']

/** The types of fields that something has. */
function fieldsOf(type: GraphQLNamedType): string[] {
  return isObjectType(type) || isInterfaceType(type)
    ? Object.values(type.getFields()).map((field) => `${field.name}: ${getNamedType(field.type).name}`)
    : []
}

describe('what agents do not get', () => {
  it('is every mutation of an endpoint of tokens, webhooks or the sandbox, long work, and what gateways use', () => {
    const mutations = WRITES.filter(({ endpoint }) => isHidden(endpoint)).map(({ mutation }) => `Mutation.${mutation}`)
    const longWork = rootFields(schema).filter((name) => /bulk/i.test(name))
    const gateways = ['Query._entities', 'Query._service']
    const hidden = rootFields(schema).filter((name) => !rootFields(visible).includes(name))

    expect(longWork).toEqual(
      expect.arrayContaining(['Mutation.startBulkQuery', 'Mutation.cancelBulkOperation', 'Query.bulkOperation']),
    )
    expect(hidden.toSorted()).toEqual([...new Set([...mutations, ...BY_NAME, ...longWork, ...gateways])].toSorted())
  })

  it('is `raw` of every type, and the types of tokens, webhooks and long work', () => {
    const types = Object.values(visible.getTypeMap())
    expect(types.filter((type) => fieldsOf(type).some((field) => field.startsWith('raw:')))).toEqual([])
    const withRaw = Object.values(schema.getTypeMap()).filter((type) =>
      fieldsOf(type).some((field) => field.startsWith('raw:')),
    )
    expect(withRaw.length).toBeGreaterThan(40)
    expect(
      types.map(({ name }) => name).filter((name) => /Token|Webhook|Bulk|^_/.test(name) && !name.startsWith('__')),
    ).toEqual([])
  })

  it('is named, and mistakes are not', () => {
    const hidden = (text: string) => hiddenIn(schema, parse(text), {})

    expect(hidden('mutation { startBulkQuery(input: { query: "" }, nothing: 1) { id nothing } }')).toEqual([
      'Cannot query field "startBulkQuery" on type "Mutation".',
    ])
    expect(hidden('{ nothing account(id: "a") { nothing raw ...F } } fragment F on Nothing { id }')).toEqual([
      'Cannot query field "raw" on type "Account".',
    ])
    expect(hidden('{ __schema { nothing } }')).toEqual(['Introspection is disabled'])
  })

  it('cannot be searched or read as a resource', async () => {
    const names = await schemaPartNames(schema)
    expect(names.filter((name) => /Token|Webhook|Bulk|\._/i.test(name))).toEqual([])
    expect(await schemaPart(schema, 'Mutation.startBulkQuery')).toBeUndefined()
    const parts = await Promise.all(names.map((name) => schemaPart(schema, name)))
    expect(parts.filter((part) => /^ {2}raw: /m.test(part?.fullSdl ?? ''))).toEqual([])
  })
})
