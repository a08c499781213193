import type { Plugin } from 'graphql-yoga'
import { refusal } from '../http/refusal.ts'

/** Refuses a GET request whose variables or extensions are not valid JSON, with 400. */
export const searchParamsPlugin: Plugin = {
  onRequestParse({ request: { method }, url }) {
    if (method !== 'GET') return
    for (const name of ['variables', 'extensions'])
      if (!isJson(url.searchParams.get(name) || '{}'))
        throw refusal('BAD_REQUEST', 400, `The parameter ${name} is not valid JSON`)
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
