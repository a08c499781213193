import type { Answer, Call, GraphError } from './contract.ts'
import { isPassed } from './marks.ts'

/** Errors of one field that have the same cause. */
export interface Failure {
  /** The response path of the field, such as `account.campaigns`. Empty for the whole operation. */
  field: string
  message: string
  code: string | undefined
  status: number | undefined
  count: number
  /** The attempts of the call that had the most. */
  attempts: number
}

/** The errors of an answer, grouped by field and cause. */
export function failuresOf({ errors = [], extensions }: Answer): Failure[] {
  const groups = new Map<string, Failure>()
  for (const error of errors) {
    const field = fieldOf(error)
    const { code, upstream } = error.extensions ?? {}
    const status = upstream?.status
    const key = JSON.stringify([field, code, status, error.message])
    const group = groups.get(key)
    if (group) group.count += 1
    else {
      const attempts = attemptsOf(extensions?.upstream?.calls ?? [], field)
      groups.set(key, { field, message: error.message, code, status, count: 1, attempts })
    }
  }
  return [...groups.values()].sort((one, other) => other.count - one.count)
}

/** The fields of the operation itself that are null without an error: what they look up does not exist for the caller. */
export function notFoundIn({ data, errors = [] }: Answer): string[] {
  const failed = new Set(errors.map(({ path }) => path?.[0]))
  return Object.entries(data ?? {})
    .filter(([key, value]) => value === null && !failed.has(key))
    .map(([key]) => key)
}

/** The reason why a request has no answer, as the page says it. */
export function noAnswer(error: unknown): string {
  return `The server did not answer: ${(error as Error).message}`
}

/** The response path of an error as plans and traces have it: without indexes, and without `nodes`, `edges` and `node`. */
export function fieldOf({ path = [] }: GraphError): string {
  return path.filter((key, index) => typeof key === 'string' && !(index > 0 && isPassed(key))).join('.')
}

/** Whether a call was answered with an error, or not at all. */
export function isFailed({ status }: Call): boolean {
  return status === null || status >= 400
}

function attemptsOf(calls: readonly Call[], field: string): number {
  const failed = calls.filter((call) => isFailed(call) && call.fields?.includes(field))
  return Math.max(0, ...failed.map(({ attempt }) => attempt))
}
