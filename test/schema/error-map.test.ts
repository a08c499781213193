import { describe, expect, it } from 'vitest'
import { promotableUsers } from '../../sandbox/account/promotable-user.ts'
import { customAudiences } from '../../sandbox/audience/custom-audience.ts'
import { campaigns } from '../../sandbox/campaign/campaign.ts'
import { lineItems, type LineItemRow } from '../../sandbox/campaign/line-item.ts'
import { promotedAccounts } from '../../sandbox/campaign/promoted-account.ts'
import { DEMO_ACCOUNT_ID, type FaultRule, type Row, type TableDefinition } from '../../sandbox/index.ts'
import { openGraph, useSandboxGraph } from '../support/graph.ts'
import { graphql } from '../support/graphql/index.ts'

const TOKEN = graphql(`mutation OneBearerToken { createBearerToken { bearerToken { accessToken } } }`)

const ACCOUNT = DEMO_ACCOUNT_ID
const OPERATOR = { authorization: 'Bearer the-operator' }

const graph = useSandboxGraph({ sandbox: { limits: { bearerTokens: 1 } }, graph: { operatorTokens: ['the-operator'] } })

/** What a mutation comes to, of whose payload the user errors and `more` are asked for. */
async function write(mutation: string, input: object, more = '') {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input!`
  const { data, errors } = await graph.query<{ outcome: object }>(
    `mutation ($input: ${type}) { outcome: ${mutation}(input: $input) { userErrors { code field rule } ${more} } }`,
    { input },
  )
  return { ...data?.outcome, errors } as Record<string, unknown> & { errors: typeof errors }
}

const rowsOf = <R extends Row>(table: TableDefinition<R>) =>
  graph.sandbox.store
    .table(table)
    .rows(ACCOUNT)
    .filter((row) => !row.deleted)
const lineItem = (wanted: (row: Readonly<LineItemRow>) => boolean) => rowsOf(lineItems).find(wanted)!
const forAccounts = (row: Readonly<LineItemRow>) => row.product_type === 'PROMOTED_ACCOUNT'
const otherwise = (row: Readonly<LineItemRow>) => !forAccounts(row)

const meets = (path: string, fault: FaultRule['fault'], times?: number) =>
  graph.sandbox.faults.add({ match: { path }, fault, ...(times !== undefined && { times }) })
const refused = (status: number, body: object): FaultRule['fault'] => ({ kind: 'status', status, body: { json: body } })

describe('the errors in the reference: what the service sends, and what the graph reports', () => {
  it('a token that was ended: 401 and 89, UNAUTHENTICATED', async () => {
    const user = graph.sandbox.addUser({ accountIds: [ACCOUNT] })
    const theirs = await openGraph(graph.sandbox.url, { credentials: user })
    const document = `{ account(id: "${ACCOUNT}") { name } }`
    expect((await theirs.query(document)).errors).toBeUndefined()

    const { accessToken, accessTokenSecret } = user
    await graph.query(
      'mutation ($input: InvalidateAccessTokenInput!) { invalidateAccessToken(input: $input) { userErrors { code } } }',
      { input: { accessToken, accessTokenSecret } },
      OPERATOR,
    )
    expect((await theirs.query(document)).errors).toMatchObject([
      { path: ['account'], extensions: { code: 'UNAUTHENTICATED', upstream: { status: 401, errors: [{ code: 89 }] } } },
    ])
    await theirs.close()
  })

  it('problems of webhooks beside data: both are returned', async () => {
    const problem = { title: 'Gone', type: 'about:blank', detail: 'Hook 7 cannot be read', status: 404 }
    meets('/2/webhooks', { kind: 'mutate', mutate: (answer) => ({ ...answer, errors: [problem] }) })
    const { data, errors } = await graph.query(
      graphql(`query WebhookProblems { webhookConfigs { nodes { restId } problems { title type detail status } } }`),
    )

    expect(data!.webhookConfigs!.nodes.length).toBeGreaterThan(0)
    expect(data!.webhookConfigs!.problems).toEqual([problem])
    expect(errors).toMatchObject([{ message: problem.detail, extensions: { code: 'UPSTREAM_ERROR' } }])
  })

  it('bearer tokens that are asked for too often: 403 and 99, FORBIDDEN, and no more are requested until later', async () => {
    const ask = () => graph.query(TOKEN, {}, OPERATOR)
    const { accessToken } = (await ask()).data!.createBearerToken!.bearerToken!
    await graph.query(
      'mutation ($input: InvalidateBearerTokenInput!) { invalidateBearerToken(input: $input) { userErrors { code } } }',
      { input: { accessToken } },
      OPERATOR,
    )

    expect((await ask()).errors).toMatchObject([
      {
        path: ['createBearerToken'],
        extensions: { code: 'FORBIDDEN', upstream: { status: 403, errors: [{ code: 99 }] } },
      },
    ])
    graph.sandbox.clearRequests()
    expect((await ask()).errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }])
    expect(graph.sandbox.requests).toEqual([])
  })

  it('a campaign that is deleted twice: 404, a user error at its id', async () => {
    const input = { accountId: ACCOUNT, campaignId: rowsOf(campaigns).at(-1)!.id }

    expect(await write('deleteCampaign', input)).toMatchObject({ userErrors: [] })
    expect(await write('deleteCampaign', input)).toMatchObject({
      userErrors: [{ code: 'NOT_FOUND', field: ['input', 'campaignId'], rule: null }],
      errors: undefined,
    })
  })

  it('an account promoted by a line item that is not for accounts: 400 INCOMPATIBLE_LINE_ITEM at `lineItemId`', async () => {
    const { user_id: userId } = rowsOf(promotableUsers)[0]!
    const input = { accountId: ACCOUNT, lineItemId: lineItem(otherwise).id, userId }

    expect(await write('createPromotedAccount', input)).toMatchObject({
      userErrors: [{ code: 'INCOMPATIBLE_LINE_ITEM', field: ['input', 'lineItemId'], rule: null }],
    })
  })

  it('a user who cannot be promoted: 400 at `userId`, and nobody is promoted', async () => {
    const before = rowsOf(promotedAccounts).length
    const input = { accountId: ACCOUNT, lineItemId: lineItem(forAccounts).id, userId: '1' }

    expect(await write('createPromotedAccount', input)).toMatchObject({
      userErrors: [{ field: ['input', 'userId'], rule: null }],
    })
    expect(rowsOf(promotedAccounts)).toHaveLength(before)
  })

  it('promoted accounts of line items that have none: 400, BAD_USER_INPUT at the root and empty below a line item', async () => {
    const { id } = lineItem(otherwise)
    const list = 'promotedAccounts { nodes { id } }'
    const root = await graph.query(
      `{ account(id: "${ACCOUNT}") { promotedAccounts(lineItemIds: ["${id}"]) { nodes { id } } } }`,
    )
    const below = await graph.query(`{ lineItem(id: "${id}", accountId: "${ACCOUNT}") { ${list} } }`)

    expect(root.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', upstream: { status: 400 } } }])
    expect(below.errors).toBeUndefined()
    expect(below.data).toEqual({ lineItem: { promotedAccounts: { nodes: [] } } })
  })

  it('content categories that are not targeted by IAB_CATEGORY: a user error', async () => {
    const criterion = { operatorType: 'EQ', targetingValue: 'nothing of the kind' }
    const input = { accountId: ACCOUNT, lineItemId: rowsOf(lineItems)[0]!.id, ...criterion }
    const wrongValue = await write('createTargetingCriterion', { ...input, targetingType: 'IAB_CATEGORY' })
    meets('accounts/:account_id/targeting_criteria', refused(400, { errors: [{ code: 'INVALID', message: 'No' }] }))
    const wrongType = await write('createTargetingCriterion', { ...input, targetingType: 'INTEREST' })

    expect(wrongValue).toMatchObject({ userErrors: [{ field: ['input', 'targetingValue'], rule: null }] })
    expect(wrongType).toMatchObject({ userErrors: [{ field: ['input', 'targetingType'], rule: null }] })
  })

  it('the name that another audience has: a user error at `name`', async () => {
    const { name } = rowsOf(customAudiences)[0]!

    expect(await write('createCustomAudience', { accountId: ACCOUNT, name })).toMatchObject({
      userErrors: [{ code: 'NAME_NOT_UNIQUE', field: ['input', 'name'], rule: null }],
    })
  })

  it('a batch that is refused as a whole: user errors at `operations`, those known here before anything is sent', async () => {
    const create = { create: { fundingInstrumentId: 'f', name: 'New' } }
    graph.sandbox.clearRequests()
    const tooMany = await write('batchCampaigns', {
      accountId: ACCOUNT,
      operations: Array.from({ length: 41 }, () => create),
    })
    expect(graph.sandbox.requests).toEqual([])
    meets('batch/accounts/:account_id/campaigns', refused(400, { errors: [{ code: 'INVALID', message: 'No' }] }))
    const whole = await write('batchCampaigns', { accountId: ACCOUNT, operations: [create] })

    expect(tooMany).toMatchObject({ userErrors: [{ field: ['input', 'operations'], rule: 'R-CAMP-9' }] })
    expect(whole).toMatchObject({ userErrors: [{ code: 'INVALID', field: ['input', 'operations'], rule: null }] })
  })

  it('a batch whose third item is bad: a user error at the field of that item, and nothing is changed', async () => {
    const before = structuredClone(rowsOf(campaigns))
    const [one, two, three] = before
    const renamed = (row: { id: string } | undefined, more: object = {}) => {
      return { update: { campaignId: row!.id, spreadBudgetEvenly: true, name: 'Other', ...more } }
    }
    const operations = [renamed(one), renamed(two), renamed(three, { name: undefined, fundingInstrumentId: 'none' })]
    const { userErrors, campaigns: changed } = await write(
      'batchCampaigns',
      { accountId: ACCOUNT, operations },
      'campaigns { id } chunks { status }',
    )

    expect(userErrors).toMatchObject([
      { field: ['input', 'operations', '2', 'update', 'fundingInstrumentId'], rule: null },
    ])
    expect(changed).toEqual([null, null, null])
    expect(rowsOf(campaigns)).toEqual(before)
  })

  it('fewer users accepted than were sent: sent once more, then INCOMPLETE_UPLOAD', async () => {
    const { id } = rowsOf(customAudiences).find((row) => row.audience_type === 'CRM')!
    const operations = [{ update: { users: [{ email: ['0'.repeat(64)] }] } }]
    const input = { accountId: ACCOUNT, customAudienceId: id, operations }
    const less: FaultRule['fault'] = { kind: 'incompleteUpload', missing: 1 }
    const users = 'accounts/:account_id/custom_audiences/:custom_audience_id/users'
    meets(users, less, 1)
    const mended = await write('updateCustomAudienceUsers', input, 'successCount')
    meets(users, less)
    const short = await write('updateCustomAudienceUsers', input)

    expect(mended).toMatchObject({ userErrors: [], successCount: '1' })
    expect(short).toMatchObject({
      userErrors: [{ code: 'INCOMPLETE_UPLOAD', field: ['input', 'operations'], rule: 'R-AUD-15' }],
    })
  })

  it('anything else: UPSTREAM_ERROR with the status, the code and the message of the service', async () => {
    meets(
      'accounts/:account_id/campaigns/:campaign_id',
      refused(405, { errors: [{ code: 'METHOD_NOT_ALLOWED', message: 'No' }] }),
    )
    const { errors } = await write('deleteCampaign', { accountId: ACCOUNT, campaignId: 'c1' })

    expect(errors).toMatchObject([
      {
        message: 'No',
        extensions: {
          code: 'UPSTREAM_ERROR',
          upstream: { status: 405, errors: [{ code: 'METHOD_NOT_ALLOWED', message: 'No' }] },
        },
      },
    ])
  })
})
