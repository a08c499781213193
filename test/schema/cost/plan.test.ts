import { getOperationAST, getVariableValues, isObjectType, parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../../src/schema/index.ts'
import { planOf, type Plan } from '../../../src/schema/cost/plan.ts'

function planned(text: string, variables: Record<string, unknown> = {}): Plan {
  const document = parse(text)
  expect(validate(schema, document)).toEqual([])
  const operation = getOperationAST(document)!
  const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
  expect(errors).toBeUndefined()
  return planOf(schema, { document, operation, variables: coerced! })
}

/** The calls that an operation may need. */
const plan = (text: string, variables?: Record<string, unknown>) => planned(text, variables).calls

const inAccount = (selection: string) => `{ account(id: "a") { ${selection} } }`
const inCampaigns = (first: number, selection: string) =>
  inAccount(`campaigns(first: ${first}) { nodes { ${selection} } }`)

describe('the calls that an operation may need', () => {
  it('are one for a list, and none for the account that is known by its id', () => {
    expect(plan('{ account(id: "a") { id } }')).toBe(0)
    expect(plan('{ account(id: "a") { name } }')).toBe(1)
    expect(plan(inAccount('campaigns { nodes { id } }'))).toBe(1)
    expect(
      plan(inAccount('name campaigns(first: 1000) { edges { node { id } } pageInfo { endCursor } totalCount }')),
    ).toBe(2)
  })

  it('are one for the children of 200 parents, and one for every 1000 rows of theirs', () => {
    expect(plan(inCampaigns(200, 'lineItems(first: 5) { nodes { id } }'))).toBe(2)
    expect(plan(inCampaigns(201, 'lineItems(first: 4) { nodes { id } }'))).toBe(3)
    expect(plan(inCampaigns(200, 'lineItems(first: 6) { nodes { id } }'))).toBe(3)
    expect(plan(inCampaigns(200, 'lineItems(first: 100) { nodes { id } }'))).toBe(21)
  })

  it('count no more line items of a campaign than it can have', () => {
    expect(plan(inCampaigns(200, 'lineItems(first: 1000) { nodes { id } }'))).toBe(21)
    expect(plan(inCampaigns(200, 'lineItems { nodes { id } }'))).toBe(21)
  })

  it('are multiplied through nesting', () => {
    const lists = `promotedPosts(first: 10) { nodes { postId } } targetingCriteria(first: 50) { nodes { name } }
      mediaCreatives(first: 10) { nodes { id } } trackingTags(first: 10) { nodes { id } }`
    expect(plan(inCampaigns(50, `name lineItems(first: 100) { nodes { name ${lists} } }`))).toBe(
      1 + 5 + 50 + 250 + 50 + 50,
    )
  })

  it('are one a parent where the interface cannot join them', () => {
    expect(plan(inCampaigns(70, 'mediaCreatives(first: 10) { nodes { id } }'))).toBe(1 + 70)
    expect(plan('{ accounts(first: 30) { nodes { campaigns(first: 2) { nodes { id } } } } }')).toBe(1 + 30)
  })

  it('join the children and references of one account only', () => {
    const selection = 'campaigns(first: 2) { nodes { lineItems(first: 2) { nodes { campaign { name } } } } }'
    expect(plan(`{ accounts(first: 30) { nodes { ${selection} } } }`)).toBe(1 + 30 + 30 + 30)
  })

  it('are one for 200 references, and none where their ids are enough', () => {
    const lineItems = (first: number, selection: string) =>
      inAccount(`lineItems(first: ${first}) { nodes { ${selection} } }`)
    expect(plan(lineItems(200, 'campaign { name }'))).toBe(2)
    expect(plan(lineItems(201, 'campaign { name }'))).toBe(3)
    expect(plan(lineItems(201, 'campaign { id __typename }'))).toBe(1)
  })

  it('count the rows that are named by id, not those that a page could hold', () => {
    expect(plan(inAccount('campaigns(ids: ["a", "b"]) { nodes { mediaCreatives { nodes { id } } } }'))).toBe(3)
    expect(plan(inAccount('campaigns(ids: []) { nodes { mediaCreatives { nodes { id } } } }'))).toBe(0)
  })

  it('are as many for a write as its longest list fills calls of the smallest batch', () => {
    const promote = `mutation ($ids: [ID!]!) { createPromotedPosts(
      input: { accountId: "a", lineItemId: "l", postIds: $ids }, split: true
    ) { userErrors { code } } }`
    expect(plan(promote, { ids: [] })).toBe(1)
    expect(plan(promote, { ids: Array.from({ length: 501 }, String) })).toBe(51)
    expect(plan('mutation { deleteCampaign(input: { campaignId: "Campaign:a:c" }) { userErrors { code } } }')).toBe(1)
  })

  it('count the ids of nodes by type and account, and what each type asks further', () => {
    const ids = (type: string, account: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${type}:${account}:${index}`)
    const nodes = `query ($ids: [ID!]!) { nodes(ids: $ids) {
      id ... on Campaign { lineItems(first: 1) { nodes { id } } } ... on TargetingCriterion { lineItem { name } }
    } }`
    expect(plan(nodes, { ids: ids('LineItem', 'a', 201) })).toBe(2)
    expect(plan(nodes, { ids: [...ids('LineItem', 'a', 1), ...ids('LineItem', 'b', 1)] })).toBe(2)
    expect(plan(nodes, { ids: ids('Campaign', 'a', 200) })).toBe(1 + 1)
    expect(plan(nodes, { ids: ids('TargetingCriterion', 'a', 3) })).toBe(3 + 1)
    for (const type of ['CuratedCategory', 'DraftPost', 'LineItemCuratedCategory', 'Media', 'Recommendation'])
      expect([type, plan(nodes, { ids: ids(type, 'a', 3) })]).toEqual([type, 3])
    expect(plan(nodes, { ids: ['nonsense', 'Nothing:a:b', 'Campaign'] })).toBe(0)
    expect(plan('{ node(id: "Campaign:a:b") { id } }')).toBe(1)
  })

  it('count the representations of a federated gateway alike', () => {
    const representations = Array.from({ length: 1000 }, (_, id) => ({
      __typename: 'LineItem',
      id: `LineItem:a:${id}`,
    }))
    const entities = `query ($representations: [_Any!]!) {
      _entities(representations: $representations) { ... on LineItem { name campaign { name } } }
    }`
    expect(plan(entities, { representations })).toBe(5 + 5)
  })

  it('count a field once that is selected twice, and twice under two aliases', () => {
    expect(
      plan(inAccount('campaigns { nodes { id } } ...A } } fragment A on Account { campaigns { nodes { name }')),
    ).toBe(1)
    expect(plan(inAccount('a: campaigns { nodes { id } } b: campaigns { nodes { id } }'))).toBe(2)
  })

  it('leave out what variables leave out', () => {
    const document = `query ($with: Boolean!, $first: Int = 7) { account(id: "a") {
      campaigns(first: $first) @include(if: $with) { nodes { mediaCreatives { nodes { id } } } }
    } }`
    expect(plan(document, { with: false })).toBe(0)
    expect(plan(document, { with: true })).toBe(1 + 7)
    expect(plan(document, { with: true, first: 9 })).toBe(1 + 9)
  })

  it('are none for a list whose length will be refused', () => {
    expect(plan(inAccount('campaigns(first: 1001) { nodes { id } }'))).toBe(0)
    expect(plan(inAccount('campaigns(first: 0) { nodes { id } }'))).toBe(0)
  })

  it('take into account that counting below several parents reads all rows', () => {
    expect(plan(inCampaigns(1, 'lineItems(first: 1) { totalCount }'))).toBe(2)
    expect(plan(inCampaigns(200, 'lineItems(first: 1) { totalCount }'))).toBe(21)
    expect(plan(inCampaigns(200, 'lineItems(first: 1) { all: totalCount }'))).toBe(21)
  })
})

describe('the rows that an operation may bring', () => {
  it('are those of its lists and references, each list as long as it was asked for', () => {
    const rows = (text: string) => planned(text).rows
    expect(rows('{ account(id: "a") { id } }')).toBe(0)
    expect(rows(inCampaigns(50, 'lineItems(first: 10) { nodes { trackingTags(first: 2) { nodes { id } } } }'))).toBe(
      50 + 500 + 1000,
    )
    expect(rows(inCampaigns(50, 'fundingInstrument { name: description }'))).toBe(50 + 50)
    expect(rows(inCampaigns(50, 'fundingInstrument { id }'))).toBe(50)
  })
})

describe('every connection', () => {
  it('says what it costs', () => {
    const silent = Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .flatMap((type) =>
        Object.values(type.getFields()).map((field) => ({ place: `${type.name}.${field.name}`, field })),
      )
      .filter(({ field }) => /Connection!?$/.test(String(field.type)) && field.extensions['cost'] === undefined)

    expect(silent.map(({ place }) => place)).toEqual([])
  })
})
