import { describe, expect, it } from 'vitest'
import { lineItems } from '../../../sandbox/campaign/line-item.ts'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { openForTests } from '../../support/open.ts'
import { openSandboxWrites } from '../../support/write.ts'
import { exampleInput } from '../../wire/write-case.ts'

const CREATE = `mutation ($input: CreateTrackingTagInput!) {
  outcome: createTrackingTag(input: $input) { trackingTag { id } userErrors { code field rule } }
}`
const UPDATE = `mutation ($input: UpdateTrackingTagInput!) {
  outcome: updateTrackingTag(input: $input) { userErrors { code } }
}`
const DELETE = `mutation ($input: DeleteTrackingTagInput!) {
  outcome: deleteTrackingTag(input: $input) { userErrors { code } }
}`
const READ = 'query ($id: ID!) { node(id: $id) { ... on TrackingTag { lineItemId url: trackingTagUrl } } }'

const urlOf = (url: string) => ({ trackingTagUrl: url })
const TAG = { ...exampleInput('createTrackingTag'), accountId: DEMO_ACCOUNT_ID }

const writes = openForTests(openSandboxWrites)

describe('a tracking tag', () => {
  it.each(['tag', 'ftp://tag.example', `https://tag.example/?${'x'.repeat(100_000)}`])(
    'is refused with a URL such as %.30s, and nothing is sent',
    async (url) => {
      writes.sandbox.clearRequests()
      const { outcome } = await writes.ask<{ outcome: object }>(CREATE, { input: { ...TAG, ...urlOf(url) } })

      expect(outcome).toEqual({
        trackingTag: null,
        userErrors: [{ code: 'BAD_USER_INPUT', field: ['input', 'trackingTagUrl'], rule: null }],
      })
      expect(writes.sandbox.requests).toEqual([])
    },
  )

  it.each(['trackingTagType', 'lineItemId'])('cannot be moved to another `%s`', async (field) => {
    const input = { ...exampleInput('updateTrackingTag'), [field]: 'x' }
    const { errors } = await writes.write(UPDATE, input)

    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
  })

  it('is returned by later reads as it was created, updated and deleted', async () => {
    const { ask, sandbox } = writes
    const [lineItem] = sandbox.store.table(lineItems).rows(DEMO_ACCOUNT_ID)
    const url = 'https://tags.example/c?a=1&b=%20, ü'
    const created = await ask<{ outcome: { trackingTag: { id: string } } }>(CREATE, {
      input: { ...TAG, lineItemId: lineItem!.id },
    })
    const { id } = created.outcome.trackingTag
    await ask(UPDATE, { input: { trackingTagId: id, ...urlOf(url) } })
    expect(await ask(READ, { id })).toEqual({ node: { lineItemId: lineItem!.id, url } })

    await ask(DELETE, { input: { trackingTagId: id } })
    expect(await ask(READ, { id })).toEqual({ node: null })
  })
})
