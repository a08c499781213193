import type { Context } from '../../context.ts'
import { listLineItems, type LineItemRow } from '../../rest/campaign/line-item.ts'
import type { InputFields } from '../builder.ts'
import { accountField, type Check } from '../write/input.ts'

/** Account and line item of what is to be created below one. */
export const inLineItem = (t: InputFields) => ({
  ...accountField(t),
  lineItemId: t.id({ required: true, description: 'The line item, by either kind of id.' }),
})

/** The line item that an input names, read for the rules that depend on it; null if there is none. */
export function readLineItem<Input extends { lineItemId: string }>(
  { loaders }: Context,
  check: Check<Input>,
  account: string,
): Promise<LineItemRow | null> {
  const id = check.id('lineItemId', 'LineItem', account) ?? ''
  return loaders.byId(listLineItems, { account_id: account }, id)
}
