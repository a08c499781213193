import { GraphQLError, valueFromASTUntyped, type ValueNode } from 'graphql'
import { DAY_MS, HOUR_MS } from '../../async/duration.ts'
import type { Context } from '../../context.ts'
import { listAccounts, type AccountRow } from '../../rest/account/account.ts'
import { MAX_STATS_DAYS } from '../../rest/analytics/stats.ts'
import type { Row } from '../../rest/types.ts'
import { momentOf } from '../../rest/value.ts'
import { ownAccountCost, withoutRows, type Cost, type FieldUse } from '../cost/cost.ts'
import { accountOf, badUserInput, builder } from '../kit.ts'
import { fixedZone, isoTime, localTime, momentAt, timeZone, type TimeZone } from './time-zone.ts'

builder.scalarType('DateOrTime', {
  description:
    'A date, for example `2026-02-01`, or a date and time in ISO 8601 format with an offset, for example ' +
    '`2026-02-01T08:00:00Z`. A ' +
    "date is the midnight that it begins with in the account's time zone.",
  serialize: (value) => value,
  parseValue: (value) => toDateOrTime(value),
  parseLiteral: (literal, variables) => toDateOrTime(valueFromASTUntyped(literal, variables), literal),
})

/** In another time zone, the first and the last year can begin in a year that has no four digits. */
const DATE_OR_TIME = /^(?!0000|9999)\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-](0\d|1[0-4])(:?\d{2})?))?$/

function toDateOrTime(value: unknown, literal?: ValueNode): string {
  if (typeof value === 'string' && DATE_OR_TIME.test(value) && !Number.isNaN(momentOfEnd(value))) return value
  const form = 'a date such as 2026-02-01, or a time with an offset such as 2026-02-01T08:00:00Z'
  throw new GraphQLError(`A DateOrTime must be ${form}, not ${JSON.stringify(value)}`, { nodes: literal })
}

function isDate(time: string): boolean {
  return !time.includes('T')
}

/** The moment of an end of a period; a date as if its time zone were UTC. NaN if there is no such day or time. */
function momentOfEnd(time: string): number {
  return momentOf(isDate(time) ? `${time}T00:00:00Z` : time)
}

/** The arguments of a period. */
export interface PeriodArgs {
  startTime: string
  endTime: string
}

export const periodArgs = builder.args((t) =>
  t.required({
    startTime: [
      'DateOrTime',
      "The start of the period: a date, which is the midnight of the account's time zone, or a whole hour (R-STAT-2).",
    ],
    endTime: [
      'DateOrTime',
      'The end of the period, exclusive: a date, whose day is not included, or a whole hour (R-STAT-2).',
    ],
  }),
)

/** The longest period that is divided into calls, in local days. */
const MAX_PERIOD_DAYS = 366

/** A period, in milliseconds since the epoch, in the time zone in which it is sent. */
export interface Period {
  zone: TimeZone
  start: number
  end: number
}

/** What is known about the time of an account. */
export interface AccountTime {
  /** Undefined if its time zone is not known. */
  zone: TimeZone | undefined
  /** When the time zone took effect. */
  switchAt: number
}

/** Reads the time zone of the account of a row, unless the row has it. */
export async function accountTimeOf({ loaders }: Context, row: Row): Promise<AccountTime> {
  const known = (row as AccountRow).timezone === undefined ? undefined : (row as AccountRow)
  const account = known ?? (await loaders.byId(listAccounts, {}, { alone: true })(accountOf(row)))
  const { timezone, timezone_switch_at } = account ?? {}
  return {
    zone: typeof timezone === 'string' ? timeZone(timezone) : undefined,
    switchAt: momentOf(timezone_switch_at ?? ''),
  }
}

/** The period of these arguments. The time zone is not known if it was not read: then a date is refused (R-STAT-7). */
export function periodOf({ startTime, endTime }: PeriodArgs, zone: TimeZone | undefined): Period {
  const [start, end] = [momentIn('startTime', startTime, zone), momentIn('endTime', endTime, zone)]
  if (end <= start) throw badUserInput('endTime', '`endTime` must be after `startTime`', 'R-STAT-2')
  return { zone: zone ?? writtenZone(startTime), start, end }
}

function momentIn(field: string, time: string, zone: TimeZone | undefined): number {
  if (isDate(time)) {
    if (zone) return momentAt(zone, Date.parse(time))
    const wayOut = 'use a time with an offset, such as 2026-02-01T00:00:00-08:00'
    throw badUserInput(field, `\`${field}\`: the time zone of the account is not known; ${wayOut}`, 'R-STAT-7')
  }
  const moment = momentOf(time)
  if (localTime(zone ?? writtenZone(time), moment) % HOUR_MS === 0) return moment
  throw badUserInput(field, `\`${field}\`: ${time} is not a whole hour`, 'R-STAT-2')
}

/** The zone with the offset that a time is written with. */
function writtenZone(time: string): TimeZone {
  return fixedZone(momentOf(time.replace(/(Z|[+-]\d{2}(:?\d{2})?)$/, 'Z')) - momentOf(time))
}

/** How stats are divided: into hours, days, or not at all. */
export type Granularity = 'HOUR' | 'DAY' | 'TOTAL'

/** Whether the time zone must be known: to find midnights, and to divide a long period at the same hour of the day. */
export function needsZone({ startTime, endTime }: PeriodArgs, granularity: Granularity): boolean {
  if (granularity === 'DAY' || isDate(startTime) || isDate(endTime)) return true
  return granularity === 'HOUR' && momentOfEnd(endTime) - momentOfEnd(startTime) > MAX_STATS_DAYS * DAY_MS
}

/** Whether a period is longer than so many days, which have an hour more where a clock is put back. */
export function isLonger({ start, end }: Period, days: number): boolean {
  return end - start > days * DAY_MS + HOUR_MS
}

/**
 * The intervals of a period, by the calls that read them: those of at most seven local days each (R-STAT-3). If the time zone is not
 * known, days begin at the same time of the day as the period, and the last one ends with it.
 */
export function divided(period: Period, granularity: Granularity, { zone: known, switchAt }: AccountTime): Period[][] {
  const { zone, start, end } = period
  if (granularity === 'TOTAL') {
    if (!isLonger(period, MAX_STATS_DAYS)) return [[period]]
    const wayOut = 'Use `granularity: DAY`, and add the values'
    throw badUserInput('endTime', `A TOTAL is of at most ${MAX_STATS_DAYS} days. ${wayOut}`, 'R-STAT-3')
  }
  if (granularity === 'DAY' && known)
    for (const [field, moment] of Object.entries({ startTime: start, endTime: end }))
      checkMidnight(known, field, moment)
  const length = (dayTime(zone, end) - dayTime(zone, start)) / DAY_MS
  if (length > MAX_PERIOD_DAYS)
    throw badUserInput('endTime', `The period must not be longer than ${MAX_PERIOD_DAYS} days`)
  const days = daysOf(period, Math.max(1, granularity === 'DAY' ? Math.round(length) : Math.ceil(length)))
  const parts = Array.from({ length: Math.ceil(days.length / MAX_STATS_DAYS) }, (_, part) => {
    const own = days.slice(part * MAX_STATS_DAYS, (part + 1) * MAX_STATS_DAYS)
    return granularity === 'DAY' ? own : hoursOf(joined(own))
  })
  if (parts.length > 1 && start < switchAt && switchAt < end) {
    const message = `The time zone of the account took effect at ${isoTime(zone, switchAt)}, within the period. Request the periods before and after that time`
    throw badUserInput('startTime', message, 'R-STAT-9')
  }
  return parts
}

function checkMidnight(zone: TimeZone, field: string, moment: number): void {
  if (dayTime(zone, moment) % DAY_MS === 0) return
  const message = `\`${field}\`: with DAY it must be a midnight of the account's time zone, not ${isoTime(zone, moment)}`
  throw badUserInput(field, message, 'R-STAT-5')
}

/** The local time at a moment. At the first moment of a day it is midnight, even if the clock skips that. */
function dayTime(zone: TimeZone, moment: number): number {
  const time = localTime(zone, moment)
  const midnight = Math.floor(time / DAY_MS) * DAY_MS
  return momentAt(zone, midnight) === moment ? midnight : time
}

/** The days of a period, of which the last one ends with it. They have the length that they have where clocks change. */
function daysOf({ zone, start, end }: Period, count: number): Period[] {
  const first = dayTime(zone, start)
  const starts = Array.from({ length: count - 1 }, (_, day) => momentAt(zone, first + (day + 1) * DAY_MS))
  const ends = [...starts, end]
  // A clock can skip a day.
  return [start, ...starts]
    .map((at, day) => ({ zone, start: at, end: ends[day]! }))
    .filter((day) => day.start < day.end)
}

/** The hours of a period. The last one is shorter where a clock is changed by less than an hour. */
function hoursOf({ zone, start, end }: Period): Period[] {
  return Array.from({ length: Math.ceil((end - start) / HOUR_MS) }, (_, hour) => {
    const at = start + hour * HOUR_MS
    return { zone, start: at, end: Math.min(at + HOUR_MS, end) }
  })
}

/** Consecutive periods as one. */
export function joined(periods: readonly Period[]): Period {
  return { ...periods[0]!, end: periods.at(-1)!.end }
}

/** Reads the period of a field that is not divided: the time zone is read if a date needs it. */
export async function readPeriod(context: Context, row: Row, args: PeriodArgs): Promise<Period> {
  const { zone } = needsZone(args, 'TOTAL') ? await accountTimeOf(context, row) : {}
  return periodOf(args, zone)
}

/** The parameters of a period. */
export function isoPeriod({ zone, start, end }: Period): { start_time: string; end_time: string } {
  return { start_time: isoTime(zone, start), end_time: isoTime(zone, end) }
}

/** The cost of the time zones of the accounts of a field's parents, if they can be needed. */
export function timeZoneCosts(use: FieldUse): Cost[] {
  const {
    startTime,
    endTime,
    granularity = 'TOTAL',
  } = use.args as unknown as PeriodArgs & { granularity?: Granularity }
  if (!use.open && !needsZone({ startTime, endTime }, granularity)) return []
  return withoutRows(ownAccountCost(listAccounts).cost({ ...use, needsRow: true }))
}

/** How many hours a period can be longer than its days, or than its ends if one is a date. */
const CLOCK_HOURS = 2
const DATE_HOURS = 28

/** The maximum number of calls that a period is divided into, as far as its arguments show. */
export function maxCallsOfPeriod(args: Readonly<Record<string, unknown>>, open?: ReadonlySet<string>): number {
  if (args['granularity'] === 'TOTAL' && !open?.has('granularity')) return 1
  const most = Math.ceil(MAX_PERIOD_DAYS / MAX_STATS_DAYS)
  if (open?.has('startTime') || open?.has('endTime')) return most
  const [from, to] = [String(args['startTime']), String(args['endTime'])]
  const dates = [from, to].filter(isDate).length
  const hours = dates === 2 ? 0 : dates === 1 ? DATE_HOURS : CLOCK_HOURS
  const length = momentOfEnd(to) - momentOfEnd(from) + hours * HOUR_MS
  return Math.min(most, Math.max(1, Math.ceil(length / (MAX_STATS_DAYS * DAY_MS))))
}
