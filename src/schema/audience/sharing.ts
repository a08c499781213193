import { getAccount, listAccounts, type AccountRow } from '../../rest/account/account.ts'
import { listFeatures } from '../../rest/account/feature.ts'
import { isSameId } from '../../rest/value.ts'
import { callsCost } from '../cost/cost.ts'
import { type Check, type Key, rulesFor, type Stored, UNKNOWN } from '../kit.ts'
import { asStored, idColumn, known, type StoredRow } from '../write/known.ts'
import { need } from '../write/rule.ts'

/** The feature of an owner that shares audiences with any account (Ads Management Interface, section 4.9). */
const OUTSIDE_BUSINESS = 'SHARE_AUDIENCE_OUTSIDE_BUSINESS'

/** What decides if an account can share an audience with another one. */
interface Sharing {
  giver: StoredRow<AccountRow> | null
  taker: StoredRow<AccountRow> | null
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
      const read = async (id: string) => asStored(await loaders.byId(listAccounts, {}, { alone: true })(id))
      const giver = await read(owner)
      const taker = await read(granted)
      const [one, other] = [businessOf(giver), businessOf(taker)]
      if (typeof one !== 'string' || typeof other !== 'string' || one === other) return { giver, taker }
      return { giver, taker, features: await loaders.once(listFeatures, { account_id: owner }) }
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

const businessOf = (account: StoredRow<AccountRow> | null | undefined) => known(account, 'business_id', idColumn)

const rule = rulesFor<{ grantedAccountId: string }>()

/** The rule that an audience is shared with another account. */
export const grantRule = (owner: string, granted: string | undefined) =>
  rule(null, ['grantedAccountId'], () => !isSameId(granted, owner), 'is the account that owns the audience')

/**
 * The rule that an audience can be shared with an account: both accounts are of the same business, or the owner has the
 * feature for others (R-AUD-17). It stays unchecked if the caller cannot see the business of either account.
 */
export function sharingRule(sharing: Sharing | undefined) {
  const business = (account: StoredRow<AccountRow> | null | undefined) => need(businessOf(account)) ?? need(UNKNOWN)
  return rule(
    'R-AUD-17',
    ['grantedAccountId'],
    () => business(sharing?.giver) === business(sharing?.taker) || (sharing?.features ?? []).includes(OUTSIDE_BUSINESS),
    `is the ID of an account of another business; sharing with it requires the feature ${OUTSIDE_BUSINESS}`,
  )
}
