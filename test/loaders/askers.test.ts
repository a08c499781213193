import { describe, expect, it } from 'vitest'
import type { Loaders } from '../../src/loaders/index.ts'
import { getCampaign, listCampaigns } from '../../src/rest/campaign/campaign.ts'
import { listLineItems } from '../../src/rest/campaign/line-item.ts'
import { listTargetingCriteria } from '../../src/rest/campaign/targeting-criterion.ts'
import { listTrackingTags } from '../../src/rest/campaign/tracking-tag.ts'
import { loadersOver, type OpenLoaders } from '../support/loaders.ts'
import { startUpstream } from '../support/upstream.ts'

const ACCOUNT = { account_id: 'a1' }

/** Answers with the campaigns, tags or line items that were asked for. */
const service = () =>
  startUpstream(({ path, query }) => {
    const ids = query['tracking_tag_ids'] ?? query['campaign_ids']
    if (path.endsWith('line_items')) return { body: { data: [{ id: 'l1', campaign_id: ids?.split(',')[0] }] } }
    const own = path.split('/').at(-1)
    return { body: { data: ids === undefined ? { id: own } : ids.split(',').map((id) => ({ id })) } }
  })

/** The fields for which each call was made, in their order. */
const askersOf = ({ calls }: OpenLoaders) => calls.map(({ askers }) => askers && [...askers])

describe('the fields for which a call is made', () => {
  it('are named by no call unless the operation is traced', async () => {
    const { loaders } = await loadersOver(service())
    await loaders.byId(listTrackingTags, ACCOUNT)('t1')
    await loaders.once(getCampaign, { ...ACCOUNT, campaign_id: 'c1' })

    expect(askersOf(loaders)).toEqual([undefined, undefined])
  })

  it('of look-ups by ID include the fields of all its IDs, also if they ask after the call', async () => {
    const { loaders } = await loadersOver(service())
    const load = (asker: string, id: string) => loaders.askedBy(asker).byId(listTrackingTags, ACCOUNT)(id)
    await Promise.all([load('b', 't1'), load('a', 't2'), load('b', 't2')])
    expect(askersOf(loaders)).toEqual([['b', 'a']])

    await load('c', 't1')
    expect(askersOf(loaders)).toEqual([['b', 'a', 'c']])

    await Promise.all([load('d', 't3'), loaders.byId(listTrackingTags, ACCOUNT)('t4')])
    expect(askersOf(loaders)).toEqual([['b', 'a', 'c'], ['d']])
  })

  it('of look-ups that are calls of their own are the fields of one ID', async () => {
    const { loaders } = await loadersOver(service())
    const load = (asker: string, id: string) => loaders.askedBy(asker).byId(listTargetingCriteria, ACCOUNT)(id)
    await Promise.all([load('a', 'x1'), load('b', 'x2'), load('c', 'x2')])

    expect(askersOf(loaders)).toEqualInSteps([['a'], ['b', 'c']])
  })

  it('of a list of children include the fields of all its parents', async () => {
    const { loaders } = await loadersOver(service())
    const read = (asker: string | undefined, parent: string) =>
      (asker === undefined ? loaders : loaders.askedBy(asker))
        .byParent(listLineItems, { filter: 'campaign_ids', parentColumn: 'campaign_id' }, ACCOUNT)
        .read({ parent, first: 1 })
    await Promise.all([read('a', 'c1'), read('b', 'c2'), read(undefined, 'c3')])
    await read('c', 'c2')
    await read('d', 'c4')

    expect(askersOf(loaders)).toEqual([['a', 'b', 'c'], ['d']])
  })

  it('of lists that are read together are named for each parent', async () => {
    const { loaders } = await loadersOver(service())
    const lists = (asker: string) =>
      loaders.askedBy(asker).byParent(listLineItems, { filter: 'campaign_ids', parentColumn: 'campaign_id' }, ACCOUNT)
    await lists('a').readAll(['c1', 'c2'], { first: 1 })
    await lists('b').readAll(['c2', 'c3'], { first: 1 })

    expect(askersOf(loaders)).toEqual([['a', 'b'], ['b']])
  })

  it('of equal reads are named by the one call that they share', async () => {
    const { loaders } = await loadersOver(service())
    const all = ['a', 'b'].map((asker) => loaders.askedBy(asker))
    const first = { first: 1, after: undefined, count: false }
    const reads: ((loaders: Loaders) => Promise<unknown>)[] = [
      ({ once }) => once(getCampaign, { ...ACCOUNT, campaign_id: 'c1' }),
      ({ slice }) => slice(listLineItems, ACCOUNT, {}, first),
      ({ matching }) => matching(listLineItems, ACCOUNT, {}, ({ id }) => id),
    ]
    for (const read of reads) {
      loaders.calls.length = 0
      await Promise.all(all.map((asked) => read(asked)))
      expect(askersOf(loaders)).toEqual([['a', 'b']])
      await read(loaders)
      expect(askersOf(loaders)).toEqual([['a', 'b']])
      await read(loaders.askedBy('c'))
      expect(askersOf(loaders)).toEqual([['a', 'b', 'c']])
    }
  })

  it('of other parameters are kept apart', async () => {
    const { loaders } = await loadersOver(service())
    const load = (asker: string, with_deleted: boolean) =>
      loaders.askedBy(asker).byId(listCampaigns, ACCOUNT, { params: { with_deleted } })('c1')
    await load('a', true)
    await load('b', false)

    expect(askersOf(loaders)).toEqual([['a'], ['b']])
  })
})
