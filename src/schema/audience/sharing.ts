import { getAccount, listAccounts, type AccountRow } from '../../rest/account/account.ts'
import { listFeatures } from '../../rest/account/feature.ts'
import { type Check, type Key, type Stored, UNKNOWN } from '../kit.ts'
import { callsCost } from '../cost/cost.ts'

/** The feature of an owner that shares audiences with any account (Ads Management Interface, section 4.9). */
const OUTSIDE_BUSINESS = 'SHARE_AUDIENCE_OUTSIDE_BUSINESS'

/** What decides if an account can share an audience with another one. */
interface Sharing {
  giver: AccountRow | null
  taker: AccountRow | null
  /** The features of the giver, if the businesses differ. */
  features?: readonly string[] | null
}

/** The accounts that share an audience, and the features of its owner if they decide. */
export function sharingKey(owner: string, granted = ''): Key<Sharing> {
  const id = `sharing ${owner} ${granted}`
  return {
    id,
    group: id,
    costs: () => [callsCost(getAccount, 2), callsCost(listAccounts, 2), callsCost(listFeatures, 1)],
    async read({ loaders }) {
      // One after the other: together, they would be read from the list of accounts, whose rate limit is low.
      const giver = await loaders.byId(listAccounts, {}, { alone: true })(owner)
      const taker = await loaders.byId(listAccounts, {}, { alone: true })(granted)
      const differ = giver?.business_id && taker?.business_id && giver.business_id !== taker.business_id
      return { giver, taker, ...(differ && { features: await loaders.once(listFeatures, { account_id: owner }) }) }
    },
  }
}

/** The rule that the permission to revoke is one of the audience, whose permissions with its ID these are. */
export function revocationRule(check: Check<{ permissionId: string }>, permissions: Key<readonly object[]>) {
  return {
    params: {},
    dependsOn: [permissions],
    review(stored: Stored) {
      if (stored.get(permissions)?.length === 0)
        check.refuse('permissionId', 'is not the ID of a permission of the audience')
    },
  }
}

/**
 * Validates that an audience can be shared with an account: both accounts are of the same business, or the owner has the
 * feature for others (R-AUD-17). The rule stays unchecked if the caller cannot see the business of either account.
 */
export function checkSharing(check: Check<{ grantedAccountId: string }>, sharing: Sharing | undefined): void {
  const { giver, taker, features } = sharing ?? {}
  const areKnown = giver?.business_id && taker?.business_id
  const canShare = giver?.business_id === taker?.business_id || Boolean(features?.includes(OUTSIDE_BUSINESS))
  check.that(
    areKnown ? canShare : UNKNOWN,
    'grantedAccountId',
    'R-AUD-17',
    `is the ID of an account of another business; sharing with it requires the feature ${OUTSIDE_BUSINESS}`,
  )
}
