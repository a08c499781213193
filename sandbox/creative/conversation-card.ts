import type { Entity } from '../../reference/entity.ts'
import { timestamp } from '../data/time.ts'
import { endpointsOf } from '../endpoint/crud.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { Operation, WriteContext } from '../endpoint/write.ts'
import { brokenRule, missingParameter, refuseAll, type ErrorItem } from '../http/error.ts'
import { liveCard, ofKind } from './card-write.ts'
import { cardList, cardRead, cards, type CardRow } from './card.ts'
import { dimensionsOf, mediaLibrary, notInLibrary, notOfType } from './media.ts'

/** The kinds of conversation cards, as in the paths. */
type ConversationKind = 'image_conversation' | 'video_conversation'

/** The endpoints of conversation cards of one kind (Ads Creative Interface, section 4.3). */
export function conversationCardEndpoints(entity: Entity, kind: ConversationKind): Endpoint[] {
  const wire = endpointsOf(entity)
  const create = wire.operation('POST', cards, {
    create(sent, context) {
      const columns = columnsOf(sent, context, kind)
      const id = context.store.table(cards).newId()
      const identity = { id, card_uri: `card://${id}`, card_type: kind.toUpperCase() }
      return { ...columns, ...identity }
    },
  })
  const update: Operation = {
    parameters: wire.parameters('PUT'),
    run(given, context, id) {
      const columns = columnsOf(given, context, kind, liveCard(context, kind, id))
      const row = { ...columns, updated_at: timestamp(context.now) } as CardRow
      return context.store.table(cards).insert(context.owner, row)
    },
  }
  const remove = wire.operation('DELETE', cards, {
    remove: (row) => ofKind(row, kind) && {},
    // The live service returns only these columns of a deleted card.
    answer: ({ name, id, created_at, updated_at, deleted, card_type }) => {
      return { name, id, created_at, updated_at, deleted, card_type }
    },
  })
  return [
    cardList(entity, kind),
    cardRead(entity, kind),
    wire.write('POST', create),
    wire.write('PUT', update),
    wire.write('DELETE', remove),
  ]
}

/** The columns of a new card, or of a changed one if `before` is set. Throws a Refusal if a rule is broken. */
function columnsOf(
  given: Record<string, unknown>,
  context: WriteContext,
  kind: ConversationKind,
  before: Partial<CardRow> = {},
): Partial<CardRow> {
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const card: Partial<CardRow> = { ...before, ...changes }
  refuseAll([
    !card['title'] && !card['second_cta'] && missingParameter('title'),
    !/^#./u.test(String(card['first_cta'])) && brokenRule('first_cta', 'first_cta is not a hashtag'),
    ...['second_cta', 'third_cta', 'fourth_cta'].map(
      (cta) => Boolean(card[cta]) && !card[`${cta}_post`] && missingParameter(`${cta}_post`),
    ),
    ...MEDIA.flatMap((name) => notInLibrary(context, name, changes[name] ? [changes[name] as string] : [])),
  ])
  const library = context.store.table(mediaLibrary)
  const media = library.find(context.owner, card['media_key'] as string)
  const type = kind === 'image_conversation' ? 'IMAGE' : 'VIDEO'
  const kinds = { ...MEDIA_TYPES, media_key: type }
  refuseAll(Object.entries(kinds).map(([name, kind]) => notOfType(context, name, card[name], [kind])))
  refuseAll([
    wrongDimensions(context, 'media_key', changes, type === 'IMAGE' ? 1.91 : 16 / 9),
    type === 'IMAGE' && wrongDimensions(context, 'unlocked_image_media_key', changes, 5 / 2),
  ])
  const urlOf = (key: unknown) => (key ? library.find(context.owner, key as string)?.media_url : undefined)
  // Responses have the URL of the unlocked image instead of its key (Ads Creative Interface, section 2).
  const { unlocked_image_media_key: unlocked, unlocked_image_media_url: unlockedUrl, ...others } = card
  const unlocked_image_media_url = unlocked === undefined ? unlockedUrl : urlOf(unlocked)
  const shown = { ...others, unlocked_image_media_url, media_url: media?.media_url }
  const columns = Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== null && value !== undefined))
  if (type === 'IMAGE') return { ...columns, image_display_height: '838', image_display_width: '1600' }
  const { poster_media_key: poster } = changes
  const firstFrame = `${media?.media_url}/first-frame`
  return {
    ...columns,
    video_height: '720',
    video_width: '1280',
    video_owner_id: before['video_owner_id'] ?? context.user.id,
    poster_media_url: poster === undefined ? (before['poster_media_url'] ?? firstFrame) : (urlOf(poster) ?? firstFrame),
  }
}

/** The minimum width of an image, in pixels (Ads Creative Interface, section 2). */
const MIN_IMAGE_WIDTH = 800

/** How far an aspect ratio can be from the required one, because dimensions are whole pixels. */
const MAX_RATIO_DEVIATION = 0.01

/** The error for a changed media item that is not wide enough, or does not have the aspect ratio (R-CARD-11). */
function wrongDimensions(
  { store, owner }: WriteContext,
  parameter: string,
  changes: Record<string, unknown>,
  ratio: number,
): ErrorItem | false {
  const media = store.table(mediaLibrary).find(owner, String(changes[parameter]))
  if (media === undefined) return false
  const { width, height } = dimensionsOf(media)
  const isWide = media.media_type === 'VIDEO' || width >= MIN_IMAGE_WIDTH
  if (isWide && Math.abs(width / height - ratio) < MAX_RATIO_DEVIATION) return false
  return brokenRule(parameter, `${parameter} is ${width} by ${height} pixels, which does not fit the card`)
}

/** The types of the media items beside the main one. */
const MEDIA_TYPES = {
  unlocked_image_media_key: 'IMAGE',
  unlocked_video_media_key: 'VIDEO',
  poster_media_key: 'IMAGE',
}
const MEDIA = ['media_key', ...Object.keys(MEDIA_TYPES)]
