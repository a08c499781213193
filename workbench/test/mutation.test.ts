import { describe, expect, it } from 'vitest'
import { mutationsOf, withValidateOnly, withWrites } from '../operation/mutation.ts'

describe('the mutations of an operation', () => {
  it('are written by the same text, with `validateOnly` false where it was true', () => {
    const query =
      'mutation M($dry: Boolean!) { a: createAccount(validateOnly: true) { account { id } } b: createAccount(validateOnly: $dry) { account { id } } }'

    expect(withWrites({ query, variables: { dry: true, name: 'a' } })).toEqual({
      query: query.replace('validateOnly: true', 'validateOnly: false'),
      variables: { dry: false, name: 'a' },
    })
  })

  it.each([
    [{}, true],
    [{ on: false }, false],
  ])('validate and skip as the defaults of variables say, with %j', (variables, isOn) => {
    const query =
      'mutation M($on: Boolean! = true) { batchAccounts(validateOnly: $on, skipInvalid: $on) { accounts { id } } }'

    expect(mutationsOf(query, variables)).toEqual([
      { responseKey: 'batchAccounts', name: 'batchAccounts', onlyValidates: isOn, skipsInvalid: isOn },
    ])
  })

  it('are found in fragments', () => {
    const document = `mutation M { ...F ... on Mutation { remove(id: 1, validateOnly: true) { id } } ...F }
      fragment F on Mutation { ...F createAccount(name: "a") { account { id } } }
      fragment Other on Mutation { stop(id: 1) { id } }`

    expect(mutationsOf(document, {}, 'M')).toEqual([
      { responseKey: 'createAccount', name: 'createAccount', onlyValidates: false, skipsInvalid: false },
      { responseKey: 'remove', name: 'remove', onlyValidates: true, skipsInvalid: false },
    ])
    expect(withValidateOnly(document)).toContain(
      'createAccount(name: "a", validateOnly: true) { ' +
        'validation { checked unchecked spendLimits { account currency leftOfHourLocalMicro } } account { id } }',
    )
  })
})
