import { listLineItems } from '../../rest/campaign/line-item.ts'
import { type InputFields, ownAccountField, rowKey } from '../kit.ts'

export const inLineItem = (t: InputFields) => ({
  ...ownAccountField(t),
  ...t.required({
    lineItemId: ['ID', "The line item: its global ID or the service's ID."],
  }),
})

/** The parent of a new entity with the fields of `inLineItem`. */
export const IN_LINE_ITEM = { type: 'LineItem', id: 'lineItemId' } as const

/** The description of the argument that filters a list by line item. */
export const IN_LINE_ITEMS = 'Return only items of these line items, up to 200 IDs.'

export const lineItemKey = (account: string, id = '') => rowKey(listLineItems, account, id)
