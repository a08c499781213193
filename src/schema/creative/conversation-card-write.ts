import type { InputFieldMap, InputRef } from '@pothos/core'
import type { Endpoint } from '../../rest/endpoint.ts'
import type { Row } from '../../rest/types.ts'
import type { InputOf } from '../builder.ts'
import { characterCount } from '../character-count.ts'
import { untyped } from '../field/field.ts'
import {
  builder,
  type Check,
  CREATIVE_EDITORS,
  decide,
  deleteField,
  type InputFields,
  inputType,
  type Key,
  length,
  ownAccountField,
  ownId,
  rowKey,
  rulesFor,
  type Stored,
  UNKNOWN,
  writeField,
} from '../kit.ts'
import { listOf } from '../node/node-type.ts'
import { known, type StoredRow, textColumn, wordColumn } from '../write/known.ts'
import type { RowRef } from '../write/payload.ts'
import { any, need, type Rule, storedIn } from '../write/rule.ts'
import { inLibrary, mediaKey, needMediaType } from './library.ts'

/**
 * The input fields of a conversation card of either type (Ads Creative Interface, section 2). Those that a new card must have, an
 * update can change but not remove.
 */
const conversationCardFields = (t: InputFields, required: boolean) => ({
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
function namedConversationCard(t: InputFields) {
  return {
    cardId: t.id(ownId),
    ...ownAccountField(t),
  }
}

type ConversationCardInput = Partial<
  InputOf<typeof conversationCardFields> & InputOf<typeof namedConversationCard> & Record<MediaField, string | null>
>

type MediaField = (typeof MEDIA)[number]

/** What a conversation card shows. */
type Kind = 'IMAGE' | 'VIDEO'

const OPTIONAL_CTAS = ['secondCta', 'thirdCta', 'fourthCta'] as const
const MEDIA = ['mediaKey', 'unlockedImageMediaKey', 'unlockedVideoMediaKey', 'posterMediaKey'] as const

/** The maximum number of characters in a hashtag, without the # (Ads Creative Interface, section 8). */
const MAX_CTA_CHARACTERS = 20

/** How a new conversation card is recognized. Rows have the URL of the unlocked image, not its media key. */
const NEW_CONVERSATION_CARD = { shownBy: { unlocked_image_media_key: null } }

const rule = rulesFor<ConversationCardInput>()

/** A conversation card cannot be without these fields. */
const cannotBeEmpty = (id: string | null, field: keyof ConversationCardInput) => ({
  ...rule(id, [field], ({ [field]: value }) => value !== null && value !== '', 'cannot be empty'),
  ifGiven: true,
})

const charactersOf = (cta: string | null) => characterCount((cta ?? '').replace(/^#/, ''))

const RULES = [
  cannotBeEmpty(null, 'name'),
  cannotBeEmpty(null, 'mediaKey'),
  cannotBeEmpty('R-CARD-12', 'firstCta'),
  cannotBeEmpty('R-CARD-13', 'firstCtaPost'),
  cannotBeEmpty('R-CARD-14', 'thankYouText'),
  rule(
    'R-CARD-12',
    ['firstCta'],
    ({ firstCta }) => !firstCta || /^#./u.test(firstCta),
    'is not a hashtag: it must start with # and continue',
  ),
  ...(['firstCta', ...OPTIONAL_CTAS] as const).map((cta) =>
    rule(
      'R-CARD-12',
      [cta],
      ({ [cta]: text }) => charactersOf(text) <= MAX_CTA_CHARACTERS,
      ({ [cta]: text }) => `has ${charactersOf(text)} characters without the #; the limit is ${MAX_CTA_CHARACTERS}`,
    ),
  ),
  ...OPTIONAL_CTAS.map((cta) => rule('R-CARD-12', [cta], ({ [cta]: text }) => text !== '#', 'is only a #')),
  ...length('R-CARD-12', 'title', { max: 23 }),
  ...length('R-CARD-14', 'thankYouText', { max: 23 }),
  rule(
    'R-CARD-12',
    ['title', 'secondCta'],
    (card) =>
      any(
        () => Boolean(card.title),
        () => Boolean(card.secondCta),
      ),
    'is required if `secondCta` is not set',
  ),
  ...OPTIONAL_CTAS.map((cta) => {
    const post = `${cta}Post` as const
    return rule(
      'R-CARD-13',
      [post, cta],
      (card) =>
        any(
          () => !card[cta],
          () => Boolean(card[post]),
        ),
      `is required with \`${cta}\``,
    )
  }),
  // Only the service knows the dimensions of an image.
  rule('R-CARD-11', MEDIA, (card) => MEDIA.every((field) => !card[field]) || UNKNOWN),
]

/** The columns that rules depend on: the fields that can require each other. */
const COLUMNS = {
  title: textColumn,
  secondCta: textColumn,
  secondCtaPost: textColumn,
  thirdCta: textColumn,
  thirdCtaPost: textColumn,
  fourthCta: textColumn,
  fourthCtaPost: textColumn,
} satisfies Partial<Record<keyof ConversationCardInput, unknown>>
const TOGETHER = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]

/** The update of a conversation card, which is of this type. */
function conversationCardUpdate(check: Check<ConversationCardInput & { cardId: string }>, kind: Kind, type: string) {
  const { account, id } = check.ids.changed('cardId', type)
  return conversationCard(check, account, kind, rowKey(listOf(type), account, id))
}

/**
 * The rules of a conversation card. The rules that depend on the service are about its media
 * items, and for an update about the card, whose fields can require those in the input.
 */
function conversationCard(
  check: Check<ConversationCardInput>,
  account: string,
  kind: Kind,
  card?: Key<StoredRow<Row> | null>,
) {
  const isPart = card && TOGETHER.some((field) => check.input[field] !== undefined)
  const media = MEDIA.filter((field) => check.input[field]).map((field) => ({
    field,
    key: check.ids.one(field, 'Media', account) ?? '',
  }))
  return {
    dependsOn: [isPart ? card : undefined, ...media.map(({ key }) => mediaKey(account, key))],
    review(stored: Stored) {
      decide(check, RULES, card ? storedIn(stored.get(card), COLUMNS) : undefined)
      for (const { field, key } of media) decide(check, mediaRules(account, field, key, kind, stored))
    },
  }
}

function mediaRules(
  account: string,
  field: (typeof MEDIA)[number],
  key: string,
  kind: Kind,
  stored: Stored,
): Rule<ConversationCardInput>[] {
  const isMain = field === 'mediaKey'
  const id = isMain ? 'R-CARD-11' : 'R-CARD-15'
  const expected = isMain ? kind : field === 'unlockedVideoMediaKey' ? 'VIDEO' : 'IMAGE'
  const type = () => needMediaType(account, key, stored)
  const ratio = () => need(known(stored.get(mediaKey(account, key)), 'aspect_ratio', wordColumn))
  return [
    inLibrary(account, field, [key], stored),
    rule(
      id,
      [field],
      () => type() === expected,
      () => `is a media item of type ${type()}; it must be of type ${expected}`,
    ),
    rule(
      id,
      [field],
      () => !isMain || kind === 'IMAGE' || ratio() === null || ratio() === '16:9',
      () => `is a video with the aspect ratio ${ratio()}; it must be 16:9`,
    ),
    // The library does not have the dimensions of an image, which limit the unlocked one of an image card.
    rule(id, [field], () => kind !== 'IMAGE' || field !== 'unlockedImageMediaKey' || UNKNOWN),
  ]
}

/** The endpoints that write conversation cards of one kind. */
interface WriteEndpoints<R, Params extends object> {
  create: Endpoint<string, Params, R>
  update: Endpoint<string, Params, R>
  delete: Endpoint<string, Record<string, never>, R>
}

/** Declares the mutations of conversation cards of one kind, which differ in the fields for their media. */
export function conversationCardMutations<R extends Row, Params extends object>(
  ref: RowRef<R>,
  kind: Kind,
  endpoints: WriteEndpoints<R, Params>,
  mediaFields: (t: InputFields, required: boolean) => InputFieldMap,
): void {
  const { name: type } = ref
  const card = `${kind.toLowerCase()} conversation card`
  const aCard = `${kind === 'IMAGE' ? 'an' : 'a'} ${card}`
  const CreateInput: InputRef<ConversationCardInput> = untyped(
    inputType(
      `Create${type}Input`,
      `A new ${card}. It needs a \`title\`, a \`secondCta\` or both (R-CARD-12).`,
      (t) => ({ ...ownAccountField(t), ...mediaFields(t, true), ...conversationCardFields(t, true) }),
    ),
  )
  const UpdateInput: InputRef<ConversationCardInput & { cardId: string }> = untyped(
    inputType(
      `Update${type}Input`,
      `Changes to ${aCard}. Omitted fields keep their value; null removes the value.`,
      (t) => ({ ...namedConversationCard(t), ...mediaFields(t, false), ...conversationCardFields(t, false) }),
    ),
  )
  builder.mutationFields((t) => ({
    [`create${type}`]: writeField(t, {
      row: ref,
      endpoint: endpoints.create,
      does: { action: 'CREATE', recognized: NEW_CONVERSATION_CARD },
      editors: CREATIVE_EDITORS,
      description:
        `Creates ${aCard}. Posts refer to it by its URI. With \`validateOnly\`, its media items are read, one call ` +
        'each.',
      input: CreateInput,
      prepare: (check) => conversationCard(check, check.ids.account('mediaKey'), kind),
    }),
    [`update${type}`]: writeField(t, {
      row: ref,
      endpoint: endpoints.update,
      does: { action: 'UPDATE', id: 'cardId' },
      editors: CREATIVE_EDITORS,
      description:
        `Updates ${aCard} in all posts that show it. With \`validateOnly\`, the card and the media items in the input ` +
        'are read, one call each.',
      input: UpdateInput,
      prepare: (check) => conversationCardUpdate(check, kind, type),
    }),
    [`delete${type}`]: deleteField(t, {
      row: ref,
      endpoint: endpoints.delete,
      editors: CREATIVE_EDITORS,
      description: `Deletes ${aCard}. After that it is returned only if \`withDeleted\` is true.`,
      id: 'cardId',
    }),
  }))
}
