import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWriteGraph, type WriteGraph } from '../../support/write.ts'

const ROW = { id: 'p1', line_item_id: 'l1', scheduled_post_id: '9007199254740993', post_id: null, deleted: false }

let graph: WriteGraph
beforeAll(async () => {
  graph = await openWriteGraph(ROW)
})
beforeEach(() => graph.reset())
afterAll(() => graph.close())

const CREATE = `mutation ($input: CreateScheduledPromotedPostInput!) {
  outcome: createScheduledPromotedPost(input: $input) {
    scheduledPromotedPost { id scheduledPostId postId } userErrors { code message field rule }
  }
}`
const DELETE = `mutation ($input: DeleteScheduledPromotedPostInput!, $validateOnly: Boolean = false) {
  outcome: deleteScheduledPromotedPost(input: $input, validateOnly: $validateOnly) {
    scheduledPromotedPost { id deleted scheduledPostId } userErrors { code field rule } checked unchecked
  }
}`

describe('createScheduledPromotedPost', () => {
  it('sends every field in the spelling of the wire', async () => {
    const { data, errors } = await graph.write(CREATE, {
      accountId: 'a1',
      lineItemId: 'LineItem:a1:l1',
      scheduledPostId: 'ScheduledPost:a1:9007199254740993',
    })

    expect(errors).toBeUndefined()
    expect(graph.sent()).toEqual([
      ['POST accounts/a1/scheduled_promoted_posts', { line_item_id: 'l1', scheduled_post_id: '9007199254740993' }],
    ])
    expect(data).toEqual({
      outcome: {
        scheduledPromotedPost: {
          id: 'ScheduledPromotedPost:a1:p1',
          scheduledPostId: '9007199254740993',
          postId: null,
        },
        userErrors: [],
      },
    })
  })

  it('refuses what is no scheduled post, and sends nothing', async () => {
    const input = { accountId: 'a1', lineItemId: 'l1' }
    const other = await graph.write(CREATE, { ...input, scheduledPostId: 'Post:a1:1' })
    const text = await graph.write(CREATE, { ...input, scheduledPostId: 'abc' })

    expect(graph.sent()).toEqual([])
    expect(other.data).toMatchObject({ outcome: { userErrors: [{ field: ['input', 'scheduledPostId'], rule: null }] } })
    expect(text.data).toMatchObject({
      outcome: { userErrors: [{ field: ['input', 'scheduledPostId'], rule: 'R-CONV-22' }] },
    })
  })

  it("makes user errors of the service's refusal, at the field that it names", async () => {
    const errors = [{ code: 'INVALID_PARAMETER', message: 'None', parameter: 'scheduled_post_id' }]
    graph.answer(() => ({ status: 400, body: { errors } }))
    const { data } = await graph.write(CREATE, { accountId: 'a1', lineItemId: 'l1', scheduledPostId: '1' })

    expect(data).toMatchObject({
      outcome: { userErrors: [{ code: 'INVALID_PARAMETER', field: ['input', 'scheduledPostId'] }] },
    })
  })
})

describe('deleteScheduledPromotedPost', () => {
  const INPUT = { scheduledPromotedPostId: 'ScheduledPromotedPost:a1:p1' }

  it('answers with what the service still tells of it', async () => {
    graph.answer(() => ({ body: { data: { id: 'p1', deleted: true } } }))
    const { data } = await graph.write(DELETE, INPUT)

    expect(graph.sent()).toEqual([['DELETE accounts/a1/scheduled_promoted_posts/p1', null]])
    expect(data).toEqual({
      outcome: {
        scheduledPromotedPost: { id: 'ScheduledPromotedPost:a1:p1', deleted: true, scheduledPostId: null },
        userErrors: [],
        checked: [],
        unchecked: ['R-PROMO-10'],
      },
    })
  })

  it('puts the refusal of one whose post was due at it', async () => {
    graph.answer(() => ({ status: 400, body: { errors: [{ code: 'TOO_LATE', message: 'Due' }] } }))
    const { data } = await graph.write(DELETE, INPUT)

    expect(data).toMatchObject({
      outcome: {
        scheduledPromotedPost: null,
        userErrors: [{ code: 'TOO_LATE', field: ['input', 'scheduledPromotedPostId'], rule: null }],
      },
    })
  })

  it.each([
    ['2020-01-01T00:00:00Z', [{ field: ['input', 'scheduledPromotedPostId'], rule: 'R-PROMO-10' }]],
    ['2999-01-01T00:00:00Z', []],
  ])('reads with validateOnly when its post is due: %s', async (scheduled_at, userErrors) => {
    graph.answer(({ path }) => ({
      body: { data: path.includes('promoted') ? ROW : [{ id: ROW.scheduled_post_id, scheduled_at }] },
    }))
    const { data } = await graph.write(DELETE, INPUT, { validateOnly: true })

    expect(graph.sent()).toEqual([
      ['GET accounts/a1/scheduled_promoted_posts/p1', null],
      ['GET accounts/a1/scheduled_posts/9007199254740993', null],
    ])
    expect(data).toMatchObject({ outcome: { userErrors, checked: ['R-PROMO-10'], unchecked: [] } })
  })

  it('leaves the rule to the service with validateOnly where it shows no such record', async () => {
    graph.answer(() => ({ status: 404, body: '' }))
    const { data } = await graph.write(DELETE, INPUT, { validateOnly: true })

    expect(data).toMatchObject({ outcome: { userErrors: [], checked: [], unchecked: ['R-PROMO-10'] } })
  })

  it('is NOT_FOUND where there is nothing to delete', async () => {
    graph.answer(() => ({ status: 404, body: '' }))
    const { errors } = await graph.write(DELETE, INPUT)

    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
  })
})
