import { useFragment } from '@apollo/client/react'
import { AccountSummaryFragmentDoc } from '../graphql.ts'

/** The time zone of the account that an entity belongs to. Takes the global ID of the entity. */
export function useTimeZone(id: string): string | null | undefined {
  const from = { __typename: 'Account', id: `Account:${id.split(':')[1]}` }
  return useFragment({ fragment: AccountSummaryFragmentDoc, from }).data?.timezone
}
