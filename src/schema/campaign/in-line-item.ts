import type { Context } from '../../context.ts'
import { listLineItems, type LineItemRow } from '../../rest/campaign/line-item.ts'
import type { InputFields } from '../builder.ts'
import { accountField, type Check } from '../write/input.ts'

/** The input fields for the account and the line item of an entity to create. */
export const inLineItem = (t: InputFields) => ({
  ...accountField(t),
  lineItemId: t.id({ required: true, description: "The line item: its global ID or the service's ID." }),
})

/** Reads the line item that an input refers to, for the rules that depend on it. Null if it does not exist. */
export function readLineItem<Input extends { lineItemId: string }>(
  { loaders }: Context,
  check: Check<Input>,
  account: string,
): Promise<LineItemRow | null> {
  const id = check.id('lineItemId', 'LineItem', account) ?? ''
  return loaders.byId(listLineItems, { account_id: account })(id)
}
