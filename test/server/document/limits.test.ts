import { describe, expect, it } from 'vitest'
import { type GraphQLProblem, openGraph, useGraphOver } from '../../support/graph.ts'
import { listsOf } from '../../support/upstream.ts'

const ids = Array.from({ length: 9 }, (_, index) => `c${index}`)
const { upstream, graph } = useGraphOver(listsOf({ campaigns: ids.map((id) => ({ id })), media_creatives: [] }), {
  limits: { depth: 6, fields: 12, aliases: 4, directives: 3, tokens: 80 },
  maxBodyBytes: 2000,
})

const GRAPHQL_JSON = { accept: 'application/graphql-response+json' }

/** The refusal of a document, after which the server still serves and nothing has been sent. */
async function refusal(document: string, variables: object = {}): Promise<GraphQLProblem['extensions'] | undefined> {
  const sent = upstream.requests.length
  const { status, data, errors } = await graph.query(document, variables)
  const strict = await graph.query(document, variables, GRAPHQL_JSON)
  expect(upstream.requests).toHaveLength(sent)
  expect([status, strict.status]).toEqual([200, 400])
  expect(data).toBeUndefined()
  expect(errors).toHaveLength(1)
  expect((await graph.query('{ __typename }')).data).toEqual({ __typename: 'Query' })
  return errors?.[0]?.extensions
}

async function calls(document: string): Promise<number> {
  const { errors, calls } = await graph.query(document)
  expect(errors).toBeUndefined()
  return calls.length
}

const tooComplex = (limit: string, planned: number, allowed: number) => ({
  code: 'QUERY_TOO_COMPLEX',
  limit,
  planned,
  allowed,
})

describe('the size of a document', () => {
  it('counts fields within fields, through fragments too', async () => {
    const nested = (inner: string) => `{ account(id: "a") { campaigns(first: 1) { edges { node { ${inner} } } } } }`
    expect(await calls(nested('lineItems(first: 1) { __typename }'))).toBe(1)
    expect(await refusal(nested('lineItems { nodes { id } }'))).toEqual(tooComplex('depth', 7, 6))
    const fragments = `${nested('...A')} fragment A on Campaign { lineItems { ...B } } fragment B on LineItemConnection {
      pageInfo { hasNextPage } }`
    expect(await refusal(fragments)).toEqual(tooComplex('depth', 7, 6))
  })

  it('counts the fields of a fragment as often as it is spread', async () => {
    const document = (fields: string) => `{ ${fields} ...A ... { ...B } } fragment A on Query { ...B ...B }
      fragment B on Query { a: __typename b: __typename }`
    expect((await graph.query('{ __typename'.concat(' __typename'.repeat(11), ' }'))).errors).toBeUndefined()
    expect(await refusal('{ __typename'.concat(' __typename'.repeat(12), ' }'))).toEqual(tooComplex('fields', 13, 12))
    expect(await refusal(document('__typename'))).toEqual(tooComplex('aliases', 6, 4))
  })

  it('counts exponentially nested fragments without expanding them', async () => {
    const levels = 12
    const bomb = Array.from(
      { length: levels },
      (_, level) => `fragment F${level} on Query { ...F${level + 1} ...F${level + 1} }`,
    )
    const wide = await openGraph(upstream.url, { limits: { tokens: 10_000 } })
    const { errors } = await wide.query(`{ ...F0 } ${bomb.join(' ')} fragment F${levels} on Query { __typename }`)
    expect(errors).toMatchObject([{ extensions: tooComplex('fields', 2 ** levels, 2000) }])
    await wide.close()
  })

  it('counts aliases', async () => {
    expect((await graph.query('{ a: __typename b: __typename c: __typename d: __typename }')).errors).toBeUndefined()
    const five = '{ a: __typename b: __typename c: __typename d: __typename e: __typename }'
    expect(await refusal(five)).toEqual(tooComplex('aliases', 5, 4))
  })

  it('counts directives, also those that would not be valid', async () => {
    const skip = '@skip(if: false)'
    const three = `{ a: __typename ${skip} b: __typename ${skip} ... ${skip} { __typename } }`
    expect((await graph.query(three)).errors).toBeUndefined()
    expect(await refusal(`query @a @a @a @a { __typename }`)).toEqual(tooComplex('directives', 4, 3))
    expect(await refusal(`{ __typename @a @a @a @a }`)).toEqual(tooComplex('directives', 4, 3))
  })

  it('refuses a document at the first token beyond the limit', async () => {
    const fields = (count: number) => `{ ${'__typename '.repeat(count)}}`
    expect(await refusal(fields(78))).toEqual(tooComplex('fields', 78, 12))
    expect(await refusal(fields(79))).toEqual({ code: 'QUERY_TOO_COMPLEX', limit: 'tokens', allowed: 80 })
  })

  it('counts tokens of documents with syntax errors, up to the first invalid one', async () => {
    const tokens = (count: number) => '__typename '.repeat(count)
    const tooMany = { code: 'QUERY_TOO_COMPLEX', limit: 'tokens', allowed: 80 }
    expect(await refusal(`} ${tokens(80)}`)).toEqual(tooMany)
    expect(await refusal(`} ${tokens(79)}`)).toEqual({ code: 'GRAPHQL_PARSE_FAILED' })
    expect(await refusal(`${tokens(81)} ^`)).toEqual(tooMany)
    expect(await refusal(`^ ${tokens(81)}`)).toEqual({ code: 'GRAPHQL_PARSE_FAILED' })
  })

  it('counts characters, because one token can be as long as a request', async () => {
    const wide = await openGraph(upstream.url)
    const { errors } = await wide.query(`{ ${'x'.repeat(500_000)} }`)
    expect(errors).toMatchObject([{ extensions: tooComplex('characters', 500_004, 500_000) }])
    await wide.close()
  })

  it.each(['\n', '\r', '\r\n'])(
    'counts lines that end with %j, which are searched for the place of each error',
    async (end) => {
      const wide = await openGraph(upstream.url)
      const unknownFields = Array.from({ length: 15 }, (_, nth) => `unknown${nth}`).join(' ')
      const few = await wide.query(`${end.repeat(9_999)}{ ${unknownFields} }`)
      expect(few.errors?.[0]).toMatchObject({ locations: [{ line: 10_000, column: 3 }] })
      const many = await wide.query(`${end.repeat(10_000)}{ ${unknownFields} }`)
      expect(many.errors?.map(({ extensions }) => extensions)).toEqual([
        { code: 'QUERY_TOO_COMPLEX', limit: 'lines', allowed: 10_000 },
      ])
      await wide.close()
    },
  )

  it('limits the length of every name, because responses repeat names', async () => {
    const wide = await openGraph(upstream.url)
    const name = (length: number) => 'x'.repeat(length)
    const documents = (length: number) => [
      `{ ${name(length)}: __typename }`,
      `query ${name(length)} { __typename }`,
      `query ($${name(length)}: Boolean = true) { __typename @include(if: $${name(length)}) }`,
      `{ ...${name(length)} } fragment ${name(length)} on Query { __typename }`,
    ]
    for (const document of documents(256)) expect((await wide.query(document)).errors).toBeUndefined()
    for (const document of documents(257))
      expect((await wide.query(document)).errors).toMatchObject([{ extensions: tooComplex('name', 257, 256) }])
    // Strings and comments are no names.
    expect((await wide.query(`{ __type(name: "${name(300)}") { name } } # ${name(300)}`)).errors).toBeUndefined()
    await wide.close()
  })

  it('limits the characters of all response paths, which plans and traces repeat', async () => {
    const wide = await openGraph(upstream.url)
    const long = 'x'.repeat(250)
    const nested = (count: number) =>
      `{ ${long}: account(id: "a") { ${long}: campaigns(first: 1) { nodes { ${'id '.repeat(count)} } } } }`
    expect((await wide.query(nested(490))).errors).toBeUndefined()
    const tooMany = tooComplex('responsePaths', 250_192, 250_000)
    expect((await wide.query(nested(491))).errors).toMatchObject([{ extensions: tooMany }])
    await wide.close()
  })

  it('refuses fragments in a circle', async () => {
    const { errors } = await graph.query('{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }')
    expect(errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }])
    expect(errors?.[0]?.message).toBe('Cannot spread fragment "A" within itself via "B".')
  })

  it('accepts bodies up to the limit, regardless of their headers, and no longer ones', async () => {
    const body = (bytes: number) => {
      const bare = JSON.stringify({ query: '{ __typename }', variables: { a: '' } })
      return bare.replace('""', `"${'x'.repeat(bytes - bare.length)}"`)
    }
    const post = (text: string, chunked: boolean) =>
      fetch(graph.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        ...(chunked ? { body: new Blob([text]).stream(), duplex: 'half' } : { body: text }),
      })
    for (const chunked of [false, true]) {
      expect((await post(body(2000), chunked)).status).toBe(200)
      const refused = await post(body(2001), chunked)
      expect(refused.status).toBe(413)
      expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: 'REQUEST_ENTITY_TOO_LARGE' } }] })
    }
  })
})
