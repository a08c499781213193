import { createLogUpdate } from 'log-update'
import type { WriteStream } from 'node:tty'
import type { ExportProgress } from './walk/progress.ts'
import { counted, plural } from '../../schema/plan/plan-report.ts'
import type { Logger } from '../../server/observe/log.ts'

/** How often a terminal shows the progress, and how often the log does. */
const FRAME_MS = 100
const LINE_MS = 10_000

/** Creates the display of how far an export is: in place on a terminal, otherwise as lines of the log. */
export function createDisplay(log: Logger, output: WriteStream | NodeJS.WriteStream) {
  const startedAt = Date.now()
  let first: ExportProgress | undefined
  let latest: ExportProgress | undefined
  // A terminal without a size cannot show several lines in place.
  const isTerminal = output.isTTY && output.rows > 0
  const show = isTerminal ? createLogUpdate(output) : undefined
  const draw = () => {
    if (!latest) return
    const seconds = (Date.now() - startedAt) / 1000
    if (show) show(frameOf(latest, latest.rows - (first?.rows ?? 0), seconds))
    else log.info({ ...latest, seconds: Math.round(seconds) }, 'exporting')
  }
  const timer = setInterval(draw, isTerminal ? FRAME_MS : LINE_MS)
  return {
    update: (progress: ExportProgress) => {
      first ??= progress
      latest = progress
    },
    /** Shows the end. */
    end(text: string) {
      draw()
      show?.done()
      if (isTerminal) output.write(`${text}\n`)
      else log.info(text)
    },
    /** Stops showing anything. */
    close() {
      clearInterval(timer)
      show?.done()
    },
  }
}

/** The progress for a terminal. `rows` have been read in these seconds, without those of earlier runs. */
export function frameOf(progress: ExportProgress, rows: number, seconds: number): string {
  const { lists, share, rateLimit, waitingUntil } = progress
  const width = Math.max(...lists.map(({ path }) => path.length))
  const perSecond = seconds > 0 ? Math.round(rows / seconds) : 0
  const left = share ? `, about ${durationOf((seconds / share) * (1 - share))} left` : ''
  const lines = [
    ...lists.map(({ path, rows, pages, done }) =>
      [
        path.padEnd(width),
        numberOf(rows).padStart(12),
        plural('row', rows).padEnd(4),
        numberOf(pages).padStart(8),
        plural('page', pages).padEnd(5),
        done ? ' done' : '',
      ]
        .join(' ')
        .trimEnd(),
    ),
    `${counted(progress.rows, 'row')}, ${counted(progress.calls, 'call')}, ${counted(perSecond, 'row')} a second${left}`,
    rateLimit &&
      `${numberOf(rateLimit.remaining)} of ${counted(rateLimit.limit, 'call')} left until ${timeOf(rateLimit.resetAt)}`,
    waitingUntil !== undefined && `Waiting until ${timeOf(waitingUntil)}`,
  ]
  return lines.filter(Boolean).join('\n')
}

function numberOf(count: number): string {
  return count.toLocaleString('en-US')
}

function timeOf(ms: number): string {
  return new Date(ms).toLocaleTimeString('en-GB')
}

function durationOf(seconds: number): string {
  return seconds < 90 ? counted(Math.ceil(seconds), 'second') : counted(Math.ceil(seconds / 60), 'minute')
}
