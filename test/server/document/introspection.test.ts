import { getIntrospectionQuery } from 'graphql'
import { describe, expect, it } from 'vitest'
import { openGraph } from '../../support/graph.ts'
import { openForTests } from '../../support/open.ts'

const graph = openForTests(() => openGraph('http://127.0.0.1:9'))

const refusedBy = (limit: string, planned: number, allowed: number) => [
  { extensions: { code: 'QUERY_TOO_COMPLEX', limit, planned, allowed } },
]

const aliases = (count: number, field: string) =>
  Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ')

describe('introspection', () => {
  it('answers the queries of tools', async () => {
    const everything = getIntrospectionQuery({
      descriptions: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    })
    for (const document of [getIntrospectionQuery(), everything, TYPES_OF_A_TYPE]) {
      const { errors, data } = await graph.query(document)
      expect(errors).toBeUndefined()
      expect(data).toBeDefined()
    }
  })

  it('refuses aliases that repeat the schema many times in the response', async () => {
    const schemas = (count: number) => `{ ${aliases(count, '__schema { types { name } }')} }`
    expect((await graph.query(schemas(10))).errors).toBeUndefined()
    expect((await graph.query(schemas(11))).errors).toMatchObject(refusedBy('introspectionAliases', 11, 10))
    const within = `{ __schema { ...Types } } fragment Types on __Schema { ${aliases(11, 'types { name }')} }`
    expect((await graph.query(within)).errors).toMatchObject(refusedBy('introspectionAliases', 11, 10))
  })

  it('refuses aliases that repeat the SDL of the subgraph', async () => {
    const sdls = (count: number) => `{ _service { ${aliases(count, 'sdl')} } }`
    expect((await graph.query(sdls(10))).errors).toBeUndefined()
    expect((await graph.query(sdls(11))).errors).toMatchObject(refusedBy('introspectionAliases', 11, 10))
    const services = `{ ${aliases(199, '_service { sdl }')} }`
    expect((await graph.query(services)).errors).toMatchObject(refusedBy('introspectionAliases', 199, 10))
  })

  it('refuses lists of types within lists of types', async () => {
    const deep = '{ __schema { types { fields { type { fields { name } } } } } }'
    const one = '{ __type(name: "Query") { fields { type { fields { name } } } } }'
    expect((await graph.query(one)).errors).toBeUndefined()
    expect((await graph.query(deep)).errors).toMatchObject(refusedBy('introspectionLists', 2, 1))
  })
})

/** As developers look one type up. */
const TYPES_OF_A_TYPE = `{ __type(name: "Campaign") { name fields { name type { name kind ofType { name } } args { name } } } }`
