import { pollCard } from '../../reference/creative/poll-card.ts'
import { features } from '../account/feature.ts'
import { daysAfter, timestamp } from '../data/time.ts'
import { endpointsOf } from '../endpoint/crud.ts'
import { required, text } from '../endpoint/parameter.ts'
import { featureNotAvailable, refuseAll } from '../http/error.ts'
import { cardList, cardRead, cards } from './card.ts'
import { mediaLibrary, notInLibrary, notOfType } from './media.ts'

/** The account feature that allows polls with an image or a video (Ads Creative Interface, section 4.4). */
const MEDIA_POLLS = 'PROMOTED_MEDIA_POLLS'

/** The endpoints of poll cards, which cannot be updated or deleted (Ads Creative Interface, section 4.4). */
export const pollCardEndpoints = [
  cardList(pollCard, 'poll'),
  cardRead(pollCard, 'poll'),
  ...endpointsOf(pollCard).writes(cards, {
    // The live service requires these too.
    parameters: { POST: { name: required(text()), second_choice: required(text({ max: 25 })) } },
    create({ duration_in_minutes: minutes, name, media_key, ...choices }, context) {
      const { store, owner, now } = context
      refuseAll([
        ...notInLibrary(context, 'media_key', media_key ? [media_key] : []),
        notOfType(context, 'media_key', media_key, ['IMAGE', 'VIDEO']),
        Boolean(media_key) &&
          store.table(features).find(owner, MEDIA_POLLS) === undefined &&
          featureNotAvailable(`A poll with media needs ${MEDIA_POLLS}`, 'media_key'),
      ])
      const media = media_key ? store.table(mediaLibrary).find(owner, media_key) : undefined
      const shown = media === undefined ? 'TEXT' : media.media_type === 'VIDEO' ? 'VIDEO' : 'IMAGE'
      const id = store.table(cards).newId()
      return {
        id,
        name: name!,
        // A poll opens when its card is created.
        start_time: timestamp(now),
        ...Object.fromEntries(Object.entries(choices).filter(([, value]) => value)),
        end_time: timestamp(daysAfter(now, minutes / 1440)),
        duration_in_minutes: String(minutes),
        card_uri: `card://${id}`,
        card_type: `${shown}_POLLS`,
      }
    },
  }),
]
