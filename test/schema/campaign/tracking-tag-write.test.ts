import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lineItems } from '../../../sandbox/campaign/line-item.ts'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { openSandboxWrites, openWriteGraph, type WriteGraph } from '../../support/write.ts'
import { graphql } from '../../support/graphql/index.ts'

const ROW = { id: 't1', line_item_id: 'l1', tracking_tag_type: 'CLICK_TRACKER', deleted: false }

let graph: WriteGraph
beforeAll(async () => {
  graph = await openWriteGraph(ROW)
})
beforeEach(() => graph.reset())
afterAll(() => graph.close())

const CREATE = graphql(`mutation CreateTrackingTag($input: CreateTrackingTagInput!, $validateOnly: Boolean = false) {
  outcome: createTrackingTag(input: $input, validateOnly: $validateOnly) {
    trackingTag { id trackingTagType lineItem { id } } userErrors { code message field rule } validation { checked }
  }
}`)
const UPDATE = `mutation ($input: UpdateTrackingTagInput!) {
  outcome: updateTrackingTag(input: $input) { trackingTag { id } userErrors { code field rule } }
}`
const DELETE = `mutation ($input: DeleteTrackingTagInput!) {
  outcome: deleteTrackingTag(input: $input) { trackingTag { id deleted trackingTagUrl } userErrors { field } }
}`

const TAG = {
  accountId: 'a1',
  lineItemId: 'LineItem:a1:l1',
  trackingTagType: 'CLICK_TRACKER',
  trackingTagUrl: 'https://tags.example/c?a=1&b=%20, ü',
}

describe('createTrackingTag', () => {
  it('refuses an empty URL (R-PROMO-13) and an ID of another type, and sends nothing', async () => {
    const { data } = await graph.write(CREATE, { ...TAG, lineItemId: 'Campaign:a1:c1', trackingTagUrl: '' })

    expect(graph.sent()).toEqual([])
    expect(data).toMatchObject({
      outcome: {
        trackingTag: null,
        userErrors: [
          { code: 'BAD_USER_INPUT', field: ['input', 'trackingTagUrl'], rule: 'R-PROMO-13' },
          { code: 'BAD_USER_INPUT', field: ['input', 'lineItemId'], rule: null },
        ],
      },
    })
  })

  it('refuses a URL of more than 100,000 characters, and sends nothing', async () => {
    const { data } = await graph.write(CREATE, {
      ...TAG,
      trackingTagUrl: `https://tag.example/?${'x'.repeat(100_000)}`,
    })

    expect(graph.sent()).toEqual([])
    expect(data).toMatchObject({ outcome: { userErrors: [{ field: ['input', 'trackingTagUrl'], rule: null }] } })
  })

  it('refuses an unknown type, and sends nothing', async () => {
    const { errors } = await graph.write(CREATE, { ...TAG, trackingTagType: 'PIXEL' })

    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    expect(graph.sent()).toEqual([])
  })

  it('only checks the rules with validateOnly', async () => {
    const { data } = await graph.write(CREATE, TAG, { validateOnly: true })

    expect(graph.written()).toEqual([])
    expect(data).toMatchObject({ outcome: { trackingTag: null, userErrors: [] } })
  })
})

describe('updateTrackingTag', () => {
  it('sends the URL, which is the only field that can be changed', async () => {
    const { data } = await graph.write(UPDATE, {
      trackingTagId: 'TrackingTag:a1:t1',
      trackingTagUrl: 'https://x.example',
    })

    expect(graph.sent()).toEqual([['PUT accounts/a1/tracking_tags/t1', { tracking_tag_url: 'https://x.example' }]])
    expect(data).toEqual({ outcome: { trackingTag: { id: 'TrackingTag:a1:t1' }, userErrors: [] } })
  })

  it('refuses an empty URL and a tag without an account, and sends nothing', async () => {
    const { data } = await graph.write(UPDATE, { trackingTagId: 't1', trackingTagUrl: '' })

    expect(graph.sent()).toEqual([])
    expect(data).toMatchObject({
      outcome: {
        userErrors: [
          { field: ['input', 'accountId'], rule: 'R-CONV-7' },
          { field: ['input', 'trackingTagUrl'], rule: 'R-PROMO-13' },
        ],
      },
    })
  })

  it.each(['trackingTagType', 'lineItemId'])('does not accept `%s`, which cannot be changed', async (field) => {
    const input = { trackingTagId: 'TrackingTag:a1:t1', trackingTagUrl: 'https://x.example', [field]: 'x' }
    const { errors } = await graph.write(UPDATE, input)

    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    expect(graph.sent()).toEqual([])
  })
})

describe('deleteTrackingTag', () => {
  it('returns the columns that the service still sends', async () => {
    graph.answer(() => ({ body: { data: { id: 't1', deleted: true } } }))
    const { data } = await graph.write(DELETE, { trackingTagId: 't1', accountId: 'Account:a1' })

    expect(graph.sent()).toEqual([['DELETE accounts/a1/tracking_tags/t1', null]])
    expect(data).toEqual({
      outcome: { trackingTag: { id: 'TrackingTag:a1:t1', deleted: true, trackingTagUrl: null }, userErrors: [] },
    })
  })
})

describe('in the sandbox', () => {
  it('is returned by later reads as it was created, updated and deleted', async () => {
    const { ask, sandbox, close } = await openSandboxWrites()
    const lineItem = sandbox.store.table(lineItems).rows(DEMO_ACCOUNT_ID)[0]!
    const read = 'query ($id: ID!) { node(id: $id) { ... on TrackingTag { lineItemId trackingTagUrl } } }'

    const created = await ask(CREATE, { input: { ...TAG, accountId: DEMO_ACCOUNT_ID, lineItemId: lineItem.id } })
    const { id } = created.outcome!.trackingTag!
    expect(await ask(read, { id })).toEqual({ node: { lineItemId: lineItem.id, trackingTagUrl: TAG.trackingTagUrl } })

    await ask(UPDATE, { input: { trackingTagId: id, trackingTagUrl: 'https://x.example' } })
    expect(await ask(read, { id })).toMatchObject({ node: { trackingTagUrl: 'https://x.example' } })

    await ask(DELETE, { input: { trackingTagId: id } })
    expect(await ask(read, { id })).toEqual({ node: null })
    await close()
  })
})
