import { expect, it } from 'vitest'
import { schema } from '../../../src/graph.ts'
import { documentFaults } from '../../../src/server/document/trusted-documents.ts'
import { rulesOf } from '../../support/spend.ts'

const LITERAL =
  'mutation { updateLineItem(input: { accountId: "a1", lineItemId: "l1", entityStatus: ACTIVE }) { userErrors { code } } }'
const ANY = 'mutation ($input: UpdateLineItemInput!) { updateLineItem(input: $input) { userErrors { code } } }'

const GRANT =
  'mutation ($input: GrantCustomAudiencePermissionInput!) { grantCustomAudiencePermission(input: $input) { userErrors { code } } }'
const CREATE = 'mutation ($input: CreateLineItemInput!) { createLineItem(input: $input) { userErrors { code } } }'

/** The faults of a trusted document that declares so many calls, under limits that protect an entity. */
const faultsOf = (document: string, maxCalls: number) =>
  documentFaults(
    schema,
    { documents: new Map([['id', { document, maxCalls }]]) },
    { spending: { rules: rulesOf({ accounts: ['a1'], dailyBudget: '1.00', protected: ['c1'] }) } },
  )

it('counts the reads of what a new entity is put into, and none of the new one', () => {
  // The permission is below an audience, which is below nothing.
  expect(faultsOf(GRANT, 1)).toEqual([])
  expect(faultsOf(CREATE, 4)).toEqual([])
})

it.each([LITERAL, ANY])('counts what the limits read for %s when a trusted document is loaded', (document) => {
  const faults = (rules?: ReturnType<typeof rulesOf>) =>
    documentFaults(
      schema,
      { documents: new Map([['id', { document, maxCalls: 1 }]]) },
      rules && { spending: { rules } },
    )

  expect(faults()).toEqual([])
  expect(faults(rulesOf({ accounts: ['a1'], dailyBudget: '1.00' }))).toEqual([expect.stringContaining('it declares 1')])
})
