import { describe, expect, it } from 'vitest'
import { lineItems } from '../../../sandbox/campaign/line-item.ts'
import { accountMedia } from '../../../sandbox/creative/account-media.ts'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { graphql } from '../../support/graphql/index.ts'
import { openSandboxWrites, useWriteGraph } from '../../support/write.ts'

const ROW = { id: 'm1', line_item_id: 'l1', account_media_id: 'am1', landing_url: null, deleted: false }

const graph = useWriteGraph(ROW)

const CREATE =
  graphql(`mutation CreateMediaCreative($input: CreateMediaCreativeInput!, $validateOnly: Boolean = false) {
  outcome: createMediaCreative(input: $input, validateOnly: $validateOnly) {
    mediaCreative { id landingUrl } userErrors { code field rule } validation { checked unchecked }
  }
}`)
const DELETE = `mutation ($input: DeleteMediaCreativeInput!) {
  outcome: deleteMediaCreative(input: $input) { mediaCreative { id deleted accountMediaId } userErrors { field } }
}`

const CREATIVE = { accountId: 'a1', lineItemId: 'l1', accountMediaId: 'am1' }

describe('createMediaCreative', () => {
  it('sends no landing URL if there is none', async () => {
    await graph.write(CREATE, CREATIVE)

    expect(graph.sent()).toEqual([
      ['POST accounts/a1/media_creatives', { line_item_id: 'l1', account_media_id: 'am1' }],
    ])
  })

  it('refuses a landing URL that no browser opens, and sends nothing', async () => {
    const { data } = await graph.write(CREATE, { ...CREATIVE, landingUrl: 'nonsense' })

    expect(graph.sent()).toEqual([])
    expect(data).toMatchObject({ outcome: { userErrors: [{ field: ['input', 'landingUrl'], rule: null }] } })
  })

  it('turns a refusal of the service into a user error at the missing field', async () => {
    const errors = [{ code: 'MISSING_PARAMETER', message: 'Where to?', parameter: 'landing_url' }]
    graph.answer(() => ({ status: 400, body: { errors } }))
    const { data } = await graph.write(CREATE, CREATIVE)

    expect(data).toMatchObject({
      outcome: { userErrors: [{ code: 'MISSING_PARAMETER', field: ['input', 'landingUrl'], rule: null }] },
    })
  })

  it.each([
    ['WEBSITE_CLICKS', 'BANNER', {}, [{ field: ['input', 'landingUrl'], rule: 'R-PROMO-11' }]],
    ['WEBSITE_CLICKS', 'BANNER', { landingUrl: 'https://shop.example' }, []],
    ['WEBSITE_CLICKS', 'VAST_PREROLL', {}, []],
    ['APP_INSTALLS', 'BANNER', {}, []],
  ])(
    'reads with validateOnly whether it needs a landing URL: %s, %s, %j',
    async (objective, type, input, userErrors) => {
      graph.answer(({ path }) => ({
        body: { data: path.includes('line_items') ? { id: 'l1', objective } : { id: 'am1', creative_type: type } },
      }))
      const { data } = await graph.write(CREATE, { ...CREATIVE, ...input }, { validateOnly: true })

      expect(graph.sent()).toEqualInSteps([
        ['GET accounts/a1/line_items', { line_item_ids: 'l1', with_draft: 'true' }],
        ['GET accounts/a1/account_media', { account_media_ids: 'am1' }],
      ])
      expect(data).toMatchObject({
        outcome: { userErrors, validation: { checked: ['R-PERM-1', 'R-PROMO-11'], unchecked: ['R-AUTH-5'] } },
      })
    },
  )

  it('leaves unchecked whether it needs a landing URL if the row of the line item lacks the objective', async () => {
    graph.answer(({ path }) => ({
      body: { data: path.includes('line_items') ? { id: 'l1' } : { id: 'am1', creative_type: 'BANNER' } },
    }))
    const { data } = await graph.write(CREATE, CREATIVE, { validateOnly: true })

    expect(data).toMatchObject({ outcome: { userErrors: [], validation: { unchecked: ['R-AUTH-5', 'R-PROMO-11'] } } })
  })

  it('reports a line item and account media that do not exist with validateOnly', async () => {
    graph.answer(() => ({ status: 404, body: '' }))
    const { data } = await graph.write(CREATE, CREATIVE, { validateOnly: true })

    expect(data).toMatchObject({
      outcome: {
        userErrors: [{ field: ['input', 'lineItemId'] }, { field: ['input', 'accountMediaId'] }],
        validation: { unchecked: ['R-AUTH-5', 'R-PROMO-11'] },
      },
    })
  })
})

describe('in the sandbox', () => {
  it('requires a landing URL for a display image of WEBSITE_CLICKS (R-PROMO-11), and is returned until it is deleted', async () => {
    const { ask, sandbox, close } = await openSandboxWrites()
    const lineItem = sandbox.store
      .table(lineItems)
      .rows(DEMO_ACCOUNT_ID)
      .find((row) => row.objective === 'WEBSITE_CLICKS' && !row.deleted)!
    const media = sandbox.store
      .table(accountMedia)
      .rows(DEMO_ACCOUNT_ID)
      .find((row) => row.creative_type === 'BANNER' && !row.deleted)!
    const input = { accountId: DEMO_ACCOUNT_ID, lineItemId: lineItem.id, accountMediaId: media.id }

    expect(await ask(CREATE, { input, validateOnly: true })).toMatchObject({
      outcome: { userErrors: [{ field: ['input', 'landingUrl'], rule: 'R-PROMO-11' }] },
    })
    expect(await ask(CREATE, { input: { ...input, landingUrl: null } })).toMatchObject({
      outcome: { mediaCreative: null, userErrors: [{ field: ['input', 'landingUrl'], rule: null }] },
    })

    const { outcome } = await ask(CREATE, { input: { ...input, landingUrl: 'https://shop.example' } })
    const { id } = outcome!.mediaCreative!
    const read = 'query ($id: ID!) { node(id: $id) { ... on MediaCreative { accountMediaId landingUrl } } }'
    expect(await ask(read, { id })).toEqual({ node: { accountMediaId: media.id, landingUrl: 'https://shop.example' } })
    await ask(DELETE, { input: { mediaCreativeId: id } })
    expect(await ask(read, { id })).toEqual({ node: null })
    await close()
  })
})
