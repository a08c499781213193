import { UpstreamError } from '../../rest/errors.ts'
import { StoreUnavailable } from '../../rest/store.ts'
import { comparableId, isSameId } from '../../rest/value.ts'
import type { Spend, SpendAmounts } from '../../state/spend-store.ts'
import { momentOf } from '../scalar/scalar.ts'
import { snakeCase } from '../wire-name.ts'
import type { Operation, OperationLimits } from '../write/change.ts'
import { type Declared, type DeclaredOperations, isSingle } from '../write/declared.ts'
import type { Check, InputProblem, SpendProblem } from '../write/input.ts'
import {
  budgetColumn,
  type Known,
  longColumn,
  readColumn,
  type StoredRow,
  textColumn,
  timeColumn,
  UNKNOWN,
} from '../write/known.ts'
import type { MutationUse } from '../write/repeat/use.ts'
import type { Key, Stored } from '../write/stored.ts'
import { aboveKey, directlyAbove, isInTree, rowOfPlace, type Place, typesAbove } from './above.ts'
import { amountText } from './amount.ts'
import { activatedBy, type Excess, excessesOf, type MoneyAmount, type MoneyWrite } from './excess.ts'
import { type AccountLimits, limitsOf } from './limits.ts'

/** The input fields that decide which amounts hold. */
const SETTLING = ['bidStrategy', 'budgetOptimization', 'fundingInstrumentId', 'spreadBudgetEvenly']

/** The input fields that decide when the amounts are spent, and on what. */
const SPENDING = ['startTime', 'endTime', 'standardDelivery', 'goal', 'payBy']

/** The types of what an input can put something into. */
const PARENTS = ['LineItem', 'Campaign', 'FundingInstrument', 'CustomAudience', 'TailoredAudience']

type LimitRules = Pick<Spend, 'rules'>

/** What is checked of one operation. */
interface Subject {
  check: Check<object>
  does: Declared
  account: string
  limits: AccountLimits | undefined
  /** The entity that it changes or deletes. */
  target: Place | undefined
  /** What it changes, deletes, or puts something into. */
  places: readonly Place[]
  input: Readonly<Record<string, unknown>>
}

/** What a mutation does to the operation of a batch, or to its one operation. */
function doesOf(does: Declared | DeclaredOperations, { kind }: Pick<Operation<unknown>, 'kind'>): Declared | undefined {
  return isSingle(does) ? does : kind && does[kind]
}

function subjectOf(spend: LimitRules, does: Declared, check: Check<object>, root: Check<object>): Subject {
  const own = check.ids.target ?? (does.action === 'CREATE' ? undefined : root.ids.target)
  const account = own?.account ?? check.ids.batchAccount ?? check.ids.inPath[0] ?? root.ids.inPath[0] ?? ''
  const target = own && { type: own.type, account, id: own.id }
  const isOf = ({ check: other }: { check: Check<object> }) => other === check || other === root
  const parents = root.found.references.filter(
    (reference) =>
      isOf(reference) &&
      PARENTS.includes(reference.type) &&
      !(reference.type === own?.type && isSameId(reference.id, own.id)),
  )
  const places = [...(target ? [target] : []), ...parents.map(({ type, id }) => ({ type, account, id }))]
  return {
    check,
    does,
    account,
    limits: limitsOf(spend.rules, account),
    target,
    places,
    input: { ...check.input },
  }
}

/** Whether a write sets, raises or spends money. */
function isOfMoney({ does: { action, money = {}, serves }, input }: Subject): boolean {
  if (action === 'DELETE' || (Object.keys(money).length === 0 && !serves)) return false
  const isGiven = (name: string) => input[name] !== undefined
  if (Object.keys(money).some(isGiven) || input['entityStatus'] === 'ACTIVE') return true
  if (action === 'UPDATE') return [...SETTLING, ...SPENDING].some(isGiven)
  return serves !== undefined && (input['entityStatus'] ?? 'ACTIVE') === 'ACTIVE'
}

/** The data that the limits on an operation rest on. */
export function spendKeys(
  spend: LimitRules | undefined,
  does: Declared | DeclaredOperations,
  operation: Pick<Operation<unknown>, 'kind' | 'check'>,
  root: Check<object>,
): Key<unknown>[] {
  const own = spend && doesOf(does, operation)
  if (!own) return []
  const subject = subjectOf(spend, own, operation.check, root)
  const { limits, places } = subject
  if (!limits || !(isOfMoney(subject) || limits.rules.some((rule) => rule.protected.length > 0))) return []
  return places.filter(({ type }) => isInTree(type)).flatMap((place) => [rowOfPlace(place), aboveKey(place)])
}

/** What the limits on any input of a mutation can rest on: a key for each kind of data, whose cost is the same for all of the kind. */
export function anySpendKeys(spend: LimitRules | undefined, does: Declared | DeclaredOperations): Key<unknown>[] {
  if (!spend) return []
  const types = new Set(
    (isSingle(does) ? [does] : Object.values(does)).map(({ type }) => type).filter((type) => isInTree(type)),
  )
  return Array.from(types).flatMap((type) => [
    ...[type, ...typesAbove(type)].map((each) => rowOfPlace({ type: each, account: '', id: '' })),
    aboveKey({ type, account: '', id: '' }),
  ])
}

/** What an operation would activate. */
interface Activated {
  currency: string
  micros: bigint
  limit: bigint
}

/** The limits on what one mutation may spend, while it is checked and sent. */
export class Spending implements OperationLimits {
  readonly #spend: Spend
  readonly #does: Declared | DeclaredOperations
  readonly #use: MutationUse
  /** What was activated within the last hour, by currency, with what the operations before activate. */
  #activated = new Map<string, bigint>()
  #lowest: ReadonlyMap<string, bigint> = new Map()
  #isAvailable = true
  readonly #activations = new Map<Check<object>, Activated>()
  /** The amounts that are there, and those that are left behind, by their places. */
  readonly #before = new Map<Check<object>, ReadonlyMap<string, bigint>>()
  readonly #after = new Map<Check<object>, ReadonlyMap<string, bigint>>()

  constructor(spend: Spend, does: Declared | DeclaredOperations, use: MutationUse) {
    this.#spend = spend
    this.#does = does
    this.#use = use
  }

  get #deadline(): number {
    return this.#use.context.writes?.deadline ?? Date.now()
  }

  /** The time until which the write may be sent, by the clock of the service. */
  get #sentBy(): number {
    const now = this.#use.context.writes?.now() ?? Date.now()
    return now + this.#deadline - Date.now()
  }

  #subject(operation: Pick<Operation<unknown>, 'kind' | 'check'>): Subject | undefined {
    const does = doesOf(this.#does, operation)
    return does && subjectOf(this.#spend, does, operation.check, this.#use.check)
  }

  /**
   * Waits until no other write of the account is checked or under way, if one of these operations spends money. Returns the
   * function that ends it.
   */
  async lock(operations: readonly Operation<unknown>[]): Promise<() => Promise<void>> {
    const { loaders } = this.#use.context
    const subject = operations
      .map((operation) => this.#subject(operation))
      .find((each) => each?.limits && !each.check.isRefused && isOfMoney(each))
    if (!subject) return async () => undefined
    const release = await this.#spend.store
      .lock(comparableId(subject.account), this.#deadline)
      .catch((error: unknown) => this.#fail(error))
    // What was read before can have changed by now.
    loaders.forget()
    return release ?? (async () => undefined)
  }

  /** Without the store, no write of money is accepted. */
  #fail(error: unknown): undefined {
    if (!(error instanceof StoreUnavailable)) throw error
    this.#isAvailable = false
  }

  /** Reads what the limits on these operations rest on, besides what is stored. */
  async read(operations: readonly Operation<unknown>[]): Promise<void> {
    const subjects = operations.flatMap((operation) => this.#subject(operation) ?? [])
    this.#activations.clear()
    const ofMoney = subjects.filter((subject) => subject.limits && isOfMoney(subject))
    const [first] = ofMoney
    if (!first?.limits || !this.#isAvailable) return
    const {
      account,
      limits: { rules },
    } = first
    const currencies = rules.flatMap(({ currency, activatedPerHour }) =>
      activatedPerHour === undefined ? [] : (currency ?? []),
    )
    const raises = rules.some(({ raisePercent }) => raisePercent !== undefined)
    const { store } = this.#spend
    try {
      this.#lowest = raises ? await store.lowest(ofMoney.flatMap(placesOfAmounts)) : new Map()
      for (const currency of new Set(currencies))
        this.#activated.set(currency, await store.activated(comparableId(account), currency))
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Applies an operation to what is stored, unless it exceeds a limit: then it is refused, and changes nothing. */
  apply<Params>(operation: Operation<Params>, stored: Stored): Params | undefined {
    const subject = this.#subject(operation)
    if (!subject) return operation.apply(stored)
    this.#checkAction(subject, stored)
    if (subject.check.isRefused) return undefined
    if (!isOfMoney(subject)) return operation.apply(stored)
    const before = rowOf(subject.target, stored)
    const undo = stored.remember()
    const params = operation.apply(stored)
    this.#checkMoney(subject, before, stored)
    if (subject.check.isRefused) undo()
    return params
  }

  /** Checks what the rules of the account refuse whatever it costs. */
  #checkAction(subject: Subject, stored: Stored): void {
    const { does, limits, account, places, check } = subject
    const action = `${does.action} ${does.type}`
    const rules = limits?.rules ?? []
    if (rules.some(({ refuse }) => refuse.has(action)))
      this.#refuse(subject, { kind: 'refuse', message: `${action} is refused`, limit: action, asked: action })
    const ids = rules.flatMap((rule) => rule.protected)
    if (ids.length === 0) return
    const isProtected = (place: Place) =>
      ids.some(
        ({ type, account: of, id }) =>
          id === comparableId(place.id) &&
          (type ?? place.type) === place.type &&
          (of ?? comparableId(place.account)) === comparableId(place.account),
      )
    const parent = check.ids.target?.parent
    const all = [{ type: 'Account', account, id: account }, ...places]
    if (parent !== undefined)
      all.push(...['CustomAudience', 'TailoredAudience'].map((type) => ({ type, account, id: parent })))
    for (const place of all)
      for (let at: Known<Place> = place; at !== null; at = directlyAbove(at, stored.get(rowOfPlace(at)))) {
        if (at !== UNKNOWN && isProtected(at))
          return this.#refuse(subject, {
            kind: 'protected',
            message: `${at.type}:${at.account}:${at.id} is protected, and so is everything below it`,
            limit: at.id,
            asked: action,
          })
        if (at === UNKNOWN)
          return this.#refuse(subject, {
            kind: 'protected',
            message: `It is not known whether ${place.type} ${place.id} is below something that is protected`,
            limit: null,
            asked: action,
          })
        if (!isInTree(at.type)) break
      }
  }

  #checkMoney(subject: Subject, before: StoredRow<object> | null | undefined, stored: Stored): void {
    const { account, limits, does } = subject
    const field = fieldOf(subject)
    const action = `${does.action} ${does.type}`
    if (!this.#isAvailable)
      return this.#refuse(subject, {
        kind: 'activatedPerHour',
        field,
        message:
          'What was spent is not known, because the store that instances share is unavailable. Try it again later',
        limit: null,
        asked: null,
      })
    if (!limits)
      return this.#refuse(subject, {
        kind: 'account',
        field,
        message: `No rule names the account ${account}, so nothing may be spent in it`,
        limit: null,
        asked: action,
      })
    const currency = currencyOf(subject, stored)
    if (typeof currency !== 'string')
      return this.#refuse(subject, {
        kind: 'currency',
        field,
        message: 'The currency of the funding instrument that pays is not known, so the amounts cannot be compared',
        limit: null,
        asked: null,
      })
    const amounts = limits.in(currency)
    if (!amounts)
      return this.#refuse(subject, {
        kind: 'currency',
        field,
        message: `No rule of the account ${account} is in ${currency}, so nothing in it may be spent`,
        limit: null,
        asked: currency,
      })
    if (isInOtherCurrency(subject, currency, before, stored))
      return this.#refuse(subject, {
        kind: 'currency',
        field: 'fundingInstrumentId',
        message: `The amounts of the campaign and its line items are not in ${currency}, or that is not known. Create another campaign`,
        limit: null,
        asked: currency,
      })
    const write = moneyWriteOf(subject, currency, { before, stored, lowest: this.#lowest, sentBy: this.#sentBy })
    const excesses = excessesOf(write, amounts)
    for (const excess of excesses) this.#refuse(subject, excess)
    if (excesses.length > 0) return
    if (amounts.activatedPerHour !== undefined) this.#checkActivation(subject, write, amounts.activatedPerHour)
    this.#remember(subject, write, amounts)
  }

  /** Checks the sum of an hour, and adds to it. */
  #checkActivation(subject: Subject, write: MoneyWrite, limit: bigint): void {
    const { currency } = write
    const micros = activatedBy(write)
    const field = fieldOf(subject)
    const sum = this.#activated.get(currency) ?? 0n
    const limitText = amountText(limit, currency)
    if (micros === UNKNOWN)
      return this.#refuse(subject, {
        kind: 'activatedPerHour',
        field,
        message: `It is not known how much this activates, because it has no budget that is known, so set one; the limit is ${limitText} an hour`,
        limit: limitText,
        asked: null,
      })
    if (micros > 0n && sum + micros > limit)
      return this.#refuse(subject, {
        kind: 'activatedPerHour',
        field,
        message: `This activates ${amountText(micros, currency)}, and ${amountText(limit > sum ? limit - sum : 0n, currency)} of the hour are left; the limit is ${limitText} an hour`,
        limit: limitText,
        asked: amountText(micros, currency),
      })
    this.#activated.set(currency, sum + micros)
    if (micros > 0n) this.#activations.set(subject.check, { currency, micros, limit })
  }

  /** Remembers the amounts from which raises are measured. */
  #remember(subject: Subject, { amounts }: MoneyWrite, { raisePercent }: SpendAmounts): void {
    const { target, check } = subject
    if (!target || raisePercent === undefined) return
    const known = (when: 'before' | 'after') =>
      new Map(
        amounts.flatMap(({ field, [when]: value }) =>
          typeof value === 'bigint' && value > 0n ? [[placeOf(target, field), value] as const] : [],
        ),
      )
    this.#before.set(check, known('before'))
    this.#after.set(check, known('after'))
  }

  #refuse({ check, account, does }: Subject, { kind, field, message, limit, asked }: Refused): void {
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

  /** Sends operations, after what they activate is counted. What surely did not happen does not count. */
  async send<T>(operations: readonly Operation<unknown>[], send: () => Promise<T>): Promise<T> {
    const { store } = this.#spend
    const checks = operations.map(({ check }) => check)
    const takeBack: (() => Promise<void>)[] = []
    try {
      for (const check of checks) await store.see(this.#before.get(check) ?? new Map())
      for (const activated of sumsOf(checks.flatMap((check) => this.#activations.get(check) ?? []))) {
        const [operation] = operations
        const subject = operation && this.#subject(operation)
        const back = await store.activate({
          ...activated,
          account: comparableId(subject?.account ?? ''),
          untilMs: this.#deadline - Date.now(),
        })
        if (!back) throw new StoreUnavailable('Another write has used the rest of the hour')
        takeBack.push(back)
      }
    } catch (error) {
      for (const back of takeBack) await back()
      this.#fail(error)
      for (const operation of operations) {
        const subject = this.#subject(operation)
        if (subject && isOfMoney(subject))
          this.#refuse(subject, {
            kind: 'activatedPerHour',
            field: fieldOf(subject),
            message:
              'What is left of the hour is not known, because the store that instances share is unavailable or has changed. Try it again later',
            limit: null,
            asked: null,
          })
      }
      throw new NotSpent()
    }
    try {
      return await send()
    } catch (error) {
      if (error instanceof UpstreamError && !error.outcomeUnknown) {
        for (const back of takeBack) await back()
        for (const check of checks) this.#after.delete(check)
      }
      throw error
    } finally {
      for (const check of checks)
        await store.see(this.#after.get(check) ?? new Map()).catch((error: unknown) => this.#fail(error))
    }
  }
}

/** Thrown instead of a call whose operations were refused by then. Nothing was sent. */
export class NotSpent extends UpstreamError {
  constructor() {
    super({ code: 'UPSTREAM_UNAVAILABLE', message: 'The limits on spending could not be checked; nothing was sent' })
  }
}

type Refused = Pick<Excess, 'message' | 'asked'> & { kind: string; limit: string | null; field?: string | undefined }

function sumsOf(activations: readonly Activated[]): Activated[] {
  const sums = new Map<string, Activated>()
  for (const each of activations) {
    const sum = sums.get(each.currency)
    sums.set(each.currency, sum ? { ...sum, micros: sum.micros + each.micros } : each)
  }
  return [...sums.values()]
}

/** The input field that a refusal of a whole write is about. */
function fieldOf({ input, does }: Subject): string | undefined {
  return [...Object.keys(does.money ?? {}), 'entityStatus', ...SETTLING, ...SPENDING].find(
    (name) => input[name] !== undefined,
  )
}

function rowOf(place: Place | undefined, stored: Stored): StoredRow<object> | null | undefined {
  return place && isInTree(place.type) ? stored.get(rowOfPlace(place)) : undefined
}

const placeOf = ({ type, account, id }: Place, field: string) =>
  [comparableId(account), type, comparableId(id), field].join(':')

function placesOfAmounts({ target, does }: Subject): string[] {
  return target ? Object.keys(does.money ?? {}).map((field) => placeOf(target, field)) : []
}

/** The currency of the funding instrument that pays for an entity. */
function currencyAbove(place: Place, row: object | null | undefined, stored: Stored): Known<string> {
  if (place.type === 'FundingInstrument') return readColumn(row, 'currency', textColumn)
  const above = directlyAbove(place, row)
  return above === null || above === UNKNOWN ? UNKNOWN : currencyAbove(above, stored.get(rowOfPlace(above)), stored)
}

function currencyOf({ does, input, places }: Subject, stored: Stored): Known<string> {
  if (does.type === 'FundingInstrument') return typeof input['currency'] === 'string' ? input['currency'] : UNKNOWN
  const place = places.find(({ type }) => isInTree(type))
  return place ? currencyAbove(place, stored.get(rowOfPlace(place)), stored) : UNKNOWN
}

/** Whether a write makes amounts that are there count in this currency, which were in another one, or can have been. */
function isInOtherCurrency(
  { input, target }: Subject,
  currency: string,
  before: StoredRow<object> | null | undefined,
  stored: Stored,
): boolean {
  if (!target || input['fundingInstrumentId'] === undefined) return false
  return currencyAbove(target, before, stored) !== currency
}

interface Values {
  before: StoredRow<object> | null | undefined
  /** What is stored after the write. */
  stored: Stored
  lowest: ReadonlyMap<string, bigint>
  sentBy: number
}

/** Whether something with this status is or can be ACTIVE. */
const isActive = (status: unknown) => status === 'ACTIVE' || status === UNKNOWN

const statusOf = (row: object | null | undefined) => readColumn(row, 'entity_status', textColumn)
const levelOf = (row: object | null | undefined) => readColumn(row, 'budget_optimization', textColumn)

/** Whether a row has ended by a time, or can have. */
function hasEnded(row: object | null | undefined, by: number): boolean {
  const end = readColumn(row, 'end_time', timeColumn)
  return end === UNKNOWN || (end !== null && momentOf(end) <= by)
}

const amountIn = (value: unknown) => (typeof value === 'bigint' || value === null ? value : undefined)

/** The values that a write finds, and those that it would leave behind. */
function moneyWriteOf(subject: Subject, currency: string, { before, stored, lowest, sentBy }: Values): MoneyWrite {
  const { does, input, target, places } = subject
  const { money = {} } = does
  const isNew = does.action === 'CREATE'
  const after = rowOf(target, stored)
  const hasStatus = does.serves !== undefined || !isNew
  const status = isNew ? (hasStatus ? (input['entityStatus'] ?? 'ACTIVE') : null) : statusOf(after)
  const parent = isNew ? places[0] : target && directlyAbove(target, after)
  const campaign = does.type === 'LineItem' && typeof parent === 'object' && parent !== null ? parent : undefined
  const above = campaign && stored.get(rowOfPlace(campaign))
  const optimization = input['budgetOptimization']
  const isOfOtherLevel = !isNew && optimization !== undefined && optimization !== levelOf(before)
  const isRestarted = isOfOtherLevel || (!isNew && input['endTime'] !== undefined && hasEnded(before, sentBy))
  const strategy = isNew ? input['bidStrategy'] : readColumn(after, 'bid_strategy', textColumn)
  return {
    currency,
    isNew,
    isActivated:
      (isRestarted && isActive(status)) ||
      (input['entityStatus'] === 'ACTIVE'
        ? isNew || statusOf(before) !== 'ACTIVE'
        : isNew && status === 'ACTIVE' && Object.keys(money).length > 0),
    isActive: isActive(status),
    isResettled: SETTLING.some((name) => input[name] !== undefined),
    isAboveActive: campaign === undefined || isActive(statusOf(above)),
    amounts: Object.entries(money).map(([field, kind]): MoneyAmount => {
      const name = snakeCase(field)
      const read = kind === 'bid' ? longColumn : budgetColumn
      const given = amountIn(input[field])
      const current = isNew ? null : readColumn(before, name, read)
      const left = isNew ? (given ?? null) : readColumn(after, name, read)
      // The service can leave the budgets of such a campaign out, so only one that a row has is known to hold.
      const isKnownToHold =
        does.type !== 'Campaign' ||
        isNew ||
        !isActive(status) ||
        levelOf(after) === 'CAMPAIGN' ||
        (!isOfOtherLevel && typeof current === 'bigint' && current > 0n)
      const isLimiting = kind === 'bid' ? strategy === 'MAX' || strategy === 'TARGET' : isKnownToHold
      return {
        field,
        kind,
        given,
        before: current,
        after: isLimiting || left === null ? left : UNKNOWN,
        above: campaign && kind !== 'bid' ? readColumn(above, name, budgetColumn) : null,
        lowest: target && lowest.get(placeOf(target, field)),
        ...(kind === 'bid' && { fix: `set \`bidStrategy\` to MAX or TARGET, and \`${field}\`` }),
        ...(kind !== 'bid' && !isKnownToHold && { fix: `set \`${field}\` while the campaign is paused` }),
      }
    }),
  }
}
