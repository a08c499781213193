import type { Cost } from '../cost/cost.ts'
import { callsCost } from '../cost/write-cost.ts'
import type { Context } from '../../context.ts'
import { getAccount, listAccounts } from '../../rest/account/account.ts'
import { listFeatures } from '../../rest/account/feature.ts'
import type { Check } from '../write/input.ts'

/** The feature of an owner that shares audiences with any account (Ads Management Interface, section 4.9). */
const OUTSIDE_BUSINESS = 'SHARE_AUDIENCE_OUTSIDE_BUSINESS'

/** The cost of the data that `validateSharing` reads. */
export function sharingCosts(): Cost[] {
  return [callsCost(getAccount, 2), callsCost(listAccounts, 2), callsCost(listFeatures, 1)]
}

/**
 * Validates that an audience can be shared with an account: both accounts are of the same business, or the owner has the
 * feature for others (R-AUD-17). The rule stays unchecked if the caller cannot see the business of either account.
 */
export async function validateSharing(
  { loaders }: Context,
  check: Check<{ grantedAccountId: string }>,
  owner: string,
  granted = '',
): Promise<void> {
  // One after the other: together, they would be read from the list of accounts, whose rate limit is low.
  const giver = await loaders.byId(listAccounts, {}, { alone: true })(owner)
  const taker = await loaders.byId(listAccounts, {}, { alone: true })(granted)
  if (!giver?.business_id || !taker?.business_id) return
  check.markChecked('R-AUD-17')
  if (giver.business_id === taker.business_id) return
  const features = await loaders.once(listFeatures, { account_id: owner })
  check.that(
    Boolean(features?.includes(OUTSIDE_BUSINESS)),
    'grantedAccountId',
    'R-AUD-17',
    `is the ID of an account of another business; sharing with it requires the feature ${OUTSIDE_BUSINESS}`,
  )
}
