import {
  createTrackingTag,
  deleteTrackingTag,
  listTrackingTags,
  updateTrackingTag,
  type TrackingTagRow,
} from '../../rest/campaign/tracking-tag.ts'
import { Account } from '../account/account.ts'
import {
  builder,
  decide,
  deleteField,
  entity,
  type InputFields,
  inputType,
  openEnum,
  ownAccountField,
  ownId,
  required,
  writeField,
} from '../kit.ts'
import { httpUrls } from '../write/rule.ts'
import { IN_LINE_ITEM, IN_LINE_ITEMS, inLineItem } from './in-line-item.ts'
import { LineItem } from './line-item.ts'

const TrackingTag = builder.objectRef<TrackingTagRow>('TrackingTag')

const TrackingTagType = openEnum('TrackingTagType', 'The event that a tracking tag counts.', {
  IMPRESSION_TAG: 'Impressions.',
  CLICK_TRACKER: 'Clicks.',
})

entity(TrackingTag, listTrackingTags, {
  description: 'A third-party URL that is requested when an ad of a line item is seen or clicked.',
  fields: (t) => ({
    lineItemId: t.foreignKey('line_item_id', 'the line item'),
    lineItem: t.reference(LineItem, 'line_item_id', 'The line item.'),
    ...t.columns({
      trackingTagType: [TrackingTagType, 'The event that it counts.'],
      trackingTagUrl: 'The URL to request.',
    }),
  }),
  list: [Account, 'trackingTags', 'The tracking tags of the account, across all line items.'],
  parents: { line_item_ids: [LineItem, 'trackingTags', 'The tracking tags of the line item.', IN_LINE_ITEMS] },
})

const changeable = (t: InputFields) => t.required({ trackingTagUrl: 'The URL to request (R-PROMO-13).' })

const RULES = [...required('R-PROMO-13', 'trackingTagUrl'), ...httpUrls('https://tag.example/?id=1', 'trackingTagUrl')]

builder.mutationFields((t) => ({
  createTrackingTag: writeField(t, {
    row: TrackingTag,
    endpoint: createTrackingTag,
    does: { action: 'CREATE', parent: IN_LINE_ITEM },
    description: 'Creates a tracking tag for a line item.',
    input: inputType('CreateTrackingTagInput', 'The tracking tag to create.', (t) => ({
      ...inLineItem(t),
      ...t.required({
        trackingTagType: [TrackingTagType, 'The event to count (R-PROMO-13).'],
      }),
      ...changeable(t),
    })),
    prepare(check) {
      check.ids.parent(IN_LINE_ITEM)
      decide(check, RULES)
    },
  }),

  updateTrackingTag: writeField(t, {
    row: TrackingTag,
    endpoint: updateTrackingTag,
    does: { action: 'UPDATE', id: 'trackingTagId' },
    description: 'Updates the URL of a tracking tag.',
    input: inputType(
      'UpdateTrackingTagInput',
      'The changes to a tracking tag. Only its URL can be changed (R-PROMO-13).',
      (t) => ({ trackingTagId: t.id(ownId), ...ownAccountField(t), ...changeable(t) }),
    ),
    prepare(check) {
      check.ids.changed('trackingTagId', 'TrackingTag')
      decide(check, RULES)
    },
  }),

  deleteTrackingTag: deleteField(t, {
    row: TrackingTag,
    endpoint: deleteTrackingTag,
    description: 'Deletes a tracking tag. Afterwards it is returned only with `withDeleted`.',
  }),
}))
