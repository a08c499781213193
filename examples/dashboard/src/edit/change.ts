import type { ApolloClient } from '@apollo/client'
import {
  DeliveryDocument,
  LineItemsFragmentDoc,
  UpdateCampaignDocument,
  UpdateLineItemDocument,
  type CampaignFragment,
  type EntityStatus,
  type LineItemFragment,
  type RefusalFragment,
  type UpdateCampaignInput,
  type UpdateLineItemInput,
} from '../graphql.ts'
import { reasonAt } from '../list/failure.tsx'

/** What the rows of the dashboard can change. Null removes a budget. */
export type Changes = Partial<
  Pick<
    UpdateCampaignInput & UpdateLineItemInput,
    'name' | 'dailyBudgetAmountLocalMicro' | 'totalBudgetAmountLocalMicro' | 'bidAmountLocalMicro'
  >
> & { entityStatus?: EntityStatus }

/** The outcome of a change: its faults, and the rules that it was checked against. */
export interface Outcome {
  validation: { checked: readonly string[] } | null
  userErrors: readonly RefusalFragment[]
}

/** Makes a change, or only validates it. */
export type Change = (changes: Changes, options?: { validateOnly?: boolean; signal?: AbortSignal }) => Promise<Outcome>

const PAUSED = 'PAUSED_BY_ADVERTISER'

/** The row as it will probably be: shown until the service answers, and taken back if it refuses. */
function expected<Row extends CampaignFragment | LineItemFragment>(row: Row, changes: Changes): Row {
  const { entityStatus } = changes
  if (!entityStatus) return { ...row, ...changes }
  const others = (row.reasonsNotServable ?? []).filter((reason) => reason !== PAUSED)
  const reasonsNotServable = entityStatus === 'PAUSED' ? [PAUSED, ...others] : others
  return { ...row, ...changes, reasonsNotServable, servable: reasonsNotServable.length === 0 }
}

/** Sends only what differs, and no result of a validation to the cache. */
function sendOptions(validateOnly: boolean, signal: AbortSignal | undefined) {
  return validateOnly ? { fetchPolicy: 'no-cache' as const, context: { fetchOptions: { signal } } } : {}
}

function outcomeOf(payload: Outcome | null | undefined, error: Error | undefined): Outcome {
  if (payload) return payload
  const message = reasonAt(error)?.message ?? error?.message ?? 'There was no answer'
  return { validation: null, userErrors: [{ code: 'FAILED', field: [], message, rule: null }] }
}

/** Changes a campaign. A new status is also one of its line items, so their delivery is read again. */
export function campaignChange(client: ApolloClient, campaign: CampaignFragment): Change {
  return async (changes, { validateOnly = false, signal } = {}) => {
    const { data, error } = await client.mutate({
      mutation: UpdateCampaignDocument,
      variables: { input: { campaignId: campaign.id, ...changes }, validateOnly },
      ...(!validateOnly && {
        optimisticResponse: {
          updateCampaign: {
            __typename: 'UpdateCampaignPayload',
            campaign: expected(campaign, changes),
            validation: null,
            userErrors: [],
          },
        },
      }),
      ...sendOptions(validateOnly, signal),
    })
    const outcome = outcomeOf(data?.updateCampaign, error)
    if (!validateOnly && changes.entityStatus && outcome.userErrors.length === 0) void readDelivery(client, campaign.id)
    return outcome
  }
}

/** Changes a line item. */
export function lineItemChange(client: ApolloClient, lineItem: LineItemFragment): Change {
  return async (changes, { validateOnly = false, signal } = {}) => {
    const { data, error } = await client.mutate({
      mutation: UpdateLineItemDocument,
      variables: { input: { lineItemId: lineItem.id, ...changes }, validateOnly },
      ...(!validateOnly && {
        optimisticResponse: {
          updateLineItem: {
            __typename: 'UpdateLineItemPayload',
            lineItem: expected(lineItem, changes),
            validation: null,
            userErrors: [],
          },
        },
      }),
      ...sendOptions(validateOnly, signal),
    })
    return outcomeOf(data?.updateLineItem, error)
  }
}

/** Reads again whether the line items of a campaign that are in the cache can serve: one call for up to 200. */
async function readDelivery(client: ApolloClient, campaignId: string): Promise<void> {
  const fragment = { fragment: LineItemsFragmentDoc, fragmentName: 'LineItems' }
  const cached = client.readFragment({ ...fragment, from: { __typename: 'Campaign', id: campaignId } })
  const ids = cached?.lineItems?.edges.map(({ node }) => node.id) ?? []
  if (ids.length > 0) await client.query({ query: DeliveryDocument, variables: { ids }, fetchPolicy: 'network-only' })
}
