import { DAY_MS } from '../../async/duration.ts'
import {
  MAX_INSIGHT_DAYS,
  MAX_INSIGHT_WORDS,
  searchKeywordInsights,
  type KeywordInsights as KeywordInsightsAnswer,
} from '../../rest/campaign/keyword-insight.ts'
import { momentOf } from '../../rest/value.ts'
import { show } from '../errors.ts'
import { badUserInput, builder, closedEnum } from '../kit.ts'

const RULE = 'R-TGT-16'

const Granularity = closedEnum('Granularity', 'The interval of volumes over time.', {
  DAY: 'One value per day.',
  HOUR: 'One value per hour.',
})

const KeywordInsights = builder.objectRef<KeywordInsightsAnswer>('KeywordInsights').implement({
  description: 'The volume of posts with given keywords, and related keywords.',
  fields: (t) => ({
    relatedKeywords: t.stringList({
      description: 'Thirty keywords that are related to the requested ones.',
      resolve: ({ data }) => data.related_keywords,
    }),
    postVolume: t.field({
      type: ['Long'],
      description:
        'The number of posts with the requested keywords, per day or hour. Related keywords are not counted.',
      resolve: ({ data }) => data.post_volume,
    }),
    requestParams: t.field({
      type: 'JSON',
      description: 'The parameters of the request as the service repeats them, with the keywords as a list.',
      resolve: ({ request }) => request?.params,
    }),
    raw: t.field({ type: 'JSON', description: 'The data as the service sent it.', resolve: ({ data }) => data }),
  }),
})

builder.queryField('keywordInsights', (t) =>
  t.single(
    KeywordInsights,
    searchKeywordInsights,
    'The volume of posts with given keywords in one country (R-TGT-16). The service strictly limits these ' +
      'requests, so responses are cached for five minutes.',
    {
      args: {
        ...t.arg.required({
          keywords: [
            ['String'],
            `The keywords to count: posts with any of them. Up to ${MAX_INSIGHT_WORDS} words together with ` +
              '`negativeKeywords`; a keyword of two words counts twice. A keyword cannot contain a comma.',
          ],
          granularity: [Granularity, 'Whether to return volumes per day or per hour.'],
          startTime: ['DateTime', 'The start of the period.'],
        }),
        ...t.arg.optional({
          negativeKeywords: [['String'], 'The keywords to exclude: posts with any of them are not counted.'],
          endTime: [
            'DateTime',
            `The end of the period, at most ${MAX_INSIGHT_DAYS} days after \`startTime\`. Defaults to now.`,
          ],
          location: 'The country, as a targeting value of the type LOCATION. If omitted, the service chooses.',
        }),
      },
      params({ keywords, negativeKeywords, granularity, startTime, endTime, location }, _parent, context) {
        checkKeywords(keywords, negativeKeywords ?? [])
        checkSpan(startTime, endTime, context.rest.now())
        return {
          granularity,
          keywords,
          negative_keywords: negativeKeywords?.length ? negativeKeywords : undefined,
          start_time: startTime,
          end_time: endTime ?? undefined,
          location: location ?? undefined,
        }
      },
    },
  ),
)

function checkKeywords(keywords: readonly string[], negativeKeywords: readonly string[]): void {
  if (keywords.length === 0)
    throw badUserInput('keywords', '`keywords` is empty; at least one keyword is required', RULE)
  for (const [field, list] of Object.entries({ keywords, negativeKeywords })) {
    // Keywords are sent as a comma-separated list, in which an empty keyword or a comma would change the list.
    const invalid = list.find((keyword) => keyword.trim() === '' || keyword.includes(','))
    if (invalid !== undefined)
      throw badUserInput(field, `\`${field}\`: ${show(invalid)} is empty or contains a comma`, RULE)
  }
  const words = [...keywords, ...negativeKeywords].flatMap((keyword) => keyword.trim().split(/\s+/))
  if (words.length > MAX_INSIGHT_WORDS)
    throw badUserInput(
      'keywords',
      `\`keywords\` and \`negativeKeywords\` have ${words.length} words; the limit is ${MAX_INSIGHT_WORDS} together`,
      RULE,
    )
}

function checkSpan(startTime: string, endTime: string | null | undefined, now: number): void {
  const spanMs = (endTime ? momentOf(endTime) : now) - momentOf(startTime)
  if (spanMs < 0) throw badUserInput('startTime', '`startTime` is after the end of the period', RULE)
  if (spanMs > MAX_INSIGHT_DAYS * DAY_MS)
    throw badUserInput(
      endTime ? 'endTime' : 'startTime',
      `The period from \`startTime\` to ${endTime ? '`endTime`' : 'now'} is longer than ${MAX_INSIGHT_DAYS} days`,
      RULE,
    )
}
