import { listLineItems } from '../../rest/campaign/line-item.ts'
import { listTrackingTags, type TrackingTagRow } from '../../rest/campaign/tracking-tag.ts'
import { Account } from '../account/account.ts'
import { builder } from '../builder.ts'
import { connectionType, pageArgs, sortArg, withDeletedArg } from '../connection-type.ts'
import { childConnection, connection } from '../connection.ts'
import { childrenCost, listCost, lookUpCost } from '../cost.ts'
import { Entity, Node, nodeType } from '../entity.ts'
import { restIds } from '../global-id.ts'
import { openEnum } from '../open-enum.ts'
import { findAtRoot, findInAccount, ownIdArgs, reference, rootIdArgs } from '../reference.ts'
import { keyOnly } from '../selection.ts'
import { LineItem } from './line-item.ts'

export const TrackingTag = builder.objectRef<TrackingTagRow>('TrackingTag')
export const TrackingTagConnection = connectionType(TrackingTag)

export const TrackingTagType = openEnum('TrackingTagType', 'What a tracking tag counts.', {
  IMPRESSION_TAG: 'Impressions.',
  CLICK_TRACKER: 'Clicks.',
})

TrackingTag.implement({
  description: 'A URL of a third party that is called when an ad of a line item is seen or clicked.',
  interfaces: [Node, Entity],
  fields: (t) => ({
    lineItemId: t.exposeID('line_item_id', { description: "Its line item, by the service's own id." }),
    lineItem: t.field({
      type: LineItem,
      description: 'Its line item.',
      extensions: lookUpCost(listLineItems),
      resolve: (row, _args, context, info) => reference(context, info, listLineItems, row, row.line_item_id),
    }),
    trackingTagType: t.expose('tracking_tag_type', { type: TrackingTagType, description: 'What it counts.' }),
    trackingTagUrl: t.exposeString('tracking_tag_url', { description: 'The URL that is called.' }),
  }),
})

nodeType(TrackingTag, ({ loaders }, account, id) => loaders.byId(listTrackingTags, { account_id: account }, id))

builder.queryField('trackingTag', (t) =>
  t.field({
    type: TrackingTag,
    description: 'One tracking tag.',
    extensions: lookUpCost(listTrackingTags),
    args: rootIdArgs,
    resolve: (_root, args, context, info) => findAtRoot(context, info, 'TrackingTag', listTrackingTags, args),
  }),
)

builder.objectFields(Account, (t) => ({
  trackingTag: t.field({
    type: TrackingTag,
    description: 'One of its tracking tags.',
    extensions: { ...keyOnly, ...lookUpCost(listTrackingTags) },
    args: ownIdArgs,
    resolve: (account, args, context, info) =>
      findInAccount(context, info, 'TrackingTag', listTrackingTags, account.id, args),
  }),
  trackingTags: t.field({
    type: TrackingTagConnection,
    nullable: false,
    description: 'Its tracking tags, of all line items.',
    extensions: { ...keyOnly, ...listCost(listTrackingTags) },
    args: {
      ids: t.arg.idList({ description: 'Only these, at most 200.' }),
      lineItemIds: t.arg.idList({ description: 'Only those of these line items, at most 200.' }),
      ...pageArgs,
      ...sortArg,
      ...withDeletedArg,
    },
    resolve: (account, { ids, lineItemIds, ...page }, context) =>
      connection(
        context,
        {
          endpoint: listTrackingTags,
          path: { account_id: account.id },
          filters: {
            tracking_tag_ids: restIds('TrackingTag', account.id, ids, 'ids'),
            line_item_ids: restIds('LineItem', account.id, lineItemIds, 'lineItemIds'),
          },
        },
        page,
      ),
  }),
}))

builder.objectField(LineItem, 'trackingTags', (t) =>
  t.field({
    type: TrackingTagConnection,
    nullable: false,
    description: 'Its tracking tags.',
    extensions: { ...keyOnly, ...childrenCost(listTrackingTags, 'line_item_ids') },
    args: { ...pageArgs, ...sortArg, ...withDeletedArg },
    resolve: (lineItem, page, context) =>
      childConnection(
        context,
        {
          endpoint: listTrackingTags,
          parent: lineItem,
          filter: 'line_item_ids',
          parentOf: (row) => row.line_item_id,
        },
        page,
      ),
  }),
)
