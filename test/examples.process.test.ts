import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import type { PlanReport } from '../src/schema/plan/expectation.ts'
import type { Explained } from '../src/schema/plan/explain.ts'
import { beyondPlan } from './support/bounds.ts'
import { runCommand } from './support/command.ts'
import { callCounts, openSandboxGraph, type SandboxGraph } from './support/graph.ts'
import type {
  ActivateMutation,
  AddLineItemMutation,
  AddUsersMutation,
  AudienceStatusQuery,
  BidsQuery,
  CampaignsByPrefixQuery,
  ChangeBidsMutation,
  ChangeBudgetsMutation,
  ChangeTaxSettingsMutation,
  CheckCampaignMutation,
  CreateAudienceMutation,
  CreateCampaignMutation,
  DraftsQuery,
  HistoryOfCampaignsQuery,
  LaunchMutation,
  NotServingQuery,
  PauseCampaignsMutation,
  PrepareQuery,
  PromoteAndTargetMutation,
  ReportQuery,
  SpendByDayQuery,
  SpendQuery,
  TargetAudienceMutation,
  TaxSettingsQuery,
  WholeTreeQuery,
  WritePostMutation,
} from './support/graphql/graphql.ts'
import { IN_OTHER_WORDS } from './support/other-words.ts'

const FOLDER = 'examples/queries'
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith('.graphql'))

/** The text of an example, and its variables. */
function example(name: string): { document: string; variables: Record<string, unknown> } {
  const [document, variables] = ['graphql', 'variables.json'].map((ending) =>
    readFileSync(`${FOLDER}/${name}.${ending}`, 'utf8'),
  )
  return { document: document!, variables: JSON.parse(variables!) as Record<string, unknown> }
}

/** The plans that `adgraph explain` prints for an example with its variables. */
async function explain(name: string): Promise<Explained[]> {
  const [document, variables] = [`${FOLDER}/${name}.graphql`, `${FOLDER}/${name}.variables.json`]
  const command = runCommand(['explain', document, '--variables', variables, '--json'])
  await command.exited
  return JSON.parse(command.output()) as Explained[]
}

describe('the examples', () => {
  it('say at the top what they answer, and have variables', () => {
    for (const file of FILES) {
      expect([file, readFileSync(`${FOLDER}/${file}`, 'utf8').startsWith('# ')]).toEqual([file, true])
      expect([file, existsSync(`${FOLDER}/${file.replace('.graphql', '.variables.json')}`)]).toEqual([file, true])
    }
  })

  it('start processes with an environment of their own: the shell may have the settings of a service', () => {
    const sources = readdirSync('examples', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'))
      .map((file) => [file, readFileSync(`examples/${file}`, 'utf8')] as const)
    const passing = sources.filter(
      ([, text]) =>
        text.includes('...process.env') || (/\bspawn\(process\.execPath/.test(text) && !text.includes('env: {')),
    )

    expect(sources.length).toBeGreaterThan(50)
    expect(passing.map(([file]) => file)).toEqual([])
  })

  it('are all in the index', () => {
    const index = readFileSync('examples/README.md', 'utf8')
    const listed = [...index.matchAll(/\]\(queries\/(.+?)\)/g)].map(([, file]) => file)

    expect(new Set(listed)).toEqual(new Set(FILES))
  })
})

/** The printed plans of all examples. */
let explained: Promise<Explained[][]> | undefined

/** Over a service with our words, and over one whose every word differs. */
const SERVICES = [
  ['with our words', { sandbox: {}, graph: {} }],
  ['with other words', IN_OTHER_WORDS],
] as const

describe.each(SERVICES)('over a service %s', (_, words) => {
  let graph: SandboxGraph
  /** The printed plans, by the names of the operations. */
  let plans: Map<string | null, PlanReport>
  beforeAll(async () => {
    // Every limit is the default of the server; the time limit is shorter in other tests.
    const { OPERATION_TIMEOUT_MS: operationTimeoutMs } = readConfig({})
    graph = await openSandboxGraph({ sandbox: words.sandbox, graph: { operationTimeoutMs, ...words.graph } })
    explained ??= Promise.all(FILES.map((file) => explain(file.replace('.graphql', ''))))
    plans = new Map((await explained).flat().map(({ operation, plan }) => [operation, plan]))
  })
  afterAll(() => graph.close())

  /**
   * Runs an operation of an example with its variables. `given` replaces the variables that earlier answers return. The plan
   * of the server is the one that `adgraph explain` prints, and the calls lie between its bounds.
   */
  async function run<Data>(name: string, operation: string, given: object = {}) {
    const { document, variables } = example(name)
    const { data, errors, calls, plan, trace } = await graph.query<Data>(
      document,
      { ...variables, ...given },
      {},
      operation,
    )
    expect(errors).toBeUndefined()
    const printed = plans.get(operation)!
    expect(beyondPlan(printed, trace!, trace!.cached === 0)).toEqual([])
    expect(withoutExpectation({ ...plan!, steps: plan!.steps.map((step) => ({ ...step, rateLimit: null })) })).toEqual(
      printed,
    )
    return { data, counts: callCounts(calls) }
  }

  /** A plan as if nothing had been read before, with only the numbers that are certain. */
  function withoutExpectation(plan: PlanReport): PlanReport {
    const known = ({ min, max }: PlanReport['calls']) => ({ min, expected: min === max ? min : null, max })
    const rows = ({ max }: PlanReport['rows']) => ({ expected: null, max })
    const steps = plan.steps.map((step) => ({ ...step, calls: known(step.calls), rows: rows(step.rows) }))
    return { ...plan, calls: known(plan.calls), rows: rows(plan.rows), steps }
  }

  const IN_ACCOUNT = 'accounts/:account_id'

  describe('whole-tree', () => {
    it('reads 50 campaigns, 500 line items and everything below them down to the media, each level in few calls', async () => {
      const { data, counts } = await run<WholeTreeQuery>('whole-tree', 'WholeTree')

      const campaigns = data.account!.campaigns!.nodes
      const lineItems = campaigns.flatMap((campaign) => campaign.lineItems!.nodes)
      const cards = lineItems.flatMap((lineItem) => lineItem.promotedPosts!.nodes.map(({ post }) => post!.card))
      const components = cards.flatMap((card) =>
        card && 'components' in card ? (card.components ?? card.slides!.flat()) : [],
      )
      const media = components.flatMap((component) =>
        'media' in component
          ? [component.media]
          : 'swipeableMedia' in component
            ? (component.swipeableMedia?.nodes ?? [])
            : [],
      )
      expect([campaigns.length, lineItems.length]).toEqual([50, 500])
      expect(media.length).toBeGreaterThan(0)
      expect(media.filter((item) => !item?.mediaUrl)).toEqual([])
      expect(counts).toEqual({
        [`GET ${IN_ACCOUNT}`]: 1,
        [`GET ${IN_ACCOUNT}/campaigns`]: 1,
        [`GET ${IN_ACCOUNT}/funding_instruments`]: 1,
        [`GET ${IN_ACCOUNT}/line_items`]: 1,
        [`GET ${IN_ACCOUNT}/targeting_criteria`]: 3,
        [`GET ${IN_ACCOUNT}/tracking_tags`]: 3,
        [`GET ${IN_ACCOUNT}/media_creatives`]: 3,
        [`GET ${IN_ACCOUNT}/promoted_posts`]: 3,
        [`GET ${IN_ACCOUNT}/account_media`]: 3,
        [`GET ${IN_ACCOUNT}/posts`]: 6,
        [`GET ${IN_ACCOUNT}/cards/all`]: 1,
        // The interface reads one media item by its key per call.
        [`GET ${IN_ACCOUNT}/media_library/:media_key`]: 43,
      })
    })
  })

  describe('launch-campaign', () => {
    it('takes a campaign from nothing to active in eleven calls', async () => {
      const { data: prepared, counts: prepareCounts } = await run<PrepareQuery>('launch-campaign', 'Prepare')
      const { fundingInstruments, promotableUsers } = prepared.account!
      const fundingInstrumentId = fundingInstruments!.nodes.find(({ ableToFund }) => ableToFund)!.id
      const location = prepared.targetingOptions.locations!.nodes[0]!.targetingValue
      const userId = promotableUsers!.nodes.find(({ type }) => type === 'FULL')!.userId
      const campaign = await run<CreateCampaignMutation>('launch-campaign', 'CreateCampaign', { fundingInstrumentId })
      const campaignId = campaign.data.createCampaign!.campaign!.id
      const lineItem = await run<AddLineItemMutation>('launch-campaign', 'AddLineItem', { campaignId })
      const lineItemId = lineItem.data.createLineItem!.lineItem!.id
      const post = await run<WritePostMutation>('launch-campaign', 'WritePost', { userId })
      const postId = post.data.createPost!.post!.id
      const content = await run<PromoteAndTargetMutation>('launch-campaign', 'PromoteAndTarget', {
        lineItemId,
        postId,
        location,
      })
      const launch = await run<LaunchMutation>('launch-campaign', 'Launch', { campaignId, lineItemId })

      expect(content.data).toEqual({
        createPromotedPosts: { promotedPosts: [{ approvalStatus: 'PENDING' }], userErrors: [] },
        batchTargetingCriteria: {
          targetingCriteria: [
            { targetingType: 'LOCATION', name: 'Germany' },
            { targetingType: 'AGE', name: '25 to 49' },
          ],
          userErrors: [],
        },
      })
      expect(launch.data).toEqual({
        updateLineItem: { lineItem: { entityStatus: 'ACTIVE' }, userErrors: [] },
        updateCampaign: {
          campaign: { entityStatus: 'ACTIVE', effectiveStatus: 'RUNNING', servable: true },
          userErrors: [],
        },
      })
      expect([prepareCounts, ...[campaign, lineItem, post, content, launch].map(({ counts }) => counts)]).toEqual([
        {
          [`GET ${IN_ACCOUNT}/funding_instruments`]: 1,
          [`GET ${IN_ACCOUNT}/promotable_users`]: 1,
          'GET targeting_criteria/locations': 1,
        },
        { [`POST ${IN_ACCOUNT}/campaigns`]: 1 },
        { [`POST ${IN_ACCOUNT}/line_items`]: 1 },
        { [`POST ${IN_ACCOUNT}/post`]: 1 },
        { [`POST ${IN_ACCOUNT}/promoted_posts`]: 1, [`POST batch/${IN_ACCOUNT}/targeting_criteria`]: 1 },
        {
          [`PUT ${IN_ACCOUNT}/line_items/:line_item_id`]: 1,
          // An update without a daily budget reads the current one and sends it again (R-CAMP-6).
          [`GET ${IN_ACCOUNT}/campaigns/:campaign_id`]: 1,
          [`PUT ${IN_ACCOUNT}/campaigns/:campaign_id`]: 1,
        },
      ])
    })
  })

  describe('new-bids', () => {
    it('reads the bids of a campaign in two calls, and changes all of them in one', async () => {
      const bids = await run<BidsQuery>('new-bids', 'Bids')
      const change = await run<ChangeBidsMutation>('new-bids', 'ChangeBids')
      const after = await run<BidsQuery>('new-bids', 'Bids')

      const wanted = (example('new-bids').variables as { operations: { update: Record<string, string> }[] }).operations
      const withBid = ({ data }: typeof bids) =>
        data.campaign!.lineItems!.nodes.flatMap(({ id, bidAmountLocalMicro: bid }) => (bid === null ? [] : [[id, bid]]))
      const changed = wanted.map(({ update: { lineItemId, bidAmountLocalMicro } }) => [lineItemId, bidAmountLocalMicro])
      expect(withBid(bids).map(([id]) => id)).toEqual(changed.map(([id]) => id))
      expect(withBid(after)).toEqual(changed)
      expect(change.data.batchLineItems!.userErrors).toEqual([])
      expect([bids, change].map(({ counts }) => counts)).toEqual([
        { [`GET ${IN_ACCOUNT}/campaigns/:campaign_id`]: 1, [`GET ${IN_ACCOUNT}/line_items`]: 1 },
        { [`POST batch/${IN_ACCOUNT}/line_items`]: 1 },
      ])
    })
  })

  describe('not-serving', () => {
    it('reads which line items of an account cannot serve, and why, in two calls', async () => {
      const { data, counts } = await run<NotServingQuery>('not-serving', 'NotServing')

      const lineItems = data.account!.campaigns!.nodes.flatMap((campaign) => campaign.lineItems!.nodes)
      const numbers: Record<string, number> = {}
      for (const { servable, reasonsNotServable } of lineItems) {
        const outcome = servable ? 'servable' : reasonsNotServable!.join(' ')
        numbers[outcome] = (numbers[outcome] ?? 0) + 1
      }
      expect(numbers).toEqual({
        servable: 45,
        EXPIRED: 78,
        PAUSED_BY_ADVERTISER: 115,
        'PAUSED_BY_ADVERTISER EXPIRED': 262,
      })
      expect(counts).toEqual({ [`GET ${IN_ACCOUNT}/campaigns`]: 1, [`GET ${IN_ACCOUNT}/line_items`]: 1 })
    })
  })

  describe('spend', () => {
    it('reads what 50 campaigns have spent in five calls, whole or by day', async () => {
      const whole = await run<SpendQuery>('spend', 'Spend')
      const byDay = await run<SpendByDayQuery>('spend', 'SpendByDay')

      const spent = whole.data.account!.campaigns!.nodes.flatMap(
        ({ stats }) => stats!.billing.billedChargeLocalMicro ?? [],
      )
      const days = byDay.data.account!.campaigns!.nodes.flatMap(
        ({ stats }) => stats!.billing.billedChargeLocalMicro ?? [],
      )
      expect(spent.length).toBeGreaterThan(5)
      expect(days).toHaveLength(
        7 * byDay.data.account!.campaigns!.nodes.filter(({ stats }) => stats!.engagement.impressions).length,
      )
      for (const { counts } of [whole, byDay])
        expect(counts).toMatchObject({ [`GET ${IN_ACCOUNT}/campaigns`]: 1, [`GET stats/${IN_ACCOUNT}`]: 3 })
    })
  })

  describe('audience', () => {
    it('builds, fills and targets an audience in five calls', async () => {
      const created = await run<CreateAudienceMutation>('audience', 'CreateAudience')
      const { id: audienceId, ...fresh } = created.data.createCustomAudience!.customAudience!
      const filled = await run<AddUsersMutation>('audience', 'AddUsers', { audienceId })
      const status = await run<AudienceStatusQuery>('audience', 'AudienceStatus', { audienceId })
      const targeted = await run<TargetAudienceMutation>('audience', 'TargetAudience', { audienceId })

      expect(fresh).toEqual({ targetable: false, reasonsNotTargetable: ['PROCESSING', 'TOO_SMALL'] })
      expect(filled.data.updateCustomAudienceUsers).toEqual({ successCount: '2', totalCount: '2', userErrors: [] })
      expect(status.data.customAudience).toEqual({
        audienceSize: '2',
        targetable: true,
        reasonsNotTargetable: [],
      })
      expect(targeted.data.createTargetingCriterion).toEqual({
        targetingCriterion: {
          targetingType: 'CUSTOM_AUDIENCE',
          customAudience: { name: 'Newsletter readers 2030', audienceSize: '2' },
        },
        userErrors: [],
      })
      expect([created, filled, status, targeted].map(({ counts }) => counts)).toEqual([
        { [`POST ${IN_ACCOUNT}/custom_audiences`]: 1 },
        { [`POST ${IN_ACCOUNT}/custom_audiences/:custom_audience_id/users`]: 1 },
        { [`GET ${IN_ACCOUNT}/custom_audiences/:custom_audience_id`]: 1 },
        { [`POST ${IN_ACCOUNT}/targeting_criteria`]: 1, [`GET ${IN_ACCOUNT}/custom_audiences`]: 1 },
      ])
    })
  })

  describe('campaign-history', () => {
    it('reads the history of 20 campaigns in 21 calls', async () => {
      const { data, counts } = await run<HistoryOfCampaignsQuery>('campaign-history', 'HistoryOfCampaigns')

      const { nodes, pageInfo } = data.account!.campaigns!
      expect(nodes).toHaveLength(20)
      const times = nodes.flatMap(({ history }) => history!.nodes.map(({ changeTime }) => String(changeTime)))
      expect(times.length).toBeGreaterThan(5)
      expect(times.filter((time) => time < '2026-05-02T00:00:00Z' || time > '2026-06-01T00:00:00Z')).toEqual([])
      expect(pageInfo.hasNextPage).toBe(true)
      expect(counts).toEqual({ [`GET ${IN_ACCOUNT}/campaigns`]: 1, [`GET ${IN_ACCOUNT}/account_history`]: 20 })
    })
  })

  describe('pause-by-prefix', () => {
    it('finds campaigns by the start of their names in one call, and pauses them in one', async () => {
      const found = await run<CampaignsByPrefixQuery>('pause-by-prefix', 'CampaignsByPrefix')
      const paused = await run<PauseCampaignsMutation>('pause-by-prefix', 'PauseCampaigns')

      const { operations } = example('pause-by-prefix').variables as {
        operations: { update: { campaignId: string } }[]
      }
      const ids = operations.map(({ update: { campaignId } }) => campaignId)
      expect(found.data.account!.campaigns!.nodes.map(({ id }) => id)).toEqual(ids)
      expect(paused.data.batchCampaigns).toMatchObject({
        campaigns: ids.map((id) => ({ id, entityStatus: 'PAUSED' })),
        userErrors: [],
      })
      expect([found, paused].map(({ counts }) => counts)).toEqual([
        { [`GET ${IN_ACCOUNT}/campaigns`]: 1 },
        // An update without a daily budget reads the current one and sends it again (R-CAMP-6).
        { [`GET ${IN_ACCOUNT}/campaigns`]: 1, [`POST batch/${IN_ACCOUNT}/campaigns`]: 1 },
      ])
    })
  })

  describe('change-budgets', () => {
    it('changes four budgets in one call, and leaves out the one that a rule refuses', async () => {
      const { data, counts } = await run<ChangeBudgetsMutation>('change-budgets', 'ChangeBudgets')

      expect(data.batchCampaigns).toEqual({
        campaigns: [
          ...['45000000', '80000000', '125000000', '45000000'].map((budget) => ({
            id: expect.stringMatching(/^Campaign:/) as string,
            name: expect.any(String) as string,
            dailyBudgetAmountLocalMicro: budget,
          })),
          null,
        ],
        userErrors: [
          {
            message: expect.stringContaining('must not exceed') as string,
            field: ['input', 'operations', '4', 'update', 'dailyBudgetAmountLocalMicro'],
            rule: 'R-CAMP-3',
          },
        ],
      })
      // What the rules rest on is read: the budgets, and what the caller may do.
      expect(counts).toEqual({
        [`GET ${IN_ACCOUNT}/authenticated_user_access`]: 1,
        [`GET ${IN_ACCOUNT}/campaigns`]: 1,
        [`POST batch/${IN_ACCOUNT}/campaigns`]: 1,
      })
    })
  })

  describe('report', () => {
    it('reads all line items of an account with their campaigns in three calls', async () => {
      const { data, counts } = await run<ReportQuery>('report', 'Report')

      expect(data.account!.lineItems!.nodes.filter(({ campaign }) => !campaign?.name)).toEqual([])
      expect(counts).toEqual({
        [`GET ${IN_ACCOUNT}`]: 1,
        [`GET ${IN_ACCOUNT}/line_items`]: 1,
        [`GET ${IN_ACCOUNT}/campaigns`]: 1,
      })
    })
  })

  describe('tax-settings', () => {
    it('reads the tax settings in two calls, and changes them in one', async () => {
      const before = await run<TaxSettingsQuery>('tax-settings', 'TaxSettings')
      const change = await run<ChangeTaxSettingsMutation>('tax-settings', 'ChangeTaxSettings')

      expect(before.data.account).toMatchObject({
        name: 'Tidewater Outfitters',
        taxSettings: { invoiceJurisdiction: 'NONE', billTo: 'ADVERTISER', addressCity: 'Springfield' },
      })
      expect(change.data.updateTaxSettings).toEqual({
        taxSettings: { taxId: 'DE811907980', taxCategory: 'BUSINESS_WITH_VAT' },
        userErrors: [],
      })
      expect([before, change].map(({ counts }) => counts)).toEqual([
        { [`GET ${IN_ACCOUNT}`]: 1, [`GET ${IN_ACCOUNT}/tax_settings`]: 1 },
        { [`PUT ${IN_ACCOUNT}/tax_settings`]: 1 },
      ])
    })
  })

  describe('draft-to-active', () => {
    it('finds the drafts in two calls, checks one in two, and activates it in three', async () => {
      const found = await run<DraftsQuery>('draft-to-active', 'Drafts')
      const check = await run<CheckCampaignMutation>('draft-to-active', 'CheckCampaign')
      const activated = await run<ActivateMutation>('draft-to-active', 'Activate')

      const { variables } = example('draft-to-active')
      const draft = found.data.account!.campaigns!.nodes.find(({ entityStatus }) => entityStatus === 'DRAFT')!
      const chosen = (variables['lineItems'] as { update: { lineItemId: string } }[]).map(
        ({ update }) => update.lineItemId,
      )
      expect(draft.id).toBe(variables['campaignId'])
      expect(draft.lineItems!.nodes.slice(0, 2).map(({ id, entityStatus }) => [id, entityStatus])).toEqual(
        chosen.map((id) => [id, 'DRAFT']),
      )
      expect(check.data.updateCampaign).toMatchObject({
        validation: { unchecked: ['R-AUTH-5', 'R-CAMP-7'] },
        userErrors: [],
      })
      expect(activated.data).toEqual({
        batchLineItems: { lineItems: chosen.map((id) => ({ id, entityStatus: 'ACTIVE' })), userErrors: [] },
        // Its line items ended before today.
        updateCampaign: { campaign: { entityStatus: 'ACTIVE', effectiveStatus: 'EXPIRED' }, userErrors: [] },
      })
      expect([found, check, activated].map(({ counts }) => counts)).toEqual([
        { [`GET ${IN_ACCOUNT}/campaigns`]: 1, [`GET ${IN_ACCOUNT}/line_items`]: 1 },
        { [`GET ${IN_ACCOUNT}/authenticated_user_access`]: 1, [`GET ${IN_ACCOUNT}/campaigns`]: 1 },
        {
          [`POST batch/${IN_ACCOUNT}/line_items`]: 1,
          [`GET ${IN_ACCOUNT}/campaigns/:campaign_id`]: 1,
          [`PUT ${IN_ACCOUNT}/campaigns/:campaign_id`]: 1,
        },
      ])
    })
  })
})
