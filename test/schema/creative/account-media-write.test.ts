import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWriteGraph, type WriteGraph } from '../../support/write.ts'

let graph: WriteGraph
beforeAll(async () => {
  graph = await openWriteGraph({ id: 'am1', deleted: true })
})
beforeEach(() => graph.reset())
afterAll(() => graph.close())

const DELETE = `mutation ($input: DeleteAccountMediaInput!, $validateOnly: Boolean = false) {
  outcome: deleteAccountMedia(input: $input, validateOnly: $validateOnly) {
    accountMedia { id deleted mediaUrl } userErrors { field }
  }
}`

describe('deleteAccountMedia', () => {
  it('returns the data that the service sends for the deleted row', async () => {
    const { data } = await graph.write(DELETE, { accountMediaId: 'AccountMedia:a1:am1' })

    expect(graph.sent()).toEqual([['DELETE accounts/a1/account_media/am1', null]])
    expect(data).toEqual({
      outcome: { accountMedia: { id: 'AccountMedia:a1:am1', deleted: true, mediaUrl: null }, userErrors: [] },
    })
  })

  it('refuses the ID of another type, and sends nothing', async () => {
    const { data } = await graph.write(DELETE, { accountMediaId: 'Media:a1:3_1' })

    expect(graph.sent()).toEqual([])
    expect(data).toMatchObject({ outcome: { userErrors: [{ field: ['input', 'accountMediaId'] }] } })
  })
})
