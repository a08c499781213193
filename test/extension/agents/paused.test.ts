import { parse, print } from 'graphql'
import { describe, expect, it } from 'vitest'
import { withPausedCreates } from '../../../src/extension/agents/write/paused.ts'
import { schema } from '../../../src/graph.ts'

const prepared = (document: string, variables: object = {}) => {
  const { operation, mutations } = withPausedCreates(schema, { document, variables: { ...variables } })
  return { document: print(parse(operation.document)), variables: operation.variables, mutations }
}

const CREATE = (fields: string) =>
  print(parse(`mutation { createCampaign(input: { name: "A" ${fields} }) { campaign { id } } }`))

const BATCH = `mutation ($items: [CampaignOperation!]!) { batchCampaigns(input: { accountId: "a", operations: $items }) { campaigns { id } } }`

describe('what an agent creates without a status', () => {
  it.each([
    ['', 'entityStatus: PAUSED'],
    ['entityStatus: null', 'entityStatus: PAUSED'],
    ['entityStatus: ACTIVE', 'entityStatus: ACTIVE'],
    ['entityStatus: DRAFT', 'entityStatus: DRAFT'],
  ])('is PAUSED in a literal input with %j', (fields, expected) => {
    const { document, mutations } = prepared(CREATE(fields))

    expect(document).toBe(CREATE(expected))
    expect(mutations).toEqual(expected.endsWith('PAUSED') ? ['createCampaign'] : [])
  })

  it('is PAUSED where a variable or its default leaves it open', () => {
    const document = (type: string) =>
      print(
        parse(
          `mutation ($status: EntityStatus${type}) { createCampaign(input: { name: "A", entityStatus: $status }) { campaign { id } } }`,
        ),
      )

    expect(prepared(document(''), {}).document).toContain('entityStatus: PAUSED')
    expect(prepared(document(''), { status: null }).document).toContain('entityStatus: PAUSED')
    expect(prepared(document(''), { status: 'ACTIVE' }).document).toBe(document(''))
    expect(prepared(document(' = ACTIVE'), {}).document).toBe(document(' = ACTIVE'))
    expect(prepared(document(' = ACTIVE'), { status: null }).document).toContain('entityStatus: PAUSED')
  })

  it('is PAUSED in the input in a variable, and in the default of one', () => {
    const document = (type: string) =>
      print(
        parse(`mutation ($input: CreateLineItemInput${type}) { createLineItem(input: $input) { lineItem { id } } }`),
      )
    const withDefault = document('! = { campaignId: "c", name: "A" }')

    expect(prepared(document('!'), { input: { name: 'A' } })).toEqual({
      document: document('!'),
      variables: { input: { name: 'A', entityStatus: 'PAUSED' } },
      mutations: ['createLineItem'],
    })
    expect(prepared(withDefault).document).toBe(document('! = { campaignId: "c", name: "A", entityStatus: PAUSED }'))
  })

  it('is PAUSED in each create of a batch, and not changed in updates and deletes', () => {
    const items = [
      { create: { name: 'A' } },
      { update: { campaignId: 'c' } },
      { create: { name: 'B', entityStatus: 'ACTIVE' } },
      { delete: { campaignId: 'd' } },
    ]

    expect(prepared(BATCH, { items })).toEqual({
      document: print(parse(BATCH)),
      variables: { items: [{ create: { name: 'A', entityStatus: 'PAUSED' } }, ...items.slice(1)] },
      mutations: ['batchCampaigns'],
    })
    expect(prepared(BATCH, { items: { create: { name: 'A' } } }).variables).toEqual({
      items: { create: { name: 'A', entityStatus: 'PAUSED' } },
    })
  })

  it('stays as it is where it has no status', () => {
    const document = print(parse('mutation { createTrackingTag(input: { lineItemId: "l" }) { trackingTag { id } } }'))

    expect(prepared(document)).toEqual({ document, variables: {}, mutations: [] })
  })
})
