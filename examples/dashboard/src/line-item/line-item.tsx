import { useApolloClient } from '@apollo/client/react'
import { memo, useMemo } from 'react'
import { useTimeZone } from '../account/time-zone.ts'
import { lineItemChange } from '../edit/change.ts'
import type { Field } from '../edit/editor.tsx'
import { formatFlight } from '../row/flight.ts'
import { Money } from '../row/money.tsx'
import { Row } from '../row/row.tsx'
import { wordsOf } from '../words.ts'
import { LineItemDetails } from './details.tsx'
import { warningsOf, type ListedLineItem } from './warning.ts'

/** A line item and, when it is open, what it promotes and to whom. */
export const LineItem = memo(function LineItem({ lineItem }: { lineItem: ListedLineItem }) {
  const client = useApolloClient()
  const timeZone = useTimeZone(lineItem.id)
  const { objective, bidStrategy, bidAmountLocalMicro, dailyBudgetAmountLocalMicro } = lineItem
  const fields = useMemo<Field[]>(() => {
    const bid: Field = { name: 'bidAmountLocalMicro', label: 'Bid', micros: bidAmountLocalMicro }
    const daily: Field = {
      name: 'dailyBudgetAmountLocalMicro',
      label: 'Daily budget',
      micros: dailyBudgetAmountLocalMicro,
    }
    return bidStrategy === 'AUTO' ? [daily] : [bid, daily]
  }, [bidStrategy, bidAmountLocalMicro, dailyBudgetAmountLocalMicro])
  return (
    <li>
      <Row
        entity={lineItem}
        subtitle={[objective && wordsOf(objective), bidOf(lineItem), formatFlight(lineItem, timeZone)]}
        fields={fields}
        warnings={warningsOf([lineItem], false)}
        change={lineItemChange(client, lineItem)}
      >
        <LineItemDetails lineItemId={lineItem.id} />
      </Row>
    </li>
  )
})

function bidOf({ bidStrategy, bidAmountLocalMicro, currency }: ListedLineItem) {
  if (bidStrategy === null || bidStrategy === 'AUTO') return 'automatic bid'
  return (
    <>
      {bidStrategy === 'MAX' ? 'bid up to ' : 'target bid '}
      {bidAmountLocalMicro === null ? '–' : <Money micros={bidAmountLocalMicro} currency={currency} />}
    </>
  )
}
