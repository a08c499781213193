import {
  GraphQLEnumType,
  GraphQLError,
  GraphQLID,
  GraphQLScalarType,
  GraphQLSchema,
  isEnumType,
  parseValue,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../../src/graph.ts'
import { readRow } from '../../support/entity.ts'
import { useGraphOver } from '../../support/graph.ts'

const { upstream, graph } = useGraphOver(({ path }) => ({ body: { data: { id: path.split('/').at(-1), name: 'n' } } }))

function scalar(name: string): GraphQLScalarType {
  const type = schema.getType(name)
  if (!(type instanceof GraphQLScalarType)) throw new TypeError(`${name} is no scalar`)
  return type
}

describe('an ID', () => {
  const CAMPAIGN = 'query ($id: ID!) { campaign(id: $id, accountId: "a1") { name } }'
  const DELETE = 'mutation ($input: DeleteCardInput!) { deleteCard(input: $input) { deletedId } }'
  const PROMOTE = `mutation ($input: CreatePromotedPostsInput!, $validateOnly: Boolean! = false) {
    createPromotedPosts(input: $input, validateOnly: $validateOnly) { userErrors { message } }
  }`
  /** JavaScript reads neighboring integers in JSON as this one too. */
  const ROUNDED = 2 ** 62

  const paths = () => upstream.requests.map(({ path }) => path)

  it.each([5, 2 ** 53 - 1, '9007199254740993', '6470066060568627986'])(
    'that is %j in the variables is sent with all its digits',
    async (id) => {
      const { errors } = await graph.query(CAMPAIGN, { id })

      expect(errors).toBeUndefined()
      expect(paths()).toEqual([`/12/accounts/a1/campaigns/${id}`])
    },
  )

  it.each(['6470066060568627986', '"6470066060568627986"'])(
    'that is %s in the document is sent with all its digits, also as the default of a variable',
    async (literal) => {
      await graph.query(`{ campaign(id: ${literal}, accountId: "a1") { name } }`)
      await graph.query(CAMPAIGN.replace('ID!', `ID! = ${literal}`))

      const path = '/12/accounts/a1/campaigns/6470066060568627986'
      expect(paths()).toEqual([path, path])
    },
  )

  it.each<[string, string, object, string]>([
    ['an argument', CAMPAIGN, { id: ROUNDED }, ''],
    ['a list', 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: ['Campaign:a1:c1', ROUNDED] }, 'ids[1]'],
    ['an input', DELETE, { input: { accountId: 'a1', cardId: ROUNDED } }, 'input.cardId'],
    [
      'a list of an input',
      PROMOTE,
      { input: { accountId: 'a1', lineItemId: 'l1', postIds: [ROUNDED] } },
      'input.postIds[0]',
    ],
    [
      'an input that is only validated',
      PROMOTE,
      { input: { accountId: 'a1', lineItemId: 'l1', postIds: ROUNDED }, validateOnly: true },
      'input.postIds',
    ],
  ])(
    'that may have been rounded is refused in %s, before anything is sent',
    async (_, document, variables, position) => {
      const { data, errors } = await graph.query(document, variables)

      const [name] = Object.keys(variables)
      const at = position && ` at "${position}"`
      expect(data).toBeUndefined()
      expect(errors).toEqual([
        {
          message:
            `Variable "$${name}" got invalid value ${ROUNDED}${at}; ` +
            `${ROUNDED} is not exact as a JSON number; send an ID of this size as a string`,
          locations: [expect.anything()],
          extensions: { code: 'BAD_USER_INPUT' },
        },
      ])
      expect(upstream.requests).toEqual([])
    },
  )

  it.each([2 ** 53, -(2 ** 53), 1e21, 1.23e23])('is not taken from the number %d', (number) => {
    expect(() => scalar('ID').parseValue(number)).toThrow(`${number} is not exact as a JSON number`)
  })

  it.each([1.5, true, null, {}])('is not taken from %j', (value) => {
    expect(() => scalar('ID').parseValue(value)).toThrow(/^ID cannot represent value/)
  })

  it("is graphql-js's own in all other schemas of the program", () => {
    expect(GraphQLID.parseValue(1e21)).toBe('1e+21')
  })

  it('has one type in the schema, whose values the executor can pass on as they were received', () => {
    expect(() => new GraphQLSchema(schema.toConfig())).not.toThrow()
    expect(scalar('ID').serialize).toBe(GraphQLID.serialize)
  })
})

describe('a Long', () => {
  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['5500000', '5500000'],
    ['1000000000000000', '1000000000000000'],
    ['9007199254740991', '9007199254740991'],
    ['9007199254740993', '9007199254740993'],
    ['9223372036854775807', '9223372036854775807'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['"5500000"', '5500000'],
  ])('that comes as %s goes out as "%s"', async (sent, shown) => {
    const { data, errors } = await readRow(
      `{"id":"c1","daily_budget_amount_local_micro":${sent}}`,
      '{ campaign(id: "Campaign:a1:c1") { dailyBudgetAmountLocalMicro } }',
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({ campaign: { dailyBudgetAmountLocalMicro: shown } })
  })

  it('that is sent with a fraction or an exponent is not rounded to another one', async () => {
    const { data } = await readRow(
      '{"id":"l1","advertiser_user_id":9007199254740993.0,"a":1e400,"b":[12345678901234567890.5]}',
      '{ lineItem(id: "LineItem:a1:l1") { advertiserUserId raw } }',
    )
    expect(data).toEqual({
      lineItem: {
        advertiserUserId: '9007199254740993.0',
        raw: { id: 'l1', advertiser_user_id: '9007199254740993.0', a: '1e400', b: ['12345678901234567890.5'] },
      },
    })
  })

  it.each(['1.5', '1e400', '"ten"', 'true', '[1]'])('that is sent as %s fails only its own field', async (sent) => {
    const { data, errors } = await readRow(
      `{"id":"c1","name":"n","daily_budget_amount_local_micro":${sent}}`,
      '{ campaign(id: "Campaign:a1:c1") { name dailyBudgetAmountLocalMicro } }',
    )
    expect(data).toEqual({ campaign: { name: 'n', dailyBudgetAmountLocalMicro: null } })
    expect(errors).toMatchObject([
      { path: ['campaign', 'dailyBudgetAmountLocalMicro'], extensions: { code: 'UPSTREAM_UNAVAILABLE' } },
    ])
  })

  it.each(['1', '"1"', '-5', '9223372036854775807', '"9223372036854775807"', '"-9223372036854775808"'])(
    'accepts the literal %s',
    (literal) => {
      expect(scalar('Long').parseLiteral(parseValue(literal))).toBe(BigInt(literal.replaceAll('"', '')))
    },
  )

  it.each(['1.0', '1e3', 'true', '"1.5"', '"1e3"', '" 1"', '""', '"0x10"', '"9223372036854775808"', '[1]'])(
    'does not accept the literal %s',
    (literal) => {
      expect(() => scalar('Long').parseLiteral(parseValue(literal))).toThrow(/Long|64 bits/)
    },
  )

  it.each([0, -1, 9007199254740991, '9007199254740993', '-9223372036854775808', '00000000000000000000007'])(
    'accepts the value %j',
    (value) => {
      expect(scalar('Long').parseValue(value)).toBe(BigInt(value))
    },
  )

  it.each([
    '9223372036854775808',
    '-9223372036854775809',
    '99999999999999999999',
    '-99999999999999999999',
    '9'.repeat(100_000),
  ])('does not fit in 64 bits if it is %.22s', (text) => {
    expect(() => scalar('Long').parseValue(text)).toThrow(new GraphQLError(`${text} does not fit in 64 bits`))
    expect(() => scalar('Long').parseLiteral(parseValue(text))).toThrow(`${text} does not fit in 64 bits`)
  })

  it.each([2 ** 53, 1e21, Infinity])('is not taken from the number %d', (number) => {
    expect(() => scalar('Long').parseValue(number)).toThrow(`${number} is not exact as a JSON number`)
  })

  it.each([9007199254740992, 1.5, 1e300, '1.5', 'ten', '9223372036854775808', true, null, {}, []])(
    'does not accept the value %j, which may have been rounded',
    (value) => {
      expect(() => scalar('Long').parseValue(value)).toThrow(/Long|64 bits/)
    },
  )
})

const TIME = '2026-06-01T08:00:00Z'

/** The times of three rows of a list. The second is this one. */
async function readTimes(time: string) {
  const rows = [TIME, time, TIME].map((created_at, index) => ({ id: `c${index}`, created_at }))
  const { data, errors } = await readRow<{ account: { campaigns: { nodes: { createdAt: string | null }[] } } }>(
    rows,
    '{ account(id: "a1") { campaigns { nodes { createdAt } } } }',
  )
  return { data: data.account.campaigns.nodes.map(({ createdAt }) => createdAt), errors }
}

it.each(['9223372036854775808', '-9223372036854775809', '9999999999999999999'])(
  'a Long of a row that does not fit in 64 bits is null with an error: %s',
  async (long) => {
    const { data, errors } = await readRow(
      `{"id":"c1","daily_budget_amount_local_micro":${long}}`,
      '{ campaign(id: "Campaign:a1:c1") { dailyBudgetAmountLocalMicro } }',
    )
    expect(data).toEqual({ campaign: { dailyBudgetAmountLocalMicro: null } })
    expect(errors).toMatchObject([{ path: ['campaign', 'dailyBudgetAmountLocalMicro'] }])
  },
)

describe('a DateTime', () => {
  it.each(['2026-06-01T08:00:00Z', '2026-06-01T08:00:00.000Z', '2026-06-01T08:00:00+0200'])(
    'is returned unchanged: %s',
    async (time) => {
      const { data } = await readRow({ id: 'c1', created_at: time }, '{ campaign(id: "Campaign:a1:c1") { createdAt } }')
      expect(data).toEqual({ campaign: { createdAt: time } })
    },
  )

  it.each(['2028-02-29T08:00:00Z', '2026-01-31T23:59:59Z', '2026-06-01T08:00:00-05:30', 'Tue Jun 02 2026'])(
    'is returned among others: %s',
    async (time) => {
      const { data, errors } = await readTimes(time)
      expect([data, errors]).toEqual([[TIME, time, TIME], undefined])
    },
  )

  it.each([
    '2026-02-30T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-06-01T24:00:00Z',
    '2026-06-01T08:60:00Z',
    '2026-13-01T08:00:00Z',
    '2026-00-01T08:00:00Z',
    '2026-06-01T24:00:00+02:00',
  ])('is null with an error if its day or its time does not exist: %s', async (time) => {
    const { data, errors } = await readTimes(time)
    expect(data).toEqual([TIME, null, TIME])
    expect(errors).toMatchObject([{ path: ['account', 'campaigns', 'nodes', 1, 'createdAt'] }])
  })

  it.each([
    '2026-06-01T08:00:00Z',
    '2026-06-01T08:00Z',
    '2026-06-01T08:00:00.5Z',
    '2026-06-01T08:00:00+02',
    '2026-06-01T08:00:00+0200',
    '2026-06-01T08:00:00-05:30',
  ])('is taken as %s, unchanged', (time) => {
    expect(scalar('DateTime').parseValue(time)).toBe(time)
  })

  it.each([
    '2026-06-01',
    '2026-06-01 08:00:00Z',
    '2026-06-01T08:00:00',
    '2026-02-30T08:00:00Z',
    '2026-06-31T08:00+0200',
    'now',
    '',
    1780300800,
    null,
  ])('is not taken as %j', (time) => {
    expect(() => scalar('DateTime').parseValue(time)).toThrow(/DateTime/)
  })
})

describe('a literal that does not fit its type', () => {
  const OTHERS = 'accountId: "a1", fundingInstrumentId: "f1", name: "n"'
  const createCampaign = (budget: string) =>
    `mutation { createCampaign(input: { dailyBudgetAmountLocalMicro: ${budget} ${OTHERS} }) { userErrors { code } } }`

  it.each([
    ['{ campaign(id: 1.5, accountId: "a1") { name } }', 'ID cannot represent a non-string and non-integer value: 1.5'],
    [createCampaign('"x"'), 'A Long must be an integer or a string of digits, not "x"'],
    [createCampaign('true'), 'A Long must be an integer or a string of digits'],
    [createCampaign('99999999999999999999'), '99999999999999999999 does not fit in 64 bits'],
    [
      '{ keywordInsights(startTime: "nope", granularity: DAY, keywords: ["a"]) { raw } }',
      'A DateTime must be in ISO 8601 format, such as 2026-06-01T08:00:00Z, not "nope"',
    ],
    [
      '{ account(id: "a1") { posts(postType: UNRECOGNIZED) { nodes { id } } } }',
      'UNRECOGNIZED cannot be used as input for PostType: it means a value that this version does not know',
    ],
  ])('is refused with its location: %s', async (document, message) => {
    const { errors } = await graph.query(document)

    const literal = /1\.5|"x"|true|9+|"nope"|UNRECOGNIZED/.exec(document)!
    const code = message.startsWith('UNRECOGNIZED') ? 'BAD_USER_INPUT' : 'GRAPHQL_VALIDATION_FAILED'
    expect(errors).toEqual([{ message, locations: [{ line: 1, column: literal.index + 1 }], extensions: { code } }])
    expect(upstream.requests).toEqual([])
  })
})

describe('a value of another type than in the reference', () => {
  it('fails only its own field', async () => {
    const { data, errors } = await readRow(
      {
        id: 'c1',
        name: 'n',
        servable: 'maybe',
        currency: { code: 'EUR' },
        frequency_cap: 1.5,
        reasons_not_servable: [null],
      },
      '{ campaign(id: "Campaign:a1:c1") { name servable currency frequencyCap reasonsNotServable } }',
    )
    expect(data).toEqual({
      campaign: { name: 'n', servable: null, currency: null, frequencyCap: null, reasonsNotServable: null },
    })
    expect(errors?.map(({ path, extensions }) => [path, extensions])).toEqual([
      [['campaign', 'servable'], { code: 'UPSTREAM_UNAVAILABLE' }],
      [['campaign', 'currency'], { code: 'UPSTREAM_UNAVAILABLE' }],
      [['campaign', 'frequencyCap'], { code: 'UPSTREAM_UNAVAILABLE' }],
      [['campaign', 'reasonsNotServable', 0], { code: 'UPSTREAM_UNAVAILABLE' }],
    ])
  })
})

describe('raw', () => {
  it('is the row as the service sent it, unknown fields and all, with long integers as their digits', async () => {
    const { data } = await readRow(
      '{"id":"c1","new":{"deep":[1,1.50,-9007199254740993,"12345678901234567890",null,true]},"name":"a\\"1234567890123456789"}',
      '{ campaign(id: "Campaign:a1:c1") { raw } }',
    )
    expect(data).toEqual({
      campaign: {
        raw: {
          id: 'c1',
          new: { deep: [1, 1.5, '-9007199254740993', '12345678901234567890', null, true] },
          name: 'a"1234567890123456789',
        },
      },
    })
  })
})

describe('an unknown value of an enum', () => {
  it('is returned as UNRECOGNIZED, with its text in `raw`, in lists too', async () => {
    const { data, errors } = await readRow(
      {
        id: 'l1',
        objective: 'MIND_READING',
        placements: ['SVC_SEARCH', 'ON_THE_MOON'],
        goal: '',
        entity_status: 'UNRECOGNIZED',
      },
      '{ lineItem(id: "LineItem:a1:l1") { objective placements goal entityStatus raw } }',
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      lineItem: {
        objective: 'UNRECOGNIZED',
        placements: ['SVC_SEARCH', 'UNRECOGNIZED'],
        goal: 'UNRECOGNIZED',
        entityStatus: 'UNRECOGNIZED',
        raw: {
          id: 'l1',
          objective: 'MIND_READING',
          placements: ['SVC_SEARCH', 'ON_THE_MOON'],
          goal: '',
          entity_status: 'UNRECOGNIZED',
        },
      },
    })
  })

  it.each([[{ toString: 1 }], [['ACTIVE']], [{}], [7], [true]] as unknown[][])(
    'is returned as UNRECOGNIZED if it is no text: %j',
    async (status) => {
      const document = '{ lineItem(id: "LineItem:a1:l1") { entityStatus } }'
      const { data, errors } = await readRow({ id: 'l1', entity_status: status }, document)

      expect({ data, errors }).toEqual({ data: { lineItem: { entityStatus: 'UNRECOGNIZED' } }, errors: undefined })
    },
  )

  const open = Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLEnumType => isEnumType(type) && type.getValue('UNRECOGNIZED') !== undefined,
  )

  it.each(open.map((type) => [type.name, type] as const))('cannot be used as input for %s', (_, type) => {
    const known = type.getValues().find(({ name }) => name !== 'UNRECOGNIZED')!

    expect(type.parseValue(known.name)).toBe(known.value)
    expect(() => type.parseValue('UNRECOGNIZED')).toThrow(/cannot be used as input/)
    expect(() => type.parseLiteral(parseValue('UNRECOGNIZED'), {})).toThrow(/cannot be used as input/)
    expect(() => type.parseValue('NO_SUCH_VALUE')).toThrow(/does not exist/)
  })
})
