import { keywordInsight } from '../../reference/campaign/keyword-insight.ts'
import { Random } from '../data/random.ts'
import { timestamp } from '../data/time.ts'
import { endpointsOf } from '../endpoint/crud.ts'
import { envelope, type Endpoint } from '../endpoint/endpoint.ts'
import { oneOf } from '../endpoint/parameter.ts'
import { invalidParameter } from '../http/error.ts'
import { countries } from './targeting-catalog.ts'

/** The stricter reading of the documents, which limit words in one place and keywords in another. */
const MAX_WORDS = 10
const MAX_SPAN_MS = 7 * 86_400_000
const HOUR_MS = 3_600_000

const wire = endpointsOf(keywordInsight, 'insights/keywords/search')

/**
 * The keyword insight search (Ads Management Interface, section 4.8). Volumes and related keywords depend only on the
 * keywords.
 */
export const keywordInsightEndpoints: Endpoint[] = [
  wire.at('GET', {
    quota: 'insight',
    parameters: { location: oneOf(...Object.values(countries).map(({ value }) => value)) },
    handle(call) {
      const { granularity, keywords, negative_keywords, location } = call.params
      const negative = negative_keywords ?? []
      const words = [...keywords, ...negative].flatMap((keyword) => keyword.trim().split(/\s+/))
      if (words.length > MAX_WORDS) throw invalidParameter('keywords', `Expected at most ${MAX_WORDS} words in total`)
      const start = Date.parse(call.params.start_time)
      const end = call.params.end_time ? Date.parse(call.params.end_time) : call.now.getTime()
      if (end < start) throw invalidParameter('end_time', 'end_time must be after start_time')
      if (end - start > MAX_SPAN_MS) throw invalidParameter('end_time', 'The period must not be longer than 7 days')
      const stepMs = granularity === 'DAY' ? 24 * HOUR_MS : HOUR_MS
      const volumes = Array.from({ length: Math.ceil((end - start) / stepMs) }, (_, step) => {
        const from = timestamp(new Date(start + step * stepMs))
        return volume([...keywords, '-', ...negative, location ?? ''], from) * (stepMs / HOUR_MS)
      })
      return envelope(call, { data: { related_keywords: relatedKeywords(keywords), post_volume: volumes } })
    },
  }),
]

const RELATED = 'sale,review,near me,tips,for beginners,online,new,deals,how to,ideas,cheap,best'.split(',')
const TOPICS =
  'running,hiking,coffee,travel,music,recipes,fitness,gaming,fashion,football,garden,photography,books,art'.split(',')
const RELATED_COUNT = 30

function relatedKeywords(keywords: readonly string[]): string[] {
  const random = new Random(1).fork(keywords.join(','))
  const all = [...keywords, ...TOPICS].flatMap((word) => RELATED.map((addition) => `${word} ${addition}`))
  return random.sample(all, RELATED_COUNT)
}

/** The number of posts in an hour. */
function volume(words: readonly string[], from: string): number {
  return new Random(1).fork(`${words.join(',')} ${from}`).integer(40, 900)
}
