import { cards, type CardRow, type Component } from '../creative/card.ts'
import { mediaMetadata, type MediaRow } from '../creative/media.ts'
import { daysAfter, timestamp } from '../data/time.ts'
import { newColumns, type Seeding } from './seeding.ts'

/** The number of cards of each kind per account. */
const ROUNDS = 3

/** The columns that not all cards have. */
type Columns = Record<string, unknown> & Pick<CardRow, 'card_type' | 'components' | 'slides'>

/** Adds cards of every kind to an account, some deleted if the plan includes hidden rows. Returns the others. */
export function seedCards(media: readonly MediaRow[], seeding: Seeding): CardRow[] {
  const { random, plan, today } = seeding
  const images = media.filter((row) => row.media_type === 'IMAGE')
  const videos = media.filter((row) => row.media_type === 'VIDEO')
  const rows: CardRow[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const make of [...composable, ...flat]) {
      const created = daysAfter(today, -plan.ageInDays / (rows.length + 3))
      const columns = make({ image: () => random.pick(images), video: () => random.pick(videos), created, seeding })
      rows.push(seedCard(columns, created, plan.hiddenRows && round === 0 && rows.length % 7 === 3, seeding))
    }
  }
  return rows.filter((row) => !row.deleted)
}

function seedCard(columns: Columns, created: Date, deleted: boolean, seeding: Seeding): CardRow {
  const { store, random, plan } = seeding
  const { card_type, components, slides, ...others } = columns
  const born = newColumns(cards, created, seeding)
  const isComposable = components !== undefined || slides !== undefined
  // Composable cards have numeric IDs, as posts do; the others have IDs as all ads entities do.
  const id = isComposable ? random.digits(19) : born.id
  return store.table(cards).insert(plan.id, {
    name: `${random.pick(plan.products)} · ${card_type.toLowerCase().replaceAll('_', ' ')}`,
    ...(components === undefined ? {} : { components }),
    ...(slides === undefined ? {} : { slides }),
    ...others,
    id,
    created_at: born.created_at,
    card_uri: `card://${id}`,
    updated_at: born.updated_at,
    deleted,
    card_type,
  })
}

interface Palette {
  image: () => MediaRow
  video: () => MediaRow
  created: Date
  seeding: Seeding
}

/** A card of each of the thirteen composable types (Ads Creative Interface, section 2). */
const composable: readonly ((palette: Palette) => Columns)[] = [
  ({ image, seeding }) => ({ card_type: 'IMAGE_APP', components: [single(image()), button(seeding)] }),
  ({ image, seeding }) => ({ card_type: 'IMAGE_CAROUSEL_APP', components: [swipe(image, image), button(seeding)] }),
  ({ image }) => ({ card_type: 'IMAGE_CAROUSEL_WEBSITE', components: [swipe(image, image, image), details()] }),
  ({ image }) => ({
    card_type: 'IMAGE_MULTI_DEST_CAROUSEL_WEBSITE',
    slides: slides(image, image),
  }),
  ({ image }) => ({ card_type: 'IMAGE_WEBSITE', components: [single(image()), details()] }),
  ({ image, video }) => ({
    card_type: 'MIXED_MEDIA_MULTI_DEST_CAROUSEL_WEBSITE',
    slides: slides(image, video),
  }),
  ({ image, video, seeding }) => ({
    card_type: 'MIXED_MEDIA_SINGLE_DEST_CAROUSEL_APP',
    components: [swipe(image, video), button(seeding)],
  }),
  ({ image, video }) => ({
    card_type: 'MIXED_MEDIA_SINGLE_DEST_CAROUSEL_WEBSITE',
    components: [swipe(image, video), details()],
  }),
  ({ video, seeding }) => ({ card_type: 'VIDEO_APP', components: [single(video()), button(seeding)] }),
  ({ video, seeding }) => ({ card_type: 'VIDEO_CAROUSEL_APP', components: [swipe(video, video), button(seeding)] }),
  ({ video }) => ({ card_type: 'VIDEO_CAROUSEL_WEBSITE', components: [swipe(video, video), details()] }),
  ({ video }) => ({
    card_type: 'VIDEO_MULTI_DEST_CAROUSEL_WEBSITE',
    slides: slides(video, video),
  }),
  ({ video }) => ({ card_type: 'VIDEO_WEBSITE', components: [single(video()), details()] }),
]

/** Cards of the other kinds. Their numbers are strings. */
const flat: readonly ((palette: Palette) => Columns)[] = [
  ({ image }) => ({
    card_type: 'IMAGE_CONVERSATION',
    ...conversation(image()),
    unlocked_image_media_url: 'https://media.example.com/unlocked/1',
    image_display_height: '838',
    image_display_width: '1600',
  }),
  ({ video }) => ({
    card_type: 'VIDEO_CONVERSATION',
    ...conversation(video()),
    video_height: '720',
    video_width: '1280',
    video_owner_id: '1000000001',
    poster_media_url: 'https://media.example.com/poster/1',
  }),
  ({ created, seeding }) => ({ card_type: 'TEXT_POLLS', ...poll(created, seeding) }),
  ({ created, seeding, video }) => ({
    card_type: 'VIDEO_POLLS',
    ...poll(created, seeding),
    ...videoColumns(video()),
  }),
  ({ image }) => ({
    card_type: 'IMAGE_APP_DOWNLOAD',
    googleplay_app_id: 'com.example.shop',
    country_code: 'US',
    app_cta: 'INSTALL',
    wide_app_image: image().media_url,
    image_display_height: '628',
    image_display_width: '1200',
  }),
  ({ video }) => ({
    card_type: 'VIDEO_WEBSITE',
    title: 'See it in motion',
    website_url: 'https://shop.example.com/film',
    website_display_url: 'shop.example.com',
    website_dest_url: 'https://shop.example.com/film',
    video_owner_id: '1000000001',
    video_content_id: video().media_key.split('_')[1]!,
    ...videoColumns(video()),
  }),
]

/** The single media of a card, with the metadata that the service adds. */
function single(media: MediaRow): Component {
  return { type: 'MEDIA', media_key: media.media_key, media_metadata: { [media.media_key]: mediaMetadata(media) } }
}

/** A slide with details for each media. */
function slides(...choose: (() => MediaRow)[]): Component[][] {
  return choose.map((pick) => [single(pick()), details()])
}

/** The swipeable media, each included once. */
function swipe(...choose: (() => MediaRow)[]): Component {
  const chosen = new Map<string, MediaRow>()
  for (const pick of choose) {
    let media = pick()
    while (chosen.has(media.media_key)) media = pick()
    chosen.set(media.media_key, media)
  }
  return {
    type: 'SWIPEABLE_MEDIA',
    media_keys: [...chosen.keys()],
    media_metadata: Object.fromEntries(Array.from(chosen, ([key, media]) => [key, mediaMetadata(media)])),
  }
}

function details(): Component {
  const destination = { type: 'WEBSITE', url: 'https://shop.example.com/new' }
  return { type: 'DETAILS', title: 'See what is new', destination }
}

function button({ random }: Seeding): Component {
  const destination = {
    type: 'APP',
    country_code: 'US',
    googleplay_app_id: 'com.example.shop',
    ios_app_store_identifier: '1444555666',
    googleplay_deep_link: 'shop://new',
    ios_deep_link: null,
  }
  const value = random.pick(['BOOK', 'CONNECT', 'INSTALL', 'OPEN', 'ORDER', 'PLAY', 'SHOP'])
  return { type: 'BUTTON', label: { type: 'ENUM', value }, destination }
}

function conversation(media: MediaRow): Record<string, unknown> {
  return {
    first_cta: '#MorningRun',
    first_cta_post: 'I run in the morning #MorningRun',
    second_cta: '#NightRun',
    second_cta_post: 'I run at night #NightRun',
    thank_you_text: 'Thanks for telling us!',
    title: 'When do you run?',
    media_key: media.media_key,
    media_url: media.media_url,
  }
}

/** A poll starts when its card is created (R-CARD-16). */
function poll(created: Date, { random }: Seeding): Record<string, unknown> {
  const minutes = random.pick([5, 1440, 4320, 10_080])
  return {
    start_time: timestamp(created),
    first_choice: 'Mountains',
    second_choice: 'Sea',
    end_time: timestamp(daysAfter(created, minutes / 1440)),
    duration_in_minutes: String(minutes),
  }
}

function videoColumns(video: MediaRow): Record<string, unknown> {
  return {
    video_poster_height: '720',
    video_poster_width: '1280',
    video_poster_url: video.poster_media_url ?? null,
    video_url: video.media_url,
    video_hls_url: `${video.media_url}.m3u8`,
    video_height: '720',
    video_width: '1280',
    content_duration_seconds: '24',
  }
}
