import { GraphQLError, valueFromASTUntyped, type ValueNode } from 'graphql'
import { DAY_MS, HOUR_MS } from '../../async/duration.ts'
import type { Context } from '../../context.ts'
import { listAccounts, type AccountRow } from '../../rest/account/account.ts'
import { MAX_STATS_DAYS } from '../../rest/analytics/stats.ts'
import type { Row } from '../../rest/types.ts'
import { momentOf } from '../../rest/value.ts'
import { ownAccountCost, withoutRows, type Bounds, type Cost, type FieldUse } from '../cost/cost.ts'
import { accountOf, badUserInput, builder } from '../kit.ts'
import { fixedZone, isoTime, localTime, momentAt, plusDays, timeZone, type TimeZone } from './time-zone.ts'

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

/** The longest period that is divided into calls, in days. */
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

/** The periods of the calls for a period: at most seven local days each (R-STAT-3). */
export function divided(period: Period, granularity: Granularity, { zone: known, switchAt }: AccountTime): Period[] {
  const { zone, start, end } = period
  if (granularity === 'TOTAL') {
    if (end - start <= MAX_STATS_DAYS * DAY_MS + HOUR_MS) return [period]
    const wayOut = 'Use `granularity: DAY`, and add the values'
    throw badUserInput('endTime', `A TOTAL is of at most ${MAX_STATS_DAYS} days. ${wayOut}`, 'R-STAT-3')
  }
  if (granularity === 'DAY' && known)
    for (const [field, moment] of Object.entries({ startTime: start, endTime: end }))
      checkMidnight(known, field, moment)
  if (end > plusDays(zone, start, MAX_PERIOD_DAYS))
    throw badUserInput('endTime', `The period must not be longer than ${MAX_PERIOD_DAYS} days`)
  const periods: Period[] = []
  for (let at = start; at < end;) {
    const isLast = end - at <= MAX_STATS_DAYS * DAY_MS + HOUR_MS
    const next = isLast ? end : Math.min(end, plusDays(zone, at, MAX_STATS_DAYS))
    periods.push({ zone, start: at, end: next })
    at = next
  }
  if (periods.length > 1 && start < switchAt && switchAt < end) {
    const message = `The time zone of the account took effect at ${isoTime(zone, switchAt)}, within the period. Request the periods before and after that time`
    throw badUserInput('startTime', message, 'R-STAT-9')
  }
  return periods
}

function checkMidnight(zone: TimeZone, field: string, moment: number): void {
  if (isMidnight(zone, moment)) return
  const message = `\`${field}\`: with DAY it must be a midnight of the account's time zone, not ${isoTime(zone, moment)}`
  throw badUserInput(field, message, 'R-STAT-5')
}

/** Whether a day begins at a moment. */
function isMidnight(zone: TimeZone, moment: number): boolean {
  return momentAt(zone, Math.floor(localTime(zone, moment) / DAY_MS) * DAY_MS) === moment
}

/**
 * The intervals of a period. Days have the length that they have where clocks change. If the time zone is not known, they begin at
 * the same time of the day as the period, and the last one ends with it.
 */
export function intervalsOf(period: Period, granularity: Granularity): Period[] {
  const { zone, start, end } = period
  if (granularity === 'TOTAL') return [period]
  const intervals: Period[] = []
  for (let at = start; at < end;) {
    const next = granularity === 'HOUR' ? at + HOUR_MS : isMidnight(zone, start) ? nextMidnight(zone, at) : at + DAY_MS
    const isLast = granularity === 'DAY' ? end - next < DAY_MS / 2 : next > end
    const until = isLast ? end : next
    intervals.push({ zone, start: at, end: until })
    at = until
  }
  return intervals
}

function nextMidnight(zone: TimeZone, moment: number): number {
  return momentAt(zone, (Math.floor(localTime(zone, moment) / DAY_MS) + 1) * DAY_MS)
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

/** How many hours a period can be longer or shorter than its days, or than two ends if one is a date. */
const CLOCK_HOURS = 2
const DATE_HOURS = 28

/** How many calls a period is divided into, as far as its arguments show. */
export function partsOf(args: Readonly<Record<string, unknown>>, open: ReadonlySet<string> | undefined): Bounds {
  const [from, to] = [String(args['startTime']), String(args['endTime'])]
  const most = Math.ceil(MAX_PERIOD_DAYS / MAX_STATS_DAYS)
  const isTotal = args['granularity'] === 'TOTAL' && !open?.has('granularity')
  if (open?.has('startTime') || open?.has('endTime')) return { min: 0, max: isTotal ? 1 : most }
  const dates = [from, to].filter(isDate).length
  const hours = dates === 2 ? 0 : dates === 1 ? DATE_HOURS : CLOCK_HOURS
  const parts = (sign: number) =>
    Math.ceil((momentOfEnd(to) - momentOfEnd(from) + sign * hours * HOUR_MS) / (MAX_STATS_DAYS * DAY_MS))
  const max = isTotal ? 1 : Math.min(most, Math.max(1, parts(1)))
  // A refused period takes no call, and an answer can be cached a day after the end of the period.
  const isRefused = momentOfEnd(to) <= momentOfEnd(from) || parts(-1) > (isTotal ? 1 : most)
  const isClosed = momentOfEnd(to) + DAY_MS - DATE_HOURS * HOUR_MS < Date.now()
  const isCertain = !isRefused && !isClosed && !open?.has('granularity')
  return { min: !isCertain ? 0 : isTotal ? 1 : Math.max(1, parts(-1)), max }
}
