import {
  getNamedType,
  getOperationAST,
  GraphQLBoolean,
  parse,
  type DocumentNode,
  type GraphQLInputObjectType,
  type OperationDefinitionNode,
} from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { Store } from '../../../sandbox/data/store.ts'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { schema } from '../../../src/graph.ts'
import { highestPlan } from '../../../src/schema/plan/highest-plan.ts'
import { planOf, type Plan } from '../../../src/schema/plan/plan.ts'
import { useSandboxGraph } from '../../support/graph.ts'
import { shapesIn, valuesIn } from '../../support/input-values.ts'
import { seededRandom } from '../../support/random-document.ts'
import { inputDrawer, type InputOptions } from '../../support/random-input.ts'
import { writesIn } from '../../support/schema.ts'

/** Inputs of each mutation. Each is sent with and without `validateOnly`. */
const RUNS = 6
const SEED = 20_260_723
const OPERATOR = { authorization: 'Bearer the-operator' }

/** The plan of an operation with these variables. */
function planOfText(text: string, variables: Record<string, unknown> = {}): Plan {
  const document = parse(text)
  return planOf(schema, { document, operation: operationIn(document), variables })
}

/** The maximum number of calls of an operation without the values of its variables. */
function maxCalls(text: string): number {
  const document = parse(text)
  return highestPlan(schema, { document, operation: operationIn(document), variables: {} }).plan!.calls.max
}

function operationIn(document: DocumentNode): OperationDefinitionNode {
  return getOperationAST(document)!
}

/** Every mutation with an input, in a document in which all arguments are variables except `validateOnly`. */
const mutations = writesIn(schema).flatMap(({ name, args }) => {
  const input = args.find((arg) => arg.name === 'input')
  if (!input) return []
  const open = args.filter((arg) => arg.name !== 'validateOnly')
  const variables = open.map((arg) => `$${arg.name}: ${String(arg.type)}`)
  const given = open.map((arg) => `${arg.name}: $${arg.name}`)
  const flags = open.filter(({ type }) => getNamedType(type) === GraphQLBoolean).map((arg) => [arg.name, true])
  const document = (validateOnly: string, ...others: string[]) =>
    `mutation (${[...variables, ...others].join(', ')}) { ${name}(${given.join(', ')}, validateOnly: ${validateOnly}) {
      userErrors { code }
    } }`
  const type = getNamedType(input.type) as GraphQLInputObjectType
  return { name, type, flags: Object.fromEntries(flags) as Record<string, boolean>, document }
})

const graph = useSandboxGraph({
  sandbox: { now: () => new Date(), limits: { bearerTokens: 1_000_000 } },
  graph: { operatorTokens: ['the-operator'] },
})
let values: Omit<InputOptions, 'random'>
const before = new Store()
beforeAll(() => {
  const { store } = graph.sandbox
  const tokens = { ofUser: userToken, ofApp: () => ({ accessToken: 'none' }) }
  values = { valuesOf: valuesIn(store), shapes: shapesIn(store, tokens) }
  before.restore(store)
})

function userToken() {
  const { accessToken, accessTokenSecret } = graph.sandbox.addUser()
  return { accessToken, accessTokenSecret }
}

describe('the most calls of a mutation with any input', () => {
  it.each(mutations)('are not fewer than $name makes', async ({ name, type, flags, document }) => {
    const draw = inputDrawer({ random: seededRandom(SEED), ...values })
    for (let run = 0; run < RUNS; run += 1)
      for (const validateOnly of ['true', 'false']) {
        graph.sandbox.store.restore(before)
        const input = draw.good(type)
        // Without a token it would end the one that all else is signed with.
        if (name === 'invalidateAccessToken' && !input['accessToken']) continue
        const { calls } = await graph.query(document(validateOnly), { ...flags, input }, OPERATOR)
        const made = calls.filter(({ path, attempt }) => path !== 'oauth2/token' && attempt === 1)
        expect({ input, isBound: made.length <= maxCalls(document(validateOnly)) }).toEqual({ input, isBound: true })
      }
  })

  it('include the write, and the reads that any input can need', () => {
    const all = mutations.map(({ name, document }): [string, number] => {
      return [name, maxCalls(document('false').replace(': $skipInvalid', ': false'))]
    })

    // Batches are at their limits. An upload is sent again if it was carried out in part, and each operation can fill a call.
    expect(Object.fromEntries(all.filter(([, max]) => max !== 1))).toEqual({
      batchCampaigns: 2 * (2000 / 40),
      batchCustomAudiences: 2000 / 10,
      batchLineItems: 2000 / 40,
      batchTargetingCriteria: 2000 / 500,
      createPromotedPosts: 2000 / 50,
      updateCampaign: 2,
      updateCustomAudienceUsers: 2 * 7500,
      updateDoNotReachListUsers: 2 * 7500,
    })
  })

  it('are not limited if `validateOnly` can be true', () => {
    const open = mutations.map(({ document }) => maxCalls(document('$validateOnly', '$validateOnly: Boolean!')))
    expect(new Set(open)).toEqual(new Set([Infinity]))
  })

  it('are not limited if `skipInvalid` can be true', () => {
    const batches = mutations.filter(({ flags }) => 'skipInvalid' in flags)
    expect(new Set(batches.map(({ document }) => maxCalls(document('false'))))).toEqual(new Set([Infinity]))
  })

  it.each([
    ['41 campaigns', 41, 41, 2 + 2, 41 + 41],
    ['one campaign 41 times', 1, 41, 2 + 2, 2 + 41],
    ['one campaign 120 times', 1, 120, 3 + 3, 3 + 120],
    ['40 campaigns twice each', 40, 80, 2 + 2, 80 + 80],
  ])('count what operations need for each call of a batch: %s', async (_, campaigns, count, calls, rows) => {
    const { data } = await graph.query<{ account: { campaigns: { nodes: { id: string }[] } } }>(
      `{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns(first: ${campaigns}) { nodes { id } } } }`,
    )
    const { nodes } = data.account.campaigns
    const updates = Array.from(
      { length: count },
      (_, nth) => `{ update: { campaignId: "${nodes[nth % campaigns]!.id}", name: "New ${nth}" } }`,
    )
    const document = `mutation { batchCampaigns(
      input: { accountId: "${DEMO_ACCOUNT_ID}", operations: [${updates.join()}] }, split: true
    ) { userErrors { code } } }`
    const { calls: made } = await graph.query(document)
    expect([made.length, made.reduce((sum, { rows }) => sum + rows, 0)]).toEqual([calls, rows])
    const plan = planOfText(document)
    expect([plan.calls.max, plan.rows.max]).toEqual([calls, rows])
  })

  it('count control characters of users as they are sent', async () => {
    const { data } = await graph.query<{ account: { customAudiences: { nodes: { id: string }[] } } }>(
      `{ account(id: "${DEMO_ACCOUNT_ID}") { customAudiences(first: 1) { nodes { id } } } }`,
    )
    const operations = [1, 2, 3].map(() => ({ update: { users: [{ partnerUserId: ['\u0001'.repeat(430_000)] }] } }))
    const document = `mutation ($input: UpdateCustomAudienceUsersInput!) {
      updateCustomAudienceUsers(input: $input, split: true) { userErrors { message } }
    }`
    const input = { customAudienceId: data.account.customAudiences.nodes[0]!.id, operations }
    const { calls, errors } = await graph.query(document, { input })
    expect([errors, calls.length]).toEqual([undefined, 3])
    expect(planOfText(document, { input }).calls.max).toBeGreaterThanOrEqual(3)
  })

  it('count a single variable in an input like a whole one, and known inputs exactly', () => {
    const update = (variables: string, fields: string, validateOnly = false) =>
      maxCalls(`mutation ${variables} {
        updateCampaign(input: { ${fields} }, validateOnly: ${validateOnly}) { userErrors { code } }
      }`)
    expect(update('($id: ID!)', 'campaignId: $id')).toBe(2)
    expect(update('($end: DateTime)', 'campaignId: "Campaign:a:c", endTime: $end')).toBe(2)
    expect(update('($end: DateTime)', 'campaignId: "Campaign:a:c", endTime: $end', true)).toBe(Infinity)
    expect(update('', 'campaignId: "Campaign:a:c", dailyBudgetAmountLocalMicro: 1')).toBe(1)
    expect(update('', 'campaignId: "Campaign:a:c"')).toBe(2)
    expect(update('', 'campaignId: "no id"')).toBe(1)
  })
})
