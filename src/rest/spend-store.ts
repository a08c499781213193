/** What `SPEND_LIMITS` limits: an amount, a raise, or what is activated within an hour. */
export type SpendKind = 'dailyBudget' | 'totalBudget' | 'bid' | 'raisePercent' | 'activatedPerHour'

/** The amounts of the limits on a currency, in micros. What is undefined has no limit. */
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
  /** What is protected, as IDs are compared. Without a type and an account, entities of any type in the accounts of the rule. */
  readonly protected: readonly ProtectedId[]
}

export interface ProtectedId {
  readonly type: string | undefined
  readonly account: string | undefined
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
export interface SpendRefusal {
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
  /** Waits until no other write of the account is under way. Returns the function that lets the next one begin. */
  lock(account: string, deadline: number): Promise<() => Promise<void>>
  /** What was activated in the account within the last hour, in micros of the currency. */
  activated(account: string, currency: string): Promise<bigint>
  /**
   * Counts an amount as activated until an hour after `untilMs`, if the sum does not exceed the limit then. Returns the function
   * that takes it back; undefined if it would exceed the limit.
   */
  activate(activation: Activation): Promise<(() => Promise<void>) | undefined>
  /** The lowest amount that was seen in each of these places within the last 24 hours. */
  lowest(places: readonly string[]): Promise<ReadonlyMap<string, bigint>>
  /** Remembers amounts that are there now, by their places. */
  see(amounts: ReadonlyMap<string, bigint>): Promise<void>
}

export interface Activation {
  account: string
  currency: string
  micros: bigint
  limit: bigint
  /** The time until which the write may be sent, in milliseconds from now. */
  untilMs: number
}
