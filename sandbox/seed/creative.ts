import { promotableUsers } from '../account/promotable-user.ts'
import { mediaCreatives } from '../campaign/media-creative.ts'
import { promotedPosts } from '../campaign/promoted-post.ts'
import { scheduledPromotedPosts } from '../campaign/scheduled-promoted-post.ts'
import { accountMedia } from '../creative/account-media.ts'
import type { CardRow } from '../creative/card.ts'
import { draftPosts } from '../creative/draft-post.ts'
import type { MediaRow } from '../creative/media.ts'
import { posts, type PostRow } from '../creative/post.ts'
import { scheduledPosts } from '../creative/scheduled-post.ts'
import { daysAfter, timestamp } from '../data/time.ts'
import { seedCards } from './card.ts'
import { seedMediaLibrary } from './media.ts'
import { daysAhead, newColumns, type Seeding, type SeedSteps } from './seeding.ts'

/** The content for the posts of an account. */
interface Material {
  seeding: Seeding
  author: string
  cards: CardRow[]
  media: MediaRow[]
}

const TEXTS = [
  'New arrivals are in.',
  'Last chance: the sale ends on Sunday 🔥',
  'Made to last, repaired for free.',
  'Which one is yours? #pickone',
  'Früh aufstehen lohnt sich ☕️',
  '週末限定、20% オフ！',
  'We asked 1,000 customers. Here is what they said 👇',
]

/** Adds the media, cards, drafts and posts of an account: those that its promoted entities refer to, and others. */
export function* seedCreatives(campaignSeeding: Seeding): SeedSteps {
  // A separate random source, so that additions here do not change the campaigns.
  const seeding = { ...campaignSeeding, random: campaignSeeding.random.fork('creatives') }
  const media = seedMediaLibrary(seeding)
  yield* seedAccountMedia(media, seeding)
  const author = seeding.store.table(promotableUsers).rows(seeding.plan.id)[0]!.user_id
  const material: Material = { seeding, author, cards: seedCards(media, seeding), media }
  yield* seedPosts(material)
  seedOthersPosts(material)
  yield* seedScheduledPosts(material)
  seedDrafts(material)
}

/** The account media of media creatives, and of AMPLIFY_VIDEO videos in the library. */
function* seedAccountMedia(media: readonly MediaRow[], seeding: Seeding): SeedSteps {
  const { store, random, plan } = seeding
  const table = store.table(accountMedia)
  for (const creative of store.table(mediaCreatives).rows(plan.id)) {
    const video = creative.creative_type === 'PREROLL'
    table.insert(plan.id, {
      video_id: video ? random.digits(19) : null,
      media_url: video ? null : `https://media.example.com/banners/${creative.account_media_id}.png`,
      creative_type: creative.creative_type,
      id: creative.account_media_id,
      created_at: creative.created_at,
      updated_at: creative.updated_at,
      deleted: creative.deleted,
    })
    yield
  }
  for (const video of media.filter((row) => row.media_category === 'AMPLIFY_VIDEO')) {
    table.insert(plan.id, {
      video_id: video.media_key.split('_')[1]!,
      media_url: video.media_url,
      creative_type: 'PREROLL',
      ...newColumns(accountMedia, new Date(video.created_at), seeding),
      deleted: false,
    })
  }
}

function* seedPosts(material: Material): SeedSteps {
  const { store, plan, today, random } = material.seeding
  for (const row of store.table(promotedPosts).rows(plan.id)) {
    seedPost(String(row.post_id), new Date(row.created_at), material)
    yield
  }
  for (const row of store.table(scheduledPromotedPosts).rows(plan.id))
    if (row.post_id !== null) seedPost(String(row.post_id), new Date(row.updated_at), material)
  for (let index = 0; index < 12; index += 1) {
    const post = seedPost(random.digits(19), daysAfter(today, -index - 1), material)
    const answers = index % 4 === 3 ? post.id : null
    store.table(posts).update(plan.id, post.id, { nullcast: index % 3 === 0, in_reply_to: answers })
  }
}

/** Posts of users whose posts the account can only repost. */
function seedOthersPosts(material: Material): void {
  const seeding = { ...material.seeding, random: material.seeding.random.fork('others') }
  const { store, plan, random, today } = seeding
  for (const user of store.table(promotableUsers).rows(plan.id)) {
    if (user.promotable_user_type === 'FULL' || user.deleted) continue
    for (const days of [3, 30])
      seedPost(random.digits(19), daysAfter(today, -days), { ...material, seeding, author: user.user_id })
  }
}

function seedPost(id: string, created: Date, { seeding, author, cards, media }: Material): PostRow {
  const { store, random, plan } = seeding
  const columns = {
    text: random.pick(TEXTS),
    name: random.chance(0.4) ? `${random.pick(plan.products)} ${random.integer(1, 99)}` : null,
    user_id: author,
    nullcast: random.chance(0.8),
    card_uri: random.chance(0.7) ? random.pick(cards).card_uri : null,
  }
  return store.table(posts).insert(plan.id, {
    id,
    created_at: timestamp(daysAfter(created, -0.1)),
    updated_at: timestamp(created),
    deleted: false,
    ...columns,
    media_keys: columns.card_uri === null ? [media[0]!.media_key] : [],
    in_reply_to: null,
    conversation_settings: random.pick(['EVERYONE', 'EVERYONE', 'FOLLOWING', 'MENTIONED_USERS']),
  })
}

function* seedScheduledPosts(material: Material): SeedSteps {
  const { store, plan, today, random } = material.seeding
  for (const row of store.table(scheduledPromotedPosts).rows(plan.id)) {
    seedScheduledPost(String(row.scheduled_post_id), new Date(row.created_at), row.post_id, material)
    yield
  }
  for (let index = 0; index < 6; index += 1)
    seedScheduledPost(random.digits(19), daysAfter(today, -index), null, material)
}

function seedScheduledPost(id: string, created: Date, postId: string | bigint | null, material: Material): void {
  const { author, cards, media, seeding } = material
  const { store, random, plan } = seeding
  const due = timestamp(postId === null ? daysAhead(seeding, random.integer(1, 30)) : daysAfter(created, 1))
  store.table(scheduledPosts).insert(plan.id, {
    completed_at: postId === null ? null : due,
    text: random.pick(TEXTS),
    user_id: author,
    scheduled_status: postId === null ? 'SCHEDULED' : 'SUCCESS',
    id,
    nullcast: random.chance(0.8),
    created_at: timestamp(created),
    scheduled_at: due,
    card_uri: random.chance(0.3) ? random.pick(cards).card_uri : null,
    updated_at: timestamp(created),
    post_id: postId === null ? null : String(postId),
    media_keys: random.chance(0.3) ? [random.pick(media).media_key] : [],
    name: random.chance(0.5) ? random.pick(plan.products) : null,
    deleted: false,
  })
}

function seedDrafts({ seeding, author, cards, media }: Material): void {
  const { store, random, plan, today } = seeding
  const images = media.filter((row) => row.media_type === 'IMAGE')
  for (let index = 0; index < 14; index += 1) {
    const created = daysAfter(today, -index * 2 - random.next())
    store.table(draftPosts).insert(plan.id, {
      name: index % 3 === 0 ? `Idea ${index + 1}` : null,
      text: random.pick(TEXTS),
      user_id: author,
      ...newColumns(draftPosts, created, seeding),
      id: random.digits(19),
      nullcast: index % 5 !== 0,
      card_uri: index % 2 === 0 ? random.pick(cards).card_uri : null,
      media_keys: index % 2 === 1 ? random.sample(images, random.integer(1, 4)).map((row) => row.media_key) : [],
      deleted: plan.hiddenRows && index === 13,
    })
  }
}
