import { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'

/** Refuses a GET whose variables or extensions are no JSON: that is the caller's fault, and not one of ours. */
export const searchParamsPlugin: Plugin = {
  onRequestParse({ request: { method }, url }) {
    if (method !== 'GET') return
    for (const name of ['variables', 'extensions'])
      if (!isJson(url.searchParams.get(name) || '{}'))
        throw new GraphQLError(`The parameter ${name} holds no JSON`, {
          extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
        })
  },
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
