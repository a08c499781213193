import { createPollCard, listPollCards, type PollCardRow } from '../../rest/creative/poll-card.ts'
import { momentOf } from '../../rest/value.ts'
import { Account } from '../account/account.ts'
import {
  accountField,
  builder,
  CREATIVE_EDITORS,
  decide,
  entity,
  inputType,
  length,
  required,
  rulesFor,
  UNKNOWN,
  writeField,
} from '../kit.ts'
import { Card, cardSortArg } from './card.ts'
import { inLibrary, mediaKey as libraryKey, needMediaType } from './library.ts'
import { intOf, numberOf } from './wire-number.ts'

const PollCard = builder.objectRef<PollCardRow>('PollCard')

entity(PollCard, listPollCards, {
  description:
    'A card with a poll. The poll opens when the card is created, not when it is attached to a post, and accepts no ' +
    'votes after its end. A poll card cannot be updated (R-CARD-16). Polls with an image or a video are in beta ' +
    '(R-CARD-17). There is no `media`, because the service sends the URLs of the video, and no media key.',
  interfaces: [Card],
  fields: (t) => ({
    ...t.columns({
      firstChoice: 'The first choice.',
      secondChoice: 'The second choice. @beyondDocuments',
      thirdChoice: 'The third choice. @beyondDocuments',
      fourthChoice: 'The fourth choice. @beyondDocuments',
      startTime: ['DateTime', 'When the poll opened. @beyondDocuments'],
      endTime: ['DateTime', 'When the poll closes.'],
      videoUrl: 'The URL of the video. @beyondDocuments',
      videoHlsUrl: 'The URL of the video as an HLS stream. @beyondDocuments',
      videoPosterUrl: 'The URL of the image that is shown before the video plays. @beyondDocuments',
      durationInMinutes: ['Int', 'How long the poll is open: 5 to 10080 minutes.', intOf],
      videoWidth: ['Int', 'The width of the video in pixels. @beyondDocuments', intOf],
      videoHeight: ['Int', 'The height of the video in pixels. @beyondDocuments', intOf],
      videoPosterWidth: ['Int', 'The width of the poster image in pixels. @beyondDocuments', intOf],
      videoPosterHeight: ['Int', 'The height of the poster image in pixels. @beyondDocuments', intOf],
      contentDurationSeconds: ['Float', 'The duration of the video in seconds. @beyondDocuments', numberOf],
    }),
    isOpen: t.boolean({
      description:
        'Whether the poll accepts votes now, computed from `endTime`. Null if the service sends no end time, or none ' +
        'that can be read (R-CARD-16).',
      resolve({ end_time }, _args, { rest }) {
        const end = typeof end_time === 'string' ? momentOf(end_time) : NaN
        return Number.isNaN(end) ? null : rest.now() < end
      },
    }),
  }),
  list: [Account, 'pollCards', 'The poll cards of the account.'],
  // Only the lists of the other cards document a shorter limit of `namePrefix`.
  sort: cardSortArg,
})

const rule = rulesFor<{ durationInMinutes: number; mediaKey?: string | null }>()

/** The rules for the fields of a poll card. No rule of the documents states which are required, nor the limits of choices. */
const RULES = [
  rule(
    'R-CARD-16',
    ['durationInMinutes'],
    ({ durationInMinutes: minutes }) => minutes !== null && minutes >= 5 && minutes <= 10_080,
    ({ durationInMinutes: minutes }) => `is ${minutes}; it must be 5 to 10080`,
  ),
  // Only the service knows whether the account has the feature.
  rule('R-CARD-17', ['mediaKey'], ({ mediaKey }) => !mediaKey || UNKNOWN),
  ...required(null, 'firstChoice', 'name', 'secondChoice'),
  ...length(null, 'firstChoice', { max: 25 }),
  ...length(null, 'secondChoice', { max: 25 }),
  ...length(null, 'thirdChoice', { max: 25 }),
  ...length(null, 'fourthChoice', { max: 25 }),
]

builder.mutationField('createPollCard', (t) =>
  writeField(t, {
    row: PollCard,
    endpoint: createPollCard,
    // Rows have the URL of the media item, not its key.
    does: { action: 'CREATE', recognized: { shownBy: { media_key: null } } },
    editors: CREATIVE_EDITORS,
    description:
      'Creates a poll card. The poll opens at once, not when the card is attached to a post. A poll card cannot be ' +
      'updated or deleted (R-CARD-16). With `validateOnly`, its media item is read.',
    input: inputType('CreatePollCardInput', 'A new poll card.', (t) => ({
      ...accountField(t),
      ...t.optional({
        name: 'The name of the card. The live service requires it. @beyondDocuments',
        secondChoice: 'The second choice, up to 25 characters. The live service requires it. @beyondDocuments',
        thirdChoice: 'The third choice, up to 25 characters. @beyondDocuments',
        fourthChoice: 'The fourth choice, up to 25 characters. @beyondDocuments',
        mediaKey: [
          'ID',
          'The image or video, by media key or global ID. It must be in the library (R-CARD-2). This is in beta and ' +
            'requires the account feature PROMOTED_MEDIA_POLLS (R-CARD-17). @beyondDocuments',
        ],
      }),
      ...t.required({
        durationInMinutes: [
          'Int',
          'How long the poll is open: 5 to 10080 minutes from the creation of the card (R-CARD-16).',
        ],
        firstChoice: 'The first choice, up to 25 characters. The limit is not documented.',
      }),
    })),
    prepare(check) {
      const account = check.ids.account()
      decide(check, RULES)
      const mediaKey = check.ids.one('mediaKey', 'Media', account)
      return {
        dependsOn: mediaKey ? [libraryKey(account, mediaKey)] : [],
        review(stored) {
          if (!mediaKey) return
          const isGif = () => needMediaType(account, mediaKey, stored) === 'GIF'
          decide(check, [
            inLibrary(account, 'mediaKey', [mediaKey], stored),
            rule('R-CARD-17', ['mediaKey'], () => !isGif(), 'is a GIF; it must be an image or a video'),
          ])
        },
      }
    },
  }),
)
