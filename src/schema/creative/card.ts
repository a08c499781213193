import {
  cardIdIn,
  findCardsOfAnyKind,
  isCardUri,
  listCards,
  listCardsByUri,
  type CardRow,
} from '../../rest/creative/card.ts'
import { MAX_IDS } from '../../rest/endpoint.ts'
import { Account } from '../account/account.ts'
import { type FieldUse, maxParts } from '../cost/cost.ts'
import { show } from '../errors.ts'
import {
  badUserInput,
  builder,
  COMMON_ATTRIBUTES,
  connectionType,
  entityType,
  keyOnly,
  lookUpCost,
  Node,
  openEnum,
  restIds,
  sortArgOf,
  withDeletedArg,
} from '../kit.ts'
import { idsArg } from '../list/connection-type.ts'
import { nameQuery } from '../list/read.ts'
import { accountAndId, parseGlobalId } from '../node/global-id.ts'
import { Entity } from '../node/node-type.ts'
import { Component, componentsOf } from './component.ts'

const composableTypes = {
  IMAGE_APP: 'An image that links to an app.',
  IMAGE_CAROUSEL_APP: 'Several images that link to one app.',
  IMAGE_CAROUSEL_WEBSITE: 'Several images that link to one website.',
  IMAGE_MULTI_DEST_CAROUSEL_WEBSITE: 'Several images, each with its own website.',
  IMAGE_WEBSITE: 'An image that links to a website.',
  MIXED_MEDIA_MULTI_DEST_CAROUSEL_WEBSITE: 'Images and videos, each with its own website.',
  MIXED_MEDIA_SINGLE_DEST_CAROUSEL_APP: 'Images and videos that link to one app.',
  MIXED_MEDIA_SINGLE_DEST_CAROUSEL_WEBSITE: 'Images and videos that link to one website.',
  VIDEO_APP: 'A video that links to an app.',
  VIDEO_CAROUSEL_APP: 'Several videos that link to one app.',
  VIDEO_CAROUSEL_WEBSITE: 'Several videos that link to one website.',
  VIDEO_MULTI_DEST_CAROUSEL_WEBSITE: 'Several videos, each with its own website.',
  VIDEO_WEBSITE: 'A video that links to a website.',
}

const ComposableCardType = openEnum(
  'ComposableCardType',
  'The type of a composable card: its media and its destination (R-CARD-7).',
  composableTypes,
)

const CardType = openEnum('CardType', 'The type of a card: its media and its destination (R-CARD-7).', {
  ...composableTypes,
  IMAGE_APP_DOWNLOAD: 'A legacy card: an image that links to an app. @beyondDocuments',
  VIDEO_APP_DOWNLOAD: 'A legacy card: a video that links to an app. @beyondDocuments',
  WEBSITE: 'A legacy card: an image that links to a website. @beyondDocuments',
  IMAGE_COLLECTION_WEBSITE: 'Several images that link to a website. @beyondDocuments',
  IMAGE_DIRECT_MESSAGE: 'An image that opens a private conversation. @beyondDocuments',
  VIDEO_DIRECT_MESSAGE: 'A video that opens a private conversation. @beyondDocuments',
  IMAGE_CONVERSATION: 'An image conversation card. @beyondDocuments',
  VIDEO_CONVERSATION: 'A video conversation card. @beyondDocuments',
  TEXT_POLLS: 'A poll. @beyondDocuments',
  IMAGE_POLLS: 'A poll with an image. @beyondDocuments',
  VIDEO_POLLS: 'A poll with a video. @beyondDocuments',
})

/** The GraphQL type by the service's card type, for card types that have exactly one GraphQL type. */
const typesByCardType: ReadonlyMap<unknown, string> = new Map(
  Object.entries({
    IMAGE_CONVERSATION: 'ImageConversationCard',
    VIDEO_CONVERSATION: 'VideoConversationCard',
    TEXT_POLLS: 'PollCard',
    IMAGE_POLLS: 'PollCard',
    VIDEO_POLLS: 'PollCard',
  }),
)

/**
 * The GraphQL type of a card. Composable and legacy cards share the card type VIDEO_WEBSITE: only composable cards have
 * components or slides.
 */
export function typeOfCard({ components, slides, card_type: cardType }: CardRow): string {
  if (components || slides) return 'ComposableCard'
  return typesByCardType.get(cardType) ?? 'LegacyCard'
}

export const Card = builder.interfaceRef<CardRow>('Card')
const CardConnection = connectionType(Card, { counted: false })
export const ComposableCard = builder.objectRef<CardRow>('ComposableCard')

Card.implement({
  description: 'A card of any type. A post shows it below its text. Posts refer to it by its URI (R-CARD-1).',
  interfaces: [Node, Entity],
  resolveType: typeOfCard,
  fields: (t) =>
    t.columns({
      name: 'The name of the card. Viewers do not see it.',
      cardUri: 'The URI that posts use to refer to the card: `card://<id>`.',
      cardType: [CardType, 'The type of the card.'],
    }),
})

/** The numbers of slides, and of components of a card or slide, that a plan assumes at most. The documents have no limit. */
const MAX_SLIDES = 10
const MAX_COMPONENTS = 10

entityType(ComposableCard, listCards, {
  description:
    'A card made of components: media with details or a button. A card with several destinations has slides ' +
    'instead, and each slide has the components of a whole card. The order of components and slides is kept ' +
    '(R-CARD-3).',
  interfaces: [Card],
  fields: (t) => ({
    components: t.field({
      type: [Component],
      description: 'The components of the card. Null if it has slides.',
      extensions: maxParts(MAX_COMPONENTS),
      resolve: (card) => componentsOf(card, card.components),
    }),
    slides: t.field({
      type: t.listRef(t.listRef(Component)),
      description: 'The slides of the card, each with the components of a whole card. Null if the card has components.',
      extensions: maxParts(MAX_SLIDES * MAX_COMPONENTS),
      resolve(card) {
        const { slides } = card
        return Array.isArray(slides) ? slides.map((slide: unknown) => componentsOf(card, slide)) : slides
      },
    }),
  }),
})

export const cardSortArg = sortArgOf('CardSortBy', 'cards', {
  ...COMMON_ATTRIBUTES,
  name: 'The name.',
})

/** The maximum number of characters in a search for cards other than polls (Ads Creative Interface, sections 4.2 and 4.3). */
const MAX_CARD_QUERY_CHARACTERS = 80

/** The argument that searches a list of cards by name. */
export const cardNamePrefixArg = builder.args((t) =>
  t.optional({
    namePrefix: 'Return only cards whose name starts with this text, ignoring case: 1 to 80 characters.',
  }),
)

/** The arguments of every list of cards. */
const cardArgs = { ...idsArg, ...cardNamePrefixArg, ...cardSortArg, ...withDeletedArg }

/** The filter of the argument `namePrefix` of cards. */
export const cardNameFilter = ({ namePrefix }: { namePrefix?: string | null }) => ({
  q: nameQuery(namePrefix, { max: MAX_CARD_QUERY_CHARACTERS }),
})

builder.queryField('card', (t) =>
  t.field({
    type: Card,
    description: 'One card of any type. Null if the service does not return it.',
    extensions: {
      cost: (use: FieldUse) => lookUpCost(listOfCard(String(use.args['id'])), { alone: true }).cost(use),
    },
    args: {
      ...t.arg.required({
        id: [
          'ID',
          "The global ID; or the service's ID or the URI of the card (`card://<id>`), together with `accountId`.",
        ],
      }),
      accountId: t.arg.id({
        description: 'The account, by either kind of ID. Required unless `id` is a global ID.',
      }),
      ...withDeletedArg,
    },
    resolve(_root, { id: text, accountId, withDeleted }, { loaders }) {
      const { account, id } = accountAndId(cardTypeIn(text), { id: cardIdIn(text), accountId })
      const params = { with_deleted: withDeleted || undefined }
      return loaders.byId(listOfCard(text), { account_id: account }, { params, alone: true })(id)
    },
  }),
)

builder.objectFields(Account, (t) => ({
  cards: t.list(
    CardConnection,
    listCards,
    'The composable cards of the account. The service does not count them. Its pages have up to 200 cards, so a ' +
      'larger `first` needs several calls (R-CARD-9).',
    {
      args: {
        ...t.arg.optional({
          cardUris: [['String'], 'Return only cards with these URIs (`card://<id>`), up to 200.'],
          cardTypes: [[ComposableCardType], 'Return only cards of these types.'],
        }),
        includeLegacyCards: t.arg.flag('Include legacy cards.'),
        ...cardArgs,
      },
      filters: ({ ids, cardUris, cardTypes, includeLegacyCards, ...args }, account) => ({
        ...(includeLegacyCards && { card_id: restIds(cardTypeIn, account.id, ids, 'ids') }),
        card_uris: cardUris ? checkedUris(cardUris, 'cardUris', 0, 'R-CARD-9') : undefined,
        card_types: cardTypes ?? undefined,
        include_legacy_cards: includeLegacyCards || undefined,
        ...cardNameFilter(args),
      }),
    },
  ),
  cardsByUri: t.field({
    type: [Card],
    description:
      'The cards with these URIs, of any type, in the order of `uris`. Cards that the service does not return are ' +
      'left out (R-CARD-10).',
    extensions: { ...keyOnly, ...lookUpCost(listCardsByUri) },
    args: {
      ...t.arg.required({
        uris: [['String'], 'The URIs of the cards, in the form `card://<id>`: 1 to 200.'],
      }),
      ...withDeletedArg,
    },
    async resolve(account, { uris, withDeleted }, { loaders }) {
      const params = { with_deleted: withDeleted || undefined }
      const found = checkedUris(uris, 'uris', 1, 'R-CARD-10').map(
        loaders.byId(listCardsByUri, { account_id: account.id }, { params }),
      )
      return (await Promise.all(found)).filter((card) => card !== null)
    },
  }),
}))

/** The GraphQL type of a card from its global ID; the interface `Card` if the ID does not have one. */
function cardTypeIn(id: string): string {
  const type = parseGlobalId(id)?.type
  return type !== undefined && cardTypes.has(type) ? type : 'Card'
}

/** The list in which a card is looked up: an ID or a URI of the service does not show the type of the card. */
function listOfCard(id: string) {
  return cardTypeIn(id) === ComposableCard.name ? listCards : findCardsOfAnyKind
}

const cardTypes = new Set(['ComposableCard', 'LegacyCard', ...typesByCardType.values()])

function checkedUris(uris: readonly string[], field: string, least: number, rule: string): readonly string[] {
  if (uris.length < least || uris.length > MAX_IDS)
    throw badUserInput(field, `\`${field}\` has ${uris.length} URIs; it must have ${least} to ${MAX_IDS}`, rule)
  const wrong = uris.find((uri) => !isCardUri(uri))
  if (wrong === undefined) return uris
  throw badUserInput(field, `\`${field}\`: ${show(wrong)} is not a valid card URI; the form is card://<id>`, 'R-CARD-1')
}
