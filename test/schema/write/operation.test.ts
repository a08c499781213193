import { parse, validate } from 'graphql'
import { expect, it } from 'vitest'
import { schema } from '../../../src/graph.ts'
import type { CampaignOperation } from '../../support/graphql/graphql.ts'
import { useWriteGraph } from '../../support/write.ts'

const graph = useWriteGraph({ id: 'c1' })

const BATCH = `mutation ($input: BatchCampaignsInput!) { batchCampaigns(input: $input) { userErrors { field } } }`

it('has exactly one change, in the types that graphql-codegen generates too', async () => {
  const one: CampaignOperation = { delete: { campaignId: 'c1' } }
  // @ts-expect-error The type of an operation with two changes.
  const two: CampaignOperation = { delete: { campaignId: 'c1' }, update: { campaignId: 'c1' } }
  // @ts-expect-error The type of an operation without a change.
  const none: CampaignOperation = {}
  graph.answer(() => ({ body: { data: [{ id: 'c1' }] } }))
  const codes = []
  for (const operation of [one, two, none]) {
    const { errors } = await graph.write(BATCH, { accountId: 'a1', operations: [operation] })
    codes.push(errors?.[0]?.extensions.code)
  }

  expect(codes).toEqual([undefined, 'BAD_USER_INPUT', 'BAD_USER_INPUT'])
  expect(graph.sent()).toHaveLength(1)
})

it('has exactly one change in a document, which validation checks', () => {
  const withOperation = (operation: string) =>
    validate(
      schema,
      parse(
        `mutation { batchCampaigns(input: { accountId: "a1", operations: [${operation}] }) { userErrors { field } } }`,
      ),
    )
  const change = '{ campaignId: "c1" }'

  expect(withOperation(`{ delete: ${change} }`)).toEqual([])
  expect(withOperation(`{ delete: ${change}, update: ${change} }`).map(({ message }) => message)).toEqual([
    'OneOf Input Object "CampaignOperation" must specify exactly one key.',
  ])
})
