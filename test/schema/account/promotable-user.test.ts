import { describe, expect, it } from 'vitest'
import { readRow } from '../../support/entity.ts'

const FIELDS = 'id restId userId type createdAt updatedAt deleted raw'

describe('a promotable user', () => {
  it('has its type under one name, whichever the service sends', async () => {
    const { data } = await readRow(
      { id: 'u1', type: 'FULL' },
      `{ promotableUser(accountId: "a1", id: "u1") { ${FIELDS} } }`,
    )

    expect(data).toMatchObject({ promotableUser: { type: 'FULL' } })
  })
})
