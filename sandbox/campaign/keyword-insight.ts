import { endpoint, envelope, type Endpoint } from '../endpoint/endpoint.ts'
import { invalidParameter } from '../http/error.ts'
import { listOf, oneOf, pattern, required, text } from '../endpoint/parameter.ts'
import { Random } from '../data/random.ts'
import { timestamp } from '../data/time.ts'
import { countries } from './targeting-catalog.ts'

/** The stricter reading of the documents, which limit words in one place and keywords in another. */
const MAX_WORDS = 10
const MAX_SPAN_MS = 7 * 86_400_000
const STEP_MS = { DAY: 86_400_000, HOUR: 3_600_000 }

const keyword = text({ min: 1 })
const moment = pattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)$/, 'an ISO 8601 time')

/**
 * The keyword insight search (Ads Management Interface, section 4.8). Volumes and related keywords depend only on the
 * keywords.
 */
export const keywordInsightEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'insights/keywords/search',
    quota: 'insight',
    parameters: {
      granularity: required(oneOf('DAY', 'HOUR')),
      keywords: required(listOf(keyword)),
      start_time: required(moment),
      end_time: moment,
      location: oneOf(...Object.values(countries).map(({ value }) => value)),
      negative_keywords: listOf(keyword),
    },
    handle(call) {
      const { granularity, keywords, negative_keywords: negative = [], location = '' } = call.params
      const words = [...keywords, ...negative].flatMap((keyword) => keyword.trim().split(/\s+/))
      if (words.length > MAX_WORDS) throw invalidParameter('keywords', `Expected at most ${MAX_WORDS} words in total`)
      const start = momentOf(call.params.start_time)
      const end = call.params.end_time === undefined ? call.now.getTime() : momentOf(call.params.end_time)
      if (end < start) throw invalidParameter('end_time', 'end_time must be after start_time')
      if (end - start > MAX_SPAN_MS) throw invalidParameter('end_time', 'The period must not be longer than 7 days')
      const steps = Math.ceil((end - start) / STEP_MS[granularity])
      return envelope(call, {
        data: {
          related_keywords: relatedKeywords(keywords),
          post_volume: Array.from({ length: steps }, (_, step) => {
            const from = timestamp(new Date(start + step * STEP_MS[granularity]))
            return volume([...keywords, '-', ...negative, location], from, STEP_MS[granularity])
          }),
        },
      })
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

function volume(words: readonly string[], from: string, lengthMs: number): number {
  return new Random(1).fork(`${words.join(',')} ${from}`).integer(40, 900) * (lengthMs / STEP_MS.HOUR)
}

/** Milliseconds since the epoch. Date.parse accepts offsets of hours and minutes only with a colon. */
function momentOf(time: string): number {
  return Date.parse(time.replace(/([+-]\d\d)$/, '$1:00').replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
}
