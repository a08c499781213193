import { endpoint, envelope, type Call, type Endpoint } from '../endpoint/endpoint.ts'
import { notFound } from '../http/error.ts'
import { anyOf, listEndpoint, nameQuery, singleParameters, startingWith, visible } from '../endpoint/list.ts'
import { columns, newestFirst } from '../data/order.ts'
import { boolean, idList, required, text } from '../endpoint/parameter.ts'
import type { Row, TableDefinition } from '../data/store.ts'

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
export const cards: TableDefinition<CardRow> = { name: 'cards', order: newestFirst(), idLength: 5 }

/** The kinds of cards that have their own endpoints. */
export type CardKind = 'composable' | 'image_conversation' | 'video_conversation' | 'poll' | 'legacy'

/** The kind of a card. */
export function kindOf(row: CardRow): CardKind {
  if (row.components !== undefined || row.slides !== undefined) return 'composable'
  if (row.card_type === 'IMAGE_CONVERSATION') return 'image_conversation'
  if (row.card_type === 'VIDEO_CONVERSATION') return 'video_conversation'
  return row.card_type.endsWith('_POLLS') ? 'poll' : 'legacy'
}

/** The name filter of cards of a kind: 1 to 80 characters, for polls as usual. */
function cardQuery(kind: CardKind) {
  return kind === 'poll' ? nameQuery() : text({ min: 1, max: 80 })
}

/** The sort attributes of every list of cards. */
export const cardOrder = columns<CardRow>('created_at', 'updated_at', 'deleted', 'name')

/** The list of cards of one kind other than composable (Ads Creative Interface, sections 4.3 and 4.4). */
export function cardList(kind: CardKind): Endpoint {
  return listEndpoint({
    path: `accounts/:account_id/cards/${kind}`,
    quota: 'account',
    table: cards,
    filters: { card_ids: idList(), q: cardQuery(kind) },
    sortable: cardOrder,
    keep({ params }) {
      const wanted = anyOf(params.card_ids)
      const named = startingWith(params.q)
      return (row) => kindOf(row) === kind && wanted(row.id) && named(row.name)
    },
  })
}

/** The endpoint that reads one card of a kind. */
export function cardRead(kind: CardKind): Endpoint {
  return endpoint({
    method: 'GET',
    path: `accounts/:account_id/cards/${kind}/:card_id`,
    quota: 'account',
    parameters: singleParameters,
    handle: (call) => envelope(call, { data: findCard(call, [kind]) }),
  })
}

const EVERY_KIND: readonly CardKind[] = ['composable', 'image_conversation', 'video_conversation', 'poll', 'legacy']

/** The read endpoints of composable cards and of cards of all kinds (Ads Creative Interface, section 4.2). */
export const cardEndpoints: Endpoint[] = [
  listEndpoint({
    path: 'accounts/:account_id/cards',
    quota: 'account',
    table: cards,
    filters: {
      card_types: idList(),
      card_id: idList(),
      card_uris: idList(),
      include_legacy_cards: boolean(),
      q: cardQuery('composable'),
    },
    omits: ['with_total_count'],
    count: { max: 200, absent: 100 },
    sortable: cardOrder,
    keep({ params }) {
      const kinds = params.include_legacy_cards ? ['composable', 'legacy'] : ['composable']
      const ofType = anyOf(params.card_types)
      const wanted = anyOf(params.card_id)
      const attached = anyOf(params.card_uris)
      const named = startingWith(params.q)
      return (row) =>
        kinds.includes(kindOf(row)) &&
        ofType(row.card_type) &&
        wanted(row.id) &&
        attached(row.card_uri) &&
        named(row.name)
    },
  }),
  endpoint({
    method: 'GET',
    path: 'accounts/:account_id/cards/:card_id',
    quota: 'account',
    parameters: singleParameters,
    // The live service sends an array with one item here.
    handle: (call) => envelope(call, { data: [findCard(call, ['composable'])] }),
  }),
  endpoint({
    method: 'GET',
    path: 'accounts/:account_id/cards/all',
    quota: 'account',
    parameters: { card_uris: required(idList()), ...singleParameters },
    handle(call) {
      const attached = anyOf(call.params.card_uris)
      const found = call.store
        .table(cards)
        .rows(call.owner)
        .filter((row) => attached(row.card_uri) && visible(row, call.params.with_deleted))
      return envelope(call, { data: found })
    },
  }),
  endpoint({
    method: 'GET',
    path: 'accounts/:account_id/cards/all/:card_id',
    quota: 'account',
    parameters: singleParameters,
    handle: (call) => envelope(call, { data: findCard(call, EVERY_KIND) }),
  }),
]

type CardCall = Pick<Call<'cards/:card_id', typeof singleParameters>, 'path' | 'params' | 'owner' | 'store'>

function findCard({ path, params, owner, store }: CardCall, kinds: readonly CardKind[]): CardRow {
  const card = visible(store.table(cards).find(owner, path.card_id), params.with_deleted)
  if (card === undefined || !kinds.includes(kindOf(card))) throw notFound('card_id', path.card_id)
  return card
}
