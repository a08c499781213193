import type { Context } from '../../context.ts'
import type { ConversationCardRow } from '../../rest/creative/conversation-card.ts'
import type { MediaRow } from '../../rest/creative/media.ts'
import type { InputFields } from '../builder.ts'
import { ownAccountField, toParams, type Check } from '../write/input.ts'
import { snakeCase } from '../scalar/wire-name.ts'
import { checkLibrary } from './library.ts'

/** The fields that every new conversation card has: an update can change them, and remove none. */
const mainFields = (t: InputFields, required: boolean) => ({
  name: t.string({ required, description: 'Its name, which viewers do not see.' }),
  firstCta: t.string({
    required,
    description: 'The first hashtag, with its #: at most 20 characters after that (R-CARD-12).',
  }),
  firstCtaPost: t.string({
    required,
    description: 'The text that is offered to whoever chooses the first hashtag (R-CARD-13).',
  }),
  thankYouText: t.string({ required, description: 'The thanks, at most 23 characters (R-CARD-14).' }),
})

const optionalFields = (t: InputFields) => ({
  secondCta: t.string({
    description:
      'The second hashtag, at most 20 characters after its #. Required where there is no `title` (R-CARD-12).',
  }),
  secondCtaPost: t.string({ description: 'The text that is offered with it; required with `secondCta` (R-CARD-13).' }),
  thirdCta: t.string({ description: 'The third hashtag, at most 20 characters after its # (R-CARD-12).' }),
  thirdCtaPost: t.string({ description: 'The text that is offered with it; required with `thirdCta` (R-CARD-13).' }),
  fourthCta: t.string({ description: 'The fourth hashtag, at most 20 characters after its # (R-CARD-12).' }),
  fourthCtaPost: t.string({ description: 'The text that is offered with it; required with `fourthCta` (R-CARD-13).' }),
  title: t.string({
    description: 'Its title, at most 23 characters. Required where there is no `secondCta` (R-CARD-12).',
  }),
  thankYouUrl: t.string({ description: 'Where the thanks lead (R-CARD-14).' }),
  unlockedImageMediaKey: t.id({
    description:
      'The unlocked image, by its media key or global id; it must be in the library (R-CARD-2). On image cards it is 5:2 ' +
      'and at least 800 pixels wide. It is never read back: answers have a URL instead (R-CARD-15).',
  }),
})

/** What can be given of a new conversation card of either kind (Ads Creative Interface, section 2). */
export const newConversationCardFields = (t: InputFields) => ({ ...mainFields(t, true), ...optionalFields(t) })

/** What can be changed of a conversation card of either kind. */
export const conversationCardChanges = (t: InputFields) => ({ ...mainFields(t, false), ...optionalFields(t) })

/** A conversation card that an input names. */
export function namedConversationCard(t: InputFields) {
  return {
    cardId: t.id({ required: true, description: "The global id, or the service's own together with `accountId`." }),
    ...ownAccountField(t),
  }
}

interface ConversationCardInput {
  accountId?: string | null
  cardId?: string
  name?: string | null
  mediaKey?: string | null
  firstCta?: string | null
  firstCtaPost?: string | null
  secondCta?: string | null
  secondCtaPost?: string | null
  thirdCta?: string | null
  thirdCtaPost?: string | null
  fourthCta?: string | null
  fourthCtaPost?: string | null
  title?: string | null
  thankYouText?: string | null
  thankYouUrl?: string | null
  unlockedImageMediaKey?: string | null
  unlockedVideoMediaKey?: string | null
  posterMediaKey?: string | null
}

/** The fields that no conversation card is without, and the rule that says so where one does. */
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
/** The fields of which one asks for another. */
const TOGETHER = ['title', ...OPTIONAL_CTAS, ...OPTIONAL_CTA_POSTS] as const
const MEDIA = ['mediaKey', 'unlockedImageMediaKey', 'unlockedVideoMediaKey', 'posterMediaKey'] as const

/** Most characters of a hashtag, its # aside (Ads Creative Interface, section 8). */
const MAX_CTA = 20

/** Holds the rules for what can be written of a conversation card, and gives it as it goes on the wire. */
export function conversationCardParams<Params extends object>(
  check: Check<ConversationCardInput>,
  account: string,
  operation: 'Create' | 'Update',
): Params {
  const { input } = check
  for (const field of MAIN_NAMES)
    if (input[field] === null || input[field] === '') check.refuse(field, 'cannot be empty', MAIN[field])
  const isHashtag = !input.firstCta || input.firstCta.startsWith('#')
  check.that(isHashtag, 'firstCta', 'R-CARD-12', 'is no hashtag: one begins with #')
  for (const cta of ['firstCta', ...OPTIONAL_CTAS] as const) {
    const length = Array.from((input[cta] ?? '').replace(/^#/, '')).length
    const message = `has ${length} characters beside the #; it can have at most ${MAX_CTA}`
    check.that(length <= MAX_CTA, cta, 'R-CARD-12', message)
  }
  check.length('title', { max: 23 }, 'R-CARD-12')
  check.length('thankYouText', { max: 23 }, 'R-CARD-14')
  checkTogether(check, input, operation === 'Create' ? Boolean : isLeft)
  const isPart = operation === 'Update' && TOGETHER.some((field) => input[field] !== undefined)
  if (isPart) check.leaveUnchecked('R-CARD-12', 'R-CARD-13')
  const keys = MEDIA.filter((field) => input[field])
  if (keys.length > 0) check.leaveUnchecked('R-CARD-2', 'R-CARD-11')
  const media = Object.fromEntries(keys.map((field) => [field, check.id(field, 'Media', account)]))
  return toParams({ ...input, ...media }, ['accountId', 'cardId'])
}

/** Holds what the fields of a card must be together; `isThere` tells whether it has one. */
function checkTogether(
  check: Check<ConversationCardInput>,
  card: ConversationCardInput,
  isThere: (value: string | null | undefined) => boolean,
): void {
  const hasSecond = isThere(card.title) || isThere(card.secondCta)
  check.that(hasSecond, 'title', 'R-CARD-12', 'is required where there is no `secondCta`')
  for (const cta of OPTIONAL_CTAS) {
    const isOffered = !card[cta] || isThere(card[`${cta}Post`])
    check.that(isOffered, `${cta}Post`, 'R-CARD-13', `is required with \`${cta}\``)
  }
}

/** Whether an update leaves or gives a field a value: null and what is empty take it away. */
function isLeft(value: string | null | undefined): boolean {
  return value === undefined || Boolean(value)
}

/**
 * Holds what can be read of a conversation card: its media, and of one that is to be changed the fields which it has
 * already.
 */
export async function validateConversationCard(
  context: Context,
  check: Check<ConversationCardInput>,
  account: string,
  kind: 'IMAGE' | 'VIDEO',
  readCard?: () => Promise<ConversationCardRow | null>,
): Promise<void> {
  const card = check.unchecked.has('R-CARD-13') ? await readCard?.() : undefined
  if (card) {
    check.markChecked('R-CARD-12', 'R-CARD-13')
    const now = TOGETHER.map((field) => {
      const { [field]: given = card[snakeCase(field) as keyof ConversationCardRow] } = check.input
      return [field, given]
    })
    checkTogether(check, Object.fromEntries(now) as ConversationCardInput, Boolean)
  }
  // One after the other, so that what is wrong is told in the same order every time.
  for (const field of MEDIA.filter((name) => check.input[name])) {
    const key = check.id(field, 'Media', account)
    const [media] = key ? await checkLibrary(context, check, account, field, [key]) : []
    if (media && field === 'mediaKey') checkMain(check, media, kind)
  }
}

/** Holds that the medium that a card shows is of its kind and form, as far as the library knows them. */
function checkMain(check: Check<ConversationCardInput>, main: MediaRow, kind: 'IMAGE' | 'VIDEO'): void {
  const { media_type: type, aspect_ratio: ratio } = main
  check.that(!type || type === kind, 'mediaKey', 'R-CARD-11', `names media of the type ${type}, not ${kind}`)
  const fits = kind === 'IMAGE' || !ratio || ratio === '16:9'
  check.that(fits, 'mediaKey', 'R-CARD-11', `names a video of ${ratio}; it must be 16:9`)
}
