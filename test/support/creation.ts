import { accounts } from '../../sandbox/account/account.ts'
import { userPermissions } from '../../sandbox/account/authenticated-user-access.ts'
import { curatedCategories } from '../../sandbox/account/curated-category.ts'
import { fundingInstruments } from '../../sandbox/account/funding-instrument.ts'
import { promotableUsers } from '../../sandbox/account/promotable-user.ts'
import { customAudiences } from '../../sandbox/audience/custom-audience.ts'
import { tailoredAudiencePermissions } from '../../sandbox/audience/tailored-audience-permission.ts'
import { campaigns } from '../../sandbox/campaign/campaign.ts'
import { lineItems } from '../../sandbox/campaign/line-item.ts'
import { accountMedia } from '../../sandbox/creative/account-media.ts'
import { draftPosts } from '../../sandbox/creative/draft-post.ts'
import { mediaLibrary } from '../../sandbox/creative/media.ts'
import { posts } from '../../sandbox/creative/post.ts'
import { scheduledPosts } from '../../sandbox/creative/scheduled-post.ts'
import {
  DEMO_ACCOUNT_ID,
  EURO_ACCOUNT_ID,
  NO_ACCOUNT,
  SMALL_ACCOUNT_ID,
  TAILORED_AUDIENCE_ID,
  type Row,
  type Store,
  type TableDefinition,
} from '../../sandbox/index.ts'
import { pickBy } from '../../src/json/object.ts'
import { exampleInput, WRITES } from '../wire/write-case.ts'
import { LATER } from './later.ts'

/** The rows of the demo account that new accounts have too. */
export interface Parents {
  fundingInstrumentId: string
  campaignId: string
  /** A line item of posts, and one of accounts. */
  lineItemId: string
  followersId: string
  curatedCategoryId: string
  accountMediaId: string
  audienceId: string
  mobileAudienceId: string
  asUserId: string
  imageKey: string
  videoKey: string
  draftPostId: string
  scheduledPostId: string
  postIds: string[]
}

/** Makes accounts that have one row of each kind that others are made below. */
export function accountMaker(store: Store): { parents: Parents; make: (account: string) => void } {
  // The first new ID makes the rows of all accounts, which takes longer than a write may.
  store.table(campaigns).newId()
  const copied: [TableDefinition<Row>, Row][] = []
  const one = <R extends Row>(table: TableDefinition<R>, keep: (row: R) => boolean = () => true) => {
    const found = [...store.table(table).each(DEMO_ACCOUNT_ID)].find((row) => !row.deleted && keep(row))
    if (!found) throw new Error(`The demo account has none of these ${table.name}`)
    copied.push([table as unknown as TableDefinition<Row>, found])
    return found.id
  }
  const lineItem = (product: string) => one(lineItems, (row) => row.product_type === product)
  const user = [...store.table(promotableUsers).each(DEMO_ACCOUNT_ID)].find(
    (row) => row.promotable_user_type === 'FULL' && !row.deleted,
  )!
  one(promotableUsers, (row) => row.id === user.id)
  const [post] = [...store.table(posts).each(DEMO_ACCOUNT_ID)].filter(
    (row) => row.user_id === user.user_id && !row.deleted,
  )
  const postIds = Array.from({ length: 51 }, (_, nth) => String(1_700_000_000_000_000_000n + BigInt(nth)))
  for (const id of postIds) copied.push([posts as unknown as TableDefinition<Row>, { ...post!, id }])
  const parents: Parents = {
    fundingInstrumentId: one(fundingInstruments, (row) => row.entity_status === 'ACTIVE'),
    lineItemId: lineItem('PROMOTED_POSTS'),
    followersId: lineItem('PROMOTED_ACCOUNT'),
    // New line items need not be like others of their campaign, because it has none.
    campaignId: one(campaigns, ({ id }) =>
      copied.every(([, row]) => !('campaign_id' in row) || row.campaign_id !== id),
    ),
    curatedCategoryId: [...store.table(curatedCategories).each(NO_ACCOUNT)][0]!.id,
    accountMediaId: one(accountMedia),
    audienceId: one(customAudiences, (row) => row.owner_account_id === DEMO_ACCOUNT_ID),
    mobileAudienceId: one(customAudiences, (row) => row.audience_type === 'MOBILE_AUDIENCE'),
    asUserId: user.user_id,
    imageKey: one(mediaLibrary, (row) => row.media_type === 'IMAGE' && !row.media_key.endsWith('0')),
    videoKey: one(mediaLibrary, (row) => row.media_type === 'VIDEO' && !row.media_key.endsWith('0')),
    draftPostId: one(draftPosts),
    scheduledPostId: one(scheduledPosts, (row) => row.scheduled_status === 'SCHEDULED'),
    postIds,
  }
  const permission = [...store.table(tailoredAudiencePermissions).each(DEMO_ACCOUNT_ID)].find(
    (row) => row.tailored_audience_id === TAILORED_AUDIENCE_ID,
  )!
  const granted = { ...permission, granted_account_id: EURO_ACCOUNT_ID }
  copied.push([tailoredAudiencePermissions as unknown as TableDefinition<Row>, granted])
  for (const right of store.table(userPermissions).each(DEMO_ACCOUNT_ID)) copied.push([userPermissions, right])
  return {
    parents,
    make(account) {
      const like = store.table(accounts).find(NO_ACCOUNT, DEMO_ACCOUNT_ID)!
      store.table(accounts).insert(NO_ACCOUNT, { ...like, id: account })
      for (const [table, row] of copied)
        store
          .table(table)
          .insert(account, 'owner_account_id' in row ? ({ ...row, owner_account_id: account } as Row) : row)
    },
  }
}

/** A mutation that makes something. */
export interface Creation {
  mutation: string
  /** How many rows it makes. */
  rows: number
  /** Makes the input for an account; `authorize` gives the input of an access token. Undefined for a mutation without one. */
  input?: (account: string, parents: Parents, authorize: () => Promise<object>) => object | Promise<object>
  /** Whether its operations are sent in several calls. */
  split?: boolean
  /**
   * `many` equal rows can exist, by default. Of a `name` there is only one, as there is only `one` of others. What is `hidden`
   * cannot be looked for, and what is `cached` by Adgraph is not requested again.
   */
  kind?: 'many' | 'name' | 'one' | 'hidden' | 'cached'
}

const TIMES = { startTime: '2030-01-01T08:00:00Z', endTime: '2030-07-01T08:00:00Z' }
const campaign = ({ fundingInstrumentId }: Parents, name = 'Spring') => ({
  fundingInstrumentId,
  name,
  dailyBudgetAmountLocalMicro: '5000000',
  entityStatus: 'PAUSED',
})
const lineItem = ({ campaignId }: Parents, name = 'Breakfast') => ({
  campaignId,
  name,
  objective: 'ENGAGEMENTS',
  productType: 'PROMOTED_POSTS',
  placements: ['ALL_ON_SVC'],
  bidStrategy: 'AUTO',
  ...TIMES,
  entityStatus: 'PAUSED',
})
const criterion = ({ lineItemId }: Parents, targetingValue = 'fresh bread, warm') => ({
  lineItemId,
  targetingType: 'BROAD_KEYWORD',
  operatorType: 'EQ',
  targetingValue,
})
const audience = ({ mobileAudienceId }: Parents, name: string) => ({
  audienceType: 'FLEXIBLE',
  name,
  segments: { booleanOperator: 'AND', childSegments: [{ customAudienceId: mobileAudienceId, lookbackWindow: 7 }] },
})
const conversation = (mediaKey: string) => ({
  name: 'Card',
  mediaKey,
  firstCta: '#Day',
  firstCtaPost: 'By day, with #Day & more',
  title: 'When?',
  thankYouText: 'Thanks',
})
const POST = { text: 'Fresh bread, every day: 100 % ü' }
const PERMISSION = { grantedAccountId: SMALL_ACCOUNT_ID, permissionLevel: 'READ_ONLY' }

type Made = (parents: Parents, name?: string) => object

/** A batch, alone with two operations and split with one more than a call takes. */
function batches(mutation: string, most: number, make: (parents: Parents, name: string) => object): Creation[] {
  const input = (count: number) => (accountId: string, parents: Parents) => ({
    accountId,
    operations: Array.from({ length: count }, (_, nth) => ({ create: make(parents, `N ${nth}`) })),
  })
  return [
    { mutation, rows: 2, input: input(2) },
    { mutation, rows: most + 1, input: input(most + 1), split: true },
  ]
}

const single = (mutation: string, make: Made, kind?: Creation['kind']): Creation => ({
  mutation,
  rows: 1,
  input: (accountId, parents) => ({ ...make(parents), accountId }),
  ...(kind && { kind }),
})
const promoted =
  (count: number) =>
  (accountId: string, { lineItemId, postIds }: Parents) => ({
    accountId,
    lineItemId,
    postIds: postIds.slice(0, count),
  })

/** The mutations whose inputs are no examples, and the batches, each split too. */
const OTHERS: readonly Creation[] = [
  single('createCampaign', campaign),
  ...batches('batchCampaigns', 40, campaign),
  // Equal operations of one call are interchangeable.
  {
    mutation: 'batchCampaigns',
    rows: 2,
    input: (accountId, parents) => ({
      accountId,
      operations: [{ create: campaign(parents) }, { create: campaign(parents) }],
    }),
  },
  single('createLineItem', lineItem),
  ...batches('batchLineItems', 40, lineItem),
  single('createTargetingCriterion', criterion),
  ...batches('batchTargetingCriteria', 500, criterion),
  { mutation: 'createPromotedPosts', rows: 2, input: promoted(2) },
  { mutation: 'createPromotedPosts', rows: 51, input: promoted(51), split: true },
  single(
    'createPromotedAccount',
    ({ followersId, asUserId }) => ({ lineItemId: followersId, userId: asUserId }),
    'one',
  ),
  single('createFundingInstrument', () => ({
    currency: 'USD',
    type: 'CREDIT_LINE',
    startTime: TIMES.startTime,
    creditLimitLocalMicro: '9007199254740993',
  })),
  single('createCustomAudience', () => ({ name: 'Bakers' }), 'name'),
  ...batches('batchCustomAudiences', 10, audience).map((each): Creation => ({ ...each, kind: 'name' })),
  single(
    'grantCustomAudiencePermission',
    ({ audienceId: customAudienceId }) => ({ customAudienceId, ...PERMISSION }),
    'one',
  ),
  single('grantTailoredAudiencePermission', () => ({ tailoredAudienceId: TAILORED_AUDIENCE_ID, ...PERMISSION }), 'one'),
  single('createDoNotReachList', () => ({ description: 'Staff' }), 'one'),
  single('createCard', ({ imageKey: mediaKey }) => ({
    name: 'Card',
    components: [{ media: { mediaKey } }, { details: { title: 'Shop', destination: { url: 'https://shop.example' } } }],
  })),
  single('createImageConversationCard', ({ imageKey }) => conversation(imageKey)),
  single('createVideoConversationCard', ({ videoKey }) => conversation(videoKey)),
  single('createPollCard', () => ({
    name: 'Poll',
    durationInMinutes: 60,
    firstChoice: 'Sea',
    secondChoice: 'Hills',
  })),
  single('addMediaToLibrary', () => ({ mediaKey: '3_1234567890123456789', name: 'New' }), 'one'),
  single('createPost', ({ asUserId }) => ({ asUserId, ...POST })),
  single('createDraftPost', ({ asUserId, imageKey }) => ({ asUserId, ...POST, mediaKeys: [imageKey] })),
  single('createScheduledPost', ({ asUserId }) => ({ asUserId, ...POST, scheduledAt: LATER })),
  single('sendDraftPostPreview', ({ draftPostId }) => ({ draftPostId }), 'hidden'),
  { mutation: 'createAccount', rows: 1, kind: 'hidden' },
  { mutation: 'createBearerToken', rows: 1, kind: 'cached' },
  { mutation: 'createRequestToken', rows: 1, kind: 'hidden', input: () => ({ callback: 'oob' }) },
  { mutation: 'createAccessToken', rows: 1, kind: 'hidden', input: (_account, _parents, authorize) => authorize() },
]

/** Every mutation that makes something. Usually its input is the example, with the IDs of rows that exist. */
export const CREATIONS: readonly Creation[] = [
  ...OTHERS,
  ...WRITES.filter(
    ({ endpoint, mutation }) =>
      /^POST 12 accounts\/:account_id\/\w+$/.test(endpoint) &&
      mutation.startsWith('create') &&
      !OTHERS.some((other) => other.mutation === mutation),
  ).map(({ mutation }) =>
    single(mutation, (parents) => {
      const input = exampleInput(mutation)
      return { ...input, ...pickBy({ ...parents }, (_, name) => name in input) }
    }),
  ),
]
