import type { RateLimitKeys } from '../../rest/policy/rate-limit-keys.ts'
import type { announcedLimitIn } from '../../rest/policy/rate-limit.ts'
import type { AnswerHead } from '../../rest/wire/transport.ts'
import type { Channel } from './channel.ts'
import type { StateFunctions } from './host.ts'

/** Requests of one rate limit that have ended, and what their answers announced. */
export interface PermitReport {
  keys: RateLimitKeys
  /** The IDs of their permits. */
  permits: number[]
  /** The answer that announced the lowest number of remaining requests. */
  answer: AnswerHead | undefined
  announced: ReturnType<typeof announcedLimitIn>
  /** The service's time. */
  now: number
}

/** Reports to the primary process, by the key of their rate limit. */
export interface PermitReports {
  /** Adds to the next report, which is sent soon. */
  add(key: string, report: PermitReport): void
  /** Sends the report of a rate limit at once. */
  send(key: string): void
  /** Sends all reports at once. */
  sendAll(): void
}

/** How long a report waits for others. */
const REPORT_MS = 20

/** Creates the reports of a worker. */
export function createPermitReports({ tell }: Pick<Channel<StateFunctions>, 'tell'>): PermitReports {
  const waiting = new Map<string, PermitReport>()
  let timer: NodeJS.Timeout | undefined

  return {
    add(key, report) {
      const earlier = waiting.get(key)
      if (earlier && isSameWindow(earlier, report)) return join(earlier, report)
      send(key)
      waiting.set(key, report)
      timer ??= setTimeout(sendAll, REPORT_MS).unref()
    },
    send,
    sendAll,
  }

  function send(key: string): void {
    const report = waiting.get(key)
    if (!report) return
    waiting.delete(key)
    const { permits, keys, answer, announced, now } = report
    const head = answer && announced ? { status: answer.status, headers: rateLimitHeaders(answer) } : null
    tell('updateRateLimit', permits, keys, head, now)
  }

  function sendAll(): void {
    clearTimeout(timer)
    timer = undefined
    for (const key of waiting.keys()) send(key)
  }
}

function isSameWindow({ announced: one }: PermitReport, { announced: other }: PermitReport): boolean {
  return !one || !other || (one.key === other.key && one.announced.resetAt === other.announced.resetAt)
}

/** Adds a report to an earlier one of the same window. */
function join(report: PermitReport, later: PermitReport): void {
  report.permits.push(...later.permits)
  report.now = later.now
  if (remainingOf(later) >= remainingOf(report)) return
  report.answer = later.answer
  report.announced = later.announced
}

function remainingOf({ announced }: PermitReport): number {
  return announced?.announced.remaining ?? Infinity
}

function rateLimitHeaders({ headers }: AnswerHead): AnswerHead['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.includes('rate-limit')))
}
