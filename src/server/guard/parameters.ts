import type { Plugin } from 'graphql-yoga'
import type { RequestContext } from '../admission/admission.ts'
import { refusal } from '../http/refusal.ts'
import { PLAN_HEADER } from '../observe/plan.ts'
import { TRACE_HEADER } from '../observe/trace.ts'
import { jsonIn } from './request-body.ts'

const VALUES: readonly (readonly [name: string, values: readonly string[]])[] = [
  [PLAN_HEADER, ['0', '1', 'dry-run']],
  [TRACE_HEADER, ['0', '1']],
]

/**
 * Refuses an unknown value of a header with fixed values, and variables or extensions in a URL that are not valid JSON, with
 * 400. A misspelled `dry-run` must not execute a mutation.
 */
export const parametersPlugin: Plugin<object, RequestContext> = {
  onRequestParse({ request: { method }, url, serverContext: { req } }) {
    for (const [name, values] of VALUES) {
      const value = req.headers[name]
      if (value === undefined || values.includes(String(value))) continue
      const allowed = `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
      throw refusal('BAD_USER_INPUT', 400, `The header ${name} must be ${allowed}. Nothing was executed`)
    }
    for (const name of method === 'GET' ? ['variables', 'extensions'] : [])
      jsonIn(url.searchParams.get(name) || '{}', `The parameter ${name}`)
  },
}
