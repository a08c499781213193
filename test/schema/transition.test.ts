import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { customAudiences } from '../../sandbox/audience/custom-audience.ts'
import { lineItems } from '../../sandbox/campaign/line-item.ts'
import { promotedPosts } from '../../sandbox/campaign/promoted-post.ts'
import { cards } from '../../sandbox/creative/card.ts'
import { mediaLibrary } from '../../sandbox/creative/media.ts'
import { DEMO_ACCOUNT_ID, EURO_ACCOUNT_ID, type Row, type TableDefinition } from '../../sandbox/index.ts'
import { useSandboxGraph } from '../support/graph.ts'
import { graphql } from '../support/graphql/index.ts'

const ACCOUNT = DEMO_ACCOUNT_ID
/** The user errors of a 404: its code and the field that named the missing entity. */
const notFound = (field: string) => [{ code: 'NOT_FOUND', field: ['input', field] }]

const graph = useSandboxGraph()

interface Written {
  entity: { id: string; restId: string } & Record<string, unknown>
  userErrors: object[]
}

/** Sends a mutation that gives `selection` of what it changed, and tells what it came to. */
async function write(mutation: string, entity: string, selection: string, input: object) {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input!`
  const { data, errors } = await graph.query<{ outcome: Written }>(
    `mutation ($input: ${type}) { outcome: ${mutation}(input: $input) {
      entity: ${entity} { ${selection} } userErrors { code field rule }
    } }`,
    { input },
  )
  return { ...data?.outcome, errors } as Written & { errors: typeof errors }
}

/** What a later read shows of a field of the account. */
async function read(selection: string, account = ACCOUNT): Promise<unknown> {
  const { data, errors } = await graph.query<{ account: { shown: unknown } }>(
    `{ account(id: "${account}") { shown: ${selection} } }`,
  )
  expect(errors).toBeUndefined()
  return data.account.shown
}

/** What a later look-up by ID in an account shows. */
async function readOne(selection: string, account = ACCOUNT): Promise<unknown> {
  const lookUp = selection.replace('(', `(accountId: "${account}", `)
  const { data, errors } = await graph.query<{ shown: unknown }>(`{ shown: ${lookUp} }`)
  expect(errors).toBeUndefined()
  return data.shown
}

/** A row of the demo account that is not deleted. */
function rowOf<R extends Row>(table: TableDefinition<R>, wanted: (row: Readonly<R>) => boolean = () => true) {
  return graph.sandbox.store
    .table(table)
    .rows(ACCOUNT)
    .find((row) => !row.deleted && wanted(row))!
}

const FLIGHT = { startTime: '2030-06-01T08:00:00Z', endTime: '2030-07-01T08:00:00Z' }

async function createCampaign(changes: object = {}) {
  const funding = await read('fundingInstruments(first: 1) { nodes { restId } }')
  const [{ restId: fundingInstrumentId }] = (funding as { nodes: [{ restId: string }] }).nodes
  const input = { accountId: ACCOUNT, fundingInstrumentId, name: 'New', dailyBudgetAmountLocalMicro: 1, ...changes }
  return write('createCampaign', 'campaign', 'id restId entityStatus', input)
}

describe('a webhook configuration', () => {
  it('shows whether it is valid, which no mutation changes (T6)', async () => {
    const { data } = await graph.query(
      graphql(
        `query ValidWebhooks { webhookConfigs { nodes { valid } } __schema { mutationType { fields { name } } } }`,
      ),
    )

    expect(data!.webhookConfigs!.nodes.map(({ valid }) => typeof valid)).toContain('boolean')
    expect(JSON.stringify(data!.__schema)).not.toMatch(/webhook/i)
  })
})

describe('a campaign', () => {
  const status = (id: string) => readOne(`campaign(id: "${id}") { entityStatus }`)

  it('is ACTIVE if it was created without a status (T7)', async () => {
    const { entity } = await createCampaign()

    expect(entity.entityStatus).toBe('ACTIVE')
    expect(await status(entity.id)).toEqual({ entityStatus: 'ACTIVE' })
  })

  it('becomes PAUSED and ACTIVE by an update, and never a draft again (T8)', async () => {
    const { entity } = await createCampaign()
    const update = (entityStatus: string) =>
      write('updateCampaign', 'campaign', 'entityStatus', { campaignId: entity.id, entityStatus })

    for (const entityStatus of ['PAUSED', 'ACTIVE']) {
      expect((await update(entityStatus)).userErrors).toEqual([])
      expect(await status(entity.id)).toEqual({ entityStatus })
    }

    graph.sandbox.clearRequests()
    expect(await update('DRAFT')).toMatchObject({
      entity: null,
      userErrors: [{ field: ['input', 'entityStatus'], rule: 'R-CAMP-4' }],
    })
    expect(graph.sandbox.requests).toEqual([])
    expect(await status(entity.id)).toEqual({ entityStatus: 'ACTIVE' })
  })

  it('is deleted for good: returned only with deleted ones, and neither deleted nor changed again (T9)', async () => {
    const { entity } = await createCampaign()
    const input = { campaignId: entity.id }

    expect(await write('deleteCampaign', 'campaign', 'deleted', input)).toMatchObject({ entity: { deleted: true } })
    expect(await status(entity.id)).toBeNull()
    expect(await readOne(`campaign(id: "${entity.id}", withDeleted: true) { deleted }`)).toEqual({ deleted: true })
    expect((await write('deleteCampaign', 'campaign', 'id', input)).userErrors).toMatchObject(notFound('campaignId'))
    const change = { ...input, entityStatus: 'ACTIVE', spreadBudgetEvenly: true }
    expect((await write('updateCampaign', 'campaign', 'id', change)).userErrors).toMatchObject(notFound('campaignId'))
  })
})

describe('a line item', () => {
  it('is ACTIVE if it was created without a status (T10)', async () => {
    const campaign = await createCampaign()
    const { entity, userErrors } = await write('createLineItem', 'lineItem', 'id entityStatus', {
      accountId: ACCOUNT,
      campaignId: campaign.entity.id,
      objective: 'ENGAGEMENTS',
      productType: 'PROMOTED_POSTS',
      placements: ['ALL_ON_SVC'],
      bidAmountLocalMicro: 1_000_000,
      ...FLIGHT,
    })

    expect(userErrors).toEqual([])
    expect(await readOne(`lineItem(id: "${entity.id}") { entityStatus }`)).toEqual({ entityStatus: 'ACTIVE' })
  })
})

describe('a promoted post', () => {
  it('that is deleted is no longer promoted, and its post remains (T11)', async () => {
    const live = (id: string) => rowOf(lineItems, (row) => row.id === id) !== undefined
    const { id, post_id } = rowOf(promotedPosts, (row) => live(row.line_item_id))
    const shown = (withDeleted: boolean) =>
      readOne(`promotedPost(id: "${id}", withDeleted: ${withDeleted}) { deleted }`)
    const input = { accountId: ACCOUNT, promotedPostId: id }

    expect(await shown(false)).toEqual({ deleted: false })
    expect((await write('deletePromotedPost', 'promotedPost', 'id', input)).userErrors).toEqual([])
    expect([await shown(false), await shown(true)]).toEqual([null, { deleted: true }])
    expect(await readOne(`publishedPost(id: "${post_id}") { restId }`)).toEqual({ restId: String(post_id) })
    expect((await write('deletePromotedPost', 'promotedPost', 'id', input)).userErrors).toMatchObject(
      notFound('promotedPostId'),
    )
  })
})

describe('a custom audience', () => {
  const selection = 'id restId targetable reasonsNotTargetable audienceSize'
  const create = (name: string) =>
    write('createCustomAudience', 'customAudience', selection, { accountId: ACCOUNT, name })

  it('cannot be targeted at first, and has no size (T14)', async () => {
    const { entity } = await create('Fresh')

    expect(
      await readOne(`customAudience(id: "${entity.id}") { targetable reasonsNotTargetable audienceSize }`),
    ).toEqual({
      targetable: false,
      reasonsNotTargetable: ['PROCESSING', 'TOO_SMALL'],
      audienceSize: null,
    })
    const { userErrors } = await target(ACCOUNT, entity.restId, rowOf(lineItems).id)
    expect(userErrors).toMatchObject([{ field: ['input', 'targetingValue'] }])
  })

  it('is deleted once, and its name is free again (T15)', async () => {
    const { entity } = await create('Gone')
    const input = { customAudienceId: entity.id }

    expect((await write('deleteCustomAudience', 'customAudience', 'deleted', input)).entity).toEqual({ deleted: true })
    expect(await readOne(`customAudience(id: "${entity.id}") { name }`)).toBeNull()
    expect(await readOne(`customAudience(id: "${entity.id}", withDeleted: true) { deleted }`)).toEqual({
      deleted: true,
    })
    expect((await write('deleteCustomAudience', 'customAudience', 'id', input)).userErrors).toMatchObject(
      notFound('customAudienceId'),
    )
    expect((await create('Gone')).userErrors).toEqual([])
  })

  it('whose permission is revoked can no longer be targeted by its grantee, whose criteria remain (T16)', async () => {
    const { id: audience } = rowOf(customAudiences, (row) => row.targetable)
    const [first, second] = graph.sandbox.store
      .table(lineItems)
      .rows(EURO_ACCOUNT_ID)
      .filter((row) => !row.deleted)
    const grant = { accountId: ACCOUNT, grantedAccountId: EURO_ACCOUNT_ID, permissionLevel: 'READ_ONLY' }
    const granted = await write('grantCustomAudiencePermission', 'customAudiencePermission', 'restId', {
      ...grant,
      customAudienceId: audience,
    })
    expect((await target(EURO_ACCOUNT_ID, audience, first!.id)).userErrors).toEqual([])

    const input = { accountId: ACCOUNT, customAudienceId: audience, permissionId: granted.entity.restId }
    const revoked = await write('revokeCustomAudiencePermission', 'customAudiencePermission', 'deleted', input)
    expect(revoked.entity).toEqual({ deleted: true })
    expect(await readOne(`customAudience(id: "${audience}") { name }`, EURO_ACCOUNT_ID)).toBeNull()
    expect((await target(EURO_ACCOUNT_ID, audience, second!.id)).userErrors).toMatchObject([
      { field: ['input', 'targetingValue'] },
    ])
    const criteria = `targetingCriteria(lineItemIds: ["${first!.id}"], first: 1000) { nodes { targetingValue } }`
    expect(await read(criteria, EURO_ACCOUNT_ID)).toMatchObject({
      nodes: expect.arrayContaining([{ targetingValue: audience }]) as object[],
    })
    expect(
      (await write('revokeCustomAudiencePermission', 'customAudiencePermission', 'restId', input)).userErrors,
    ).toMatchObject(notFound('permissionId'))
  })

  function target(accountId: string, targetingValue: string, lineItemId: string) {
    const criterion = { targetingType: 'CUSTOM_AUDIENCE', operatorType: 'EQ', targetingValue }
    return write('createTargetingCriterion', 'targetingCriterion', 'id', { accountId, lineItemId, ...criterion })
  }
})

describe('a poll card', () => {
  it('is open from its creation until its duration has elapsed (T17, T18)', async () => {
    const { entity } = await write('createPollCard', 'pollCard', 'id restId', {
      accountId: ACCOUNT,
      name: 'Poll',
      firstChoice: 'Sea',
      secondChoice: 'Hills',
      durationInMinutes: 30,
    })
    type Poll = { startTime: string; endTime: string; isOpen: boolean }
    const poll = () => readOne(`pollCard(id: "${entity.id}") { startTime endTime isOpen }`) as Promise<Poll>

    const open = await poll()
    expect(open.isOpen).toBe(true)
    expect(Date.parse(open.endTime) - Date.parse(open.startTime)).toBe(30 * 60_000)

    const end_time = new Date(Date.parse(open.startTime) - 1000).toISOString()
    graph.sandbox.store.table(cards).update(ACCOUNT, entity.restId, { end_time })
    graph.sandbox.clearRequests()
    expect((await poll()).isOpen).toBe(false)
    expect(graph.sandbox.requests).toHaveLength(1)
  })
})

describe('content for posts', () => {
  it('is deleted once: cards, media and drafts (T19)', async () => {
    const { media_key: mediaKey } = rowOf(mediaLibrary, (row) => row.media_type === 'IMAGE')
    const details = { details: { title: 'New', destination: { url: 'https://shop.example' } } }
    const components = [{ media: { mediaKey } }, details]
    const card = await write('createCard', 'card', 'id', { accountId: ACCOUNT, name: 'Card', components })
    const asUserId = await author()
    const draft = await write('createDraftPost', 'draftPost', 'id', { accountId: ACCOUNT, asUserId, text: 'Soon' })

    const deletions: [mutation: string, entity: string, input: object, shown: string][] = [
      ['deleteCard', 'card', { cardId: card.entity.id }, `card(id: "${card.entity.id}") { createdAt }`],
      [
        'deleteDraftPost',
        'draftPost',
        { draftPostId: draft.entity.id },
        `draftPost(id: "${draft.entity.id}") { createdAt }`,
      ],
      ['removeMediaFromLibrary', 'media', { accountId: ACCOUNT, mediaKey }, `media(id: "${mediaKey}") { createdAt }`],
    ]
    for (const [mutation, entity, input, shown] of deletions) {
      expect(await readOne(shown)).not.toBeNull()
      expect((await write(mutation, entity, 'id', input)).userErrors).toEqual([])
      expect(await readOne(shown)).toBeNull()
      expect((await write(mutation, entity, 'id', input)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
    }
  })

  async function author() {
    const { nodes } = (await read('promotableUsers(first: 1) { nodes { userId } }')) as { nodes: [{ userId: string }] }
    return nodes[0].userId
  }
})

it('every transition of the reference has a test that names it', () => {
  const titles = (readdirSync('test', { recursive: true }) as string[])
    .filter((file) => file.endsWith('.test.ts'))
    .flatMap((file) => readFileSync(`test/${file}`, 'utf8').match(/\bit\('.*(?=')/g) ?? [])
  const named = new Set(titles.flatMap((title) => title.match(/\bT\d+\b/g) ?? []))

  expect([...named].toSorted()).toEqual(Array.from({ length: 19 }, (_, index) => `T${index + 1}`).toSorted())
})
