import type { Endpoint } from '../endpoint/endpoint.ts'
import { features } from '../account/feature.ts'
import { refuseAll, type ErrorItem } from '../http/error.ts'
import { integer, required, text, unsettable } from '../endpoint/parameter.ts'
import { daysAfter, timestamp } from '../data/time.ts'
import { createEndpoint, operation } from '../endpoint/write.ts'
import { cardList, cardRead, cards } from './card.ts'
import { mediaLibrary, notInLibrary, notOfType } from './media.ts'

/** The account feature that allows polls with an image or a video (Ads Creative Interface, section 4.4). */
const MEDIA_POLLS = 'PROMOTED_MEDIA_POLLS'
const needsMediaPolls: ErrorItem = {
  code: 'FEATURE_NOT_AVAILABLE',
  message: `A poll with media needs ${MEDIA_POLLS}`,
  parameter: 'media_key',
}

const choice = text({ min: 1, max: 25 })

const create = operation({
  parameters: {
    duration_in_minutes: { ...integer({ min: 5, max: 10_080, absent: 0 }), required: true },
    first_choice: required(choice),
    name: required(text({ min: 1 })),
    second_choice: required(choice),
    ...unsettable({ third_choice: choice, fourth_choice: choice, media_key: text({ min: 1 }) }),
  },
  run({ duration_in_minutes: minutes, name, media_key, ...choices }, context) {
    refuseAll([
      ...notInLibrary(context, 'media_key', media_key ? [media_key] : []),
      notOfType(context, 'media_key', media_key, ['IMAGE', 'VIDEO']),
      Boolean(media_key) &&
        context.store.table(features).find(context.owner, MEDIA_POLLS) === undefined &&
        needsMediaPolls,
    ])
    const table = context.store.table(cards)
    const media = media_key ? context.store.table(mediaLibrary).find(context.owner, media_key) : undefined
    const shown = media === undefined ? 'TEXT' : media.media_type === 'VIDEO' ? 'VIDEO' : 'IMAGE'
    const now = timestamp(context.now)
    const id = table.newId()
    return table.insert(context.owner, {
      name,
      // A poll opens when its card is created.
      start_time: now,
      ...Object.fromEntries(Object.entries(choices).filter(([, value]) => value)),
      end_time: timestamp(daysAfter(context.now, minutes / 1440)),
      id,
      created_at: now,
      duration_in_minutes: String(minutes),
      card_uri: `card://${id}`,
      updated_at: now,
      deleted: false,
      card_type: `${shown}_POLLS`,
    })
  },
})

/** The endpoints of poll cards, which cannot be updated or deleted (Ads Creative Interface, section 4.4). */
export const pollCardEndpoints: Endpoint[] = [
  cardList('poll'),
  cardRead('poll'),
  createEndpoint('accounts/:account_id/cards/poll', create),
]
