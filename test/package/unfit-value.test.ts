import { execute, parse, type GraphQLError } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAdgraph, maskError, type Adgraph } from '../../src/package/index.ts'
import { startUpstream, type Upstream } from '../support/upstream.ts'

const URL = 'https://app.example/api/graphql'

/** Values of columns that the types of their fields do not allow. */
const COLUMNS: Record<string, [column: string, value: unknown]> = {
  name: ['name', { text: 'n' }],
  advertiserUserId: ['advertiser_user_id', true],
  deleted: ['deleted', 'yes'],
  durationInDays: ['duration_in_days', 'many'],
  frequencyCap: ['frequency_cap', 2 ** 40],
  createdAt: ['created_at', {}],
  bidAmountLocalMicro: ['bid_amount_local_micro', '1.5'],
  dailyBudgetAmountLocalMicro: ['daily_budget_amount_local_micro', '123456789012345678901'],
  'categories ': ['categories', ['a', null]],
  categories: ['categories', ['a', {}]],
}

let columns: Record<string, unknown> = {}
/** The text of an answer that JSON.stringify cannot write. */
let nested: string | undefined
let upstream: Upstream
let graph: Adgraph
beforeAll(async () => {
  upstream = await startUpstream(() => ({ body: nested ?? { data: [{ id: 'l1', ...columns }] } }))
  graph = await createAdgraph({
    adsBaseUrl: upstream.url,
    consumer: { key: 'key', secret: 'secret' },
    credentials: () => ({ token: 'token', tokenSecret: 'token secret' }),
  })
})
afterAll(async () => {
  await graph.close()
  await upstream.close()
})

type Problem = Pick<GraphQLError, 'message' | 'path' | 'extensions'>

const shown = (errors: readonly Problem[] = []) =>
  errors.map(({ message, path, extensions: { code } }) => ({ message, path, code }))

function post(query: string): Request {
  const headers = { 'content-type': 'application/json' }
  return new Request(URL, { method: 'POST', headers, body: JSON.stringify({ query }) })
}

async function errorsOver(query: string): Promise<ReturnType<typeof shown>> {
  const { errors } = (await (await graph.fetch(post(query))).json()) as { errors?: Problem[] }
  return shown(errors)
}

/** The errors of graphql-js, as the documentation shows to report them. */
async function errorsOfGraphqlJs(query: string): Promise<ReturnType<typeof shown>> {
  const contextValue = await graph.context(post(''))
  const { errors } = await execute({ schema: graph.schema, document: parse(query), contextValue })
  return shown(errors?.map(maskError))
}

describe('a value that does not fit its type', () => {
  it.each(Object.entries(COLUMNS))(
    'has the same error if graphql-js executes the schema: %s',
    async (field, [column, value]) => {
      columns = { [column]: value }
      const document = (selection: string) => `{ account(id: "a1") { lineItems { nodes { ${selection} } } } }`
      const errors = await errorsOver(document(field))

      expect(errors).toEqual([
        {
          message: expect.any(String) as string,
          path: ['account', 'lineItems', 'nodes', 0, field.trim(), ...(Array.isArray(value) ? [1] : [])],
          code: 'UPSTREAM_UNAVAILABLE',
        },
      ])
      // The error of graphql-js for a null is no different from any other error of a resolver.
      const internal = { ...errors[0], message: 'Something went wrong inside Adgraph', code: 'INTERNAL' }
      expect(await errorsOfGraphqlJs(document(field))).toEqual(field === 'categories ' ? [internal] : errors)
    },
  )

  it('is an answer of the service that is nested too deeply', async () => {
    const codesOver = async (selection: string) =>
      (await errorsOver(`{ account(id: "a1") { lineItems { nodes { ${selection} } } } }`)).map(({ code }) => code)
    for (const [depth, codes] of [
      [150, []],
      [5_000, ['UPSTREAM_UNAVAILABLE']],
    ] as const) {
      nested = `{"data":[{"id":"l1","nested":${'['.repeat(depth)}${']'.repeat(depth)}}]}`
      expect(await codesOver('raw')).toEqual(codes)
    }
  })
})
