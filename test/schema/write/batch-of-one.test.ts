import { beforeAll, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { prepare } from '../../support/batch-sequence.ts'
import { useSandboxGraph } from '../../support/graph.ts'

const graph = useSandboxGraph()
beforeAll(() => prepare(graph.sandbox.store))

interface Outcome {
  userErrors: { message: string; field: string[]; rule: string | null }[]
  validation: { checked: string[]; unchecked: string[] }
}

/** What a mutation answers to an input that is only validated. */
async function validated(mutation: string, input: object): Promise<Outcome> {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`
  const { data, errors } = await graph.query<{ outcome: Outcome }>(
    `mutation ($input: ${type}!) {
      outcome: ${mutation}(input: $input, validateOnly: true) {
        userErrors { message field rule } validation { checked unchecked }
      }
    }`,
    { input },
  )
  expect(errors).toBeUndefined()
  return data.outcome
}

const BATCH_RULE = 'R-CAMP-9'
/** The account of an update is checked where its ID is not in a batch. */
const OWN_RULE = 'R-CONV-7'

it.each<[what: string, kind: 'create' | 'update' | 'delete', input: object]>([
  ['an accepted input', 'update', { campaignId: 'cb', dailyBudgetAmountLocalMicro: 5 }],
  ['what its row rules out', 'update', { campaignId: 'cb', totalBudgetAmountLocalMicro: 0 }],
  ['what keeps a budget', 'update', { campaignId: 'cb', name: 'New' }],
  ['what the input rules out', 'update', { campaignId: 'cb', name: '', entityStatus: 'DRAFT' }],
  ['what does not exist', 'update', { campaignId: 'zzzzz', name: 'New' }],
  ['a creation', 'create', { fundingInstrumentId: 'zzzzz', name: 'New', entityStatus: 'PAUSED' }],
  ['a deletion', 'delete', { campaignId: 'cb' }],
])('reviews %s alone as in a batch', async (_, kind, input) => {
  const alone = await validated(`${kind}Campaign`, { accountId: DEMO_ACCOUNT_ID, ...input })
  const batch = await validated('batchCampaigns', { accountId: DEMO_ACCOUNT_ID, operations: [{ [kind]: input }] })
  const rules = (ids: string[]) => ids.filter((rule) => rule !== BATCH_RULE && rule !== OWN_RULE).toSorted()
  const reviewed = ({ userErrors, validation }: Outcome, depth: number) => ({
    userErrors: userErrors.map(({ field, ...error }) => ({ ...error, field: field.slice(depth) })),
    checked: rules(validation.checked),
    unchecked: rules(validation.unchecked),
  })

  expect(reviewed(batch, 4)).toEqual(reviewed(alone, 1))
})
