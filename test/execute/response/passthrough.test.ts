import * as fc from 'fast-check'
import {
  GraphQLList,
  GraphQLObjectType,
  GraphQLSchema,
  parse,
  type ExecutionResult,
  type GraphQLOutputType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { execute as executeQuery } from '../../../src/execute/executor.ts'
import { schema } from '../../../src/graph.ts'
import { parseEnvelope, parseList } from '../../support/read-answer.ts'
import { schemaOf } from '../../support/schema.ts'

/** Rows of one type of the graph, given as the root. */
const rowsSchema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Query',
    fields: {
      rows: {
        type: new GraphQLList(schema.getType('LineItem') as GraphQLOutputType),
        resolve: (rows: unknown) => rows,
      },
    },
  }),
})

/** A field of each type that leaves have, and the column it passes on. */
const COLUMNS = {
  restId: 'id',
  name: 'name',
  advertiserUserId: 'advertiser_user_id',
  createdAt: 'created_at',
  deleted: 'deleted',
  bidAmountLocalMicro: 'bid_amount_local_micro',
  frequencyCap: 'frequency_cap',
  entityStatus: 'entity_status',
  automaticPostPromotion: 'automatic_post_promotion',
}
const document = parse(`{ rows { ${Object.keys(COLUMNS).join(' ')} } }`)

async function textOf(rows: unknown): Promise<string> {
  const result: ExecutionResult & { stringify?: (result: object) => Buffer } = await executeQuery({
    schema: rowsSchema,
    document,
    rootValue: rows,
  })
  return String(result.stringify?.(result) ?? JSON.stringify(result))
}

/** The answers from rows that are bytes, and from the same rows as objects. */
async function both(body: string): Promise<{ passed: string; read: string }> {
  const bytes = Buffer.from(body)
  const [passed, read] = await Promise.all([
    textOf(parseList(bytes, 'a')!.data),
    textOf(parseEnvelope(bytes, 'a')!.data),
  ])
  return { passed, read }
}

/** Texts of values, those that a column has as a rule more often than those that it has not. */
const value = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('"text"', '"“ü🎒”"', '"a\\"\\\\\\u0041\\n"', '""', 'null') },
  {
    weight: 6,
    arbitrary: fc.constantFrom('"ACTIVE"', '"PAUSED"', '"NEVER_HEARD_OF"', '"\\u0041CTIVE"', '"UNRECOGNIZED"'),
  },
  { weight: 6, arbitrary: fc.constantFrom('0', '7', '1500000', '123456789', '1234567890', '9007199254740993') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('-1', '-0', '1e3', '1.5', '12345678901234567890', 'true', 'false', '{}', '[1]'),
  },
)
const row = fc
  .record(Object.fromEntries(Object.values(COLUMNS).map((column) => [column, value])), { requiredKeys: [] })
  .map(
    (columns) =>
      `{${Object.entries(columns)
        .map(([name, text]) => `"${name}":${text}`)
        .join()}}`,
  )

describe('columns that are passed through as bytes', () => {
  it('equal the columns that are parsed and written, whatever the service sends', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 3 }), async (rows) => {
        const { passed, read } = await both(`{"data":[${rows.join()}]}`)

        expect(JSON.parse(passed)).toEqual(JSON.parse(read))
      }),
      { numRuns: 1000 },
    )
  })

  it.each(Object.values(COLUMNS))(
    'belong to their own rows, also after a value of the same length: %s',
    async (column) => {
      const kinds = ['"ab"', '"cd"', '"\\n"', 'null', 'true', '1234', '5678', '-123', '0.25', '1e10', '[12]', '{  }']
      for (const one of kinds)
        for (const other of kinds) {
          const row = (value: string) => `{"id":"1","${column}":${value},"end":0}`
          const { passed, read } = await both(`{"data":[${[one, other, one].map(row).join()}]}`)

          expect(JSON.parse(passed)).toEqual(JSON.parse(read))
        }
    },
  )

  it.each([
    '2031-03-05T23:59:59Z',
    '2031-03-05T24:00:00Z',
    '2031-03-05T00:60:00Z',
    '2031-03-05T00:00:60Z',
    '2031-02-29T00:00:00Z',
  ])('are times that exist, as their type has them: %s', async (time) => {
    const { passed, read } = await both(`{"data":[{"id":"1","created_at":"${time}"}]}`)

    expect(JSON.parse(passed)).toEqual(JSON.parse(read))
  })

  it('are written byte by byte', async () => {
    const { passed, read } = await both(
      `{"data":[{"id":"1","name":"“ü🎒” \\"x\\"","created_at":"2031-03-05T00:00:00Z","deleted":false,` +
        `"bid_amount_local_micro":1500000,"frequency_cap":3,"entity_status":"PAUSED","advertiser_user_id":null}]}`,
    )

    expect(passed).toBe(read)
    expect(passed).toBe(
      '{"data":{"rows":[{"restId":"1","name":"“ü🎒” \\"x\\"","advertiserUserId":null,"createdAt":"2031-03-05T00:00:00Z",' +
        '"deleted":false,"bidAmountLocalMicro":"1500000","frequencyCap":3,"entityStatus":"PAUSED",' +
        '"automaticPostPromotion":null}]}}',
    )
  })

  it('fail for null where the field is not nullable', async () => {
    const rows = parseList(Buffer.from('{"data":[{"id":"1","name":"n"},{"id":"2","name":null},{"id":"3"}]}'), 'a')!.data
    const result = await executeQuery({
      schema: schemaOf('type Query { rows: [Row] } type Row { id: ID!, name: String! }', {
        Query: { rows: () => rows },
      }),
      document: parse('{ rows { id name } }'),
    })

    expect(JSON.parse(JSON.stringify(result))).toEqual({
      data: { rows: [{ id: '1', name: 'n' }, null, null] },
      errors: [1, 2].map((index) =>
        expect.objectContaining({
          message: 'Cannot return null for non-nullable field Row.name.',
          path: ['rows', index, 'name'],
        }),
      ),
    })
  })

  it('fail where an argument of the field cannot be coerced', async () => {
    const rowsOf = { bytes: parseList, objects: parseEnvelope }
    for (const read of Object.values(rowsOf)) {
      const result = await executeQuery({
        schema: schemaOf('type Query { rows: [Row] } type Row { name(length: Int! = 3): String }', {
          Query: { rows: () => read(Buffer.from('{"data":[{"id":"1","name":"n"}]}'), 'a')!.data },
        }),
        document: parse('query ($length: Int = 2) { rows { name(length: $length) } }'),
        variableValues: { length: null },
      })
      expect(JSON.parse(JSON.stringify(result))).toEqual({
        data: { rows: [{ name: null }] },
        errors: [expect.objectContaining({ path: ['rows', 0, 'name'] })],
      })
    }
  })
})
