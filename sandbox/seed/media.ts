import { aspectRatioOf, mediaLibrary, type MediaRow } from '../creative/media.ts'
import { daysAfter } from '../data/time.ts'
import { newColumns, type Seeding } from './seeding.ts'

const IMAGES = 40
const GIFS = 6
const VIDEOS = 18

/** Adds the media library of an account, oldest first. Returns the media that are not deleted. */
export function seedMediaLibrary(seeding: Seeding): MediaRow[] {
  const rows: MediaRow[] = []
  for (let index = 0; index < IMAGES + GIFS + VIDEOS; index += 1) {
    const kind = index % 8 === 7 ? 'GIF' : index % 3 === 2 ? 'VIDEO' : 'IMAGE'
    rows.push(seedMedia(kind, index, seeding))
  }
  return rows.filter((row) => !row.deleted)
}

function seedMedia(kind: 'GIF' | 'IMAGE' | 'VIDEO', index: number, seeding: Seeding): MediaRow {
  const { store, random, plan, today } = seeding
  const created = daysAfter(today, -plan.ageInDays / (index + 2))
  const { created_at, updated_at } = newColumns(mediaLibrary, created, seeding)
  const number = random.digits(19)
  const product = random.pick(plan.products)
  const media_key = `${{ GIF: 16, IMAGE: 3, VIDEO: 13 }[kind]}_${number}`
  const video = kind === 'VIDEO'
  const category = video && index % 2 === 0 ? 'AMPLIFY_VIDEO' : `POST_${kind}`
  return store.table(mediaLibrary).insert(plan.id, {
    id: media_key,
    posted: random.chance(0.6),
    name: random.chance(0.7) ? `${product} ${kind.toLowerCase()} ${index + 1}` : null,
    file_name: random.chance(0.8) ? `${kind.toLowerCase()}-${index + 1}.${video ? 'mp4' : 'png'}` : null,
    media_url: `https://media.example.com/${kind.toLowerCase()}/${number}`,
    // The live service omits this column in some responses.
    ...(index % 9 === 8 ? {} : { media_category: category }),
    media_key,
    created_at,
    media_status: 'TRANSCODE_COMPLETED',
    media_type: kind,
    updated_at,
    deleted: plan.hiddenRows && index === 5,
    ...(video && {
      duration: random.chance(0.9) ? random.integer(6_000, 90_000) : null,
      description: random.chance(0.5) ? `How ${product} is made` : null,
      poster_media_key: `3_${random.digits(19)}`,
      poster_media_url: `https://media.example.com/poster/${number}`,
      title: random.chance(0.6) ? product : null,
      aspect_ratio: aspectRatioOf({ media_type: kind, media_key }),
    }),
  })
}
