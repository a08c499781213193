import { CombinedGraphQLErrors } from '@apollo/client/errors'
import { useApolloClient } from '@apollo/client/react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { lastDays } from '../campaign/period.ts'
import { AccountDocument, LineItemsDocument } from '../graphql.ts'
import { reasonAt, type Reason } from '../list/failure.tsx'

/** How long a row waits for others that come into view, so that one query reads the line items of all of them. */
const TOGETHER_MS = 30

/** One query asks for at most this many campaigns. */
const MAX_CAMPAIGNS = 50

/** A function that calls `run` once with the IDs of all its calls within `TOGETHER_MS`. */
function together(run: (ids: string[]) => void): (ids: Iterable<string>) => void {
  const due = new Set<string>()
  return (ids) => {
    if (due.size === 0)
      setTimeout(() => {
        run([...due])
        due.clear()
      }, TOGETHER_MS)
    for (const id of ids) due.add(id)
  }
}

/** Why a field that is null in one of the campaigns or line items is so. */
function reasonOf(field: string, error: unknown): Reason | undefined {
  const found = CombinedGraphQLErrors.is(error) && error.errors.find(({ path }) => path?.at(-1) === field)
  return found ? reasonAt(error, ...(found.path ?? [])) : undefined
}

/**
 * Reads line items of campaigns, and what the campaigns cost, into the cache. Gives the function that does it, the one that reads
 * all of them again, and why line items could not be read, by the ID of the campaign.
 */
export function useLineItems(accountId: string) {
  const client = useApolloClient()
  const known = useRef(new Set<string>())
  const [failures, setFailures] = useState<ReadonlyMap<string, Reason>>(new Map())
  /** Why it is not known whether posts were rejected. */
  const [unreviewed, setUnreviewed] = useState<Reason>()
  /** Why it is not known what campaigns cost. */
  const [unspent, setUnspent] = useState<Reason>()

  const readPage = useCallback(
    async (campaignIds: string[]) => {
      // The header has asked for the account already, so this is the same request or none.
      const account = await client.query({ query: AccountDocument, variables: { id: accountId } })
      const variables = { campaignIds, ...lastDays(account.data?.account?.timezone) }
      const { error } = await client.query({ query: LineItemsDocument, variables, fetchPolicy: 'network-only' })
      setFailures((before) => {
        const after = new Map(before)
        for (const [index, id] of campaignIds.entries()) {
          const reason = reasonAt(error, 'nodes', index, 'lineItems')
          if (reason) after.set(id, reason)
          else after.delete(id)
        }
        return after
      })
      setUnreviewed(reasonOf('promotedPosts', error))
      setUnspent(reasonOf('stats', error))
    },
    [client, accountId],
  )
  const read = useMemo(
    () =>
      together((ids) => {
        for (const id of ids) known.current.add(id)
        for (let start = 0; start < ids.length; start += MAX_CAMPAIGNS)
          void readPage(ids.slice(start, start + MAX_CAMPAIGNS))
      }),
    [readPage],
  )
  const readAgain = useCallback(() => read(known.current), [read])
  return { read, readAgain, failures, unreviewed, unspent }
}
