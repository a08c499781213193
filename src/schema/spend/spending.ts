import { UpstreamError } from '../../rest/errors.ts'
import { StoreUnavailable } from '../../rest/store.ts'
import { comparableId } from '../../rest/value.ts'
import type { Spend, SpendAmounts } from '../../state/spend-store.ts'
import type { Operation, OperationLimits } from '../write/change.ts'
import type { Check, InputProblem, SpendProblem } from '../write/input.ts'
import { UNKNOWN } from '../write/known.ts'
import { LockLost } from '../write/lock.ts'
import type { MutationUse } from '../write/repeat/use.ts'
import type { Stored } from '../write/stored.ts'
import { type PlaceRow, rowAt } from './above.ts'
import { activatedBy, excessesOf, type MoneyWrite } from './excess.ts'
import { currencyOf, isInOtherCurrency, moneyWriteOf, placeOfAmount } from './money.ts'
import { forbiddenBy } from './protection.ts'
import {
  accountUnnamed,
  activationExceeds,
  activationUnknown,
  budgetNotKept,
  currencyChanged,
  currencyUnknown,
  currencyUnnamed,
  hourUnknown,
  type Refused,
  storeUnavailable,
} from './refused.ts'
import type { Subject } from './subject.ts'

/** What an operation would activate. */
interface Activated {
  currency: string
  micros: bigint
  limit: bigint
}

type AmountsByCheck = Map<Check<object>, ReadonlyMap<string, bigint>>

/** The limits on what one mutation may spend, while it is checked and sent. */
export class Spending implements OperationLimits {
  readonly #spend: Spend
  readonly #use: MutationUse
  /** What was activated within the last hour, by currency, with what the operations before activate. */
  #activated = new Map<string, bigint>()
  /** The lowest amounts that were seen, by their places, with those that the operations before have found. */
  #lowest = new Map<string, bigint>()
  #isAvailable = true
  readonly #activations = new Map<Check<object>, Activated>()
  /** The amounts that are there, and those that are left behind, by their places. */
  readonly #before: AmountsByCheck = new Map()
  readonly #after: AmountsByCheck = new Map()

  constructor(spend: Spend, use: MutationUse) {
    this.#spend = spend
    this.#use = use
  }

  get #deadline(): number {
    return this.#use.writes.deadline
  }

  /** Notes that the store is unavailable: then no write of money is accepted. Throws other errors. */
  fail(error: unknown): void {
    if (!(error instanceof StoreUnavailable)) throw error
    this.#isAvailable = false
  }

  /** Reads the data that the limits on these operations depend on, besides the stored rows. */
  async read(operations: readonly Operation<unknown>[]): Promise<void> {
    this.#activations.clear()
    const subjects = spendingIn(operations)
    const [first] = subjects
    if (!first?.limits || !this.#isAvailable) return
    const { rules } = first.limits
    const currencies = rules.flatMap(({ currency, activatedPerHour }) =>
      activatedPerHour === undefined ? [] : (currency ?? []),
    )
    const raises = rules.some(({ raisePercent }) => raisePercent !== undefined)
    const { store } = this.#spend
    try {
      this.#lowest = new Map(raises ? await store.lowest(subjects.flatMap(placesOfAmounts)) : [])
      for (const currency of new Set(currencies))
        this.#activated.set(currency, await store.activated(comparableId(first.account), currency))
    } catch (error) {
      this.fail(error)
    }
  }

  /** Applies an operation to the stored data, unless it exceeds a limit: then it is refused, and changes nothing. */
  apply<Params>(operation: Operation<Params>, stored: Stored): Params | undefined {
    const subject = subjectOf(operation)
    const forbidden = forbiddenBy(subject, stored)
    if (forbidden) this.#refuse(subject, forbidden)
    if (subject.check.isRefused) return undefined
    if (!subject.isOfMoney) {
      // What is paused spends nothing, whatever its budget is.
      const mustBeSure = subject.keepsMoney && subject.input['entityStatus'] !== 'PAUSED'
      if (mustBeSure && !this.#isAvailable) return this.#refuse(subject, budgetNotKept())
      return operation.apply(stored)
    }
    const before = rowAt(subject.target, stored)
    const undo = stored.remember()
    const params = operation.apply(stored)
    for (const refused of this.#checkMoney(subject, before, stored))
      this.#refuse(subject, { field: fieldOf(subject), ...refused })
    if (subject.check.isRefused) undo()
    return params
  }

  /** Checks what an operation would leave behind. If it is accepted, it counts for the operations after it. */
  #checkMoney(subject: Subject, before: PlaceRow, stored: Stored): Refused[] {
    const { account, limits, does } = subject
    if (!this.#isAvailable) return [storeUnavailable()]
    if (!limits) return [accountUnnamed(account, `${does.action} ${does.type}`)]
    const currency = currencyOf(subject, stored)
    if (typeof currency !== 'string') return [currencyUnknown()]
    const amounts = limits.in(currency)
    if (!amounts) return [currencyUnnamed(account, currency)]
    if (isInOtherCurrency(subject, currency, { before, stored })) return [currencyChanged(currency)]
    // The time until which it may be sent, by the clock of the service.
    const sentBy = this.#use.writes.now() + this.#deadline - Date.now()
    const write = moneyWriteOf(subject, currency, { before, stored, lowest: this.#lowest, sentBy })
    const excesses = excessesOf(write, amounts)
    const refused = excesses.length > 0 ? excesses : this.#checkActivation(subject, write, amounts)
    if (refused.length === 0) this.#remember(subject, write, amounts)
    return refused
  }

  /** Checks the sum of an hour, and adds to it. */
  #checkActivation({ check }: Subject, write: MoneyWrite, { activatedPerHour: limit }: SpendAmounts): Refused[] {
    if (limit === undefined) return []
    const { currency } = write
    const micros = activatedBy(write)
    if (micros === UNKNOWN) return [activationUnknown(currency, limit)]
    if (micros === 0n) return []
    const sum = this.#activated.get(currency) ?? 0n
    const left = limit > sum ? limit - sum : 0n
    if (micros > left) return [activationExceeds(currency, micros, { left, limit })]
    this.#activated.set(currency, sum + micros)
    this.#activations.set(check, { currency, micros, limit })
    return []
  }

  /** Remembers the amounts from which raises are measured. */
  #remember({ target, check }: Subject, { amounts }: MoneyWrite, { raisePercent }: SpendAmounts): void {
    if (!target || raisePercent === undefined) return
    const known = (when: 'before' | 'after') =>
      new Map(
        amounts.flatMap(({ field, [when]: value }) =>
          typeof value === 'bigint' && value > 0n ? [[placeOfAmount(target, field), value] as const] : [],
        ),
      )
    this.#before.set(check, known('before'))
    this.#after.set(check, known('after'))
    for (const [place, value] of known('before'))
      if (value < (this.#lowest.get(place) ?? value + 1n)) this.#lowest.set(place, value)
  }

  #refuse({ check, account, does }: Subject, { kind, field, message, limit, asked }: Refused): undefined {
    const spend: SpendProblem = { kind, limit, asked }
    const problem: InputProblem = {
      code: 'SPEND_LIMIT',
      message,
      field: [...check.path, ...(field === undefined ? [] : [field])],
      rule: null,
      spend,
    }
    check.add(problem)
    this.#spend.onRefusal({
      kind,
      account,
      write: `${does.action} ${does.type}`,
      validateOnly: this.#use.args.validateOnly ?? false,
    })
  }

  /** Sends operations, after what they activate is counted. What certainly did not happen does not count. */
  async send<T>(operations: readonly Operation<unknown>[], send: () => Promise<T>): Promise<T> {
    const { store } = this.#spend
    const subjects = operations.map(subjectOf)
    const checks = subjects.map(({ check }) => check)
    const account = comparableId(subjects[0]?.account ?? '')
    const takeBack: (() => Promise<void>)[] = []
    const amountsOf = (known: AmountsByCheck) => checks.flatMap((check) => [...(known.get(check) ?? [])])
    try {
      await store.see(account, amountsOf(this.#before))
      for (const activated of sumsOf(checks.flatMap((check) => this.#activations.get(check) ?? []))) {
        const back = await store.activate({
          ...activated,
          account,
          untilMs: this.#deadline - Date.now(),
        })
        if (!back) throw new StoreUnavailable('Another write has used the rest of the hour')
        takeBack.push(back)
      }
    } catch (error) {
      for (const back of takeBack) await back()
      this.fail(error)
      for (const subject of spendingIn(operations)) this.#refuse(subject, { field: fieldOf(subject), ...hourUnknown() })
      throw new NotSpent()
    }
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.outcomeUnknown) throw error
      for (const back of takeBack) await back()
      for (const check of checks) this.#after.delete(check)
      const locked = subjects.filter(({ limits, isOfMoney, keepsMoney }) => limits && (isOfMoney || keepsMoney))
      if (!(error instanceof LockLost) || locked.length === 0) throw error
      for (const subject of locked)
        this.#refuse(subject, { field: fieldOf(subject), ...(subject.isOfMoney ? hourUnknown() : budgetNotKept()) })
      throw new NotSpent()
    } finally {
      await store.see(account, amountsOf(this.#after)).catch((error: unknown) => this.fail(error))
    }
  }
}

/** Thrown instead of a call whose operations were refused by then. Nothing was sent. */
export class NotSpent extends UpstreamError {
  constructor() {
    super({ code: 'UPSTREAM_UNAVAILABLE', message: 'The limits on spending could not be checked; nothing was sent' })
  }
}

function subjectOf({ subject }: Operation<unknown>): Subject {
  if (!subject) throw new Error('An operation was prepared without the limits on spending')
  return subject
}

/** What spends money in accounts that rules name. */
function spendingIn(operations: readonly Operation<unknown>[]): Subject[] {
  return operations.map(subjectOf).filter(({ limits, isOfMoney }) => limits && isOfMoney)
}

function sumsOf(activations: readonly Activated[]): Activated[] {
  const sums = new Map<string, Activated>()
  for (const each of activations) {
    const sum = sums.get(each.currency)
    sums.set(each.currency, sum ? { ...sum, micros: sum.micros + each.micros } : each)
  }
  return [...sums.values()]
}

/** The input field that a refusal of a whole write is about. */
function fieldOf({ input, does: { money, parent, serves, settings } }: Subject): string | undefined {
  return [
    ...Object.keys(money ?? {}),
    'entityStatus',
    ...(serves && parent ? [parent.id] : []),
    ...Object.keys(settings ?? {}),
  ].find((name) => input[name] !== undefined)
}

function placesOfAmounts({ target, does }: Subject): string[] {
  return target ? Object.keys(does.money ?? {}).map((field) => placeOfAmount(target, field)) : []
}
