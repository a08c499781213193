import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { openSandboxGraph } from '../../support/graph.ts'

const LIST = `{ account(id: "${DEMO_ACCOUNT_ID}") { promotableUsers(first: 1) { nodes { id } } } }`
const COUNT = `{ account(id: "${DEMO_ACCOUNT_ID}") { promotableUsers(first: 1) { totalCount } } }`

describe('the budget for counts', () => {
  it('refuses only counts after it is spent', async () => {
    const graph = await openSandboxGraph({ sandbox: { limits: { totalCounts: 1 } } })

    const counted = await graph.query(COUNT)
    const refused = await graph.query(COUNT)
    const heldBack = await graph.query(COUNT)
    const listed = await graph.query(LIST)
    await graph.close()

    expect(counted.errors).toBeUndefined()
    expect(refused.errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED', upstream: { status: 429 } } }])
    expect(refused.calls.map(({ status }) => status)).toEqual([429])
    expect(heldBack.errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }])
    expect(heldBack.calls).toEqual([])
    expect(listed.errors).toBeUndefined()
  })
})
