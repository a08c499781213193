import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { LATER } from '../../support/later.ts'
import { useWriteGraph } from '../../support/write.ts'

const ROW = { id: 9007199254740000, id_str: '9007199254740993', text: 'Soon', scheduled_status: 'SCHEDULED' }

const graph = useWriteGraph(ROW)

const CREATE = `mutation ($input: CreateScheduledPostInput!) {
  outcome: createScheduledPost(input: $input) {
    scheduledPost { id scheduledStatus } userErrors { code field rule }
  }
}`
const UPDATE = `mutation ($input: UpdateScheduledPostInput!, $validateOnly: Boolean = false) {
  outcome: updateScheduledPost(input: $input, validateOnly: $validateOnly) {
    scheduledPost { id } userErrors { code field rule } validation { checked unchecked }
  }
}`

const POST = { accountId: 'a1', asUserId: '1', text: 'Soon', scheduledAt: `${LATER.slice(0, -1)}+0200` }
const NAMED = { scheduledPostId: 'ScheduledPost:a1:9007199254740993' }

describe('createScheduledPost', () => {
  it.each<[object, object]>([
    [{ text: null }, { field: ['input', 'text'], rule: 'R-CARD-21' }],
    [{ mediaKeys: ['3_1', '3_2', '3_3', '3_4', '3_5'] }, { field: ['input', 'mediaKeys'], rule: 'R-CARD-21' }],
    [{ name: 'x'.repeat(81) }, { field: ['input', 'name'], rule: 'R-CARD-27' }],
    [{ cardUri: 'c1' }, { field: ['input', 'cardUri'], rule: 'R-CARD-1' }],
  ])('refuses %j, and sends nothing', async (input, problem) => {
    const { data } = await graph.write(CREATE, { ...POST, ...input })

    expect(graph.sent()).toEqual([])
    expect(data).toMatchObject({ outcome: { scheduledPost: null, userErrors: [problem] } })
  })

  it('refuses a time that is more than 365 days ahead, and sends nothing', async () => {
    const ahead = (days: number) => ({ ...POST, scheduledAt: new Date(Date.now() + days * 86_400_000).toISOString() })
    const far = await graph.write(CREATE, ahead(366))
    expect(far.data).toMatchObject({ outcome: { userErrors: [{ field: ['input', 'scheduledAt'], rule: null }] } })
    expect(graph.sent()).toEqual([])

    await graph.write(CREATE, ahead(365))
    expect(graph.sent()).toHaveLength(1)
  })

  it.each([
    ['2027-06-01T12:00:00Z', 0],
    ['2027-06-01T12:00:59.9Z', 0],
    ['2027-06-01T12:01:00Z', 1],
  ])('measures the 365 days up to the minute of %s: %i errors', async (scheduledAt, errors) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-06-01T12:00:30Z') })
    onTestFinished(() => void vi.useRealTimers())
    const { data } = await graph.write(CREATE, { ...POST, scheduledAt })

    expect(data).toMatchObject({ outcome: { userErrors: Array.from({ length: errors }, () => expect.anything()) } })
  })

  it('reports a full time slot without a field', async () => {
    graph.answer(() => ({
      status: 400,
      body: { errors: [{ code: 'SCHEDULED_POST_LIMIT_EXCEEDED', message: 'Full' }] },
    }))
    const { data } = await graph.write(CREATE, POST)

    expect(data).toMatchObject({
      outcome: { userErrors: [{ code: 'SCHEDULED_POST_LIMIT_EXCEEDED', field: ['input'], rule: null }] },
    })
  })
})

describe('updateScheduledPost', () => {
  it('distinguishes absent, null and false', async () => {
    await graph.write(UPDATE, { ...NAMED, nullcast: false, scheduledAt: LATER, text: 'Now' })
    await graph.write(UPDATE, { ...NAMED, cardUri: null, mediaKeys: null, name: null })

    expect(graph.sent()).toEqual([
      ['PUT accounts/a1/scheduled_posts/9007199254740993', { nullcast: 'false', scheduled_at: LATER, text: 'Now' }],
      ['PUT accounts/a1/scheduled_posts/9007199254740993', { card_uri: '', media_keys: '', name: '' }],
    ])
  })

  it('refuses an update that leaves neither text nor media, and sends nothing', async () => {
    const { data } = await graph.write(UPDATE, { ...NAMED, text: '', mediaKeys: [] })

    expect(graph.sent()).toEqual([])
    expect(data).toMatchObject({ outcome: { userErrors: [{ field: ['input', 'text'], rule: 'R-CARD-21' }] } })
  })

  it('reads its media with validateOnly, and sends nothing else', async () => {
    const media = { media_key: '3_1', media_type: 'IMAGE' }
    const post = { id: '9007199254740993', user_id: '7' }
    const answers = {
      '3_1': media,
      promotable_users: [],
      authenticated_user_access: { user_id: '7', permissions: ['AD_MANAGER', 'POST_COMPOSER'] },
    }
    graph.answer(({ path }) => ({ body: { data: answers[path.split('/').at(-1) as keyof typeof answers] ?? post } }))
    const { data } = await graph.write(UPDATE, { ...NAMED, mediaKeys: ['3_1'] }, { validateOnly: true })

    expect(graph.sent().map(([call]) => call)).toEqualInSteps(
      ['GET accounts/a1/scheduled_posts/9007199254740993'],
      ['GET accounts/a1/promotable_users', 'GET accounts/a1/media_library/3_1'],
    )
    expect(data).toMatchObject({
      outcome: { scheduledPost: null, userErrors: [], validation: { unchecked: ['R-AUTH-5'] } },
    })
  })
})
