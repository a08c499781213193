import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../async/duration.ts'
import { valueIn } from '../json/object.ts'
import { StoreUnavailable, type Store, type StoredValue, type ValueChange } from '../rest/store.ts'

/** What `SPEND_LIMITS` limits: an amount, a raise, or the sum that is activated within an hour. */
export type SpendKind = 'dailyBudget' | 'totalBudget' | 'bid' | 'raisePercent' | 'activatedPerHour'

/** The amounts of the limits on a currency, in micros. Undefined means no limit. */
export interface SpendAmounts {
  readonly dailyBudget?: bigint | undefined
  readonly totalBudget?: bigint | undefined
  readonly bid?: bigint | undefined
  /** The most that an amount may be raised within 24 hours, in hundredths of a percent. */
  readonly raisePercent?: bigint | undefined
  readonly activatedPerHour?: bigint | undefined
}

/** One rule of `SPEND_LIMITS`. */
export interface SpendRule extends SpendAmounts {
  /** The IDs of its accounts, as they are compared; `*` stands for all. */
  readonly accounts: ReadonlySet<string>
  /** The currency of its amounts. Undefined if it has none. */
  readonly currency: string | undefined
  /** The actions that are refused, such as `DELETE Campaign`. */
  readonly refuse: ReadonlySet<string>
  /** The protected entities, by comparable IDs. An ID without a type and an account means any type, in the accounts of the rule. */
  readonly protected: readonly ProtectedId[]
}

export interface ProtectedId {
  readonly type: string | undefined
  readonly account: string | undefined
  /** The ID of what it is below in its account. Undefined for most types. */
  readonly parent?: string | undefined
  readonly id: string
}

/** What writes of a server may spend. */
export interface Spend {
  readonly rules: readonly SpendRule[]
  readonly store: SpendStore
  /** Called for each write, or item of a batch, that is refused. */
  readonly onRefusal: (refusal: SpendRefusal) => void
}

/** A refusal as it is logged and counted. */
interface SpendRefusal {
  /** The limit, or `refuse`, `protected`, `account` or `currency`. */
  readonly kind: string
  readonly account: string
  /** What was refused, such as `UPDATE Campaign`. */
  readonly write: string
  readonly validateOnly: boolean
}

/**
 * What instances share of what was spent: what was activated within the last hour, and the lowest amounts of the last 24 hours.
 * Every method throws StoreUnavailable while it cannot be shared.
 */
export interface SpendStore {
  /** The leases of accounts, and of what one write at a time may change. */
  readonly leases: Pick<Store, 'lease'>
  /** What was activated in the account within the last hour, in micros of the currency. */
  activated(account: string, currency: string): Promise<bigint>
  /**
   * Counts an amount as activated until an hour after `untilMs`, if the sum does not exceed the limit then. Returns the function
   * that takes it back; undefined if it would exceed the limit.
   */
  activate(activation: Activation): Promise<(() => Promise<void>) | undefined>
  /** The lowest amount that was seen in each of these places within the last 24 hours. */
  lowest(places: readonly string[]): Promise<ReadonlyMap<string, bigint>>
  /** Remembers amounts that are in these places of an account, one after the other, in one step. */
  see(account: string, amounts: Iterable<readonly [place: string, micros: bigint]>): Promise<void>
}

interface Activation {
  account: string
  currency: string
  micros: bigint
  limit: bigint
  /** The time until which the write may be sent, in milliseconds from now. */
  untilMs: number
}

/** A change of the amounts of a key. Undefined if they are not to be changed. */
interface AmountChange {
  key: string
  next: (amounts: readonly Aged[]) => readonly Aged[] | undefined
}

/** The account that changed values count as, where accounts share the memory, and how long their amounts count. */
interface ChangeOptions {
  owner: string
  windowMs: number
  /** Changed in the same step. */
  mark?: ValueChange
}

/** An amount with its age. That of one that counts from a later time on is negative. */
interface Aged {
  id: string
  ageMs: number
  micros: bigint
}

const AGED = z.array(z.tuple([z.string(), z.number(), z.string().regex(/^-?\d+$/)]))

/** How often taking an amount back is tried while the store is unavailable. */
const RETRY_MS = 500

/**
 * Creates the memory of what was spent in a store. The store must throw while it is not shared: then no write is accepted. Ages
 * rest on the clock of the store alone.
 */
export function createSpendStore(store: Store): SpendStore {
  return {
    leases: store,
    async activated(account, currency) {
      return sumOf(agedIn(await store.get(hourKey(account, currency)), HOUR_MS))
    },
    async activate(activation) {
      const { account, currency, micros } = activation
      const key = hourKey(account, currency)
      const hour = { owner: account, windowMs: HOUR_MS }
      // A reply can be lost: the mark says whether the amount is counted.
      const mark = { key: markKey(randomUUID()), ttlMs: MARK_MS }
      let id = ''
      const without = (counted: readonly Aged[]) =>
        counted.map((each) => (each.id === id ? { ...each, micros: each.micros - micros } : each))
      const takeBack = () =>
        changeSoon({ key, next: without }, { ...hour, mark: { ...mark, before: COUNTED, after: undefined } })
      const next = (counted: readonly Aged[]) => {
        const counting = withActivation(counted, activation)
        id = counting?.at(-1)?.id ?? ''
        return counting
      }
      try {
        const isCounted = await change([{ key, next }], {
          ...hour,
          mark: { ...mark, before: undefined, after: COUNTED },
        })
        return isCounted ? takeBack : undefined
      } catch (error) {
        if (error instanceof StoreUnavailable && id !== '') await takeBack()
        throw error
      }
    },
    async lowest(places) {
      const found = await store.getAll(places.map(lowestKey))
      return new Map(
        places.flatMap((place, index) => {
          const seen = agedIn(found[index], DAY_MS).map(({ micros }) => micros)
          return seen.length === 0 ? [] : [[place, seen.reduce((low, each) => (each < low ? each : low))] as const]
        }),
      )
    },
    async see(account, amounts) {
      const byPlace = new Map<string, bigint[]>()
      for (const [place, micros] of amounts) byPlace.set(place, [...(byPlace.get(place) ?? []), micros])
      const changes = Array.from(byPlace, ([place, values]) => ({
        key: lowestKey(place),
        next: (seen: readonly Aged[]) => values.reduce(withSeen, seen),
      }))
      if (changes.length > 0) await change(changes, { owner: account, windowMs: DAY_MS })
    },
  }

  /**
   * Changes the amounts of keys, and a mark, in one step. False if the amounts of one are not to be changed, or if the mark is not what it
   * was: then nothing is changed.
   */
  async function change(given: readonly AmountChange[], { owner, windowMs, mark }: ChangeOptions): Promise<boolean> {
    let found = await store.getAll(given.map(({ key }) => key))
    // A store that has no room refuses changes of which the first one adds a value: a mark, or new amounts.
    const order = [...given.keys()].toSorted(
      (one, other) => Number(Boolean(found[one])) - Number(Boolean(found[other])),
    )
    const changes = order.flatMap((index) => given[index] ?? [])
    found = order.map((index) => found[index])
    for (;;) {
      const before = found
      const amounts = changes.map(({ next }, index) => next(agedIn(before[index], windowMs)))
      if (amounts.includes(undefined)) return false
      const compared = await store.compareAndSet(
        ...(mark ? [{ ...mark, owner }] : []),
        ...changes.map(({ key }, index) => {
          const after = JSON.stringify(amounts[index]?.map(({ id, ageMs, micros }) => [id, ageMs, String(micros)]))
          return { key, before: before[index]?.value, after, ttlMs: TTL_MS, owner }
        }),
      )
      if (compared.isSet) return true
      if (mark && compared.found[0]?.value !== mark.before) return false
      found = compared.found.slice(mark ? 1 : 0)
    }
  }

  /** Changes the amounts of an hour as soon as that is possible, once: the change ends the mark. */
  async function changeSoon(hour: AmountChange, options: ChangeOptions): Promise<void> {
    const retry = async (): Promise<void> => {
      await sleep(RETRY_MS, undefined, { ref: false })
      await change([hour], options).catch(retryIfUnavailable)
    }
    const retryIfUnavailable = (error: unknown) => {
      if (!(error instanceof StoreUnavailable)) throw error
      void retry()
    }
    await change([hour], options).catch(retryIfUnavailable)
  }
}

/** Longer than any amount counts. Stored amounts are dropped this long after their last change. */
const TTL_MS = 2 * DAY_MS

/** Longer than what is activated counts. */
const MARK_MS = 2 * HOUR_MS

/** The value of the mark of an amount that is counted. */
const COUNTED = 'counted'

/** The amounts of a value that still count. Throws if the value is not one of ours: what was spent is not known then. */
function agedIn(found: StoredValue | undefined, windowMs: number): Aged[] {
  if (!found) return []
  const { data } = AGED.safeParse(valueIn(found.value))
  if (!data || !(found.leftMs > 0)) throw new StoreUnavailable('The spend cannot be read')
  const sinceMs = TTL_MS - found.leftMs
  return data
    .map(([id, ageMs, micros]) => ({ id, ageMs: ageMs + sinceMs, micros: BigInt(micros) }))
    .filter(({ ageMs }) => ageMs < windowMs)
}

function sumOf(amounts: readonly Aged[]): bigint {
  return amounts.reduce((sum, { micros }) => sum + micros, 0n)
}

/** What was seen with another amount. Older ones that are not lower do not count any more. */
function withSeen(seen: readonly Aged[], micros: bigint): readonly Aged[] {
  return [...seen.filter((each) => each.micros < micros), { id: '', ageMs: 0, micros }]
}

/**
 * What counts with an activation; undefined if it exceeds the limit. It is added to the last amount if that counts as long as this one
 * must. Otherwise it is an amount of its own, which counts at least a minute longer than the last, so that there are few.
 */
function withActivation(counted: readonly Aged[], { micros, limit, untilMs }: Activation): Aged[] | undefined {
  if (sumOf(counted) + micros > limit) return undefined
  const last = counted.at(-1)
  const joined = last && last.ageMs <= -untilMs ? last : undefined
  return [
    ...(joined ? counted.slice(0, -1) : counted),
    {
      id: joined?.id ?? randomUUID(),
      ageMs: joined?.ageMs ?? Math.min(-untilMs, last ? last.ageMs - MINUTE_MS : Infinity),
      micros: (joined?.micros ?? 0n) + micros,
    },
  ]
}

// The keys have the number of their format.

const hourKey = (account: string, currency: string) => `spend:1:hour:${account}:${currency}`

const markKey = (id: string) => `spend:1:counted:${id}`

const lowestKey = (place: string) => `spend:1:lowest:${place}`
