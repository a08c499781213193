import {
  MAX_INSIGHT_DAYS,
  MAX_INSIGHT_KEYWORDS,
  searchKeywordInsights,
  type KeywordInsightRow,
} from '../../rest/campaign/keyword-insight.ts'
import { DAY_MS } from '../../rest/endpoint.ts'
import { builder } from '../builder.ts'
import { callCost } from '../cost/cost.ts'
import { badUserInput } from '../errors.ts'
import { momentOf } from '../scalar/scalar.ts'

const RULE = 'R-TGT-16'

const Granularity = builder.enumType('Granularity', {
  description: 'How finely a time is divided.',
  values: {
    DAY: { value: 'DAY', description: 'By day.' },
    HOUR: { value: 'HOUR', description: 'By hour.' },
  } as const,
})

const KeywordInsights = builder.objectRef<KeywordInsightRow>('KeywordInsights').implement({
  description: 'How much is posted with some keywords, and which others go with them.',
  fields: (t) => ({
    relatedKeywords: t.exposeStringList('related_keywords', {
      nullable: { list: true, items: false },
      description: 'Thirty keywords that go with those asked for.',
    }),
    postVolume: t.exposeIntList('post_volume', {
      nullable: { list: true, items: false },
      description:
        'How many posts there were with the keywords asked for, by day or hour; related keywords do not count.',
    }),
    raw: t.field({ type: 'JSON', description: 'The answer as the service sent it.', resolve: (row) => row }),
  }),
})

builder.queryField('keywordInsights', (t) =>
  t.field({
    type: KeywordInsights,
    description:
      'How much is posted with some keywords in one country (R-TGT-16). The service allows few such requests: for five ' +
      'minutes the same question gets the same answer.',
    extensions: callCost(),
    args: {
      keywords: t.arg.stringList({
        required: true,
        description:
          `The keywords; a post with any of them counts. 1 to ${MAX_INSIGHT_KEYWORDS} together with \`negativeKeywords\`, ` +
          'none with a comma in it.',
      }),
      negativeKeywords: t.arg.stringList({ description: 'Keywords with any of which a post does not count.' }),
      granularity: t.arg({ type: Granularity, required: true, description: 'Whether volumes are by day or by hour.' }),
      startTime: t.arg({ type: 'DateTime', required: true, description: 'From when.' }),
      endTime: t.arg({
        type: 'DateTime',
        description: `Until when, at most ${MAX_INSIGHT_DAYS} days after \`startTime\`; now when left out.`,
      }),
      location: t.arg.string({
        description: 'The country, as a targeting value of the type LOCATION; left out, the service chooses.',
      }),
    },
    resolve(_root, { keywords, negativeKeywords, granularity, startTime, endTime, location }, { loaders }) {
      checkKeywords(keywords, negativeKeywords ?? [])
      checkSpan(startTime, endTime)
      return loaders.once(
        searchKeywordInsights,
        {},
        {
          granularity,
          keywords,
          negative_keywords: negativeKeywords?.length ? negativeKeywords : undefined,
          start_time: startTime,
          end_time: endTime ?? undefined,
          location: location ?? undefined,
        },
      )
    },
  }),
)

function checkKeywords(keywords: readonly string[], negativeKeywords: readonly string[]): void {
  if (keywords.length === 0) throw badUserInput('keywords', '`keywords` is empty; at least one is needed', RULE)
  for (const [field, list] of Object.entries({ keywords, negativeKeywords })) {
    // They go out as a comma list, in which such a keyword would be another one, or two.
    const wrong = list.find((keyword) => keyword.trim() === '' || keyword.includes(','))
    if (wrong !== undefined)
      throw badUserInput(
        field,
        `\`${field}\`: ${JSON.stringify(wrong.slice(0, 80))} is empty or has a comma in it`,
        RULE,
      )
  }
  const count = keywords.length + negativeKeywords.length
  if (count > MAX_INSIGHT_KEYWORDS)
    throw badUserInput(
      'keywords',
      `\`keywords\` and \`negativeKeywords\` are ${count}; together they can be ${MAX_INSIGHT_KEYWORDS}`,
      RULE,
    )
}

function checkSpan(startTime: string, endTime: string | null | undefined): void {
  const spanMs = (endTime ? momentOf(endTime) : Date.now()) - momentOf(startTime)
  if (spanMs < 0) throw badUserInput('startTime', '`startTime` is after the end', RULE)
  if (spanMs > MAX_INSIGHT_DAYS * DAY_MS)
    throw badUserInput(
      endTime ? 'endTime' : 'startTime',
      `From \`startTime\` to ${endTime ? '`endTime`' : 'now'} there are more than ${MAX_INSIGHT_DAYS} days`,
      RULE,
    )
}
