import { describe, expect, it } from 'vitest'
import { mutationsOf, withoutValidateOnly, withValidateOnly } from '../operation/mutation.ts'

describe('the mutations of an operation', () => {
  it('can be written although they have no other argument', () => {
    expect(withoutValidateOnly('mutation M { createAccount(validateOnly: true) { account { id } } }')).toBe(
      'mutation M { createAccount { account { id } } }',
    )
    expect(
      withoutValidateOnly('mutation M { a: createAccount (\n  # )\n  validateOnly: true, # )\n) { account { id } } }'),
    ).toBe('mutation M { a: createAccount { account { id } } }')
    expect(withoutValidateOnly('mutation M { remove(id: 1, validateOnly: true) { id } }')).toBe(
      'mutation M { remove(id: 1) { id } }',
    )
    expect(withoutValidateOnly('mutation M { remove(validateOnly: true, id: 1) { id } }')).toBe(
      'mutation M { remove(id: 1) { id } }',
    )
  })

  it('are found in fragments', () => {
    const document = `mutation M { ...F ... on Mutation { remove(id: 1, validateOnly: true) { id } } ...F }
      fragment F on Mutation { ...F createAccount(name: "a") { account { id } } }
      fragment Other on Mutation { stop(id: 1) { id } }`

    expect(mutationsOf(document, {}, 'M')).toEqual([
      { responseKey: 'createAccount', name: 'createAccount', onlyValidates: false },
      { responseKey: 'remove', name: 'remove', onlyValidates: true },
    ])
    expect(withValidateOnly(document)).toContain('createAccount(name: "a", validateOnly: true)')
  })
})
