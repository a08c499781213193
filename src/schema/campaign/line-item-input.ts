import { EntityStatus } from '../account/funding-instrument.ts'
import { inputType, type InputFields, ownAccountField } from '../kit.ts'
import { inLineItem } from './in-line-item.ts'
import { Objective, ProductType, Placement, BidStrategy, AudienceExpansion, Goal, PayBy } from './line-item.ts'

/** The input fields that create and update share (Ads Management Interface, section 2). */
const writableFields = (t: InputFields) =>
  t.optional({
    name: 'The name of the line item, 1 to 255 characters (R-LI-13).',
    goal: [
      Goal,
      'The goal: what counts as success. The default depends on the objective (R-LI-12). WEBSITE_CONVERSIONS requires ' +
        '`primaryWebEventTag` (R-LI-7).',
    ],
    bidStrategy: [
      BidStrategy,
      'The strategy for bidding. The default depends on the objective (R-LI-6). MAX and TARGET require ' +
        '`bidAmountLocalMicro` (R-LI-5).',
    ],
    bidAmountLocalMicro: [
      'Long',
      'The bid in micros, greater than 0. Required for the bid strategies MAX and TARGET, ignored for AUTO (R-LI-5).',
    ],
    audienceExpansion: [
      AudienceExpansion,
      'How far to expand the audience beyond its targeting. By default it is not expanded (R-LI-9).',
    ],
    frequencyCap: [
      'Int',
      'The maximum number of times that a user sees the line item within `durationInDays`. Allowed only for the ' +
        'objectives REACH, ENGAGEMENTS, VIDEO_VIEWS and PREROLL_VIEWS (R-LI-11).',
    ],
    durationInDays: ['Int', 'The period that `frequencyCap` applies to: 1, 7 or 30 days (R-LI-10).'],
    entityStatus: [
      EntityStatus,
      'The status of the line item. Create accepts ACTIVE (the default), DRAFT and PAUSED (R-LI-13); update accepts ' +
        'ACTIVE and PAUSED (R-LI-16). The number of active line items is limited (R-LI-15).',
    ],
    advertiserDomain:
      'The domain of the advertiser, without a protocol. Required for the placement PUBLISHER_NETWORK (R-LI-3).',
    categories: [
      ['String'],
      'The categories, by ID: for the objective PREROLL_VIEWS one or two of `advertiserBusinessCategories` (R-ACC-14), ' +
        'otherwise any of `iabCategories`. Required for the placement PUBLISHER_NETWORK (R-LI-3).',
    ],
    androidAppStoreIdentifier:
      'The identifier of the app in the Android store. APP_INSTALLS and APP_ENGAGEMENTS require this or ' +
      '`iosAppStoreIdentifier`. If set, the service adds PLATFORM targeting automatically (R-LI-4).',
    iosAppStoreIdentifier:
      'The identifier of the app in the iOS store. APP_INSTALLS and APP_ENGAGEMENTS require this or ' +
      '`androidAppStoreIdentifier`. If set, the service adds PLATFORM targeting automatically (R-LI-4).',
    payBy: [
      PayBy,
      'The event that the advertiser is charged for. Allowed only for the objective APP_INSTALLS (R-LI-16).',
    ],
    dailyBudgetAmountLocalMicro: [
      'Long',
      'The daily budget in micros, if budgets are set per line item. Null removes it. @beyondDocuments',
    ],
    totalBudgetAmountLocalMicro: [
      'Long',
      'The total budget in micros, if budgets are set per line item. Null removes it. @beyondDocuments',
    ],
  })

export const CreateLineItemInput = inputType('CreateLineItemInput', 'The line item to create.', (t) => ({
  ...ownAccountField(t),
  ...t.required({
    campaignId: [
      'ID',
      "The campaign: its global ID or the service's ID (R-LI-1). A campaign has at most 100 line items (R-LI-15).",
    ],
    objective: [Objective, 'The objective, which must be the same for all line items of the campaign (R-LI-2).'],
    productType: [
      ProductType,
      'The type of product to promote, which must be the same for all line items of the campaign (R-LI-2).',
    ],
    placements: [
      [Placement],
      'The places to show ads, at least one. `lineItemPlacements` lists the permitted combinations (R-ACC-10).',
    ],
    startTime: ['DateTime', 'When the line item starts (R-LI-1).'],
    endTime: ['DateTime', 'When the line item ends (R-LI-1).'],
  }),
  ...writableFields(t),
  ...t.optional({
    primaryWebEventTag:
      'The web event tag that counts conversions. Required for the goal WEBSITE_CONVERSIONS (R-LI-7).',
    advertiserUserId: [
      'ID',
      'The user who advertises. Allowed only for the objective PREROLL_VIEWS, and only for some client applications ' +
        '(R-LI-8). Do not send back a value that was read.',
    ],
    standardDelivery: [
      'Boolean',
      'Whether to spend the budget evenly over the day instead of as fast as possible. @beyondDocuments',
    ],
  }),
}))

export const UpdateLineItemInput = inputType(
  'UpdateLineItemInput',
  'The changes to a line item. Omitted fields keep their values; null removes a value. The campaign, objective, ' +
    'product type, placements, web event tag, advertiser user and `standardDelivery` cannot be changed.',
  (t) => ({
    ...inLineItem(t),
    ...t.optional({
      startTime: ['DateTime', 'When the line item starts (R-LI-1).'],
      endTime: ['DateTime', 'When the line item ends (R-LI-1).'],
    }),
    ...writableFields(t),
  }),
)

export type LineItemCreation = typeof CreateLineItemInput.$inferInput
export type LineItemUpdate = typeof UpdateLineItemInput.$inferInput
/** The fields of both. */
export type LineItemInput = Partial<LineItemUpdate & Omit<LineItemCreation, keyof LineItemUpdate>>
