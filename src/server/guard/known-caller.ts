import type { Plugin } from 'graphql-yoga'
import type { RequestContext } from '../admission/admission.ts'
import { unauthorized } from '../http/refusal.ts'

/** Refuses callers without a valid token with 401, before their operation is read. */
export const knownCallerPlugin: Plugin<object, RequestContext> = {
  async onRequestParse({ serverContext }) {
    const { refused, unknown } = await serverContext.caller
    if (refused && unknown) throw unauthorized(refused)
  },
}
