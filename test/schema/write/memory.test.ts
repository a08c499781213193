import { afterEach, expect, it } from 'vitest'
import { createKeepingStore } from '../../../src/state/memory.ts'
import { createSpendStore } from '../../../src/state/spend-store.ts'
import { createWriteStore } from '../../../src/state/write-store.ts'
import { ANY_CREDENTIALS } from '../../support/credentials.ts'
import { type Graph, type GraphOptions, openGraph } from '../../support/graph.ts'
import { rulesOf } from '../../support/spend.ts'
import { startUpstream, type Upstream } from '../../support/upstream.ts'

/** Writes of a process whose memory for what it must not drop is used up. */

let service: Upstream
let graph: Graph
afterEach(async () => {
  await graph.close()
  await service.close()
})

async function open(options: GraphOptions) {
  service = await startUpstream(({ method, path }, nth) => {
    if (method === 'POST') return { body: { data: { id: `c${nth}`, name: 'New' } } }
    const rows = path.includes('funding_instruments') ? [{ id: 'f1', currency: 'EUR' }] : []
    return { body: { data: rows, next_cursor: null } }
  })
  graph = await openGraph(service.url, { checksPlan: false, ...options })
}

/** Creates a campaign, and returns the code of the user error, or the message of the error; undefined if there is none. */
async function create(key?: string, token?: string) {
  const { data, errors } = await graph.query<{ createCampaign: { userErrors: { code: string }[] } | null }>(
    `mutation ($key: String) { createCampaign(idempotencyKey: $key, input: {
      accountId: "a1", fundingInstrumentId: "f1", name: "New", dailyBudgetAmountLocalMicro: 1000000
    }) { userErrors { code } } }`,
    { key },
    token === undefined ? {} : { authorization: `Bearer ${token}` },
  )
  return data.createCampaign?.userErrors[0]?.code ?? errors?.[0]?.message
}

/** Creates campaigns until one is refused, and returns why. */
async function createUntilRefused(create: (nth: number) => Promise<string | undefined>) {
  for (let nth = 0; ; nth += 1) {
    const refusal = await create(nth)
    if (refusal !== undefined) return refusal
  }
}

const created = () => service.requests.filter(({ method }) => method === 'POST').length

it('a caller with many keys leaves room for those of others, and its known keys are answered', async () => {
  await open({
    writeStore: createWriteStore(createKeepingStore(10_000)),
    tenant: { credentials: ANY_CREDENTIALS, clientTokens: ['one-token', 'other-token'] },
  })
  const refusal = await createUntilRefused((nth) => create(`k${nth}`, 'one-token'))

  expect(refusal).toBe(
    'The idempotency key cannot be recorded: the memory for this, 10,000 bytes, has no more room for this caller until older ' +
      'records expire; nothing was sent',
  )
  const before = created()
  expect(await create('k0', 'one-token')).toBeUndefined()
  expect(created()).toBe(before)
  expect(await create('other', 'other-token')).toBeUndefined()
  expect(created()).toBe(before + 1)
  // Without a key, nothing is refused.
  expect(await create(undefined, 'one-token')).toBeUndefined()
})

it('what is activated is not sent if it cannot be counted', async () => {
  const rules = rulesOf({ accounts: ['a1'], activatedPerHour: '1000.00' })
  const store = createSpendStore(createKeepingStore(2_000))
  await open({ spend: { rules, store } })

  expect(await createUntilRefused(() => create())).toBe('SPEND_LIMIT')
  expect(await store.activated('a1', 'EUR')).toBe(BigInt(created()) * 1_000_000n)
})
