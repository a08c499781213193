import { describe, expect, it } from 'vitest'
import { withoutValidateOnly } from '../operation/mutation.ts'

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
})
