import { listAccounts } from '../../rest/account/account.ts'
import { MAX_IDS } from '../../rest/endpoint.ts'
import { comparableId } from '../../rest/value.ts'
import type { Spend } from '../../state/spend-store.ts'
import { builder } from '../builder.ts'
import { type FieldUse, lookUpCost, uncertain } from '../cost/cost.ts'
import { restIds } from '../node/global-id.ts'
import { Validation } from '../write/payload.ts'
import { limitsOf } from './limits.ts'

/** What holds for an account in one currency. Amounts are in micros. */
interface SpendLimit {
  account: string | null
  currency: string | null
  dailyBudgetLocalMicro?: bigint | undefined
  totalBudgetLocalMicro?: bigint | undefined
  bidLocalMicro?: bigint | undefined
  raisePercent?: number | undefined
  activatedPerHourLocalMicro?: bigint | undefined
  leftOfHourLocalMicro?: bigint | undefined
  refuse: string[]
  protected: string[]
}

/** The limits on an account, one for each currency of its rules. With `*`, those on accounts that no rule names by ID. */
async function spendLimitsOf({ rules, store }: Spend, account: string): Promise<SpendLimit[]> {
  const limits = limitsOf(rules, account)
  if (!limits) return []
  const common = {
    account: account === '*' ? null : account,
    refuse: [...new Set(limits.rules.flatMap(({ refuse }) => [...refuse]))],
    protected: limits.protected.map(({ type, account: of, parent, id }) =>
      [type, of, parent, id].filter((part) => part !== undefined).join(':'),
    ),
  }
  const currencies = new Set(limits.rules.flatMap(({ currency }) => currency ?? []))
  if (currencies.size === 0) return [{ ...common, currency: null }]
  return Promise.all(Array.from(currencies, inCurrency))

  async function inCurrency(currency: string): Promise<SpendLimit> {
    const { dailyBudget, totalBudget, bid, raisePercent, activatedPerHour: limit } = limits?.in(currency) ?? {}
    const activated =
      limit === undefined || account === '*' ? undefined : await store.activated(comparableId(account), currency)
    return {
      ...common,
      currency,
      dailyBudgetLocalMicro: dailyBudget,
      totalBudgetLocalMicro: totalBudget,
      bidLocalMicro: bid,
      raisePercent: raisePercent === undefined ? undefined : Number(raisePercent) / 100,
      activatedPerHourLocalMicro: limit,
      leftOfHourLocalMicro: limit === undefined || activated === undefined ? undefined : left(limit, activated),
    }
  }
}

const left = (limit: bigint, activated: bigint) => (limit > activated ? limit - activated : 0n)

const SpendLimit = builder.objectRef<SpendLimit>('SpendLimit').implement({
  description:
    'The limits on spending by writes through this server, for one account and one currency (docs/money.md). If several ' +
    'rules apply, the strictest one counts. Amounts are in micros; null means no limit.',
  fields: (t) => ({
    account: t.foreignKey('account', 'the account', 'Null for all accounts that no rule names by ID.'),
    ...t.properties({
      currency: 'The currency: a three-letter ISO 4217 code. Null if the rules have none: then no money may be spent.',
      dailyBudgetLocalMicro: ['Long', 'The maximum daily budget, in micros.'],
      totalBudgetLocalMicro: ['Long', 'The maximum total budget, in micros.'],
      bidLocalMicro: ['Long', 'The maximum bid, in micros.'],
      raisePercent: ['Float', 'The maximum raise of an amount, in percent of its lowest value in the last 24 hours.'],
      activatedPerHourLocalMicro: [
        'Long',
        'The maximum sum, within an hour, of the budgets of entities that become ACTIVE and of the raises of budgets of ' +
          'ACTIVE entities, in micros.',
      ],
      leftOfHourLocalMicro: ['Long', 'The amount that is left of `activatedPerHourLocalMicro` now, in micros.'],
    }),
    ...t.given({
      refuse: [['String'], 'The actions that are refused, such as `DELETE Campaign`.'],
      protected: [
        ['String'],
        'The IDs of protected entities. They, and everything below them, cannot be changed, deleted or added to.',
      ],
    }),
  }),
})

const accountIdsArg = builder.args((t) =>
  t.optional({
    accountIds: [
      ['ID'],
      "The accounts: their global IDs or the service's IDs, up to 200. Defaults to the accounts that rules name by ID.",
    ],
  }),
)

builder.queryField('spendLimits', (t) =>
  t.field({
    type: [SpendLimit],
    args: accountIdsArg,
    description:
      'The spend limits for writes of this caller, with the amounts that are left of the hour. Null if the server has no ' +
      'spend limits. Accounts that the caller cannot see are left out, and so are accounts that no rule names, in which ' +
      'nothing may be spent.',
    extensions: { cost: (use: FieldUse) => uncertain(lookUpCost(listAccounts, { each: MAX_IDS }).cost(use)) },
    async resolve(_root, { accountIds }, { writes, loaders }) {
      const requested = restIds('Account', '', accountIds, 'accountIds')
      const spend = writes?.spend
      if (!spend) return null
      const named = new Set(spend.rules.flatMap(({ accounts }) => [...accounts]))
      const ids = requested ?? [...named].filter((id) => id !== '*')
      const load = loaders.byId(listAccounts, {})
      const rows = await Promise.all(ids.slice(0, MAX_IDS).map(async (id) => load(comparableId(id))))
      const seen = ids.filter((_id, index) => Boolean(rows[index]))
      const all = !accountIds && named.has('*') ? [...seen, '*'] : seen
      return (await Promise.all(all.map(async (id) => spendLimitsOf(spend, id)))).flat()
    },
  }),
)

builder.objectField(Validation, 'spendLimits', (t) =>
  t.field({
    type: [SpendLimit],
    description:
      'The spend limits of the accounts in the input, with the amounts that are left of the hour before the write. Null if ' +
      'the server has no spend limits.',
    async resolve({ accounts }, _args, { writes }) {
      const spend = writes?.spend
      return spend ? (await Promise.all(accounts.map((account) => spendLimitsOf(spend, account)))).flat() : null
    },
  }),
)
