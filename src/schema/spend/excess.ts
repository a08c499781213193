import type { SpendAmounts } from '../../state/spend-store.ts'
import { type Known, UNKNOWN } from '../write/known.ts'
import { amountText } from './amount.ts'
import type { Refused } from './refused.ts'

/** A write of money, with the values that are there and those that it would leave behind. */
export interface MoneyWrite {
  currency: string
  /** Whether it creates what has the amounts. */
  isNew: boolean
  /** Whether the entity becomes ACTIVE, or an ACTIVE one starts again, and whether it is or can be ACTIVE after the write. */
  isActivated: boolean
  isActive: boolean
  /** Whether it changes a setting that decides which amounts hold. */
  isResettled: boolean
  /** Whether what it is in, which spends its budget if it has none of its own, is or can be ACTIVE. */
  isAboveActive: boolean
  amounts: readonly MoneyAmount[]
}

/** An amount of a write. Null if there is none: then nothing limits the spend. */
export interface MoneyAmount {
  field: string
  kind: 'dailyBudget' | 'totalBudget' | 'bid'
  /** What the input has. Undefined if it leaves it out. */
  given: Known<bigint> | undefined
  before: Known<bigint>
  after: Known<bigint>
  /** What limits it if it has no value of its own, such as the budget of the campaign of a line item. */
  above: Known<bigint>
  /** The lowest value of the last 24 hours that was seen, other than `before`. */
  lowest: bigint | undefined
  /** How it gets a value, if that is not by setting it. */
  fix?: string
}

const HUNDREDTHS = 10_000n

/** A service can take 0 for no limit. */
const isNone = (value: Known<bigint>): boolean => value === null || value === 0n

/** What a write would exceed of the limits on its currency. */
export function excessesOf(write: MoneyWrite, limits: SpendAmounts): Refused[] {
  return write.amounts.flatMap((amount) => [
    ...excessOfAmount(write, amount, limits[amount.kind]),
    ...excessOfRaise(write, amount, limits.raisePercent),
  ])
}

function excessOfAmount(write: MoneyWrite, amount: MoneyAmount, limit: bigint | undefined): Refused[] {
  const { currency, isNew, isActivated, isActive, isResettled } = write
  const { kind, field, given, before, after, above, fix = `set \`${field}\`` } = amount
  const isGiven = given !== undefined
  if (limit === undefined || !(isGiven || isActivated || isResettled)) return []
  const excess = (message: string, asked: bigint | null = null): Refused[] => [
    {
      kind,
      field: isGiven ? field : undefined,
      message: `${message}; the limit is ${amountText(limit, currency)}`,
      limit: amountText(limit, currency),
      asked: asked === null ? null : amountText(asked, currency),
    },
  ]
  for (const value of [given, after])
    if (typeof value === 'bigint' && (value > limit || value < 0n))
      return excess(`\`${field}\` is ${amountText(value, currency)}`, value)
  if (typeof after === 'bigint' && after !== 0n) return []
  const isRemoved = !isNew && (isGiven || (isResettled && !isNone(before)))
  if (!isRemoved && !isActivated && !(isResettled && isActive)) return []
  if (!isRemoved && typeof above === 'bigint' && above > 0n) {
    return above > limit
      ? excess(`\`${field}\` is not set, and the entity above it has ${amountText(above, currency)}`, above)
      : []
  }
  const what = after === UNKNOWN ? 'is not known' : after === 0n ? 'is 0, which can mean no limit' : 'has no value'
  return excess(`\`${field}\` ${what}, so ${fix}`)
}

function excessOfRaise(write: MoneyWrite, amount: MoneyAmount, percent: bigint | undefined): Refused[] {
  const { currency, isNew, isResettled } = write
  const { field, given, before, after, lowest } = amount
  const isGiven = given !== undefined
  if (percent === undefined || isNew || !(isGiven || isResettled)) return []
  const limit = `${percentText(percent)} %`
  const excess = (message: string, asked: bigint | null = null): Refused[] => [
    {
      kind: 'raisePercent',
      field: isGiven ? field : undefined,
      message: `${message}; the limit is a raise of ${limit} within 24 hours`,
      limit,
      asked: asked === null ? null : amountText(asked, currency),
    },
  ]
  if (before === UNKNOWN) return excess(`The current value of \`${field}\` is not known, so it can be a raise`)
  if (before === after) return []
  if (typeof after !== 'bigint' || after === 0n) return isNone(before) ? [] : excess(`\`${field}\` would have no limit`)
  if (typeof before === 'bigint' && after <= before) return []
  const seen = [before, lowest].flatMap((each) => (typeof each === 'bigint' && each > 0n ? each : []))
  const base = seen.reduce<bigint | undefined>((low, each) => (low === undefined || each < low ? each : low), undefined)
  if (base === undefined || after * HUNDREDTHS <= base * (HUNDREDTHS + percent)) return []
  return excess(
    `\`${field}\` is ${amountText(after, currency)}, and the lowest value of the last 24 hours is ${amountText(base, currency)}`,
    after,
  )
}

function percentText(hundredths: bigint): string {
  return `${hundredths / 100n}${hundredths % 100n === 0n ? '' : `.${String(hundredths % 100n).padStart(2, '0')}`}`
}

/** The amount that a write activates, in micros: a budget, or how much more an active entity can spend. UNKNOWN if not known. */
export function activatedBy(write: MoneyWrite): bigint | typeof UNKNOWN {
  const { isNew, isActivated, isActive, isResettled, isAboveActive, amounts } = write
  const after = budgetOf(amounts, 'after') ?? aboveOf(amounts)
  if (isActivated) {
    // The activation of what it is in counts that budget.
    if (!isAboveActive && budgetOf(amounts, 'after') === null) return 0n
    return typeof after === 'bigint' ? after : UNKNOWN
  }
  const isChanged = isResettled || amounts.some(({ kind, given }) => given !== undefined && kind !== 'bid')
  if (isNew || !isActive || !isChanged) return 0n
  const before = budgetOf(amounts, 'before') ?? aboveOf(amounts)
  if (before === UNKNOWN || typeof after !== 'bigint') return before === after && before === null ? 0n : UNKNOWN
  const raise = raiseOf(before, after)
  const restarted = restartedBy(amounts)
  if (restarted === UNKNOWN) return UNKNOWN
  return raise > restarted ? raise : restarted
}

/** By how much an amount is raised. What had none can have spent nothing for that reason, so all of it counts. */
function raiseOf(before: bigint | null, after: bigint): bigint {
  const from = before ?? 0n
  return after > from ? after - from : 0n
}

/** The amount that a raised total lets an entity spend in a day again, as it can have spent the earlier total. */
function restartedBy(amounts: readonly MoneyAmount[]): bigint | typeof UNKNOWN {
  const [daily, total] = (['dailyBudget', 'totalBudget'] as const).map((one) =>
    amounts.find(({ kind }) => kind === one),
  )
  const most = isNone(daily?.after ?? null) ? daily?.above : daily?.after
  if (!total || total.given === undefined || typeof most !== 'bigint') return 0n
  if (total.before === UNKNOWN || total.after === UNKNOWN) return UNKNOWN
  if (isNone(total.before)) return 0n
  const raise = isNone(total.after) ? most : raiseOf(total.before, total.after ?? 0n)
  return raise < most ? raise : most
}

/** The daily budget, or the total budget where there is none. Null if there is neither. */
function budgetOf(amounts: readonly MoneyAmount[], when: 'before' | 'after' | 'above'): Known<bigint> {
  for (const kind of ['dailyBudget', 'totalBudget']) {
    const value = amounts.find((amount) => amount.kind === kind)?.[when] ?? null
    if (!isNone(value)) return value
  }
  return null
}

const aboveOf = (amounts: readonly MoneyAmount[]) => budgetOf(amounts, 'above')
