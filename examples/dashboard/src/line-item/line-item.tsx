import { useApolloClient } from '@apollo/client/react'
import { memo, useMemo, useState } from 'react'
import { lineItemChange } from '../edit/change.ts'
import type { Field } from '../edit/editor.tsx'
import type { LineItemFragment } from '../graphql.ts'
import { formatMoney } from '../money.ts'
import { Row } from '../row/row.tsx'
import { wordsOf } from '../words.ts'
import { LineItemDetails } from './details.tsx'

/** A line item and, when it is open, what it promotes and to whom. */
export const LineItem = memo(function LineItem({ lineItem }: { lineItem: LineItemFragment }) {
  const client = useApolloClient()
  const [isOpen, setOpen] = useState(false)
  const { objective, bidStrategy, bidAmountLocalMicro, dailyBudgetAmountLocalMicro, currency } = lineItem
  const fields = useMemo<Field[]>(() => {
    const bid: Field = { name: 'bidAmountLocalMicro', label: 'Bid', micros: bidAmountLocalMicro }
    const daily: Field = {
      name: 'dailyBudgetAmountLocalMicro',
      label: 'Daily budget',
      micros: dailyBudgetAmountLocalMicro,
    }
    return bidStrategy === 'AUTO' ? [daily] : [bid, daily]
  }, [bidStrategy, bidAmountLocalMicro, dailyBudgetAmountLocalMicro])
  const bid =
    bidStrategy === null || bidStrategy === 'AUTO'
      ? 'automatic bid'
      : `${bidStrategy === 'MAX' ? 'bid up to' : 'target bid'} ${bidAmountLocalMicro === null ? '–' : formatMoney(bidAmountLocalMicro, currency)}`
  return (
    <li>
      <Row
        entity={lineItem}
        subtitle={[objective && wordsOf(objective), bid].filter(Boolean).join(' · ')}
        fields={fields}
        change={lineItemChange(client, lineItem)}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
      >
        <LineItemDetails lineItemId={lineItem.id} />
      </Row>
    </li>
  )
})
