import { listLineItems } from '../../rest/campaign/line-item.ts'
import {
  createTrackingTag,
  deleteTrackingTag,
  listTrackingTags,
  updateTrackingTag,
  type TrackingTagParams,
  type TrackingTagRow,
} from '../../rest/campaign/tracking-tag.ts'
import { Account } from '../account/account.ts'
import { builder, type InputFields } from '../builder.ts'
import { connectionType, withDeletedArg, idsArg } from '../list/connection-type.ts'
import { sortArg } from '../list/sort-by.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { restIds } from '../node/global-id.ts'
import { ownAccountField, toParams, type Check } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { writeField } from '../write/mutation-field.ts'
import { openEnum } from '../scalar/open-enum.ts'
import { inLineItem } from './in-line-item.ts'
import { LineItem } from './line-item.ts'

export const TrackingTag = builder.objectRef<TrackingTagRow>('TrackingTag')
export const TrackingTagConnection = connectionType(TrackingTag)

export const TrackingTagType = openEnum('TrackingTagType', 'The event that a tracking tag counts.', {
  IMPRESSION_TAG: 'Impressions.',
  CLICK_TRACKER: 'Clicks.',
})

TrackingTag.implement({
  description: 'A third-party URL that is requested when an ad of a line item is seen or clicked.',
  interfaces: [Node, Entity],
  fields: (t) => ({
    lineItemId: t.foreignKey('line_item_id', 'the line item'),
    lineItem: t.reference({
      type: LineItem,
      endpoint: listLineItems,
      description: 'The line item.',
      id: 'line_item_id',
    }),
    trackingTagType: t.expose('tracking_tag_type', { type: TrackingTagType, description: 'The event that it counts.' }),
    trackingTagUrl: t.exposeString('tracking_tag_url', { description: 'The URL to request.' }),
  }),
})

nodeType(TrackingTag, listTrackingTags)

builder.queryField('trackingTag', (t) =>
  t.byId({
    type: TrackingTag,
    endpoint: listTrackingTags,
    description: 'A tracking tag by its ID.',
    args: withDeletedArg,
  }),
)

builder.objectFields(Account, (t) => ({
  trackingTags: t.list({
    type: TrackingTagConnection,
    endpoint: listTrackingTags,
    description: 'The tracking tags of the account, across all line items.',
    args: {
      ...idsArg,
      lineItemIds: t.arg.idList({ description: 'Return only items of these line items, up to 200 IDs.' }),
      ...sortArg,
      ...withDeletedArg,
    },
    filters: ({ ids, lineItemIds }, account) => ({
      tracking_tag_ids: restIds('TrackingTag', account.id, ids, 'ids'),
      line_item_ids: restIds('LineItem', account.id, lineItemIds, 'lineItemIds'),
    }),
  }),
}))

builder.objectField(LineItem, 'trackingTags', (t) =>
  t.children({
    type: TrackingTagConnection,
    endpoint: listTrackingTags,
    description: 'The tracking tags of the line item.',
    parentFilter: 'line_item_ids',
    parentColumn: 'line_item_id',
    args: { ...sortArg, ...withDeletedArg },
  }),
)

const trackingTagUrlField = (t: InputFields) => ({
  trackingTagUrl: t.string({ required: true, description: 'The URL to request (R-PROMO-13).' }),
})

const CreateTrackingTagInput = builder.inputType('CreateTrackingTagInput', {
  description: 'The tracking tag to create.',
  fields: (t) => ({
    ...inLineItem(t),
    trackingTagType: t.field({
      type: TrackingTagType,
      required: true,
      description: 'The event to count (R-PROMO-13).',
    }),
    ...trackingTagUrlField(t),
  }),
})

const trackingTagIdField = (t: InputFields) => ({
  trackingTagId: t.id({
    required: true,
    description: "The global ID, or the service's ID together with `accountId`.",
  }),
  ...ownAccountField(t),
})

const UpdateTrackingTagInput = builder.inputType('UpdateTrackingTagInput', {
  description: 'The changes to a tracking tag. Only its URL can be changed (R-PROMO-13).',
  fields: (t) => ({ ...trackingTagIdField(t), ...trackingTagUrlField(t) }),
})

const DeleteTrackingTagInput = builder.inputType('DeleteTrackingTagInput', {
  description: 'The tracking tag to delete.',
  fields: trackingTagIdField,
})

const trackingTagPayload = (name: string, description: string, interfaces = [Payload]) =>
  builder.objectRef<Outcome<TrackingTagRow>>(name).implement({
    description,
    interfaces,
    fields: (t) => ({
      trackingTag: t.field({
        type: TrackingTag,
        description: 'The tracking tag as returned by the service. Null if the input was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })
const CreateTrackingTagPayload = trackingTagPayload(
  'CreateTrackingTagPayload',
  'The result of creating a tracking tag.',
)
const UpdateTrackingTagPayload = trackingTagPayload(
  'UpdateTrackingTagPayload',
  'The result of updating a tracking tag.',
)
const DeleteTrackingTagPayload = trackingTagPayload(
  'DeleteTrackingTagPayload',
  'The result of deleting a tracking tag.',
  [Payload, DeletePayload],
)

function checkUrl(check: Check<{ trackingTagUrl: string }>): void {
  check.required('trackingTagUrl', 'R-PROMO-13')
  const { trackingTagUrl: url } = check.input
  const isUrl = url === '' || (/^https?:/i.test(url) && URL.canParse(url))
  check.that(isUrl, 'trackingTagUrl', null, 'must be a URL, for example https://tag.example/?id=1')
}

builder.mutationFields((t) => ({
  createTrackingTag: writeField(t, {
    payload: CreateTrackingTagPayload,
    endpoint: createTrackingTag,
    description: 'Creates a tracking tag for a line item.',
    input: CreateTrackingTagInput,
    inputDescription: 'The tracking tag to create.',
    prepare(check) {
      const account = check.account('accountId', 'lineItemId')
      checkUrl(check)
      const lineItemId = check.id('lineItemId', 'LineItem', account)
      const params = toParams<TrackingTagParams>({ ...check.input, lineItemId }, ['accountId'])
      return { send: (rest) => rest.call(createTrackingTag, { account_id: account }, params) }
    },
  }),

  updateTrackingTag: writeField(t, {
    payload: UpdateTrackingTagPayload,
    endpoint: updateTrackingTag,
    description: 'Updates the URL of a tracking tag.',
    input: UpdateTrackingTagInput,
    inputDescription: 'The change to the tracking tag.',
    prepare(check) {
      const { input } = check
      const { account, id } = check.changes('trackingTagId', 'TrackingTag')
      checkUrl(check)
      const path = { account_id: account, tracking_tag_id: id }
      return { send: (rest) => rest.call(updateTrackingTag, path, { tracking_tag_url: input.trackingTagUrl }) }
    },
  }),

  deleteTrackingTag: writeField(t, {
    payload: DeleteTrackingTagPayload,
    endpoint: deleteTrackingTag,
    description: 'Deletes a tracking tag. Afterwards it is returned only with `withDeleted`.',
    input: DeleteTrackingTagInput,
    inputDescription: 'The tracking tag to delete.',
    prepare(check) {
      const { account, id } = check.changes('trackingTagId', 'TrackingTag')
      return { send: (rest) => rest.call(deleteTrackingTag, { account_id: account, tracking_tag_id: id }) }
    },
  }),
}))
