import { CombinedGraphQLErrors } from '@apollo/client/errors'
import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { LineItemsDocument } from '../graphql.ts'
import { reasonAt, type Reason } from '../list/failure.tsx'

/** One query asks for at most this many campaigns: the service reads their line items in one call and its next pages. */
const MAX_CAMPAIGNS = 200

/** A function that calls `run` once with the IDs of all its calls in one turn. */
function together(run: (ids: string[]) => void): (ids: readonly string[]) => void {
  const due = new Set<string>()
  return (ids) => {
    if (due.size === 0)
      queueMicrotask(() => {
        run([...due])
        due.clear()
      })
    for (const id of ids) due.add(id)
  }
}

/**
 * Reads the line items of campaigns into the cache, those of each page in one query. Gives the function that reads them again,
 * and why they could not be read, by the ID of the campaign.
 */
export function useLineItems(campaigns: readonly { id: string }[]) {
  const client = useApolloClient()
  const known = useRef(new Set<string>())
  const [failures, setFailures] = useState<ReadonlyMap<string, Reason>>(new Map())
  /** Why it is not known whether posts were rejected. */
  const [unreviewed, setUnreviewed] = useState<Reason>()

  const readPage = useCallback(
    async (campaignIds: string[]) => {
      const variables = { campaignIds }
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
      const isOfPosts =
        CombinedGraphQLErrors.is(error) && error.errors.find(({ path }) => path?.at(-1) === 'promotedPosts')
      setUnreviewed(isOfPosts ? reasonAt(error, ...(isOfPosts.path ?? [])) : undefined)
    },
    [client],
  )
  const read = useMemo(
    () =>
      together((ids) => {
        for (let start = 0; start < ids.length; start += MAX_CAMPAIGNS)
          void readPage(ids.slice(start, start + MAX_CAMPAIGNS))
      }),
    [readPage],
  )
  useEffect(() => {
    const added = campaigns.filter(({ id }) => !known.current.has(id)).map(({ id }) => id)
    for (const id of added) known.current.add(id)
    if (added.length > 0) read(added)
  }, [campaigns, read])

  return { read, failures, unreviewed }
}
