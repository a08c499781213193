import { card } from '../../reference/creative/card.ts'
import type { Entity } from '../../reference/entity.ts'
import { columns, newestFirst } from '../data/order.ts'
import { table, type Row } from '../data/store.ts'
import { endpointsOf } from '../endpoint/crud.ts'
import type { Call, Endpoint } from '../endpoint/endpoint.ts'

/** A card of any type as the service sends it: composable cards have components or slides, all others are flat. */
export interface CardRow extends Row {
  name: string
  card_uri: string
  card_type: string
  components?: Component[]
  slides?: Component[][]
  [column: string]: unknown
}

/** One component of a composable card. */
export type Component = { type: string } & Record<string, unknown>

/** The cards of each account, of all types, newest first. */
export const cards = table<CardRow>('cards', newestFirst(), 5)

/** The kinds of cards that have their own endpoints. */
export type CardKind = 'composable' | 'image_conversation' | 'video_conversation' | 'poll' | 'legacy'

/** The kind of a card. */
export function kindOf(row: CardRow): CardKind {
  if (row.components !== undefined || row.slides !== undefined) return 'composable'
  if (row.card_type === 'IMAGE_CONVERSATION') return 'image_conversation'
  if (row.card_type === 'VIDEO_CONVERSATION') return 'video_conversation'
  return row.card_type.endsWith('_POLLS') ? 'poll' : 'legacy'
}

/** The list of cards of one kind other than composable (Ads Creative Interface, sections 4.3 and 4.4). */
export function cardList<const E extends Entity>(entity: E, kind: CardKind): Endpoint {
  return endpointsOf(entity).list(cards, {
    quota: 'account',
    sortable: columns<CardRow>('name'),
    keep: () => (row) => kindOf(row) === kind,
  })
}

/** The endpoint that reads one card of a kind. */
export function cardRead<const E extends Entity>(entity: E, kind: CardKind): Endpoint {
  return endpointsOf(entity).single(cards, { quota: 'account', find: findCard(kind) })
}

/** Finds a card, if it is of this kind. */
function findCard(kind: CardKind) {
  return ({ store, owner }: Pick<Call, 'store' | 'owner'>, id: string): Readonly<CardRow> | undefined => {
    const row = store.table(cards).find(owner, id)
    return row && kindOf(row) === kind ? row : undefined
  }
}

const wire = endpointsOf(card, 'accounts/:account_id/cards')
const all = endpointsOf(card, 'accounts/:account_id/cards/all')

/** The read endpoints of composable cards and of cards of all kinds (Ads Creative Interface, section 4.2). */
export const cardEndpoints: Endpoint[] = [
  wire.list(cards, {
    quota: 'account',
    count: { max: 200, absent: 100 },
    sortable: columns<CardRow>('name'),
    keep({ params }) {
      const kinds = params.include_legacy_cards ? ['composable', 'legacy'] : ['composable']
      return (row) => kinds.includes(kindOf(row))
    },
  }),
  // The live service sends an array with one item here.
  wire.single(cards, { quota: 'account', find: findCard('composable'), present: (row) => [row] }),
  all.list(cards, { quota: 'account' }),
  all.single(cards, { quota: 'account' }),
]
