import { refusal } from '../http/refusal.ts'
import { PLAN_HEADER } from '../observe/plan.ts'
import { TRACE_HEADER } from '../observe/trace.ts'
import type { RequestCheck } from './check.ts'
import { jsonIn } from './request-body.ts'

const VALUES: readonly (readonly [name: string, values: readonly string[]])[] = [
  [PLAN_HEADER, ['0', '1', 'dry-run']],
  [TRACE_HEADER, ['0', '1']],
]

/** The parameters of an operation in a URL. */
const PARAMETERS = ['query', 'operationName', 'documentId', 'variables', 'extensions'] as const

/** A percent sign that is not the code of a byte. */
const NO_CODE = /%(?![\da-f]{2})/gi

/**
 * Whether headers with fixed values have one of them, and the parameters in a URL are given once, are UTF-8, and are JSON where they
 * should be. A misspelled `dry-run` must not execute a mutation.
 */
export const hasValidParameters: RequestCheck = ({ request: { method }, url, context: { req } }) => {
  for (const [name, values] of VALUES) {
    const value = req.headers[name]
    if (value === undefined || values.includes(String(value))) continue
    const allowed = `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
    return refusal('BAD_USER_INPUT', 400, `The header ${name} must be ${allowed}. Nothing was executed`)
  }
  if (method !== 'GET') return undefined
  // A proxy that looks at the operation may take another one of two.
  const twice = PARAMETERS.find((name) => url.searchParams.getAll(name).length > 1)
  if (twice) return refusal('BAD_REQUEST', 400, `The URL has the parameter ${twice} more than once`)
  if (!isUtf8(url.search)) return refusal('BAD_REQUEST', 400, 'The parameters of the URL are not valid UTF-8')
  for (const name of ['variables', 'extensions']) jsonIn(url.searchParams.get(name) || '{}', `The parameter ${name}`)
  return undefined
}

/** Whether the bytes of a query string are UTF-8. Others would be replaced by U+FFFD. */
function isUtf8(search: string): boolean {
  try {
    decodeURIComponent(search.replace(NO_CODE, '%25'))
    return true
  } catch {
    return false
  }
}
