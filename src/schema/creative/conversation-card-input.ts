import type { ConversationCardRow } from '../../rest/creative/conversation-card.ts'
import type { MediaRow } from '../../rest/creative/media.ts'
import {
  type Check,
  decide,
  type InputFields,
  type Key,
  length,
  ownAccountField,
  ownId,
  rowKey,
  type Stored,
  UNKNOWN,
} from '../kit.ts'
import type { InputOf } from '../builder.ts'
import { listOf } from '../node/entity.ts'
import { characterCount } from '../character-count.ts'
import { snakeCase } from '../wire-name.ts'
import { checkLibrary, mediaKey } from './library.ts'

/**
 * The input fields of a conversation card of either type (Ads Creative Interface, section 2). Those that a new card must have, an
 * update can change but not remove.
 */
export const conversationCardFields = (t: InputFields, required: boolean) => ({
  name: t.string({ required, description: 'The name of the card. Viewers do not see it.' }),
  firstCta: t.string({
    required,
    description: 'The first hashtag: a # and up to 20 characters (R-CARD-12).',
  }),
  firstCtaPost: t.string({
    required,
    description: 'The text of the post that is offered to users who choose the first hashtag (R-CARD-13).',
  }),
  thankYouText: t.string({ required, description: 'The thank-you text, up to 23 characters (R-CARD-14).' }),
  ...t.optional({
    secondCta:
      'The second hashtag: up to 20 characters after the #. Required if `title` is not set (R-CARD-12). ' +
      'Requires `secondCtaPost` (R-CARD-13).',
    secondCtaPost: 'The text of the post for the second hashtag. Required with `secondCta` (R-CARD-13).',
    thirdCta: 'The third hashtag: up to 20 characters after the # (R-CARD-12). Requires `thirdCtaPost` (R-CARD-13).',
    thirdCtaPost: 'The text of the post for the third hashtag. Required with `thirdCta` (R-CARD-13).',
    fourthCta: 'The fourth hashtag: up to 20 characters after the # (R-CARD-12). Requires `fourthCtaPost` (R-CARD-13).',
    fourthCtaPost: 'The text of the post for the fourth hashtag. Required with `fourthCta` (R-CARD-13).',
    title: 'The title of the card, up to 23 characters. Required if `secondCta` is not set (R-CARD-12).',
    thankYouUrl: 'The URL that the thank-you text links to (R-CARD-14).',
    unlockedImageMediaKey: [
      'ID',
      'The unlocked image, by media key or global ID. It must be in the library (R-CARD-2). For image cards, the ' +
        'aspect ratio is 5:2 and the width at least 800 pixels. Write-only: responses have a URL instead (R-CARD-15).',
    ],
  }),
})

/** The fields that identify a conversation card in an input. */
export function namedConversationCard(t: InputFields) {
  return {
    cardId: t.id(ownId),
    ...ownAccountField(t),
  }
}

type ConversationCardInput = Partial<
  InputOf<typeof conversationCardFields> & InputOf<typeof namedConversationCard> & Record<MediaField, string | null>
>

/** The fields with media items. */
type MediaField = (typeof MEDIA)[number]

/** The fields that a conversation card cannot be without, each with its rule, or null. */
const MAIN = {
  name: null,
  mediaKey: null,
  firstCta: 'R-CARD-12',
  firstCtaPost: 'R-CARD-13',
  thankYouText: 'R-CARD-14',
} as const
const MAIN_NAMES = Object.keys(MAIN) as (keyof typeof MAIN)[]
const OPTIONAL_CTAS = ['secondCta', 'thirdCta', 'fourthCta'] as const
const OPTIONAL_CTA_POSTS = ['secondCtaPost', 'thirdCtaPost', 'fourthCtaPost'] as const
/** The fields of which one can require another. */
const TOGETHER = ['title', ...OPTIONAL_CTAS, ...OPTIONAL_CTA_POSTS] as const
const MEDIA = ['mediaKey', 'unlockedImageMediaKey', 'unlockedVideoMediaKey', 'posterMediaKey'] as const

/** The maximum number of characters in a hashtag, without the # (Ads Creative Interface, section 8). */
const MAX_CTA_CHARACTERS = 20

/** How a new conversation card is recognized. Rows have the URL of the unlocked image, not its media key. */
export const NEW_CONVERSATION_CARD = { shownBy: { unlocked_image_media_key: null } }

/** The update of a conversation card, which is of this type. */
export function conversationCardUpdate<Params extends object>(
  check: Check<ConversationCardInput & { cardId: string }>,
  kind: 'IMAGE' | 'VIDEO',
  type: string,
) {
  const { account, id } = check.changes('cardId', type)
  return conversationCard<Params>(check, account, kind, rowKey(listOf(type), account, id))
}

/**
 * A conversation card of an input: its request parameters, and the rules that depend on the service. These are about its
 * media items, and for an update about the card, whose fields can require those in the input.
 */
export function conversationCard<Params extends object>(
  check: Check<ConversationCardInput>,
  account: string,
  kind: 'IMAGE' | 'VIDEO',
  card?: Key<ConversationCardRow | null>,
) {
  const { input } = check
  checkFields(check, card ? isKept : Boolean)
  const isGiven = (field: keyof ConversationCardInput) => input[field] !== undefined
  const isPart = card && TOGETHER.some(isGiven)
  const rulesOfCard = [
    ...(card && (['title', ...OPTIONAL_CTAS] as const).some(isGiven) ? ['R-CARD-12'] : []),
    ...(card && [...OPTIONAL_CTAS, ...OPTIONAL_CTA_POSTS].some(isGiven) ? ['R-CARD-13'] : []),
  ]
  const media = MEDIA.filter((field) => input[field]).map((field) => ({
    field,
    key: check.id(field, 'Media', account) ?? '',
  }))
  return {
    params: check.params<Params>(),
    dependsOn: [isPart ? card : undefined, ...media.map(({ key }) => mediaKey(account, key))],
    review(stored: Stored) {
      const row = isPart && stored.get(card)
      for (const rule of rulesOfCard) check.settle(rule, row ? true : UNKNOWN, 'card')
      // Only the service knows the dimensions of an image.
      if (media.length > 0) check.settle('R-CARD-11', UNKNOWN, 'media')
      if (row) {
        const now = TOGETHER.map((field) => {
          const { [field]: given = row[snakeCase(field) as keyof ConversationCardRow] } = input
          return [field, given]
        })
        checkTogether(check, Object.fromEntries(now) as ConversationCardInput, Boolean)
      }
      let areTypesKnown = true
      for (const { field, key } of media) {
        const [item] = checkLibrary(check, account, field, [key], stored)
        if (item && field === 'mediaKey') checkMain(check, item, kind)
        else if (item) checkType(check, field, item, field === 'unlockedVideoMediaKey' ? 'VIDEO' : 'IMAGE', 'R-CARD-15')
        areTypesKnown &&= Boolean(item?.media_type)
      }
      // The library does not have the dimensions of an image, which limit the unlocked one of an image card.
      const isSized = kind === 'IMAGE' && media.some(({ field }) => field === 'unlockedImageMediaKey')
      if (media.some(({ field }) => field !== 'mediaKey'))
        check.settle('R-CARD-15', (areTypesKnown && !isSized) || UNKNOWN, 'media')
    },
  }
}

const TEXT_RULES = [...length('R-CARD-12', 'title', { max: 23 }), ...length('R-CARD-14', 'thankYouText', { max: 23 })]

/** Validates the fields by themselves; `isSet` says whether the card has a value. */
function checkFields(check: Check<ConversationCardInput>, isSet: (value: string | null | undefined) => boolean): void {
  const { input } = check
  for (const field of MAIN_NAMES)
    check.that(input[field] !== null && input[field] !== '', field, MAIN[field], 'cannot be empty')
  const isHashtag = !input.firstCta || /^#./u.test(input.firstCta)
  check.that(isHashtag, 'firstCta', 'R-CARD-12', 'is not a hashtag: it must start with # and go on')
  for (const cta of ['firstCta', ...OPTIONAL_CTAS] as const) {
    const length = characterCount((input[cta] ?? '').replace(/^#/, ''))
    const message = `has ${length} characters without the #; the limit is ${MAX_CTA_CHARACTERS}`
    check.that(length <= MAX_CTA_CHARACTERS, cta, 'R-CARD-12', message)
  }
  for (const cta of OPTIONAL_CTAS) check.that(input[cta] !== '#', cta, 'R-CARD-12', 'is only a #')
  decide(check, TEXT_RULES)
  checkTogether(check, input, isSet)
}

/** Validates the fields that require each other; `isSet` says whether the card has a value. */
function checkTogether(
  check: Check<ConversationCardInput>,
  card: ConversationCardInput,
  isSet: (value: string | null | undefined) => boolean,
): void {
  check.that(isSet(card.title) || isSet(card.secondCta), 'title', 'R-CARD-12', 'is required if `secondCta` is not set')
  for (const cta of OPTIONAL_CTAS) {
    check.that(!card[cta] || isSet(card[`${cta}Post`]), `${cta}Post`, 'R-CARD-13', `is required with \`${cta}\``)
  }
}

/** Whether a field has a value after an update: null and an empty value remove it. */
function isKept(value: string | null | undefined): boolean {
  return value === undefined || Boolean(value)
}

/** Validates the type and the aspect ratio of the main media item of a card, if the library has them. */
function checkMain(check: Check<ConversationCardInput>, main: MediaRow, kind: 'IMAGE' | 'VIDEO'): void {
  const { aspect_ratio: ratio } = main
  checkType(check, 'mediaKey', main, kind, 'R-CARD-11')
  const fits = kind === 'IMAGE' || !ratio || ratio === '16:9'
  check.that(fits, 'mediaKey', 'R-CARD-11', `is a video with the aspect ratio ${ratio}; it must be 16:9`)
}

/** Validates the type of a media item, if the library has it. */
function checkType(
  check: Check<ConversationCardInput>,
  field: (typeof MEDIA)[number],
  { media_type: type }: MediaRow,
  kind: 'IMAGE' | 'VIDEO',
  rule: string,
): void {
  check.that(!type || type === kind, field, rule, `is a media item of type ${type}; it must be of type ${kind}`)
}
