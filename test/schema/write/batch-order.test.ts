import { beforeAll, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { itemOf, prepare, type Batch, type Drawn } from '../../support/batch-sequence.ts'
import { useSandboxGraph } from '../../support/graph.ts'

const graph = useSandboxGraph()
beforeAll(() => prepare(graph.sandbox.store))

const update = (id: string, fields: object): Drawn => ({ type: 'Update', id, fields: { ...fields } })
const remove = (id: string): Drawn => ({ type: 'Delete', id, fields: {} })
const create = (fields: object): Drawn => ({ type: 'Create', fields: { ...fields } })

const criterion = (targetingType: string, targetingValue: string) =>
  create({ lineItemId: 'la', operatorType: 'EQ', targetingType, targetingValue })
const audience = (name: string) => create({ name, audienceType: 'MOBILE_AUDIENCE' })
const lineItem = (objective: string) =>
  create({
    campaignId: 'ca',
    objective,
    productType: 'PROMOTED_POSTS',
    placements: ['ALL_ON_SVC'],
    startTime: '2030-01-01T00:00:00Z',
    endTime: '2030-02-01T00:00:00Z',
  })

const CAMPAIGNS = { mutation: 'batchCampaigns', idField: 'campaignId' }
const LINE_ITEMS = { mutation: 'batchLineItems', idField: 'lineItemId' }
const CRITERIA = { mutation: 'batchTargetingCriteria', idField: 'targetingCriterionId' }
const AUDIENCES = { mutation: 'batchCustomAudiences', idField: 'customAudienceId' }

it.each<[what: string, batch: Pick<Batch, 'mutation' | 'idField'>, operations: Drawn[], refused: string[]]>([
  [
    'a total budget below the daily budget that an earlier update sets',
    CAMPAIGNS,
    [update('cb', { dailyBudgetAmountLocalMicro: 12 }), update('cb', { totalBudgetAmountLocalMicro: 11 })],
    ['1 R-CAMP-3'],
  ],
  [
    'a total budget below the daily budget of the same campaign, by an ID in uppercase',
    CAMPAIGNS,
    [update('cb', { dailyBudgetAmountLocalMicro: 12 }), update('CB', { totalBudgetAmountLocalMicro: 11 })],
    ['1 R-CAMP-3'],
  ],
  [
    'an update of a campaign that an ID in uppercase deletes',
    CAMPAIGNS,
    [remove('CB'), update('cb', { name: 'New' })],
    ['1 null'],
  ],
  ['nothing of a campaign by its ID in uppercase', CAMPAIGNS, [update('CB', { name: 'New' })], []],
  [
    'an update, by an ID in uppercase, of a campaign that is deleted',
    CAMPAIGNS,
    [remove('cb'), update('CB', { name: 'New' })],
    ['1 null'],
  ],
  [
    'a name of its own, by an ID in uppercase',
    AUDIENCES,
    [update('aa', { name: 'New' }), update('AA', { name: 'New' })],
    [],
  ],
  [
    'a bid strategy whose bid an earlier update removes',
    LINE_ITEMS,
    [update('lc', { bidStrategy: 'AUTO', bidAmountLocalMicro: null }), update('lc', { bidStrategy: 'MAX' })],
    ['1 R-LI-5'],
  ],
  [
    'a bid strategy whose bid an earlier update to AUTO removes',
    LINE_ITEMS,
    [
      update('lc', { bidStrategy: 'MAX', bidAmountLocalMicro: 1_000_000 }),
      update('lc', { bidStrategy: 'AUTO' }),
      update('lc', { bidStrategy: 'MAX' }),
    ],
    ['2 R-LI-5'],
  ],
  [
    'a kind of line item whose campaign an earlier deletion empties',
    LINE_ITEMS,
    [remove('la'), lineItem('WEBSITE_CLICKS')],
    [],
  ],
  ['a TV show before its location', CRITERIA, [remove('ta1'), criterion('TV_SHOW', '1')], ['1 R-TGT-7']],
  ['an age bucket after the deletion of another', CRITERIA, [remove('ta2'), criterion('AGE', 'AGE_OVER_50')], []],
  [
    'an age bucket before the deletion of another',
    CRITERIA,
    [criterion('AGE', 'AGE_OVER_50'), remove('ta2')],
    ['0 R-TGT-5'],
  ],
  ['a name that an earlier update frees', AUDIENCES, [update('aa', { name: 'New' }), audience('One')], []],
  ['a name that an earlier update takes', AUDIENCES, [update('aa', { name: 'New' }), audience('New')], ['1 R-AUD-1']],
  ['a name twice', AUDIENCES, [audience('New'), audience('New')], ['1 R-AUD-1']],
])('validateOnly judges an operation by those before it: %s', async (_what, batch, operations, refused) => {
  const type = `${batch.mutation[0]!.toUpperCase()}${batch.mutation.slice(1)}Input!`
  const { data } = await graph.query<{ outcome: { userErrors: { field: string[]; rule: string }[] } }>(
    `mutation ($input: ${type}) { outcome: ${batch.mutation}(input: $input, validateOnly: true) { userErrors { field rule } } }`,
    { input: { accountId: DEMO_ACCOUNT_ID, operations: operations.map((operation) => itemOf(batch, operation)) } },
  )

  expect(data.outcome.userErrors.map(({ field, rule }) => `${field[2]} ${rule}`)).toEqual(refused)
})

it('knows that a column which an earlier operation removes is empty', async () => {
  const operations = [
    update('cb', { totalBudgetAmountLocalMicro: null }),
    update('cb', { dailyBudgetAmountLocalMicro: 9_000_000_000 }),
  ]
  const { data } = await graph.query<{
    outcome: { userErrors: object[]; validation: { checked: string[]; unchecked: string[] } }
  }>(
    `mutation ($input: BatchCampaignsInput!) {
      outcome: batchCampaigns(input: $input, validateOnly: true) {
        userErrors { message }
        validation { checked unchecked }
      }
    }`,
    {
      input: {
        accountId: DEMO_ACCOUNT_ID,
        operations: operations.map((operation) => itemOf(CAMPAIGNS, operation)),
      },
    },
  )
  const { userErrors, validation } = data.outcome

  expect(userErrors).toEqual([])
  expect(validation.checked).toContain('R-CAMP-3')
  expect(validation.unchecked).not.toContain('R-CAMP-3')
})
