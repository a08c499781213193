/** Where a clock starts, which then runs on: a date, or ISO 8601. A function is a clock itself. */
export type ClockOption = Date | string | (() => Date)

/** The clock of a sandbox. */
export interface Clock {
  now: () => Date
  /** False if it was set, so that those who sign requests have another one. */
  checksTimestamps: boolean
}

/** The clock that an option describes; without one, the machine's. Throws a RangeError if it is not a time. */
export function clockOf(option: ClockOption | undefined): Clock {
  if (option === undefined) return { now: () => new Date(), checksTimestamps: true }
  if (typeof option === 'function') return { now: option, checksTimestamps: true }
  const aheadMs = new Date(option).getTime() - Date.now()
  if (Number.isNaN(aheadMs)) throw new RangeError(`now is ${String(option)}; it must be a date, or a time in ISO 8601`)
  return { now: () => new Date(Date.now() + aheadMs), checksTimestamps: false }
}
