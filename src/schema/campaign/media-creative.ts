import type { Context } from '../../context.ts'
import { listLineItems } from '../../rest/campaign/line-item.ts'
import {
  createMediaCreative,
  deleteMediaCreative,
  listMediaCreatives,
  type MediaCreativeParams,
  type MediaCreativeRow,
} from '../../rest/campaign/media-creative.ts'
import { listAccountMedia } from '../../rest/creative/account-media.ts'
import { Account, ApprovalStatus } from '../account/account.ts'
import { EntityStatus } from '../account/funding-instrument.ts'
import { builder } from '../builder.ts'
import { connectionType, sortArg, withDeletedArg, idsArg } from '../list/connection-type.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { restId, restIds } from '../node/global-id.ts'
import { ownAccountField, toParams, type Check } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { writeField } from '../write/mutation-field.ts'
import { openEnum } from '../scalar/open-enum.ts'
import { Campaign } from './campaign.ts'
import { inLineItem, readLineItem } from './in-line-item.ts'
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
    lineItem: t.reference({
      type: LineItem,
      endpoint: listLineItems,
      description: 'Its line item.',
      id: (row) => row.line_item_id,
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

nodeType(MediaCreative, listMediaCreatives)

builder.queryField('mediaCreative', (t) =>
  t.byId({
    type: MediaCreative,
    endpoint: listMediaCreatives,
    description: 'One media creative.',
    args: withDeletedArg,
  }),
)

builder.objectFields(Account, (t) => ({
  mediaCreative: t.byId({
    type: MediaCreative,
    endpoint: listMediaCreatives,
    description: 'One of its media creatives.',
    args: withDeletedArg,
  }),
  mediaCreatives: t.list({
    type: MediaCreativeConnection,
    endpoint: listMediaCreatives,
    description: 'Its media creatives, of all line items.',
    args: {
      ...idsArg,
      lineItemIds: t.arg.idList({ description: 'Only the items of these line items, at most 200.' }),
      campaignId: t.arg.id({
        description: 'Only the items of this campaign. The API accepts one campaign here (R-PROMO-12).',
      }),
      ...sortArg,
      ...withDeletedArg,
    },
    filters: ({ ids, lineItemIds, campaignId }, account) => ({
      media_creative_ids: restIds('MediaCreative', account.id, ids, 'ids'),
      line_item_ids: restIds('LineItem', account.id, lineItemIds, 'lineItemIds'),
      campaign_id: campaignId ? restId('Campaign', account.id, campaignId, 'campaignId') : undefined,
    }),
  }),
}))

builder.objectField(LineItem, 'mediaCreatives', (t) =>
  t.children({
    type: MediaCreativeConnection,
    endpoint: listMediaCreatives,
    description: 'The media it shows.',
    parentFilter: 'line_item_ids',
    parentOf: (row) => row.line_item_id,
    args: { ...sortArg, ...withDeletedArg },
  }),
)

builder.objectField(Campaign, 'mediaCreatives', (t) =>
  t.list({
    type: MediaCreativeConnection,
    endpoint: listMediaCreatives,
    description:
      'The media its line items show. The interface lists them for one campaign at a time (R-PROMO-12), so this costs a ' +
      'call for each; below many campaigns ask for `lineItems { mediaCreatives }`.',
    args: { ...sortArg, ...withDeletedArg },
    filters: (page, campaign) => ({ campaign_id: campaign.id }),
  }),
)

const CreateMediaCreativeInput = builder.inputType('CreateMediaCreativeInput', {
  description: 'A medium of the account that a line item shall show.',
  fields: (t) => ({
    ...inLineItem(t),
    accountMediaId: t.id({ required: true, description: 'The medium of the account, by either kind of id.' }),
    landingUrl: t.string({
      description:
        'Where a click leads. For display images, and required for them where the objective of the line item is ' +
        'WEBSITE_CLICKS; ignored for prerolls (R-PROMO-11).',
    }),
  }),
})

const DeleteMediaCreativeInput = builder.inputType('DeleteMediaCreativeInput', {
  description: 'The media creative to delete.',
  fields: (t) => ({
    mediaCreativeId: t.id({
      required: true,
      description: "The global id, or the service's own together with `accountId`.",
    }),
    ...ownAccountField(t),
  }),
})

const mediaCreativePayload = (name: string, description: string, interfaces = [Payload]) =>
  builder.objectRef<Outcome<MediaCreativeRow>>(name).implement({
    description,
    interfaces,
    fields: (t) => ({
      mediaCreative: t.field({
        type: MediaCreative,
        description: 'The media creative as the service answered; null if it was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })
const CreateMediaCreativePayload = mediaCreativePayload(
  'CreateMediaCreativePayload',
  'The result of creating a media creative.',
)
const DeleteMediaCreativePayload = mediaCreativePayload(
  'DeleteMediaCreativePayload',
  'The result of deleting a media creative.',
  [Payload, DeletePayload],
)

/** Kinds of creatives that are no display images. */
const PREROLLS = ['PREROLL', 'VAST_PREROLL']

/** Holds what can be read of the line item and the medium of a new media creative. */
async function validateMediaCreative(
  context: Context,
  check: Check<typeof CreateMediaCreativeInput.$inferInput>,
  account: string,
): Promise<void> {
  const mediaId = check.id('accountMediaId', 'AccountMedia', account) ?? ''
  const [lineItem, media] = await Promise.all([
    readLineItem(context, check, account),
    context.loaders.byId(listAccountMedia, { account_id: account }, mediaId),
  ])
  if (!lineItem || !media?.creative_type) return
  check.markChecked('R-PROMO-11')
  const leads = lineItem.objective === 'WEBSITE_CLICKS' && !PREROLLS.includes(media.creative_type)
  const needed = 'is required for a display image of a line item for WEBSITE_CLICKS'
  check.that(!leads || Boolean(check.input.landingUrl), 'landingUrl', 'R-PROMO-11', needed)
}

builder.mutationFields((t) => ({
  createMediaCreative: writeField(t, {
    payload: CreateMediaCreativePayload,
    description:
      'Lets a line item show a medium of the account. There is no update. With `validateOnly` line item and medium are read.',
    input: CreateMediaCreativeInput,
    inputDescription: 'Line item and medium.',
    prepare(check, context) {
      const account = check.account('accountId')
      const lineItemId = check.id('lineItemId', 'LineItem', account)
      const accountMediaId = check.id('accountMediaId', 'AccountMedia', account)
      check.leaveUnchecked('R-PROMO-11')
      const params = toParams<MediaCreativeParams>({ ...check.input, lineItemId, accountMediaId }, ['accountId'])
      const send = () => context.rest.call(createMediaCreative, { account_id: account }, params)
      return { send, validate: () => validateMediaCreative(context, check, account) }
    },
  }),

  deleteMediaCreative: writeField(t, {
    payload: DeleteMediaCreativePayload,
    description: 'Deletes a media creative; the medium stays. From then on it is shown only with `withDeleted`.',
    input: DeleteMediaCreativeInput,
    inputDescription: 'The media creative.',
    prepare(check, context) {
      const { account, id } = check.changes('mediaCreativeId', 'MediaCreative')
      return { send: () => context.rest.call(deleteMediaCreative, { account_id: account, media_creative_id: id }) }
    },
  }),
}))
