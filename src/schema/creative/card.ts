import type { Context } from '../../context.ts'
import {
  createCard,
  deleteCard,
  findCardsOfAnyKind,
  isCardUri,
  listCards,
  listCardsByUri,
  updateCard,
  type CardParams,
  type CardRow,
} from '../../rest/creative/card.ts'
import { MAX_IDS } from '../../rest/endpoint.ts'
import { Account } from '../account/account.ts'
import { builder, type InputFields } from '../builder.ts'
import { connectionType, sortArg, withDeletedArg, idsArg } from '../list/connection-type.ts'
import { lookUpCost } from '../cost/cost.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { badUserInput } from '../errors.ts'
import { parseGlobalId, restIds } from '../node/global-id.ts'
import { accountField, Check, ownAccountField } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { writeField } from '../write/mutation-field.ts'
import { openEnum } from '../scalar/open-enum.ts'
import { nameQuery } from '../list/name-query.ts'
import { keyOnly } from '../../execute/selection.ts'
import { ComponentInput, componentParams, type ComponentFields } from './component-input.ts'
import { Component, componentsOf } from './component.ts'
import { checkLibrary } from './library.ts'

const composableTypes = {
  IMAGE_APP: 'An image that leads to an app.',
  IMAGE_CAROUSEL_APP: 'Images that lead to one app.',
  IMAGE_CAROUSEL_WEBSITE: 'Images that lead to one website.',
  IMAGE_MULTI_DEST_CAROUSEL_WEBSITE: 'Images, each leading to a website of its own.',
  IMAGE_WEBSITE: 'An image that leads to a website.',
  MIXED_MEDIA_MULTI_DEST_CAROUSEL_WEBSITE: 'Images and videos, each leading to a website of its own.',
  MIXED_MEDIA_SINGLE_DEST_CAROUSEL_APP: 'Images and videos that lead to one app.',
  MIXED_MEDIA_SINGLE_DEST_CAROUSEL_WEBSITE: 'Images and videos that lead to one website.',
  VIDEO_APP: 'A video that leads to an app.',
  VIDEO_CAROUSEL_APP: 'Videos that lead to one app.',
  VIDEO_CAROUSEL_WEBSITE: 'Videos that lead to one website.',
  VIDEO_MULTI_DEST_CAROUSEL_WEBSITE: 'Videos, each leading to a website of its own.',
  VIDEO_WEBSITE: 'A video that leads to a website.',
}

export const ComposableCardType = openEnum(
  'ComposableCardType',
  'What a composable card shows and where it leads (R-CARD-7).',
  composableTypes,
)

export const CardType = openEnum('CardType', 'What a card shows and where it leads (R-CARD-7).', {
  ...composableTypes,
  IMAGE_APP_DOWNLOAD: 'Beyond the documents: an image that leads to an app, of the older kind.',
  VIDEO_APP_DOWNLOAD: 'Beyond the documents: a video that leads to an app, of the older kind.',
  WEBSITE: 'Beyond the documents: an image that leads to a website, of the older kind.',
  IMAGE_COLLECTION_WEBSITE: 'Beyond the documents: several images that lead to a website.',
  IMAGE_DIRECT_MESSAGE: 'Beyond the documents: an image that leads to a conversation in private.',
  VIDEO_DIRECT_MESSAGE: 'Beyond the documents: a video that leads to a conversation in private.',
  IMAGE_CONVERSATION: 'Beyond the documents: an image conversation card.',
  VIDEO_CONVERSATION: 'Beyond the documents: a video conversation card.',
  TEXT_POLLS: 'Beyond the documents: a poll.',
  IMAGE_POLLS: 'Beyond the documents: a poll with an image.',
  VIDEO_POLLS: 'Beyond the documents: a poll with a video.',
})

/** The types of cards by what the service calls them, where that alone decides. */
const typesByCardType: Readonly<Record<string, string>> = {
  IMAGE_CONVERSATION: 'ImageConversationCard',
  VIDEO_CONVERSATION: 'VideoConversationCard',
  TEXT_POLLS: 'PollCard',
  IMAGE_POLLS: 'PollCard',
  VIDEO_POLLS: 'PollCard',
}

/** The type of a card. Composable and older cards share the card type VIDEO_WEBSITE: components or slides tell them apart. */
export function typeOfCard({ components, slides, card_type: cardType }: CardRow): string {
  if (components || slides) return 'ComposableCard'
  return typesByCardType[cardType ?? ''] ?? 'LegacyCard'
}

export const Card = builder.interfaceRef<CardRow>('Card')
export const CardConnection = connectionType(Card, { counted: false })
export const ComposableCard = builder.objectRef<CardRow>('ComposableCard')

Card.implement({
  description: 'A card of any kind, which a post shows below its text. Posts name it by its URI (R-CARD-1).',
  interfaces: [Node, Entity],
  resolveType: typeOfCard,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, which viewers do not see.' }),
    cardUri: t.exposeString('card_uri', { description: 'The URI by which posts name it: `card://<id>`.' }),
    cardType: t.expose('card_type', { type: CardType, description: 'What it shows and where it leads.' }),
  }),
})

ComposableCard.implement({
  description:
    'A card made of components: media with details or a button. Those with several destinations have slides instead, each ' +
    'a whole card. Of both, the order counts (R-CARD-3).',
  interfaces: [Node, Entity, Card],
  fields: (t) => ({
    components: t.field({
      type: [Component],
      nullable: { list: true, items: false },
      description: 'Its parts; null where it has slides.',
      resolve: (card) => componentsOf(card, card.components),
    }),
    slides: t.field({
      type: t.listRef(t.listRef(Component)),
      description: 'Its slides, each the parts of a whole card; null where it has components.',
      resolve: (card) => card.slides?.map((slide) => componentsOf(card, slide) ?? []),
    }),
  }),
})

nodeType(ComposableCard, listCards)

/** The most characters a search for cards by name can have (Ads Creative Interface, section 4.2). */
const MAX_CARD_QUERY = 80

/** The argument of lists of cards that finds them by name. */
export const cardQueryArg = builder.args((t) => ({
  query: t.string({
    description: 'Only cards whose name begins with this text, upper and lower case alike: 1 to 80 characters.',
  }),
}))

/** The text of a search for cards as the wire takes it; undefined where it was left out. */
export function cardQuery(query: string | null | undefined): string | undefined {
  return nameQuery(query, MAX_CARD_QUERY)
}

builder.queryFields((t) => ({
  card: t.byId({
    type: Card,
    endpoint: listCards,
    description: 'One composable card. `anyCard` finds cards of the other kinds too.',
    args: withDeletedArg,
    idType: () => 'ComposableCard',
  }),
  anyCard: t.byId({
    type: Card,
    endpoint: findCardsOfAnyKind,
    description: 'One card of any kind.',
    args: withDeletedArg,
    idType: cardTypeIn,
  }),
}))

builder.objectFields(Account, (t) => ({
  card: t.byId({
    type: Card,
    endpoint: listCards,
    description: 'One of its composable cards. `anyCard` finds cards of the other kinds too.',
    args: withDeletedArg,
    idType: () => 'ComposableCard',
  }),
  anyCard: t.byId({
    type: Card,
    endpoint: findCardsOfAnyKind,
    description: 'One of its cards, of any kind.',
    args: withDeletedArg,
    idType: cardTypeIn,
  }),
  cards: t.list({
    type: CardConnection,
    endpoint: listCards,
    description:
      'Its composable cards. The interface does not count them; its pages hold at most 200, so that a larger `first` costs ' +
      'several calls (R-CARD-9).',
    args: {
      ...idsArg,
      cardUris: t.arg.stringList({ description: 'Only those with these URIs (`card://<id>`), at most 200.' }),
      cardTypes: t.arg({ type: [ComposableCardType], description: 'Only these kinds.' }),
      includeLegacyCards: t.arg.boolean({
        description: 'Whether cards of the older kinds are listed too.',
        defaultValue: false,
      }),
      ...cardQueryArg,
      ...sortArg,
      ...withDeletedArg,
    },
    filters: ({ ids, cardUris, cardTypes, includeLegacyCards, query }, account) => ({
      card_id: restIds('ComposableCard', account.id, ids, 'ids'),
      card_uris: cardUris ? checkedUris(cardUris, 'cardUris', 0, 'R-CARD-9') : undefined,
      card_types: cardTypes ?? undefined,
      include_legacy_cards: includeLegacyCards || undefined,
      q: cardQuery(query),
    }),
  }),
  cardsByUri: t.field({
    type: [Card],
    nullable: { list: true, items: false },
    description:
      'Its cards of any kind with these URIs, in this order, without those the service does not show (R-CARD-10).',
    extensions: { ...keyOnly, ...lookUpCost(listCardsByUri) },
    args: {
      uris: t.arg.stringList({ required: true, description: 'The URIs, `card://<id>` each: 1 to 200.' }),
      ...withDeletedArg,
    },
    async resolve(account, { uris, withDeleted }, { loaders }) {
      const params = { with_deleted: withDeleted || undefined }
      const found = checkedUris(uris, 'uris', 1, 'R-CARD-10').map((uri) =>
        loaders.byId(listCardsByUri, { account_id: account.id }, uri, { params }),
      )
      return (await Promise.all(found)).filter((card) => card !== null)
    },
  }),
}))

/** The kind of card that a global id names; of anything else the kind is open. */
function cardTypeIn(id: string): string {
  const type = parseGlobalId(id)?.type
  return type !== undefined && cardTypes.has(type) ? type : 'Card'
}

const cardTypes = new Set(['ComposableCard', 'LegacyCard', ...Object.values(typesByCardType)])

function checkedUris(uris: readonly string[], field: string, least: number, rule: string): readonly string[] {
  if (uris.length < least || uris.length > MAX_IDS)
    throw badUserInput(field, `\`${field}\` names ${uris.length} cards; it can name ${least} to ${MAX_IDS}`, rule)
  const wrong = uris.find((uri) => !isCardUri(uri))
  if (wrong === undefined) return uris
  const form = 'a card is named as card://<id>'
  throw badUserInput(
    field,
    `\`${field}\`: ${JSON.stringify(wrong.slice(0, 80))} is no URI of a card; ${form}`,
    'R-CARD-1',
  )
}

/** The parts of a card, of which one or the other is given (R-CARD-3). */
const partFields = (t: InputFields) => ({
  components: t.field({
    type: [ComponentInput],
    description: 'Its parts, in their order. Not together with `slides` (R-CARD-3).',
  }),
  slides: t.field({
    type: t.listRef(t.listRef(ComponentInput, { required: true }), { required: true }),
    description:
      'For several destinations: its slides, in their order, each the parts of a whole card. Not together with ' +
      '`components` (R-CARD-3).',
  }),
})

/** A composable card that an input names. */
function namedCard(t: InputFields) {
  return {
    cardId: t.id({ required: true, description: "The global id, or the service's own together with `accountId`." }),
    ...ownAccountField(t),
  }
}

const CreateCardInput = builder.inputType('CreateCardInput', {
  description: 'A new composable card: of exactly one of `components` and `slides` (R-CARD-3).',
  fields: (t) => ({
    ...accountField(t),
    name: t.string({ required: true, description: 'Its name, 1 to 80 characters (R-CARD-3).' }),
    ...partFields(t),
  }),
})

const UpdateCardInput = builder.inputType('UpdateCardInput', {
  description:
    'What is to change of a composable card: each field that is given replaces what the card has, whole (R-CARD-8). ' +
    'Nothing can be removed.',
  fields: (t) => ({
    ...namedCard(t),
    name: t.string({ description: 'Its name, 1 to 80 characters (R-CARD-3).' }),
    ...partFields(t),
  }),
})

const DeleteCardInput = builder.inputType('DeleteCardInput', {
  description: 'The composable card to delete.',
  fields: namedCard,
})

const cardPayload = (name: string, description: string, interfaces = [Payload]) =>
  builder.objectRef<Outcome<CardRow>>(name).implement({
    description,
    interfaces,
    fields: (t) => ({
      card: t.field({
        type: ComposableCard,
        description: 'The card as the service answered; null if it was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })
const CreateCardPayload = cardPayload('CreateCardPayload', 'The result of creating a composable card.')
const UpdateCardPayload = cardPayload('UpdateCardPayload', 'The result of changing a composable card.')
const DeleteCardPayload = cardPayload('DeleteCardPayload', 'The result of deleting a composable card.', [
  Payload,
  DeletePayload,
])

interface CardInput {
  name?: string | null
  components?: readonly ComponentFields[] | null
  slides?: readonly (readonly ComponentFields[])[] | null
}

/** Holds the rules for what can be written of a composable card, and gives it as it goes on the wire. */
function cardParams(check: Check<CardInput>, account: string): CardParams {
  const { name, components, slides } = check.input
  check.notNull('R-CARD-3', 'name')
  check.length('name', { min: 1, max: 80 }, 'R-CARD-3')
  check.that(!components || !slides, 'slides', 'R-CARD-3', 'and `components` exclude each other')
  check.that(components?.length !== 0, 'components', 'R-CARD-3', 'is empty')
  check.that(
    slides?.every((slide) => slide.length > 0) !== false && slides?.length !== 0,
    'slides',
    'R-CARD-3',
    'is empty',
  )
  const slideChecks = check.each('slides', slides ?? [])
  const params: CardParams = {
    ...(name && { name }),
    ...(components && {
      components: check.each('components', components).map((part) => componentParams(part, account)),
    }),
    ...(slides && {
      slides: slideChecks.map(({ input: slide, path }) =>
        slide.map((part, index) => componentParams(new Check(part, [...path, String(index)], check), account)),
      ),
    }),
  }
  if (mediaKeysIn(params).length > 0) check.leaveUnchecked('R-CARD-2')
  // Which components go together the documents do not tell.
  if (components ?? slides) check.leaveUnchecked('R-CARD-4')
  return params
}

function mediaKeysIn({ components = [], slides = [] }: CardParams): string[] {
  return [components, ...slides].flat().flatMap(({ media_key, media_keys }) => media_keys ?? media_key ?? [])
}

/** Holds that the media of a card are in the library, for which each is read. */
async function validateParts(
  context: Context,
  check: Check<CardInput>,
  account: string,
  params: CardParams,
): Promise<void> {
  const keys = mediaKeysIn(params)
  if (keys.length > 0) await checkLibrary(context, check, account, partsOf(check.input), keys)
}

/** The field that holds the parts of a card. */
function partsOf({ slides }: CardInput): 'slides' | 'components' {
  return slides ? 'slides' : 'components'
}

builder.mutationFields((t) => ({
  createCard: writeField(t, {
    payload: CreateCardPayload,
    description:
      'Creates a composable card, which posts name by its URI. With `validateOnly` its media are read, a call each.',
    input: CreateCardInput,
    inputDescription: 'The new card.',
    prepare(check, context) {
      const { input } = check
      const account = check.account('accountId')
      const hasParts = Boolean(input.components) || Boolean(input.slides)
      check.that(hasParts, 'components', 'R-CARD-3', 'is required where there are no `slides`')
      const params = cardParams(check, account)
      return {
        send: () => context.rest.call(createCard, { account_id: account }, params),
        validate: () => validateParts(context, check, account, params),
        fieldOf: () => partsOf(input),
      }
    },
  }),

  updateCard: writeField(t, {
    payload: UpdateCardPayload,
    description:
      'Changes a composable card, in all posts that show it. With `validateOnly` the media that are given are read, a call ' +
      'each.',
    input: UpdateCardInput,
    inputDescription: 'What is to change.',
    prepare(check, context) {
      const { input } = check
      const { account, id } = check.changes('cardId', 'ComposableCard')
      check.that(input.components !== null, 'components', 'R-CARD-3', 'cannot be removed')
      check.that(input.slides !== null, 'slides', 'R-CARD-3', 'cannot be removed')
      const params = cardParams(check, account)
      const send = () => context.rest.call(updateCard, { account_id: account, card_id: id }, params)
      return { send, validate: () => validateParts(context, check, account, params), fieldOf: () => partsOf(input) }
    },
  }),

  deleteCard: writeField(t, {
    payload: DeleteCardPayload,
    description: 'Deletes a composable card. From then on it is shown only with `withDeleted`.',
    input: DeleteCardInput,
    inputDescription: 'The card.',
    prepare(check, context) {
      const { account, id } = check.changes('cardId', 'ComposableCard')
      return { send: () => context.rest.call(deleteCard, { account_id: account, card_id: id }) }
    },
  }),
}))
