import { describe, expect, it } from 'vitest'
import { listTrackingTags } from '../../src/rest/campaign/tracking-tag.ts'
import { list } from '../../src/rest/endpoint.ts'
import type { Row } from '../../src/rest/types.ts'
import { loadersOver } from '../support/loaders.ts'
import { startListUpstream } from '../support/upstream.ts'

interface Card extends Row {
  color?: string | null
  size?: number | null
}

const listCards = list<Card>()('accounts/:account_id/cards', { count: { max: 3 } })
const ACCOUNT = { account_id: 'a1' }
const CARDS = [
  { id: 'k1', color: 'red', size: 0 },
  { id: 'k2', color: '', size: 7 },
  { id: 'k3', color: 'red', size: null },
  { id: 'k4', size: 7 },
  { id: 'k5', color: null, size: 70 },
]

const colorOf = ({ color }: Card) => color
const sizeOf = ({ size }: Card) => size
const idsBy = (groups: ReadonlyMap<string, Card[]>) =>
  Object.fromEntries([...groups].map(([value, rows]) => [value, rows.map(({ id }) => id)]))

describe('rows by a value for which there is no filter', () => {
  it('are grouped by it in the order of the list, without those that have none', async () => {
    const { loaders } = await loadersOver(startListUpstream({ cards: CARDS }))

    expect(idsBy(await loaders.matching(listCards, ACCOUNT, {}, colorOf))).toEqual({ red: ['k1', 'k3'], '': ['k2'] })
    expect(idsBy(await loaders.matching(listCards, ACCOUNT, {}, sizeOf))).toEqual({
      0: ['k1'],
      7: ['k2', 'k4'],
      70: ['k5'],
    })
  })

  it('come from one reading of the whole list, and are grouped once for each value', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream({ cards: CARDS }))
    const [one, same] = await Promise.all([
      loaders.matching(listCards, ACCOUNT, {}, colorOf),
      loaders.matching(listCards, ACCOUNT, {}, colorOf),
      loaders.matching(listCards, ACCOUNT, {}, sizeOf),
    ])

    expect(same).toBe(one)
    expect(await loaders.matching(listCards, ACCOUNT, {}, colorOf)).toBe(one)
    expect(upstream.requests.map(({ query }) => query)).toEqual([{ count: '3' }, { count: '3', cursor: '3' }])
  })

  it('are not mixed with rows of another account, list or filter', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream({ cards: CARDS, tracking_tags: [] }))
    await Promise.all([
      loaders.matching(listCards, ACCOUNT, { with_deleted: true }, colorOf),
      loaders.matching(listCards, { account_id: 'a2' }, {}, colorOf),
      loaders.matching(listTrackingTags, ACCOUNT, {}, ({ id }) => id),
    ])

    expect(upstream.requests.map(({ target }) => target)).toEqualInSteps(
      [
        '/12/accounts/a1/cards?with_deleted=true&count=3',
        '/12/accounts/a2/cards?count=3',
        '/12/accounts/a1/tracking_tags?count=1000',
      ],
      ['/12/accounts/a1/cards?with_deleted=true&count=3&cursor=3', '/12/accounts/a2/cards?count=3&cursor=3'],
    )
  })
})
