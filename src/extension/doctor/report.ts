/** The maximum number of requests of one examination. */
export const MAX_CALLS = 13

export interface CheckResult {
  /** What was examined, in a word or two. */
  name: string
  status: 'passed' | 'warning' | 'failed'
  message: string
  /** What to do about a warning or a failure. */
  next?: string
}

export function passed(name: string, message: string): CheckResult {
  return { name, status: 'passed', message }
}

export function warned(name: string, message: string, next: string): CheckResult {
  return { name, status: 'warning', message, next }
}

export function failed(name: string, message: string, next: string): CheckResult {
  return { name, status: 'failed', message, next }
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
  checks: CheckResult[]
}

const COLUMNS = 80

/** Where messages begin: after the longest status and a space. */
const INDENT = 9

/** Where further lines of advice begin: after its arrow. */
const HANGING = 11

/** The lines that announce the reads, before they are made. */
export function announcement({ service, plan, maxCalls }: Pick<Report, 'service' | 'plan' | 'maxCalls'>): string {
  const reads = plan.map(
    ({ method, path, calls }) => `  ${method} ${path}${calls.max > 1 ? ` (up to ${calls.max})` : ''}`,
  )
  return [...wrapped(`Examining ${service} with at most ${maxCalls} reads, and no writes:`, 0), ...reads, ''].join('\n')
}

/** The lines of one result, at most 80 columns wide. */
export function linesOf({ name, status, message, next }: CheckResult): string {
  const said = wrapped(`${name}: ${message}`, INDENT)
  const advice = next === undefined ? [] : wrapped(`→ ${next}`, HANGING)
  return [
    ...said.map((line, index) => (index === 0 ? status : '').padEnd(INDENT) + line),
    ...advice.map((line, index) => ' '.repeat(index === 0 ? INDENT : HANGING) + line),
  ].join('\n')
}

/** The number of results of each status, as a sentence. */
export function summaryOf({ checks, calls }: Pick<Report, 'checks' | 'calls'>): string {
  const count = (status: CheckResult['status']) => checks.filter((check) => check.status === status).length
  return `Passed: ${count('passed')}. Warnings: ${count('warning')}. Failed: ${count('failed')}. Reads made: ${calls}.`
}

/** A word, or code with its spaces. */
const WORD = /(?:`[^`]*`|\S)+/g

/** Divides a text into lines that leave room for a margin. A word that is longer than a line is divided too. */
function wrapped(text: string, margin: number): string[] {
  const width = COLUMNS - margin
  const words = printable(text).match(WORD) ?? []
  const lines: string[] = []
  for (const word of words.flatMap((word) => word.match(new RegExp(`.{1,${width}}`, 'g')) ?? [])) {
    const line = lines.pop() ?? ''
    const longer = `${line} ${word}`.trimStart()
    if (longer.length <= width) lines.push(longer)
    else lines.push(line, word)
  }
  return lines
}

/** A text in which nothing controls the terminal: IDs, permissions and names of columns are what the service sent. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (character) => `\\u{${Number(character.codePointAt(0)).toString(16)}}`)
}
