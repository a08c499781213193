import { expect, it } from 'vitest'
import { schema } from '../../../src/graph.ts'
import { documentFaults } from '../../../src/server/document/trusted-documents.ts'
import { rulesOf } from '../../support/spend.ts'

const LITERAL =
  'mutation { updateLineItem(input: { accountId: "a1", lineItemId: "l1", entityStatus: ACTIVE }) { userErrors { code } } }'
const ANY = 'mutation ($input: UpdateLineItemInput!) { updateLineItem(input: $input) { userErrors { code } } }'

it.each([LITERAL, ANY])('counts what the limits read for %s when a trusted document is loaded', (document) => {
  const faults = (rules?: ReturnType<typeof rulesOf>) =>
    documentFaults(schema, { documents: new Map([['id', { document, maxCalls: 1 }]]), only: false }, rules && { rules })

  expect(faults()).toEqual([])
  expect(faults(rulesOf({ accounts: ['a1'], dailyBudget: '1.00' }))).toEqual([expect.stringContaining('it declares 1')])
})
