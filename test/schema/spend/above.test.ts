import { isObjectType } from 'graphql'
import { expect, it } from 'vitest'
import { schema } from '../../../src/graph.ts'
import { BELOW } from '../../../src/schema/spend/above.ts'
import { actionsOf } from '../../../src/schema/write/declared.ts'

/** The fields that refer to what a type is directly below: the first that it has. */
const PARENTS = {
  lineItemId: 'LineItem',
  campaignId: 'Campaign',
  fundingInstrumentId: 'FundingInstrument',
  customAudienceId: 'CustomAudience',
  tailoredAudienceId: 'TailoredAudience',
}

it('knows what each type that can be written is below', () => {
  const types = new Set([...actionsOf(schema)].map((action) => action.split(' ')[1]!))
  const below = [...types].flatMap((name) => {
    const type = schema.getType(name)
    const fields = isObjectType(type) ? type.getFields() : {}
    const [parent] = Object.entries(PARENTS).filter(([field]) => field in fields)
    return parent ? [[name, { type: parent[1], id: parent[0] }] as const] : []
  })

  expect(Object.fromEntries(below)).toEqual(Object.fromEntries(BELOW))
})
