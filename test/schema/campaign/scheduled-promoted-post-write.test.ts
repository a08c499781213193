import { describe, expect, it } from 'vitest'
import { lineItems } from '../../../sandbox/campaign/line-item.ts'
import { scheduledPosts } from '../../../sandbox/creative/scheduled-post.ts'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { graphql } from '../../support/graphql/index.ts'
import { openSandboxWrites, openWriteGraph, useWriteGraph } from '../../support/write.ts'

const ROW = { id: 'p1', line_item_id: 'l1', scheduled_post_id: '9007199254740993', post_id: null, deleted: false }

const graph = useWriteGraph(ROW)

const CREATE = graphql(`mutation CreateScheduledPromotedPost($input: CreateScheduledPromotedPostInput!) {
  outcome: createScheduledPromotedPost(input: $input) {
    scheduledPromotedPost { id scheduledPostId postId } userErrors { code message field rule }
  }
}`)
const DELETE = `mutation ($input: DeleteScheduledPromotedPostInput!, $validateOnly: Boolean = false) {
  outcome: deleteScheduledPromotedPost(input: $input, validateOnly: $validateOnly) {
    scheduledPromotedPost { id deleted scheduledPostId } userErrors { code field rule } validation { checked unchecked }
  }
}`

describe('createScheduledPromotedPost', () => {
  it('refuses an ID that does not name a scheduled post, and sends nothing', async () => {
    const input = { accountId: 'a1', lineItemId: 'l1' }
    const other = await graph.write(CREATE, { ...input, scheduledPostId: 'PublishedPost:a1:1' })
    const text = await graph.write(CREATE, { ...input, scheduledPostId: 'abc' })

    expect(graph.sent()).toEqual([])
    expect(other.data).toMatchObject({ outcome: { userErrors: [{ field: ['input', 'scheduledPostId'], rule: null }] } })
    expect(text.data).toMatchObject({
      outcome: { userErrors: [{ field: ['input', 'scheduledPostId'], rule: 'R-CONV-22' }] },
    })
  })
})

describe('deleteScheduledPromotedPost', () => {
  const INPUT = { scheduledPromotedPostId: 'ScheduledPromotedPost:a1:p1' }

  it('reports a refusal after the scheduled time at `scheduledPromotedPostId`', async () => {
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
  ])('reads the scheduled time of its post with validateOnly: %s', async (scheduled_at, userErrors) => {
    graph.answer(({ path }) => ({
      body: { data: path.includes('promoted') ? ROW : [{ id: ROW.scheduled_post_id, scheduled_at }] },
    }))
    const { data } = await graph.write(DELETE, INPUT, { validateOnly: true })

    expect(graph.sent()).toEqual([
      ['GET accounts/a1/scheduled_promoted_posts', { scheduled_promoted_post_ids: 'p1' }],
      ['GET accounts/a1/scheduled_posts/9007199254740993', null],
    ])
    expect(data).toMatchObject({
      outcome: { userErrors, validation: { checked: ['R-CONV-7', 'R-PERM-1', 'R-PROMO-10'], unchecked: ['R-AUTH-5'] } },
    })
  })

  it.each([null, 'soon', '2020-02-30T00:00:00Z', 7])(
    'leaves unchecked with validateOnly whether a post of the time %j is due',
    async (scheduled_at) => {
      graph.answer(({ path }) => ({
        body: { data: path.includes('promoted') ? ROW : [{ id: ROW.scheduled_post_id, scheduled_at }] },
      }))
      const { data } = await graph.write(DELETE, INPUT, { validateOnly: true })

      expect(data).toMatchObject({
        outcome: { userErrors: [], validation: { unchecked: ['R-AUTH-5', 'R-PROMO-10'] } },
      })
    },
  )

  it.each([
    ['ten minutes ahead', 600_000, 300_000, [{ rule: 'R-PROMO-10' }]],
    ['ten minutes behind', -600_000, -300_000, []],
  ])("reads the service's clock, which is %s", async (_, offsetMs, dueMs, userErrors) => {
    const other = await openWriteGraph(ROW)
    const scheduled_at = new Date(Date.now() + dueMs).toISOString()
    other.answer(({ path }) => ({
      headers: { date: new Date(Date.now() + offsetMs).toUTCString() },
      body: { data: path.includes('promoted') ? ROW : [{ id: ROW.scheduled_post_id, scheduled_at }] },
    }))
    const { data } = await other.write(DELETE, INPUT, { validateOnly: true })
    expect(data).toMatchObject({ outcome: { userErrors } })
    await other.close()
  })

  it('refuses an entity that does not exist with validateOnly, and leaves its rule unchecked', async () => {
    graph.answer(() => ({ status: 404, body: '' }))
    const { data } = await graph.write(DELETE, INPUT, { validateOnly: true })

    expect(data).toMatchObject({
      outcome: {
        userErrors: [{ field: ['input', 'scheduledPromotedPostId'], rule: null }],
        validation: { checked: ['R-CONV-7', 'R-PERM-1'], unchecked: ['R-AUTH-5', 'R-PROMO-10'] },
      },
    })
  })
})

describe('in the sandbox', () => {
  it('can be deleted before the scheduled time of its post, and not after (R-PROMO-10, T13)', async () => {
    const { ask, sandbox, close } = await openSandboxWrites()
    const lineItem = sandbox.store.table(lineItems).rows(DEMO_ACCOUNT_ID)[0]!
    const table = sandbox.store.table(scheduledPosts)
    const due = table.rows(DEMO_ACCOUNT_ID).find((row) => row.scheduled_status === 'SCHEDULED')!
    table.update(DEMO_ACCOUNT_ID, due.id, { scheduled_at: '2999-01-01T00:00:00Z' })
    const promote = async () => {
      const input = { accountId: DEMO_ACCOUNT_ID, lineItemId: lineItem.id, scheduledPostId: due.id }
      const { outcome } = await ask(CREATE, { input })
      expect(outcome).toMatchObject({ scheduledPromotedPost: { scheduledPostId: due.id }, userErrors: [] })
      return outcome!.scheduledPromotedPost!.id
    }
    const read = 'query ($id: ID!) { node(id: $id) { ... on ScheduledPromotedPost { scheduledPostId } } }'

    const early = await promote()
    const late = await promote()
    await ask(DELETE, { input: { scheduledPromotedPostId: early } })
    expect(await ask(read, { id: early })).toEqual({ node: null })

    table.update(DEMO_ACCOUNT_ID, due.id, { scheduled_at: '2020-01-01T00:00:00Z' })
    const input = { scheduledPromotedPostId: late }
    expect(await ask(DELETE, { input, validateOnly: true })).toMatchObject({
      outcome: { userErrors: [{ field: ['input', 'scheduledPromotedPostId'], rule: 'R-PROMO-10' }] },
    })
    expect(await ask(DELETE, { input })).toMatchObject({
      outcome: {
        scheduledPromotedPost: null,
        userErrors: [{ field: ['input', 'scheduledPromotedPostId'], rule: null }],
      },
    })
    expect(await ask(read, { id: late })).toEqual({ node: { scheduledPostId: due.id } })
    await close()
  })
})
