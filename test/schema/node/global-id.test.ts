import { describe, expect, it } from 'vitest'
import { accountId, parentId } from '../../../src/rest/types.ts'
import '../../../src/graph.ts'
import { globalId, globalIdIfKnown } from '../../../src/schema/node/global-id.ts'

describe('the global ID of a row', () => {
  it.each([
    ['Campaign', { id: 'c1', [accountId]: 'a1' }, 'Campaign:a1:c1'],
    ['Account', { id: 'a1' }, 'Account:a1'],
    [
      'CustomAudiencePermission',
      { id: 'p1', [accountId]: 'a1', [parentId]: 'u1' },
      'CustomAudiencePermission:a1:u1:p1',
    ],
  ])('has all parts that those of a %s have', (type, row, id) => {
    expect(globalId(type, row)).toBe(id)
  })

  it.each([
    ['Campaign', { id: 'c1' }],
    ['CustomAudiencePermission', { id: 'p1', [accountId]: 'a1' }],
    ['CustomAudiencePermission', { id: 'p1', [parentId]: 'u1' }],
  ])('is never without one of them: %s %o', (type, row) => {
    expect(globalIdIfKnown(type, row)).toBeUndefined()
    expect(() => globalId(type, row)).toThrow(`The account or the parent of a ${type} is not known`)
  })
})
