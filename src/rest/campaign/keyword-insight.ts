import { MINUTE_MS } from '../../async/duration.ts'
import { get } from '../endpoint.ts'
import type { Columns, Long } from '../types.ts'

export interface KeywordInsightRow extends Columns<{
  related_keywords: string[]
  post_volume: Long[]
}> {}

/** The whole response. Beside `data`, the echo of the parameters is documented (Ads Management Interface, section 2). */
export interface KeywordInsights {
  data: KeywordInsightRow
  request?: { params?: unknown } | null
}

export interface KeywordInsightParams {
  /** Whether to return volumes per day or per hour. */
  granularity: string
  /**
   * The keywords to count: posts with any of them. Up to 10 words together with `negative_keywords`; a keyword of two
   * words counts twice.
   */
  keywords: readonly string[]
  /** The start of the period. */
  start_time: string
  /** The end of the period, at most 7 days after `start_time`. Defaults to now. */
  end_time?: string
  /** The country, as a targeting value of the type LOCATION. If omitted, the service chooses. */
  location?: string
  /** The keywords to exclude: posts with any of them are not counted. */
  negative_keywords?: readonly string[]
}

/**
 * The maximum number of words in the keywords of one search, including negative ones. The documents limit words in one
 * place and keywords in another (Ads Management Interface, sections 4.8 and 8); every keyword has at least one word.
 */
export const MAX_INSIGHT_WORDS = 10

/** The longest period of one search, in days (Ads Management Interface, section 8). */
export const MAX_INSIGHT_DAYS = 7

/**
 * How long insights are cached. Their volumes change all the time, and it is not documented that they are the same for
 * all callers.
 */
export const KEYWORD_INSIGHTS_MAX_AGE_MS = 5 * MINUTE_MS

/**
 * The volume of posts with given keywords in one country (R-TGT-16).
 * `GET insights/keywords/search` (Ads Management Interface, section 2).
 */
export const searchKeywordInsights = get<KeywordInsights, KeywordInsightParams>()('insights/keywords/search', {
  answer: { data: 'object', beside: { request: 'object' } },
  cache: { maxAgeMs: KEYWORD_INSIGHTS_MAX_AGE_MS, scope: 'private' },
})
