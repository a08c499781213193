import { useApolloClient } from '@apollo/client/react'
import { memo, useMemo } from 'react'
import { campaignChange } from '../edit/change.ts'
import type { Field } from '../edit/editor.tsx'
import type { CampaignFragment } from '../graphql.ts'
import { LineItems } from '../line-item/line-items.tsx'
import { Row } from '../row/row.tsx'

interface CampaignItemProps {
  campaign: CampaignFragment
  isOpen: boolean
  onToggle: (id: string) => void
}

/** A campaign and, when it is open, its line items. */
export const CampaignItem = memo(function CampaignItem({ campaign, isOpen, onToggle }: CampaignItemProps) {
  const client = useApolloClient()
  const { dailyBudgetAmountLocalMicro, totalBudgetAmountLocalMicro } = campaign
  const fields = useMemo<Field[]>(
    () => [
      { name: 'dailyBudgetAmountLocalMicro', label: 'Daily budget', micros: dailyBudgetAmountLocalMicro },
      { name: 'totalBudgetAmountLocalMicro', label: 'Total budget', micros: totalBudgetAmountLocalMicro },
    ],
    [dailyBudgetAmountLocalMicro, totalBudgetAmountLocalMicro],
  )
  return (
    <li>
      <Row
        entity={campaign}
        fields={fields}
        change={campaignChange(client, campaign)}
        isOpen={isOpen}
        onToggle={() => onToggle(campaign.id)}
      >
        <LineItems campaignId={campaign.id} />
      </Row>
    </li>
  )
})
