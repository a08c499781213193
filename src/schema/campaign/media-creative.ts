import { listLineItems } from '../../rest/campaign/line-item.ts'
import { listMediaCreatives, type MediaCreativeRow } from '../../rest/campaign/media-creative.ts'
import { accountId } from '../../rest/types.ts'
import { Account, ApprovalStatus } from '../account/account.ts'
import { EntityStatus } from '../account/funding-instrument.ts'
import { builder } from '../builder.ts'
import { connectionType, pageArgs, sortArg, withDeletedArg } from '../connection-type.ts'
import { childConnection, connection } from '../connection.ts'
import { childrenCost, listCost, lookUpCost } from '../cost.ts'
import { Entity, Node, nodeType } from '../entity.ts'
import { restId, restIds } from '../global-id.ts'
import { openEnum } from '../open-enum.ts'
import { findAtRoot, findInAccount, ownIdArgs, reference, rootIdArgs } from '../reference.ts'
import { keyOnly } from '../selection.ts'
import { Campaign } from './campaign.ts'
import { LineItem } from './line-item.ts'

export const MediaCreative = builder.objectRef<MediaCreativeRow>('MediaCreative')
export const MediaCreativeConnection = connectionType(MediaCreative)

export const CreativeType = openEnum('CreativeType', 'What kind of creative a medium of an account is.', {
  BANNER: 'A banner.',
  BANNER_TABLET: 'A banner for tablets.',
  INTERSTITIAL: 'An interstitial.',
  INTERSTITIAL_LANDSCAPE: 'An interstitial in landscape.',
  INTERSTITIAL_LANDSCAPE_TABLET: 'An interstitial in landscape for tablets.',
  INTERSTITIAL_TABLET: 'An interstitial for tablets.',
  MEDIUM_RECTANGLE: 'A medium rectangle.',
  PREROLL: 'A video before the content of publishers.',
  VAST_PREROLL: 'Such a video, by VAST.',
})

MediaCreative.implement({
  description: 'A medium of the account that a line item shows: an image in apps of publishers, or a preroll video.',
  interfaces: [Node, Entity],
  fields: (t) => ({
    lineItemId: t.exposeID('line_item_id', { description: "Its line item, by the service's own id." }),
    lineItem: t.field({
      type: LineItem,
      description: 'Its line item.',
      extensions: lookUpCost(listLineItems),
      resolve: (row, _args, context, info) => reference(context, info, listLineItems, row, row.line_item_id),
    }),
    accountMediaId: t.exposeID('account_media_id', { description: "The medium, by the service's own id." }),
    creativeType: t.expose('creative_type', { type: CreativeType, description: 'What kind it is.' }),
    landingUrl: t.exposeString('landing_url', {
      description: 'Where a click leads. For display images; ignored for prerolls (R-PROMO-11).',
    }),
    entityStatus: t.expose('entity_status', { type: EntityStatus, description: 'Whether it is switched on.' }),
    approvalStatus: t.expose('approval_status', { type: ApprovalStatus, description: 'Where its review stands.' }),
  }),
})

nodeType(MediaCreative, ({ loaders }, account, id) => loaders.byId(listMediaCreatives, { account_id: account }, id))

builder.queryField('mediaCreative', (t) =>
  t.field({
    type: MediaCreative,
    description: 'One media creative.',
    extensions: lookUpCost(listMediaCreatives),
    args: rootIdArgs,
    resolve: (_root, args, context, info) => findAtRoot(context, info, 'MediaCreative', listMediaCreatives, args),
  }),
)

builder.objectFields(Account, (t) => ({
  mediaCreative: t.field({
    type: MediaCreative,
    description: 'One of its media creatives.',
    extensions: { ...keyOnly, ...lookUpCost(listMediaCreatives) },
    args: ownIdArgs,
    resolve: (account, args, context, info) =>
      findInAccount(context, info, 'MediaCreative', listMediaCreatives, account.id, args),
  }),
  mediaCreatives: t.field({
    type: MediaCreativeConnection,
    nullable: false,
    description: 'Its media creatives, of all line items.',
    extensions: { ...keyOnly, ...listCost(listMediaCreatives) },
    args: {
      ids: t.arg.idList({ description: 'Only these, at most 200.' }),
      lineItemIds: t.arg.idList({ description: 'Only those of these line items, at most 200.' }),
      campaignId: t.arg.id({ description: 'Only those of this campaign: the interface takes one here (R-PROMO-12).' }),
      ...pageArgs,
      ...sortArg,
      ...withDeletedArg,
    },
    resolve: (account, { ids, lineItemIds, campaignId, ...page }, context) =>
      connection(
        context,
        {
          endpoint: listMediaCreatives,
          path: { account_id: account.id },
          filters: {
            media_creative_ids: restIds('MediaCreative', account.id, ids, 'ids'),
            line_item_ids: restIds('LineItem', account.id, lineItemIds, 'lineItemIds'),
            campaign_id: campaignId ? restId('Campaign', account.id, campaignId, 'campaignId') : undefined,
          },
        },
        page,
      ),
  }),
}))

builder.objectField(LineItem, 'mediaCreatives', (t) =>
  t.field({
    type: MediaCreativeConnection,
    nullable: false,
    description: 'The media it shows.',
    extensions: { ...keyOnly, ...childrenCost(listMediaCreatives, 'line_item_ids') },
    args: { ...pageArgs, ...sortArg, ...withDeletedArg },
    resolve: (lineItem, page, context) =>
      childConnection(
        context,
        {
          endpoint: listMediaCreatives,
          parent: lineItem,
          filter: 'line_item_ids',
          parentOf: (row) => row.line_item_id,
        },
        page,
      ),
  }),
)

builder.objectField(Campaign, 'mediaCreatives', (t) =>
  t.field({
    type: MediaCreativeConnection,
    nullable: false,
    description:
      'The media its line items show. The interface lists them for one campaign at a time (R-PROMO-12), so this costs a ' +
      'call for each; below many campaigns ask for `lineItems { mediaCreatives }`.',
    extensions: { ...keyOnly, ...listCost(listMediaCreatives) },
    args: { ...pageArgs, ...sortArg, ...withDeletedArg },
    resolve: (campaign, page, context) =>
      connection(
        context,
        {
          endpoint: listMediaCreatives,
          path: { account_id: campaign[accountId] ?? '' },
          filters: { campaign_id: campaign.id },
        },
        page,
      ),
  }),
)
