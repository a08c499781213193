import { describe, expect, it } from 'vitest'
import { schema } from '../../../src/graph.ts'
import { amountText, decimalsOf, scaled } from '../../../src/schema/spend/amount.ts'
import { limitsOf, readSpendLimits } from '../../../src/schema/spend/limits.ts'

const read = (file: unknown, isShared = true) => readSpendLimits(file, schema, { isShared })

/** The faults of a file with these rules, without what each begins with. */
const faultsOf = (...limits: unknown[]) =>
  read({ limits }).faults.map((fault) => fault.replace('SPEND_LIMITS: limits', ''))

describe('the file of SPEND_LIMITS', () => {
  it('has exact amounts in micros, percent in hundredths, and IDs as they are compared', () => {
    const { rules, faults } = read({
      limits: [
        {
          accounts: ['18CE5h7k2qa', 'Account:18ce51alp3n'],
          currency: 'EUR',
          dailyBudget: '500.00',
          totalBudget: '20000',
          bid: '4.5',
          raisePercent: 12.5,
          activatedPerHour: '2000.07',
          refuse: ['DELETE Campaign', 'UPDATE TaxSettings'],
          protected: ['Campaign:18ce5h7k2qa:6DTBR', 'abc'],
        },
      ],
    })

    expect(faults).toEqual([])
    expect(rules).toEqual([
      {
        accounts: new Set(['18ce5h7k2qa', '18ce51alp3n']),
        currency: 'EUR',
        dailyBudget: 500_000_000n,
        totalBudget: 20_000_000_000n,
        bid: 4_500_000n,
        raisePercent: 1_250n,
        activatedPerHour: 2_000_070_000n,
        refuse: new Set(['DELETE Campaign', 'UPDATE TaxSettings']),
        protected: [
          { type: 'Campaign', account: '18ce5h7k2qa', id: '6dtbr' },
          { type: undefined, account: undefined, id: 'abc' },
        ],
      },
    ])
  })

  it('is refused with all of its faults, each with its place and its fix', () => {
    expect(
      faultsOf(
        {
          accounts: [],
          currency: 'eur',
          dailyBudget: 500,
          totalBudget: '1.234',
          bid: '-1',
          raisePercent: '1 %',
          activatedPerHour: '1e3',
          dailyBugdet: '1',
        },
        {
          accounts: ['a', 'Campaign:a:b', 7],
          refuse: ['DELETE Campain', 'UPDATE TargetingCriterion', 'delete Campaign'],
          protected: ['Campaign:b:c', 'Nothing:a:b', ''],
        },
        { currency: 'JPY', accounts: ['*'], dailyBudget: '500.00', bid: '' },
        { accounts: ['*'], raisePercent: 5 },
        'all',
      ),
    ).toEqual([
      '[0].dailyBugdet is not a limit: use accounts, currency, dailyBudget, totalBudget, bid, activatedPerHour, raisePercent, refuse, protected',
      '[0].accounts must be a list of texts, at least one',
      '[0].currency must be a currency code of ISO 4217 in capital letters, such as EUR',
      '[0].dailyBudget must be an amount in quotes with at most 2 decimals, such as "500.00"',
      '[0].totalBudget must be an amount in quotes with at most 2 decimals, such as "500.00"',
      '[0].bid must be an amount in quotes with at most 2 decimals, such as "500.00"',
      '[0].activatedPerHour must be an amount in quotes with at most 2 decimals, such as "500.00"',
      '[0].raisePercent must be a number of percent, 0 or more, such as 50',
      '[1].accounts[1] must be the ID of an account, or *',
      '[1].accounts[2] must be a text',
      '[1].refuse[0] must be CREATE, UPDATE or DELETE, and a type that mutations change, such as "DELETE Campaign"',
      '[1].refuse[1] is nothing that a mutation does: use CREATE TargetingCriterion or DELETE TargetingCriterion',
      '[1].refuse[2] is nothing that a mutation does: use CREATE Campaign or UPDATE Campaign or DELETE Campaign',
      '[1].protected[0] is of the account b, which the rule does not name: add it to `accounts`',
      '[1].protected[1] must be an ID of the service, or a global ID such as Campaign:18ce5h7k2qa:6dtbr',
      '[1].protected[2] must be an ID of the service, or a global ID such as Campaign:18ce5h7k2qa:6dtbr',
      '[2].dailyBudget must be an amount in quotes with at most 0 decimals, such as "500"',
      '[2].bid must be an amount in quotes with at most 0 decimals, such as "500"',
      '[3].currency is required with raisePercent: a code of ISO 4217, for example EUR',
      '[4] must be an object with `accounts`',
    ])
  })

  it('is a list of rules, and nothing else', () => {
    const fault =
      'SPEND_LIMITS: limits must be a list of rules, at least one: { "limits": [ { "accounts": ["*"], … } ] }'

    for (const file of [null, [], 'x', {}, { limits: [] }, { limits: {} }]) expect(read(file).faults).toEqual([fault])
    expect(read({ limit: [] }).faults).toEqual(['SPEND_LIMITS: limit is not known: the file has `limits` alone', fault])
    expect(faultsOf({ currency: 'EUR' })).toEqual([
      '[0].accounts is required: a list of IDs of accounts, or ["*"] for all',
    ])
  })

  it('needs Redis for sums of an hour', () => {
    const file = { limits: [{ accounts: ['*'], currency: 'EUR', activatedPerHour: '1' }] }

    expect(read(file).faults).toEqual([])
    expect(read(file, false).faults).toEqual([
      'SPEND_LIMITS: limits[0].activatedPerHour needs REDIS_URL: a restart must not give a fresh hour',
    ])
  })
})

describe('the rules of an account', () => {
  it('hold together, those for all accounts included: for each kind the strictest', () => {
    const { rules } = read({
      limits: [
        { accounts: ['*'], currency: 'EUR', dailyBudget: '100', bid: '2' },
        { accounts: ['a'], currency: 'EUR', dailyBudget: '200', totalBudget: '5', bid: '1' },
        { accounts: ['a'], currency: 'USD', dailyBudget: '1' },
        { accounts: ['b'], currency: 'EUR', dailyBudget: '1' },
      ],
    })
    const none = { dailyBudget: undefined, totalBudget: undefined, bid: undefined, raisePercent: undefined }

    expect(limitsOf(rules, 'A')?.in('EUR')).toEqual({
      ...none,
      activatedPerHour: undefined,
      dailyBudget: 100_000_000n,
      totalBudget: 5_000_000n,
      bid: 1_000_000n,
    })
    expect(limitsOf(rules, 'a')?.in('USD')).toMatchObject({ ...none, dailyBudget: 1_000_000n })
    expect(limitsOf(rules, 'a')?.in('JPY')).toBeUndefined()
    expect(limitsOf(rules, 'c')?.in('EUR')).toMatchObject({ dailyBudget: 100_000_000n, totalBudget: undefined })
    expect(limitsOf(rules.slice(1), 'c')).toBeUndefined()
  })
})

describe('an amount', () => {
  it('has the decimals of its currency', () => {
    expect(['EUR', 'JPY', 'KWD', ''].map(decimalsOf)).toEqual([2, 0, 3, 2])
    expect(amountText(600_000_000n, 'EUR')).toBe('600.00 EUR')
    expect(amountText(600_000_000n, 'JPY')).toBe('600 JPY')
    expect(amountText(-500_001n, 'KWD')).toBe('-0.500001 KWD')
    expect(amountText(9_223_372_036_854_775_807n, 'EUR')).toBe('9223372036854.775807 EUR')
  })

  it('is read without rounding', () => {
    expect(scaled('0.29', 2)).toBe(29n)
    expect(scaled('999999999999999.99', 2)).toBe(99_999_999_999_999_999n)
    for (const text of ['', '.5', '5.', '1,5', ' 1', '+1', '0x1', '1.005', '1e2', '1234567890123456'])
      expect(scaled(text, 2)).toBeUndefined()
  })
})
