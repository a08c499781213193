import type { Entity } from '../entity.ts'

export const keywordInsight = {
  endpoints: {
    'GET 12 insights/keywords/search': {
      source: '2 §2, §4.8',
      documents: ['granularity!', 'keywords!', 'start_time!', 'end_time', 'location', 'negative_keywords'],
    },
  },
  parameters: {
    granularity: 'Granularity',
    keywords: 'text[]',
    negative_keywords: 'text[]',
  },
  rows: { KeywordInsights: { documents: ['request_params', 'related_keywords', 'post_volume'] } },
  enumerations: { Granularity: { documents: ['DAY', 'HOUR'] } },
  rules: {
    'R-TGT-16': {
      text: 'Keyword insights take keywords of at most 10 words in all, negative ones included, one country, and a period of at most seven days.',
      source: '2 §2, §4.8, §8',
      kinds: 'V D',
    },
  },
} as const satisfies Entity
