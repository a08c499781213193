import { describe, expect, it } from 'vitest'
import { readRow } from '../../support/entity.ts'
import { openGraph, useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'
import { IN_OTHER_WORDS } from '../../support/other-words.ts'

const VOLUMES = graphql(`query KeywordVolumes($start: DateTime!, $end: DateTime) {
  days: keywordInsights(keywords: ["coffee"], granularity: DAY, startTime: $start, endTime: $end) {
    relatedKeywords postVolume requestParams
  }
  hours: keywordInsights(keywords: ["coffee"], granularity: HOUR, startTime: $start, endTime: $end) {
    relatedKeywords postVolume
  }
}`)

const graph = useSandboxGraph()

const START = 'startTime: "2026-06-01T00:00:00Z"'
const SPAN = `${START}, endTime: "2026-06-04T00:00:00Z"`
const DAYS_AGO = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const words = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => `word${index}`))

describe('keyword insights', () => {
  it('send every parameter, and keywords as comma-separated lists', async () => {
    const row = { related_keywords: ['espresso', 'ラテ'], post_volume: [12, 0, 34_567] }
    const { data, errors, sent } = await readRow(
      row,
      `{ keywordInsights(
        keywords: ["coffee", "50% off + free!", "🥐"], negativeKeywords: ["tea"], granularity: DAY,
        startTime: "2026-06-01T00:00:00+02:00", endTime: "2026-06-04T00:00:00Z", location: "96683cc9126741d1"
      ) { relatedKeywords postVolume requestParams raw } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      keywordInsights: {
        relatedKeywords: row.related_keywords,
        postVolume: row.post_volume.map(String),
        requestParams: null,
        raw: row,
      },
    })
    expect(sent).toEqual([
      [
        '/12/insights/keywords/search',
        {
          granularity: 'DAY',
          keywords: 'coffee,50% off + free!,🥐',
          negative_keywords: 'tea',
          start_time: '2026-06-01T00:00:00+02:00',
          end_time: '2026-06-04T00:00:00Z',
          location: '96683cc9126741d1',
        },
      ],
    ])
  })

  it.each([
    ['our words', {}],
    ['other words of the service', IN_OTHER_WORDS.graph],
  ])('are refused, and not sent, with half a character in a text, at its field: over %s', async (_, options) => {
    // Nothing listens there.
    const own = await openGraph('http://127.0.0.1:9', options)
    const query = `query ($keywords: [String!]!, $negativeKeywords: [String!], $location: String) {
      keywordInsights(keywords: $keywords, negativeKeywords: $negativeKeywords, location: $location, granularity: DAY, ${SPAN}) {
        raw
      }
    }`
    const halves = [
      ['keywords', { keywords: ['a', '\ud83d'] }],
      ['negativeKeywords', { keywords: ['a'], negativeKeywords: ['\ud83d', 'b'] }],
      ['location', { keywords: ['a'], location: 'b\ude00' }],
    ] as const
    for (const [field, variables] of halves) {
      const { data, errors, calls } = await own.query(query, variables)
      expect([data, calls]).toEqual([{ keywordInsights: null }, []])
      expect(errors).toMatchObject([
        {
          message: 'A text contains half a character (a lone surrogate), which cannot be sent',
          path: ['keywordInsights'],
          extensions: { code: 'BAD_USER_INPUT', field },
        },
      ])
    }
    await own.close()
  })

  it('send only the given parameters', async () => {
    const start = DAYS_AGO(6.9)
    const { data, errors, sent } = await readRow(
      {},
      `{ keywordInsights(keywords: ["coffee"], negativeKeywords: [], granularity: HOUR, startTime: "${start}") {
        relatedKeywords postVolume
      } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({ keywordInsights: { relatedKeywords: null, postVolume: null } })
    expect(sent).toEqual([
      ['/12/insights/keywords/search', { granularity: 'HOUR', keywords: 'coffee', start_time: start }],
    ])
  })

  it('return thirty related keywords, and a volume for each interval', async () => {
    const { data, errors } = await graph.query(VOLUMES, {
      start: '2026-06-01T00:00:00Z',
      end: '2026-06-04T00:00:00Z',
    })

    expect(errors).toBeUndefined()
    expect(data?.days?.relatedKeywords).toHaveLength(30)
    expect(data?.days?.requestParams).toMatchObject({ keywords: ['coffee'], granularity: 'DAY' })
    expect([data?.days?.postVolume?.length, data?.hours?.postVolume?.length]).toEqual([3, 72])
  })

  it.each([
    ['ten keywords', `keywords: ${words(10)}, ${SPAN}`],
    ['ten keywords, some of them negative', `keywords: ${words(4)}, negativeKeywords: ${words(6)}, ${SPAN}`],
    ['ten words', `keywords: [" one two  three", "four five six seven"], negativeKeywords: ["a b c"], ${SPAN}`],
    ['seven days', `keywords: ["a"], ${START}, endTime: "2026-06-08T00:00:00Z"`],
    ['seven days across offsets', `keywords: ["a"], ${START}, endTime: "2026-06-08T09:00:00+0900"`],
    ['no time at all', `keywords: ["a"], ${START}, endTime: "2026-06-01T00:00:00Z"`],
  ])('accept %s', async (_, args) => {
    const { errors } = await graph.query(`{ keywordInsights(granularity: DAY, ${args}) { postVolume } }`)

    expect(errors).toBeUndefined()
  })

  it.each([
    ['no keyword', 'keywords', `keywords: [], ${SPAN}`],
    ['eleven keywords', 'keywords', `keywords: ${words(11)}, ${SPAN}`],
    ['eleven words', 'keywords', `keywords: ["one two three four five", "six seven eight nine ten eleven"], ${SPAN}`],
    [
      'eleven words in a negative keyword',
      'keywords',
      `keywords: ["a"], negativeKeywords: ["b c d e f g h i j k"], ${SPAN}`,
    ],
    ['eleven with the negative ones', 'keywords', `keywords: ${words(5)}, negativeKeywords: ${words(6)}, ${SPAN}`],
    ['a keyword with a comma', 'keywords', `keywords: ["a,b"], ${SPAN}`],
    ['an empty keyword', 'keywords', `keywords: ["a", " "], ${SPAN}`],
    ['a negative keyword with a comma', 'negativeKeywords', `keywords: ["a"], negativeKeywords: ["b,"], ${SPAN}`],
    ['more than seven days', 'endTime', `keywords: ["a"], ${START}, endTime: "2026-06-08T00:00:01Z"`],
    ['more than seven days across offsets', 'endTime', `keywords: ["a"], ${START}, endTime: "2026-06-08T00:00:00-01"`],
    ['more than seven days up to now', 'startTime', `keywords: ["a"], startTime: "${DAYS_AGO(7.1)}"`],
    ['an end before the start', 'startTime', `keywords: ["a"], ${START}, endTime: "2026-05-31T23:59:59Z"`],
    ['a start in the future', 'startTime', `keywords: ["a"], startTime: "${DAYS_AGO(-1)}"`],
  ])('refuse %s by field and rule (R-TGT-16)', async (_, field, args) => {
    graph.sandbox.clearRequests()
    const { data, errors } = await graph.query(`{ keywordInsights(granularity: DAY, ${args}) { postVolume } }`)

    expect(data).toEqual({ keywordInsights: null })
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', field, rule: 'R-TGT-16' } }])
    expect(graph.sandbox.requests).toEqual([])
  })

  it.each([
    ['another granularity', `keywords: ["a"], granularity: WEEK, ${SPAN}`],
    ['a day that does not exist', 'keywords: ["a"], granularity: DAY, startTime: "2026-13-01T00:00:00Z"'],
    ['no start', 'keywords: ["a"], granularity: DAY'],
  ])('cannot be read with %s', async (_, args) => {
    graph.sandbox.clearRequests()
    const { errors } = await graph.query(`{ keywordInsights(${args}) { postVolume } }`)

    expect(errors).toHaveLength(1)
    expect(graph.sandbox.requests).toEqual([])
  })

  it('are cached for five minutes, separately for another order of keywords', async () => {
    const ask = async (keywords: string) => {
      const args = `keywords: ${keywords}, granularity: DAY, ${SPAN}`
      return (await graph.query(`{ keywordInsights(${args}) { postVolume } }`)).calls.length
    }

    expect([await ask('["x", "y"]'), await ask('["x", "y"]'), await ask('["y", "x"]')]).toEqual([1, 0, 1])
  })
})
