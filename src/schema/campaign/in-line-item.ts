import { listLineItems } from '../../rest/campaign/line-item.ts'
import type { InputFields } from '../builder.ts'
import { ownAccountField } from '../write/input.ts'
import { rowKey } from '../write/stored.ts'

/** The input fields for the account and the line item of an entity to create. */
export const inLineItem = (t: InputFields) => ({
  ...ownAccountField(t),
  lineItemId: t.id({ required: true, description: "The line item: its global ID or the service's ID." }),
})

/** The line item of an account. */
export const lineItemKey = (account: string, id = '') => rowKey(listLineItems, { account_id: account }, id)
