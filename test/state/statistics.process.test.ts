import { describe, expect, it } from 'vitest'
import { SMALL_ACCOUNT_ID } from '../../sandbox/index.ts'
import { createMemoryState, type SharedState } from '../../src/state/memory.ts'
import {
  type FieldObservation,
  type FieldStatistic,
  type StatisticOf,
  type Statistics,
  createStatistics,
  DOCUMENT,
  summaryOf,
} from '../../src/state/statistics.ts'
import { useInstances } from '../support/instance.ts'
import { HAS_REDIS } from '../support/redis.ts'

const HOUR_MS = 3_600_000
const KIND = 'Campaign.lineItems()'

/** The lists of an account, of these lengths. */
const lists = (account: string | undefined, ...lengths: number[]): FieldObservation => ({
  account,
  above: lengths.length,
  parents: lengths.length,
  sizes: Object.fromEntries(lengths.map((length) => [length, lengths.filter((each) => each === length).length])),
  rows: lengths.reduce((sum, length) => sum + length, 0),
  cut: {},
  endpoints: {},
})

const read = (statistics: Statistics, caller: string, observation: FieldObservation) =>
  statistics.takes(caller) && statistics.add(caller, [[KIND, observation]])

const observationsOf = (known: StatisticOf, account?: string) => known(KIND, account)?.parents

function open(state: SharedState = createMemoryState(), now?: () => number) {
  return createStatistics({ documents: state.referenceStore, leases: state.store, now })
}

describe('statistics of what was read', () => {
  it('serve only callers that have read the account, at once in the same process', async () => {
    const statistics = open()
    read(statistics, 'ann', lists('a', 3, 5))
    read(statistics, 'bob', lists('b', 7))

    expect(observationsOf(statistics.knownHere('ann'), 'a')).toBe(2)
    expect(observationsOf(statistics.knownHere('bob'), 'a')).toBeUndefined()
    expect(observationsOf(await statistics.known('bob', ['a', 'b']), 'b')).toBe(1)
  })

  it('serve everybody from five accounts on', () => {
    const statistics = open()
    for (const account of ['a', 'b', 'c', 'd']) read(statistics, 'ann', lists(account, 2))
    expect(observationsOf(statistics.knownHere('bob'), 'z')).toBeUndefined()
    read(statistics, 'ann', lists('d', 2))
    expect(observationsOf(statistics.knownHere('bob'), 'z')).toBeUndefined()
    read(statistics, 'ann', lists('e', 2))
    expect(observationsOf(statistics.knownHere('bob'), 'z')).toBe(6)
  })

  it('add reads to the statistics that are known beforehand', () => {
    const { account: _, ...beforehand } = lists('a', 50)
    const { referenceStore: documents, store: leases } = createMemoryState()
    const statistics = createStatistics({ documents, leases, beforehand: () => beforehand })
    read(statistics, 'ann', { ...lists('a', 3), sizes: {}, rows: 0, cut: { 3: 1 } })
    const known = statistics.knownHere('ann')(KIND, 'a')

    expect(known).toMatchObject({ parents: 2, rows: 50, cut: { 3: 1 } })
    expect(beforehand.parents).toBe(1)
  })

  it('keep what belongs to no named account for the caller alone', async () => {
    const statistics = open()
    read(statistics, 'ann', lists(undefined, 4))

    expect(observationsOf(statistics.knownHere('ann'))).toBe(1)
    expect(observationsOf(statistics.knownHere('bob'))).toBeUndefined()
    expect(await statistics.all()).toEqual({})
  })

  it('sum the observations of one kind as they arrive, also while another instance writes', async () => {
    const state = createMemoryState()
    const statistics = open(state)
    const observed = Array.from({ length: 200 }, () => [KIND, lists('a', 3)] as const)
    const lease = await state.store.lease('statistics:1:account a')
    for (let nth = 0; nth < 20; nth += 1) statistics.add('ann', observed)
    await statistics.flush()
    statistics.add('ann', observed)
    if (lease.held) await lease.release()
    await statistics.flush()

    const { data: stored } = DOCUMENT.safeParse((await state.referenceStore.get('statistics:1:account a'))?.answer)
    const { account, ...one } = lists('a', 3)
    expect(stored?.recent).toEqual({
      [KIND]: { ...one, above: 4_200, parents: 4_200, sizes: { 3: 4_200 }, rows: 12_600, accounts: [account] },
    })
    expect(observationsOf(statistics.knownHere('ann'), 'a')).toBe(4_200)
  })

  it('are forgotten after a day', async () => {
    let now = Date.now()
    const statistics = open(createMemoryState(), () => now)
    read(statistics, 'ann', lists('a', 3))
    await statistics.flush()
    now += 11 * HOUR_MS
    read(statistics, 'ann', lists('a', 3, 3))
    await statistics.flush()
    expect(observationsOf(statistics.knownHere('ann'), 'a')).toBe(3)
    now += 2 * HOUR_MS
    read(statistics, 'ann', lists('a', 5))
    await statistics.flush()
    expect(observationsOf(statistics.knownHere('ann'), 'a')).toBe(4)
    now += 12 * HOUR_MS
    expect(observationsOf(statistics.knownHere('ann'), 'a')).toBe(1)
    now += 24 * HOUR_MS
    expect(observationsOf(statistics.knownHere('ann'), 'a')).toBeUndefined()
  })

  it('observe a sample of many operations, and a bounded number of kinds', async () => {
    const statistics = open()
    for (let nth = 0; nth < 100; nth += 1) read(statistics, 'ann', lists('a', 1))
    expect(observationsOf(statistics.knownHere('ann'), 'a')).toBe(20)
    await statistics.flush()
    statistics.add(
      'ann',
      Array.from({ length: 600 }, (_, nth) => [`Kind.${nth}`, lists('a', 1)] as const),
    )
    expect(Object.keys(await statistics.all())).toHaveLength(500)
  })

  it('observe fewer operations that read many lists', async () => {
    const statistics = open()
    const large = lists('a', ...Array<number>(5_000).fill(1))
    const taken: number[] = []
    // Reads beyond the 4,000 of a second count in the next ones.
    for (let second = 0; second < 6; second += 1) {
      for (let nth = 0; nth < 3; nth += 1) read(statistics, 'ann', large)
      taken.push(observationsOf(statistics.knownHere('ann'), 'a')! / 5_000)
      await statistics.flush()
    }
    expect(taken).toEqual([1, 2, 3, 4, 4, 5])
    expect(statistics.takes('bob')).toBe(true)
  })

  it('remember a bounded number of accounts of a caller, those that were read last', async () => {
    let now = Date.now()
    const statistics = open(createMemoryState(), () => now)
    for (let nth = 0; nth <= 1_000; nth += 1) {
      now += 1
      statistics.add('ann', [[KIND, lists(`a${nth}`, 1)]])
      await statistics.flush()
    }
    const known = await statistics.known('ann', ['a0', 'a1', 'a1000'])
    // Of other accounts she knows what everybody knows.
    expect(['a0', 'a1', 'a1000'].map((account) => observationsOf(known, account))).toEqual([1_001, 1, 1])
  })

  it('have a mean, a 95th percentile and a number of observations, in which a list that goes on counts as average', () => {
    const statistic: FieldStatistic = { ...lists('a', ...Array<number>(18).fill(2), 10, 10) }
    expect(summaryOf(statistic)).toEqual({ mean: 2.8, p95: 10, observations: 20 })
    expect(summaryOf({ ...statistic, cut: { 1: 5 } })).toMatchObject({ mean: 2.8, observations: 25 })
    expect(summaryOf({ ...statistic, cut: { 16: 20 } }).mean).toBe((2.8 + 16) / 2)
  })
})

describe('statistics of several instances', () => {
  it('are one in the same state, and ignore what has another form', async () => {
    const state = createMemoryState()
    const [one, other] = [open(state), open(state)]
    read(one, 'ann', lists('a', 1))
    read(other, 'ann', lists('a', 2, 3))
    await Promise.all([one.flush(), other.flush()])
    await Promise.all([one.flush(), other.flush()])

    expect(observationsOf(await open(state).known('ann', ['a']), 'a')).toBe(3)
    await state.referenceStore.set('statistics:1:account a', { recent: 'nonsense' }, HOUR_MS)
    expect(observationsOf(await open(state).known('ann', ['a']), 'a')).toBeUndefined()
  })

  const { redis: openRedis, sandbox: openSandbox, instance } = useInstances()

  it.skipIf(!HAS_REDIS)('are shared over Redis (needs the apt package redis-server)', async () => {
    const redis = await openRedis()
    const sandbox = await openSandbox()
    const [one, other] = [await instance(redis.url, sandbox), await instance(redis.url, sandbox)]
    const document = `{ account(id: "${SMALL_ACCOUNT_ID}") { campaigns { nodes { name } } } }`
    const first = await one.query(document)
    const expected = async () => (await other.query(document, {}, { 'x-upstream-plan': 'dry-run' })).plan!.rows.expected

    expect(first.plan!.rows.expected).toBeNull()
    await expect.poll(expected, { interval: 100, timeout: 5_000 }).toBe(first.calls[0]!.rows)
  })
})
