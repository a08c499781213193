import { COUNTRIES } from '../../reference/country.ts'
import { card } from '../../reference/creative/card.ts'
import { numericId } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { endpointsOf } from '../endpoint/crud.ts'
import { envelope, type Endpoint } from '../endpoint/endpoint.ts'
import { added, liveRow, type WriteContext } from '../endpoint/write.ts'
import { brokenRule, invalidParameter, missingParameter, notFound, Refusal, refuseAll } from '../http/error.ts'
import { cards, kindOf, type CardKind, type CardRow, type Component } from './card.ts'
import { mediaLibrary, mediaMetadata, notInLibrary, type MediaRow } from './media.ts'

/** The card of a type that a write changes. Throws the 404 if it does not exist. */
export function liveCard(
  context: Pick<WriteContext, 'store' | 'owner'>,
  kind: CardKind,
  id: string,
): Readonly<CardRow> {
  return ofKind(liveRow(context, cards, 'card_id', id), kind)
}

/** The card, if it is of a kind. Throws the 404 of another one. */
export function ofKind(row: Readonly<CardRow>, kind: CardKind): Readonly<CardRow> {
  if (kindOf(row) !== kind) throw notFound('card_id', row.id)
  return row
}

const wire = endpointsOf(card, 'accounts/:account_id/cards')

/** The write endpoints of composable cards, which have JSON bodies (Ads Creative Interface, section 4.2). */
export const cardWriteEndpoints: Endpoint[] = [
  wire.at('POST', {
    handle(call) {
      const { name, ...given } = readCard(call.request.json)
      refuseAll([
        name === undefined && missingParameter('name'),
        given.components === undefined && given.slides === undefined && missingParameter('components'),
      ])
      const parts = partsOf(given, call)!
      const id = numericId(call.store.table(cards).newId())
      return envelope(call, { data: added(call, cards, { name: name!, ...parts, id, card_uri: `card://${id}` }) }, 201)
    },
  }),
  wire.at('PUT', {
    handle(call) {
      const { name, components, slides, card_type, ...others } = liveCard(call, 'composable', call.path['card_id']!)
      const given = readCard(call.request.json)
      const parts = partsOf(given, call) ?? { ...(components && { components }), ...(slides && { slides }), card_type }
      const row: CardRow = { ...others, name: given.name ?? name, ...parts, updated_at: timestamp(call.now) }
      // The live service sends an array with one item here.
      return envelope(call, { data: [call.store.table(cards).insert(call.owner, row)] })
    },
  }),
  wire.write(
    'DELETE',
    wire.operation('DELETE', cards, {
      remove: (row) => ofKind(row, 'composable') && {},
      answer: (row) => [row],
    }),
  ),
]

/** The content of a request body for a card. */
interface Given {
  name?: string
  components?: Component[]
  slides?: Component[][]
}

/** Reads the body of a card. Throws a Refusal if it is not valid. */
function readCard(json: unknown): Given {
  const body = Object(json) as Record<string, unknown>
  const unknown = Object.keys(body).find((name) => !['name', 'components', 'slides'].includes(name))
  if (unknown !== undefined) throw invalidParameter(unknown, `Unknown parameter for ${unknown}`)
  const { name, components, slides } = body
  if (name !== undefined && (typeof name !== 'string' || name === '' || Array.from(name).length > 80))
    throw invalidParameter('name', 'Expected a text of 1 to 80 characters for name')
  if (components !== undefined && slides !== undefined) {
    const message = 'components and slides cannot be used together'
    throw new Refusal(400, [{ code: 'EXCLUSIVE_PARAMETERS', message, parameter: 'slides' }])
  }
  if (components !== undefined) readComponents('components', components)
  if (slides !== undefined) {
    if (!Array.isArray(slides) || slides.length === 0) throw invalidParameter('slides', 'slides is not a valid Seq')
    for (const slide of slides) readComponents('slides', slide)
  }
  return body
}

function readComponents(parameter: string, value: unknown): void {
  if (!Array.isArray(value) || value.length === 0) throw invalidParameter(parameter, `${parameter} is not a valid Seq`)
  for (const item of value) {
    const wrong = faultOf(Object(item) as Component)
    if (wrong !== undefined) throw new Refusal(400, [brokenRule(parameter, wrong)])
  }
  const types = value.map((item: Component) => item.type)
  const media = types.filter((type) => type === 'MEDIA' || type === 'SWIPEABLE_MEDIA')
  if (media.length === 1 && types.length > 1 && new Set(types).size === types.length) return
  const message = `A card cannot combine ${types.join(', ')}`
  throw new Refusal(400, [{ code: 'INVALID_CARD_COMPONENTS_COMBINATION', message, parameter }])
}

const LABELS: readonly unknown[] = card.enumerations.ButtonLabelValue.documents

/** The fault of a component (Ads Creative Interface, section 2); undefined if it is valid. */
function faultOf({ type, media_key, media_keys, label, destination }: Component): string | undefined {
  if (type === 'MEDIA') return typeof media_key === 'string' ? undefined : 'MEDIA needs a media_key'
  if (type === 'SWIPEABLE_MEDIA') {
    const fits = Array.isArray(media_keys) && media_keys.length >= 2 && media_keys.length <= 6
    return fits ? undefined : 'SWIPEABLE_MEDIA must have 2 to 6 media_keys'
  }
  const context = Object(destination) as Record<string, unknown>
  if (type === 'DETAILS')
    return destination === undefined || (context['type'] === 'WEBSITE' && context['url'])
      ? undefined
      : 'DETAILS needs a WEBSITE destination with a url'
  if (type !== 'BUTTON') return `${type} is not a component type`
  const { type: form, value } = Object(label) as Record<string, unknown>
  if (label !== undefined && (form !== 'ENUM' || !LABELS.includes(value)))
    return 'The label of a BUTTON must be an ENUM'
  if (destination === undefined) return undefined
  if (context['type'] !== 'APP' || !COUNTRIES.includes(String(context['country_code'])))
    return 'BUTTON needs an APP destination with a country_code'
  if (!context['googleplay_app_id'] && !context['ios_app_store_identifier'])
    return 'An APP needs googleplay_app_id or ios_app_store_identifier'
  if (context['googleplay_deep_link'] && !context['googleplay_app_id'])
    return 'googleplay_deep_link needs googleplay_app_id'
  if (context['ios_deep_link'] && !context['ios_app_store_identifier'])
    return 'ios_deep_link needs ios_app_store_identifier'
  return undefined
}

/**
 * The components or slides of a card with the metadata of their media, and the card type; undefined if none are set.
 */
function partsOf({ components, slides }: Given, context: Pick<WriteContext, 'store' | 'owner'>) {
  const parts = components ?? slides?.flat()
  if (parts === undefined) return undefined
  const keys = parts.flatMap(keysOf)
  refuseAll(notInLibrary(context, slides ? 'slides' : 'components', keys))
  const find = (key: string) => context.store.table(mediaLibrary).find(context.owner, key)!
  const known = (part: Component) => withMetadata(part, keysOf(part).map(find))
  const card_type = typeOf(parts, keys.map(find), slides !== undefined)
  return components
    ? { components: components.map(known), card_type }
    : { slides: slides!.map((slide) => slide.map(known)), card_type }
}

function keysOf({ media_key, media_keys }: Component): string[] {
  return (media_keys ?? (media_key === undefined ? [] : [media_key])) as string[]
}

function withMetadata(part: Component, media: readonly MediaRow[]): Component {
  if (media.length === 0) return part
  return { ...part, media_metadata: Object.fromEntries(media.map((row) => [row.media_key, mediaMetadata(row)])) }
}

/** The card type from the components and their media (Ads Creative Interface, section 2). */
function typeOf(parts: readonly Component[], media: readonly MediaRow[], hasSlides: boolean): string {
  const videos = media.filter((row) => row.media_type === 'VIDEO').length
  const shown = videos === 0 ? 'IMAGE' : videos === media.length ? 'VIDEO' : 'MIXED_MEDIA'
  if (hasSlides) return `${shown}_MULTI_DEST_CAROUSEL_WEBSITE`
  const destination = parts.some(({ type }) => type === 'BUTTON') ? 'APP' : 'WEBSITE'
  if (!parts.some(({ type }) => type === 'SWIPEABLE_MEDIA')) return `${shown}_${destination}`
  return `${shown}${shown === 'MIXED_MEDIA' ? '_SINGLE_DEST' : ''}_CAROUSEL_${destination}`
}
