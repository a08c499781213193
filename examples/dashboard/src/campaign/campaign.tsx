import { useApolloClient, useFragment } from '@apollo/client/react'
import { memo, useMemo, useRef } from 'react'
import { useTimeZone } from '../account/time-zone.ts'
import { campaignChange } from '../edit/change.ts'
import type { Field } from '../edit/editor.tsx'
import { LineItemsFragmentDoc, SpendFragmentDoc, type CampaignFragment } from '../graphql.ts'
import { LineItems } from '../line-item/line-items.tsx'
import { warningsOf } from '../line-item/warning.ts'
import type { Reason } from '../list/failure.tsx'
import { useNear } from '../list/near.ts'
import { isLive } from '../row/delivery.tsx'
import { flightOf, formatFlight } from '../row/flight.ts'
import { Row } from '../row/row.tsx'
import { countOf } from '../words.ts'
import { Spend } from './spend.tsx'

interface CampaignItemProps {
  campaign: CampaignFragment
  /** Why its line items could not be read. */
  failure: Reason | undefined
  /** Reads the line items of campaigns. */
  onRead: (campaignIds: string[]) => void
}

/** A campaign and, when it is open, its line items. */
export const CampaignItem = memo(function CampaignItem({ campaign, failure, onRead }: CampaignItemProps) {
  const client = useApolloClient()
  const timeZone = useTimeZone(campaign.id)
  const from = { __typename: 'Campaign', id: campaign.id }
  const read = useFragment({ fragment: LineItemsFragmentDoc, fragmentName: 'LineItems', from })
  const lineItems = read.dataState === 'complete' ? read.data.lineItems : undefined
  const spend = useFragment({ fragment: SpendFragmentDoc, fragmentName: 'Spend', from })
  const isMissing = lineItems === undefined && !failure
  const item = useRef<HTMLLIElement>(null)
  useNear(item, isMissing, () => onRead([campaign.id]))

  const all = lineItems?.edges.map(({ node }) => node)
  const { dailyBudgetAmountLocalMicro, totalBudgetAmountLocalMicro } = campaign
  const fields = useMemo<Field[]>(
    () => [
      { name: 'dailyBudgetAmountLocalMicro', label: 'Daily budget', micros: dailyBudgetAmountLocalMicro },
      { name: 'totalBudgetAmountLocalMicro', label: 'Total budget', micros: totalBudgetAmountLocalMicro },
    ],
    [dailyBudgetAmountLocalMicro, totalBudgetAmountLocalMicro],
  )
  const summary = all && [countOf(all.length, 'line item'), formatFlight(flightOf(all), timeZone)]
  return (
    <li ref={item}>
      <Row
        entity={campaign}
        subtitle={summary ?? [failure ? 'Line items not loaded' : '\u00A0']}
        warnings={all && isLive(campaign) ? warningsOf(all, true) : []}
        spend={
          spend.dataState === 'complete' && <Spend name={campaign.name ?? campaign.restId} stats={spend.data.stats} />
        }
        fields={fields}
        change={campaignChange(client, campaign)}
      >
        <LineItems lineItems={lineItems} failure={failure} onRead={() => onRead([campaign.id])} />
      </Row>
    </li>
  )
})
