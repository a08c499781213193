import { type LineItemRow } from '../../rest/campaign/line-item.ts'
import {
  createMediaCreative,
  deleteMediaCreative,
  listMediaCreatives,
  type MediaCreativeRow,
} from '../../rest/campaign/media-creative.ts'
import { listAccountMedia, type AccountMediaRow } from '../../rest/creative/account-media.ts'
import { Account, ApprovalStatus } from '../account/account.ts'
import { EntityStatus } from '../account/funding-instrument.ts'
import {
  accountOf,
  builder,
  decide,
  deleteField,
  entity,
  inputType,
  openEnum,
  restId,
  rowKey,
  rulesFor,
  sortArg,
  UNKNOWN,
  withDeletedArg,
  writeField,
} from '../kit.ts'
import { known, type StoredRow, wordColumn } from '../write/known.ts'
import { any, need, httpUrls } from '../write/rule.ts'
import { Campaign } from './campaign.ts'
import { IN_LINE_ITEM, IN_LINE_ITEMS, inLineItem, lineItemKey } from './in-line-item.ts'
import { LineItem } from './line-item.ts'

export const MediaCreative = builder.objectRef<MediaCreativeRow>('MediaCreative')

export const CreativeType = openEnum('CreativeType', 'The creative type of account media.', {
  BANNER: 'A banner.',
  BANNER_TABLET: 'A banner for tablets.',
  INTERSTITIAL: 'An interstitial.',
  INTERSTITIAL_LANDSCAPE: 'A landscape interstitial.',
  INTERSTITIAL_LANDSCAPE_TABLET: 'A landscape interstitial for tablets.',
  INTERSTITIAL_TABLET: 'An interstitial for tablets.',
  MEDIUM_RECTANGLE: 'A medium rectangle.',
  PREROLL: "A video before publishers' content.",
  VAST_PREROLL: "A video before publishers' content, delivered by VAST.",
})

const MediaCreativeConnection = entity(MediaCreative, listMediaCreatives, {
  description: "Account media that a line item shows: an image in publishers' apps, or a preroll video.",
  fields: (t) => ({
    lineItemId: t.foreignKey('line_item_id', 'the line item'),
    lineItem: t.reference(LineItem, 'line_item_id', 'The line item.'),
    accountMediaId: t.foreignKey('account_media_id', 'the account media'),
    ...t.columns({
      creativeType: [CreativeType, 'The type of creative. @beyondDocuments'],
      landingUrl: 'The URL that a click on a display image opens. Ignored for prerolls (R-PROMO-11).',
      entityStatus: [EntityStatus, 'The status that the advertiser set. @beyondDocuments'],
      approvalStatus: [ApprovalStatus, 'The status of its review by the service. @beyondDocuments'],
    }),
  }),
  list: [Account, 'mediaCreatives', 'The media creatives of the account, across all line items.'],
  parents: { line_item_ids: [LineItem, 'mediaCreatives', 'The media creatives of the line item.', IN_LINE_ITEMS] },
  args: builder.args((t) =>
    t.optional({
      campaignId: ['ID', 'Return only items of this campaign. The API accepts one campaign here (R-PROMO-12).'],
    }),
  ),
  filters: ({ campaignId }, account) => ({
    campaign_id: campaignId ? restId('Campaign', accountOf(account), campaignId, 'campaignId') : undefined,
  }),
})

builder.objectField(Campaign, 'mediaCreatives', (t) =>
  t.list(
    MediaCreativeConnection,
    listMediaCreatives,
    'The media creatives of its line items. The API lists them for one campaign at a time (R-PROMO-12), so this ' +
      'takes one call per campaign. For many campaigns select `lineItems { mediaCreatives }` instead.',
    {
      args: { ...sortArg, ...withDeletedArg },
      filters: (page, campaign) => ({ campaign_id: campaign.id }),
    },
  ),
)

const CreateMediaCreativeInput = inputType(
  'CreateMediaCreativeInput',
  'The account media to show, and the line item that shows it.',
  (t) => ({
    ...inLineItem(t),
    ...t.required({
      accountMediaId: ['ID', "The account media: its global ID or the service's ID."],
    }),
    ...t.optional({
      landingUrl:
        'The URL that a click on a display image opens. Required for display images if the objective of the line ' +
        'item is WEBSITE_CLICKS; ignored for prerolls (R-PROMO-11).',
    }),
  }),
)

/** The creative types that are not display images. */
const PREROLLS = ['PREROLL', 'VAST_PREROLL']

const rule = rulesFor<typeof CreateMediaCreativeInput.$inferInput>()

const RULES = httpUrls('https://shop.example/', 'landingUrl')

/** The rule for the landing URL, which depends on the line item and the account media. */
const landingUrlRule = (
  lineItem: StoredRow<LineItemRow> | null | undefined,
  media: StoredRow<AccountMediaRow> | null | undefined,
) =>
  rule(
    'R-PROMO-11',
    ['landingUrl', 'lineItemId'],
    ({ landingUrl }) =>
      any(
        () => need(known(lineItem, 'objective', wordColumn)) !== 'WEBSITE_CLICKS',
        () => PREROLLS.includes(need(known(media, 'creative_type', wordColumn)) ?? need(UNKNOWN)),
        () => Boolean(landingUrl),
      ),
    'is required for a display image if the objective of the line item is WEBSITE_CLICKS',
  )

builder.mutationFields((t) => ({
  createMediaCreative: writeField(t, {
    row: MediaCreative,
    endpoint: createMediaCreative,
    does: {
      action: 'CREATE',
      parent: IN_LINE_ITEM,
      serves: true,
      recognized: {
        // It is ignored for prerolls (R-PROMO-11).
        shownBy: { landing_url: (row, sent) => (row.landing_url === null ? sent : row.landing_url) },
      },
    },
    description:
      'Adds account media to a line item. Media creatives cannot be updated. With `validateOnly`, the line item and ' +
      'the account media are read.',
    input: CreateMediaCreativeInput,
    prepare(check) {
      const { account, id: lineItemId } = check.ids.parent(IN_LINE_ITEM)
      const accountMediaId = check.ids.one('accountMediaId', 'AccountMedia', account)
      decide(check, RULES)
      const lineItem = lineItemKey(account, lineItemId)
      const media = rowKey(listAccountMedia, account, accountMediaId ?? '')
      return {
        dependsOn: [lineItem, media],
        review: (stored) => decide(check, [landingUrlRule(stored.get(lineItem), stored.get(media))]),
      }
    },
  }),

  deleteMediaCreative: deleteField(t, {
    row: MediaCreative,
    endpoint: deleteMediaCreative,
    description:
      'Deletes a media creative. The account media is kept. Afterwards it is returned only with `withDeleted`.',
  }),
}))
