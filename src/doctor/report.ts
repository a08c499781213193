/** The maximum number of requests of one examination. */
export const MAX_CALLS = 12

/** The result of one check. */
export interface Check {
  /** What was examined, in a word or two. */
  name: string
  status: 'passed' | 'warning' | 'failed'
  message: string
  /** What to do about a warning or a failure. */
  next?: string | undefined
}

/** A read that may be made, and how often. */
export interface PlannedRead {
  method: string
  path: string
  calls: { max: number }
}

/** What was examined, and the results in order. */
export interface Report {
  service: string
  plan: readonly PlannedRead[]
  maxCalls: number
  /** The requests that were sent. */
  calls: number
  checks: Check[]
}

const COLUMNS = 80

/** Where messages begin: after the longest status and a space. */
const INDENT = 9

/** The lines that announce the reads, before they are made. */
export function announcement({ service, plan, maxCalls }: Pick<Report, 'service' | 'plan' | 'maxCalls'>): string {
  const reads = plan.map(
    ({ method, path, calls }) => `  ${method} ${path}${calls.max > 1 ? ` (up to ${calls.max})` : ''}`,
  )
  return [...wrapped(`Examining ${service} with at most ${maxCalls} reads, and no writes:`, 0), ...reads, ''].join('\n')
}

/** The lines of one result, at most 80 columns wide. */
export function linesOf({ name, status, message, next }: Check): string {
  const [head = '', ...rest] = wrapped(`${name}: ${message}`, INDENT)
  return [
    status.padEnd(INDENT) + head.slice(INDENT),
    ...rest,
    ...(next === undefined ? [] : wrapped(`→ ${next}`, INDENT)),
  ].join('\n')
}

/** The number of results of each status, as a sentence. */
export function summaryOf({ checks, calls }: Pick<Report, 'checks' | 'calls'>): string {
  const count = (status: Check['status']) => checks.filter((check) => check.status === status).length
  return `Passed: ${count('passed')}. Warnings: ${count('warning')}. Failed: ${count('failed')}. Reads made: ${calls}.`
}

/** Divides a text into indented lines. A word that is longer than a line gets a line of its own. */
function wrapped(text: string, indent: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + 1 + word.length > COLUMNS) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].map((each) => ' '.repeat(indent) + each)
}
