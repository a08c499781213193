import { get, MINUTE_MS } from '../endpoint.ts'

export interface KeywordInsightRow {
  related_keywords?: string[] | null
  post_volume?: number[] | null
}

export interface KeywordInsightParams {
  granularity: string
  keywords: readonly string[]
  start_time: string
  end_time?: string
  location?: string
  negative_keywords?: readonly string[]
}

/** The maximum number of keywords in one search, including negative ones (Ads Management Interface, section 8). */
export const MAX_INSIGHT_KEYWORDS = 10

/** The longest period of one search, in days (Ads Management Interface, section 8). */
export const MAX_INSIGHT_DAYS = 7

/** How long insights are cached: volumes include the present. They are not known to be the same for all callers. */
export const KEYWORD_INSIGHTS_MAX_AGE_MS = 5 * MINUTE_MS

export const searchKeywordInsights = get<KeywordInsightRow, KeywordInsightParams>()('insights/keywords/search', {
  rows: [],
  cache: { maxAgeMs: KEYWORD_INSIGHTS_MAX_AGE_MS, scope: 'private' },
})
