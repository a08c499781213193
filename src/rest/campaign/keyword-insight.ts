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

/** Keywords in one search, negative ones included (Ads Management Interface, section 8). */
export const MAX_INSIGHT_KEYWORDS = 10

/** The longest span of one search (Ads Management Interface, section 8). */
export const MAX_INSIGHT_DAYS = 7

/** Volumes go up to the present. Nothing says that they are the same for everybody. */
export const KEYWORD_INSIGHTS_MAX_AGE_MS = 5 * MINUTE_MS

export const searchKeywordInsights = get<KeywordInsightRow, KeywordInsightParams>()('insights/keywords/search', {
  rows: [],
  keep: { maxAgeMs: KEYWORD_INSIGHTS_MAX_AGE_MS, sameForAll: false },
})
