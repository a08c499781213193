import { GraphQLEnumType, GraphQLScalarType, isEnumType, parseValue } from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../../src/schema/index.ts'
import { readRow } from '../../support/entity.ts'

function scalar(name: string): GraphQLScalarType {
  const type = schema.getType(name)
  if (!(type instanceof GraphQLScalarType)) throw new TypeError(`${name} is no scalar`)
  return type
}

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

  it.each([0, -1, 9007199254740991, '9007199254740993', '-9223372036854775808'])('accepts the value %j', (value) => {
    expect(scalar('Long').parseValue(value)).toBe(BigInt(value))
  })

  it.each([9007199254740992, 1.5, 1e300, '1.5', 'ten', '9223372036854775808', true, null, {}, []])(
    'does not accept the value %j, which may have been rounded',
    (value) => {
      expect(() => scalar('Long').parseValue(value)).toThrow(/Long|64 bits/)
    },
  )
})

describe('a DateTime', () => {
  it.each(['2026-06-01T08:00:00Z', '2026-06-01T08:00:00.000Z', '2026-06-01T08:00:00+0200'])(
    'is returned unchanged: %s',
    async (time) => {
      const { data } = await readRow({ id: 'c1', created_at: time }, '{ campaign(id: "Campaign:a1:c1") { createdAt } }')
      expect(data).toEqual({ campaign: { createdAt: time } })
    },
  )

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
