import { getNamedType, isInputObjectType } from 'graphql'
import { RefusedByBreaker, UpstreamError, type UpstreamProblem } from '../../rest/errors.ts'
import { camelCase } from '../wire-name.ts'
import type { Check, InputProblem } from './input.ts'

/** Returns the field for a problem that does not identify a field of the input. Undefined: it is about the whole input. */
export type FieldOf<Input> = (problem: UpstreamProblem) => (keyof Input & string) | undefined

/**
 * Whether the service refused the input, so that nothing was changed: 400 with a reason, 404 (an entity in the path does
 * not exist) or 409. A refusal of credentials with one of these statuses is not about the input.
 */
export function isRefusal(error: unknown): error is UpstreamError {
  if (!(error instanceof UpstreamError) || error.code === 'UNAUTHENTICATED') return false
  return error.status === 404 || error.status === 409 || (error.status === 400 && error.errors.length > 0)
}

/** Whether a write had a success status but an unreadable response body: the service accepted it. */
export function isUnreadable(error: unknown): error is UpstreamError {
  return isAnswered(error) && !error.isOfOther
}

/** Whether a write had a success status, but its response cannot be used: it is unreadable, or about another entity. */
export function isAnswered(error: unknown): error is UpstreamError {
  // What a write reads before it is sent changes nothing.
  return error instanceof UpstreamError && error.outcomeUnknown && error.status !== undefined && error.status < 300
}

/** Whether a look that failed like this can succeed seconds later. Otherwise waiting for it only holds resources. */
export function isShortOutage(error: UpstreamError): boolean {
  if (error instanceof RefusedByBreaker) return false
  return error.code === 'UPSTREAM_UNAVAILABLE' || error.code === 'UPSTREAM_TIMEOUT'
}

/** The user errors of a refused call. */
export function refusalErrors(
  error: UpstreamError,
  check: Check<object>,
  fieldOf?: (problem: UpstreamProblem) => string | undefined,
): InputProblem[] {
  const { code, message, status, errors } = error
  const problems: readonly UpstreamProblem[] = errors.length > 0 ? errors : [{ code, message }]
  return problems.map((problem) => {
    const field = (status === 404 ? check.ids.addressed : undefined) ?? fieldOf?.(problem)
    return refusalError(problem, check, field)
  })
}

/**
 * The user error of a problem, at the field that the problem identifies, whether the input has a value there or not. A
 * problem that identifies no field of the input is at `field`, or else at the whole input.
 */
export function refusalError(
  { code, message, parameter, attribute }: UpstreamProblem,
  check: Check<object>,
  field?: string,
): InputProblem {
  const { input, path } = check
  // Some responses to batches have `params.` before the parameter name.
  const name = camelCase((parameter || attribute || '').replace(/^params\./, ''))
  // The global ID of the target includes the account.
  const inTarget = name === 'accountId' && !Object.hasOwn(input, name) ? check.ids.target?.field : undefined
  const at = inTarget ?? (hasField(check, name) ? name : field)
  return { code: String(code), message, rule: null, field: at === undefined ? [...path] : [...path, at] }
}

/** Whether the type of an input has a field of this name. */
function hasField({ found, path }: Check<object>, name: string): boolean {
  let type: unknown = found.type
  for (const part of [...path.slice(1), name]) {
    if (/^\d+$/.test(part)) continue
    const field = isInputObjectType(type) ? type.getFields()[part] : undefined
    if (!field) return false
    type = getNamedType(field.type)
  }
  return true
}
