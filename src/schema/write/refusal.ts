import { UpstreamError, type UpstreamProblem } from '../../rest/errors.ts'
import { camelCase } from '../scalar/wire-name.ts'
import type { Check, InputProblem } from './input.ts'

/** Gives the field that a refusal is about which names no field of the input; undefined: it is about all of the input. */
export type FieldOf<Input> = (problem: UpstreamProblem) => (keyof Input & string) | undefined

/**
 * Whether the service refused the input, so that nothing was changed: 400 with a reason, 404 (what the path names does not
 * exist) or 409. Credentials that the gateway refuses with one of these are not about the input.
 */
export function isRefusal(error: unknown): error is UpstreamError {
  if (!(error instanceof UpstreamError) || error.code === 'UNAUTHENTICATED') return false
  return error.status === 404 || error.status === 409 || (error.status === 400 && error.errors.length > 0)
}

/** Whether a write was answered with a good status and something that cannot be read: it was most likely carried out. */
export function isUnreadable(error: unknown): error is UpstreamError {
  return error instanceof UpstreamError && error.status !== undefined && error.status < 300
}

/** The user errors of a refused call. */
export function refusalErrors<Input extends object>(
  error: UpstreamError,
  check: Check<Input>,
  fieldOf?: FieldOf<Input>,
): InputProblem[] {
  const { code, message, status, errors } = error
  const problems: readonly UpstreamProblem[] = errors.length > 0 ? errors : [{ code, message }]
  return problems.map((problem) => {
    const field = fieldOf?.(problem) ?? (status === 404 ? check.addressed : undefined)
    return refusalError(problem, check, field)
  })
}

/**
 * The user error of one problem, at the field that it names, whether the input has a value there or not. A problem that
 * names no field of the input is about `field`, or else about all of the input.
 */
export function refusalError<Input extends object>(
  { code, message, parameter, attribute }: UpstreamProblem,
  check: Check<Input>,
  field?: string,
): InputProblem {
  const { input, path } = check
  // Some answers to a batch write `params.` before the parameter's name.
  const named = camelCase((parameter || attribute || '').replace(/^params\./, ''))
  const problem = { code: String(code), message, rule: null }
  if (Object.hasOwn(input, named)) return { ...problem, field: [...path, named] }
  // A global id of the target names the account, too.
  if (named === 'accountId' && check.target) return { ...problem, field: [...path, check.target.field] }
  if (check.hasField(named)) return { ...problem, field: [...path, named] }
  return { ...problem, field: field === undefined ? [...path] : [...path, field] }
}
