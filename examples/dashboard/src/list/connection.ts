import type { FieldPolicy } from '@apollo/client'
import { relayStylePagination } from '@apollo/client/utilities'

/**
 * The cache policy of a list: its pages are joined, one list for each combination of `keyArgs`.
 *
 * A list is null if it could not be read. `relayStylePagination` would store this as an empty list with a next page; here
 * it stays null, unless pages of the list are known already.
 */
export function connection(keyArgs: NonNullable<FieldPolicy['keyArgs']> = []): FieldPolicy {
  const policy = relayStylePagination(keyArgs)
  const { merge } = policy
  if (typeof merge !== 'function') throw new Error('relayStylePagination has no merge function')
  return {
    ...policy,
    merge: (existing, incoming, options) =>
      incoming === null ? (existing ?? null) : merge(existing ?? undefined, incoming, options),
  }
}
