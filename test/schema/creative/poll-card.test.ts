import type { GraphQLObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { schema } from '../../../src/graph.ts'
import { readRow } from '../../support/entity.ts'
import { useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const POLLS = graphql(`query TimesOfPolls($account: ID!) {
  account(id: $account) { pollCards { nodes { createdAt startTime endTime minutes: durationInMinutes } } }
}`)

const SEARCH = `query ($account: ID!, $name: String!) {
  account(id: $account) { pollCards(namePrefix: $name) { nodes { id } } }
}`

const ROW = {
  name: 'Where to?',
  start_time: '2026-05-01T08:00:00Z',
  first_choice: 'Mountains',
  second_choice: 'Sea',
  third_choice: 'City',
  fourth_choice: 'Home',
  end_time: '2026-05-08T08:00:00Z',
  duration_in_minutes: '10080',
  video_url: 'https://media.example.com/1.mp4',
  video_hls_url: 'https://media.example.com/1.m3u8',
  video_width: '1280',
  video_height: '720',
  video_poster_url: 'https://media.example.com/poster',
  video_poster_width: '1281',
  video_poster_height: '721',
  content_duration_seconds: '24',
  id: '57i77',
  created_at: '2026-05-01T08:00:00Z',
  card_uri: 'card://57i77',
  updated_at: '2026-05-01T08:00:00Z',
  deleted: false,
  card_type: 'VIDEO_POLLS',
}

const graph = useSandboxGraph()

/** The time in `minutes` minutes. */
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

describe('a poll card', () => {
  it('has the columns of its row in camelCase, and numbers for columns that the service sends as text', async () => {
    const { data, errors, sent } = await readRow(
      ROW,
      `{ pollCard(id: "PollCard:a1:57i77") {
        id restId name cardUri cardType firstChoice secondChoice thirdChoice fourthChoice durationInMinutes startTime
        endTime isOpen videoUrl videoHlsUrl videoWidth videoHeight videoPosterUrl videoPosterWidth videoPosterHeight
        contentDurationSeconds createdAt updatedAt deleted raw
      } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      pollCard: {
        id: 'PollCard:a1:57i77',
        restId: '57i77',
        name: 'Where to?',
        cardUri: 'card://57i77',
        cardType: 'VIDEO_POLLS',
        firstChoice: 'Mountains',
        secondChoice: 'Sea',
        thirdChoice: 'City',
        fourthChoice: 'Home',
        durationInMinutes: 10080,
        startTime: '2026-05-01T08:00:00Z',
        endTime: '2026-05-08T08:00:00Z',
        isOpen: false,
        videoUrl: 'https://media.example.com/1.mp4',
        videoHlsUrl: 'https://media.example.com/1.m3u8',
        videoWidth: 1280,
        videoHeight: 720,
        videoPosterUrl: 'https://media.example.com/poster',
        videoPosterWidth: 1281,
        videoPosterHeight: 721,
        contentDurationSeconds: 24,
        createdAt: '2026-05-01T08:00:00Z',
        updatedAt: '2026-05-01T08:00:00Z',
        deleted: false,
        raw: ROW,
      },
    })
    expect(sent).toEqual([['/12/accounts/a1/cards/poll/57i77', {}]])
  })

  it.each([
    ['open until its end', { end_time: minutesFromNow(1) }, true],
    ['closed from its end on', { end_time: minutesFromNow(-1) }, false],
    ['neither where the service does not send its end', {}, null],
    ['neither where its end cannot be read', { end_time: 'soon' }, null],
  ])('is %s (R-CARD-16)', async (_, columns, isOpen) => {
    const { data } = await readRow({ id: 'p1', ...columns }, '{ pollCard(id: "PollCard:a1:p1") { isOpen } }')

    expect(data).toEqual({ pollCard: { isOpen } })
  })

  it('has no media, and its description says why', () => {
    const type = schema.getType('PollCard') as GraphQLObjectType

    expect(Object.keys(type.getFields()).filter((name) => /media/i.test(name))).toEqual([])
    expect(type.description).toContain('There is no `media`, because the service sends the URLs of the video')
  })

  it('has a duration if the service sends a number, and null if it sends something else', async () => {
    for (const [reported, durationInMinutes] of [
      [1440, 1440],
      ['soon', null],
      [null, null],
    ]) {
      const { data } = await readRow(
        { id: 'p1', duration_in_minutes: reported },
        '{ pollCard(id: "PollCard:a1:p1") { durationInMinutes } }',
      )
      expect(data).toEqual({ pollCard: { durationInMinutes } })
    }
  })

  it('is open in the sandbox from its creation for its duration', async () => {
    const { data } = await graph.query(POLLS, { account: DEMO_ACCOUNT_ID })
    const { nodes } = data!.account!.pollCards!
    expect(nodes.length).toBeGreaterThan(3)
    for (const { createdAt, startTime, endTime, minutes } of nodes) {
      expect(startTime).toBe(createdAt)
      expect(Date.parse(endTime!) - Date.parse(startTime!)).toBe(minutes! * 60_000)
    }
  })

  it('can be searched by 255 characters in the sandbox (R-CONV-15)', async () => {
    const { data, errors } = await graph.query(SEARCH, { account: DEMO_ACCOUNT_ID, name: 'x'.repeat(255) })

    expect(errors).toBeUndefined()
    expect(data).toEqual({ account: { pollCards: { nodes: [] } } })
  })

  it('refuses a search of 256 characters and IDs of other cards before anything is sent', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{
        long: account(id: "a1") { pollCards(namePrefix: "${'x'.repeat(256)}") { nodes { id } } }
        other: account(id: "a1") { pollCards(ids: ["ComposableCard:a1:c1"]) { nodes { id } } }
      }`,
    )

    expect(errors?.map(({ extensions }) => extensions)).toEqual([
      { code: 'BAD_USER_INPUT', field: 'namePrefix', rule: 'R-CONV-15' },
      { code: 'BAD_USER_INPUT', field: 'ids' },
    ])
    expect(sent).toEqual([])
  })
})
