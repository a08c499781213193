import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { openSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'
import { useWriteGraph } from '../../support/write.ts'

const graph = useWriteGraph({ id: 'c1', name: 'Poll' })

const CREATE = graphql(`mutation CreatePollCard($input: CreatePollCardInput!, $validateOnly: Boolean = false) {
  outcome: createPollCard(input: $input, validateOnly: $validateOnly) {
    pollCard { id isOpen firstChoice } userErrors { code field rule } validation { unchecked }
  }
}`)
const POLL = { accountId: 'a1', name: 'Poll', durationInMinutes: 5, firstChoice: 'Sea', secondChoice: 'Hills' }

describe('createPollCard', () => {
  it.each<[object, string, string | null]>([
    [{ durationInMinutes: 4 }, 'durationInMinutes', 'R-CARD-16'],
    [{ durationInMinutes: 10_081 }, 'durationInMinutes', 'R-CARD-16'],
    [{ firstChoice: '' }, 'firstChoice', null],
    [{ name: '' }, 'name', null],
    [{ name: undefined }, 'name', null],
    [{ secondChoice: '' }, 'secondChoice', null],
    [{ secondChoice: null }, 'secondChoice', null],
    [{ fourthChoice: 'x'.repeat(26) }, 'fourthChoice', null],
  ])('refuses %j, and sends nothing; a requirement beyond the documents has no rule', async (input, field, rule) => {
    const { data } = await graph.write(CREATE, { ...POLL, ...input })

    expect(graph.sent()).toEqual([])
    expect(data).toMatchObject({ outcome: { userErrors: [{ field: ['input', field], rule }] } })
  })

  it('checks with validateOnly whether its media item is in the library (R-CARD-2)', async () => {
    graph.answer(() => ({ status: 404, body: '' }))
    const { data } = await graph.write(CREATE, { ...POLL, mediaKey: '3_1' }, { validateOnly: true })

    expect(graph.sent()).toEqual([['GET accounts/a1/media_library/3_1', null]])
    expect(data).toMatchObject({
      outcome: {
        userErrors: [{ field: ['input', 'mediaKey'], rule: 'R-CARD-2' }],
        validation: { unchecked: ['R-AUTH-5', 'R-CARD-17'] },
      },
    })
  })

  it('refuses a GIF with validateOnly (R-CARD-17)', async () => {
    graph.answer(() => ({ body: { data: { media_key: '16_1', media_type: 'GIF' } } }))
    const { data } = await graph.write(CREATE, { ...POLL, mediaKey: '16_1' }, { validateOnly: true })

    expect(data).toMatchObject({ outcome: { userErrors: [{ field: ['input', 'mediaKey'], rule: 'R-CARD-17' }] } })
  })

  it('creates an open poll in the sandbox, which later reads return', async () => {
    const sandboxed = await openSandboxGraph()
    try {
      const made = await sandboxed.query(CREATE, {
        input: { ...POLL, accountId: DEMO_ACCOUNT_ID },
      })
      const { id } = made.data!.outcome!.pollCard!
      const read = await sandboxed.query('query ($id: ID!) { pollCard(id: $id) { firstChoice durationInMinutes } }', {
        id,
      })
      expect(read.data).toEqual({ pollCard: { firstChoice: 'Sea', durationInMinutes: 5 } })
    } finally {
      await sandboxed.close()
    }
  })
})
