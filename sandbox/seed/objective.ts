import type { CampaignRow } from '../campaign/campaign.ts'

/** An objective, and the values that all its line items share or choose from (Ads Management Interface, section 2). */
export interface ObjectivePlan {
  objective: string
  label: string
  productType: string
  goals: readonly string[]
  bidStrategies: readonly string[]
  payBy: string
  placements: readonly (readonly string[])[]
  /** The advertiser business categories that line items of the objective require. */
  categories: readonly string[]
  /** Whether line items advertise an app, with the identifiers of its stores. */
  app: boolean
  /** Whether line items can have a frequency cap. */
  capped: boolean
}

/** A campaign of the seed, with the values that its line items depend on. */
export interface CampaignPlan {
  row: CampaignRow
  objective: ObjectivePlan
  market: string
  advertiserUserId: string
  startTime: string
  endTime: string
}

/** The state of a campaign or line item: live, a draft, or deleted. */
export type Life = 'live' | 'draft' | 'deleted'

const POST_PLACEMENTS = [
  ['ALL_ON_SVC'],
  ['SVC_TIMELINE'],
  ['SVC_TIMELINE', 'SVC_PROFILE'],
  ['SVC_SEARCH', 'SVC_TIMELINE'],
]
const APP_PLACEMENTS = [
  ...POST_PLACEMENTS,
  ['ALL_ON_SVC', 'PUBLISHER_NETWORK'],
  ['PUBLISHER_NETWORK', 'TAP_BANNER', 'TAP_FULL'],
]

const usual = {
  productType: 'PROMOTED_POSTS',
  bidStrategies: ['AUTO', 'MAX'],
  placements: POST_PLACEMENTS,
  categories: [],
  app: false,
  capped: false,
}

/** The objectives that campaigns take in turn. They follow every rule between objective, product type, goal and bid. */
export const objectivePlans: readonly ObjectivePlan[] = [
  {
    ...usual,
    objective: 'WEBSITE_CLICKS',
    label: 'Website clicks',
    goals: ['LINK_CLICKS', 'SITE_VISITS'],
    bidStrategies: ['AUTO', 'MAX', 'TARGET'],
    payBy: 'LINK_CLICK',
  },
  {
    ...usual,
    objective: 'ENGAGEMENTS',
    label: 'Engagements',
    goals: ['ENGAGEMENT'],
    payBy: 'ENGAGEMENT',
    capped: true,
  },
  {
    ...usual,
    objective: 'VIDEO_VIEWS',
    label: 'Video views',
    goals: ['VIDEO_VIEW', 'VIEW_3S_100PCT', 'VIEW_6S', 'VIEW_15S'],
    payBy: 'VIEW',
    capped: true,
  },
  {
    ...usual,
    objective: 'FOLLOWERS',
    label: 'Followers',
    productType: 'PROMOTED_ACCOUNT',
    goals: ['FOLLOWERS'],
    bidStrategies: ['AUTO', 'TARGET'],
    payBy: 'FOLLOW',
    placements: [['ALL_ON_SVC'], ['SVC_TIMELINE']],
  },
  {
    ...usual,
    objective: 'REACH',
    label: 'Reach',
    goals: ['MAX_REACH', 'REACH_WITH_ENGAGEMENT'],
    bidStrategies: ['AUTO', 'TARGET'],
    payBy: 'IMPRESSION',
    capped: true,
  },
  {
    ...usual,
    objective: 'APP_INSTALLS',
    label: 'App installs',
    goals: ['APP_INSTALLS', 'APP_CLICKS', 'APP_PURCHASES'],
    payBy: 'APP_CLICK',
    placements: APP_PLACEMENTS,
    app: true,
  },
  {
    ...usual,
    objective: 'PREROLL_VIEWS',
    label: 'Pre-roll',
    productType: 'MEDIA',
    goals: ['PREROLL', 'PREROLL_STARTS'],
    payBy: 'VIEW',
    placements: [['ALL_ON_SVC']],
    categories: ['retl'],
    capped: true,
  },
  {
    ...usual,
    objective: 'APP_ENGAGEMENTS',
    label: 'App re-engagement',
    goals: ['APP_CLICKS'],
    payBy: 'APP_CLICK',
    placements: APP_PLACEMENTS,
    app: true,
  },
]
