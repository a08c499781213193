/** The plan of one account of the seed. */
export interface AccountPlan {
  id: string
  name: string
  businessName?: string | null
  /** The business that it belongs to. Accounts of one business can share audiences. */
  businessId?: string
  timezone: string
  industryType?: string
  approvalStatus: string
  currency: string
  /** How many days ago it was opened. */
  ageInDays: number
  deleted?: boolean
  products: readonly string[]
  /** The countries that it advertises in, as country codes of the targeting catalog. */
  markets: readonly string[]
  campaigns: number
  lineItemsPerCampaign: number
  /** The share of its line items that have children, from 0 to 1. */
  childShare: number
  /** The permissions of users, if they are not full. */
  permissions?: readonly string[]
  /** The accounts that it shares some of its audiences with. */
  sharesWith?: readonly string[]
  /** The keys of its beta features. */
  features?: readonly string[]
  /** Whether it has deleted and draft rows too, which lists hide by default. */
  hiddenRows: boolean
}

/** 50 campaigns with 10 line items each, with children of all kinds, and with hidden rows. */
export const DEMO_ACCOUNT_ID = '18ce54d4x5t'

/** 3 campaigns with 4 line items each. */
export const SMALL_ACCOUNT_ID = '18ce5h7k2qa'

/** The documented limits: 200 campaigns with 100 line items each. One in ten line items has children. */
export const LIMIT_ACCOUNT_ID = '18ce53wq9zz'

/** An empty account, without a funding instrument. */
export const EMPTY_ACCOUNT_ID = '18ce55blank'

/** 12 campaigns in euros. */
export const EURO_ACCOUNT_ID = '18ce51alp3n'

/** 8 campaigns in yen, under review. */
export const YEN_ACCOUNT_ID = '18ce5sakur4'

/** A deleted account: lists return it only with with_deleted=true. */
export const CLOSED_ACCOUNT_ID = '18ce4zclos3'

/** The business of most accounts of the seed. */
const BUSINESS_ID = '61001'

const usual = { approvalStatus: 'ACCEPTED', childShare: 1, hiddenRows: false }
const empty = { products: [], markets: [], campaigns: 0, lineItemsPerCampaign: 0 }

/** The accounts of the seed. */
export const accountPlans: readonly AccountPlan[] = [
  {
    ...usual,
    id: DEMO_ACCOUNT_ID,
    name: 'Tidewater Outfitters',
    businessName: 'Tidewater Outfitters Inc.',
    businessId: BUSINESS_ID,
    timezone: 'America/Los_Angeles',
    industryType: 'RETAIL',
    currency: 'USD',
    ageInDays: 1460,
    products: [
      'Trail Runners',
      'Rain Shells',
      'Kids’ Fleece',
      'Camp Stoves',
      'Daypacks',
      'Gift Cards',
      'Repair Service',
    ],
    markets: ['US', 'CA', 'GB', 'MX', 'AU'],
    campaigns: 50,
    lineItemsPerCampaign: 10,
    sharesWith: [SMALL_ACCOUNT_ID, EURO_ACCOUNT_ID, '18ce5elsewh'],
    features: [
      'AGE_TARGETING',
      'CONVERSATION_CARD',
      'PROMOTED_MEDIA_POLLS',
      'REACH_FREQUENCY_CAP',
      'WEBSITE_CLICKS_CPM_BILLING',
    ],
    hiddenRows: true,
  },
  {
    ...usual,
    id: SMALL_ACCOUNT_ID,
    name: 'Kōji & Rye Bakery ☕️',
    businessId: BUSINESS_ID,
    timezone: 'Europe/Berlin',
    industryType: 'RESTAURANT',
    currency: 'EUR',
    ageInDays: 210,
    products: ['Sourdough Club', 'Sunday Brunch', 'Zimtschnecken'],
    markets: ['DE'],
    campaigns: 3,
    lineItemsPerCampaign: 4,
    permissions: ['AD_MANAGER', 'POST_COMPOSER'],
  },
  {
    ...usual,
    id: LIMIT_ACCOUNT_ID,
    name: 'Meridian Grid Retail Group',
    businessName: null,
    timezone: 'America/New_York',
    currency: 'USD',
    ageInDays: 2900,
    products: ['Kitchen', 'Garden', 'Audio', 'Toys', 'Furniture', 'Grocery', 'Pharmacy', 'Pets', 'Beauty', 'Tools'],
    markets: ['US', 'CA', 'MX', 'BR', 'GB', 'FR', 'DE', 'ES', 'JP', 'AU'],
    campaigns: 200,
    lineItemsPerCampaign: 100,
    childShare: 0.1,
  },
  {
    ...usual,
    id: EMPTY_ACCOUNT_ID,
    name: 'Blank Slate Studio',
    businessName: null,
    timezone: 'Europe/London',
    industryType: 'AGENCY',
    currency: 'GBP',
    ageInDays: 3,
    ...empty,
  },
  {
    ...usual,
    id: EURO_ACCOUNT_ID,
    name: 'Alpenglühen Reisen',
    businessName: 'Alpenglühen Reisen GmbH',
    businessId: BUSINESS_ID,
    timezone: 'Europe/Vienna',
    industryType: 'TRAVEL',
    currency: 'EUR',
    ageInDays: 980,
    products: ['Hüttenwandern', 'Skipass Plus', 'Städtereise Wien', 'Étapes des Alpes'],
    markets: ['DE', 'FR', 'ES', 'GB'],
    campaigns: 12,
    lineItemsPerCampaign: 6,
    sharesWith: [DEMO_ACCOUNT_ID, SMALL_ACCOUNT_ID],
    features: ['REACH_AND_FREQUENCY_ANALYTICS'],
    hiddenRows: true,
  },
  {
    ...usual,
    id: YEN_ACCOUNT_ID,
    name: 'さくら電機 Sakura Denki',
    businessName: 'さくら電機株式会社',
    businessId: BUSINESS_ID,
    timezone: 'Asia/Tokyo',
    approvalStatus: 'UNDER_REVIEW',
    currency: 'JPY',
    ageInDays: 45,
    products: ['ノイズキャンセリング', '炊飯器 Pro', 'ゲーミングモニター 🎮'],
    markets: ['JP'],
    campaigns: 8,
    lineItemsPerCampaign: 5,
    permissions: ['ANALYST', 'CAMPAIGN_ANALYST'],
    hiddenRows: true,
  },
  {
    ...usual,
    id: CLOSED_ACCOUNT_ID,
    name: 'Closed Chapter Books',
    businessName: null,
    timezone: 'America/Chicago',
    approvalStatus: 'REJECTED',
    currency: 'USD',
    ageInDays: 1800,
    deleted: true,
    ...empty,
  },
]
