import { afterEach, describe, expect, it } from 'vitest'
import { getCampaign, listCampaigns } from '../../src/rest/campaign/campaign.ts'
import { listTargetingCriteria } from '../../src/rest/campaign/targeting-criterion.ts'
import { listTrackingTags } from '../../src/rest/campaign/tracking-tag.ts'
import { accountId } from '../../src/rest/types.ts'
import { openLoaders, type OpenLoaders } from '../support/loaders.ts'
import { startListUpstream, startUpstream, type Upstream } from '../support/upstream.ts'

const ACCOUNT = { account_id: 'a1' }

const closing: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((opened) => opened.close()))
})

async function open(upstream: Promise<Upstream>): Promise<{ upstream: Upstream; loaders: OpenLoaders }> {
  const started = await upstream
  const loaders = openLoaders(started.url)
  closing.push(started, loaders)
  return { upstream: started, loaders }
}

/** Tracking tags t1, t2, …, the last first. */
const tags = (count: number) => ({
  tracking_tags: Array.from({ length: count }, (_, index) => ({ id: `t${count - index}` })),
})

const ids = (count: number) => Array.from({ length: count }, (_, index) => `t${index + 1}`)

describe('a look-up by id', () => {
  it('requests 200 IDs in one call and 201 in two', async () => {
    const { upstream, loaders } = await open(startListUpstream(tags(201)))
    const load = (id: string) => loaders.byId(listTrackingTags, ACCOUNT)(id)

    await Promise.all(ids(200).map(load))
    expect(upstream.requests.map(({ query }) => query)).toEqual([{ tracking_tag_ids: ids(200).join(',') }])

    const other = await open(startListUpstream(tags(201)))
    const rows = await Promise.all(ids(201).map((id) => other.loaders.byId(listTrackingTags, ACCOUNT)(id)))
    expect(rows.map((row) => row?.id)).toEqual(ids(201))
    expect(other.upstream.requests.map(({ query }) => query['tracking_tag_ids']?.split(','))).toEqual([
      ids(200),
      ['t201'],
    ])
  })

  it('matches rows by ID in any order, and returns null for missing rows', async () => {
    const { upstream, loaders } = await open(startListUpstream(tags(3)))
    const wanted = ['t2', 'nothing', 't1', 't3', 'none']
    const rows = await Promise.all(wanted.map((id) => loaders.byId(listTrackingTags, ACCOUNT)(id)))

    expect(rows.map((row) => row?.id ?? null)).toEqual(['t2', null, 't1', 't3', null])
    expect(upstream.requests).toHaveLength(1)
  })

  it('requests each ID once in an operation', async () => {
    const { upstream, loaders } = await open(startListUpstream(tags(2)))
    const [one, same] = await Promise.all(['t1', 't1'].map((id) => loaders.byId(listTrackingTags, ACCOUNT)(id)))
    const later = await loaders.byId(listTrackingTags, ACCOUNT)('t1')

    expect(same).toBe(one)
    expect(later).toBe(one)
    expect(upstream.requests.map(({ query }) => query)).toEqual([{ tracking_tag_ids: 't1' }])
  })

  it('sets the account of rows without changing their columns', async () => {
    const { loaders } = await open(startListUpstream(tags(1)))
    const row = await loaders.byId(listTrackingTags, ACCOUNT)('t1')

    expect(row?.[accountId]).toBe('a1')
    expect(JSON.stringify(row)).toBe('{"id":"t1"}')
  })

  it('keeps accounts apart, and look-ups with other parameters', async () => {
    const { upstream, loaders } = await open(startListUpstream(tags(1)))
    const load = (account_id: string, params?: { with_deleted?: boolean }) =>
      loaders.byId(listTrackingTags, { account_id }, { params })('t1')
    await Promise.all([load('a1'), load('a2'), load('a1', { with_deleted: true }), load('a1', {})])

    expect(upstream.requests.map(({ path, query }) => [path, query])).toEqual([
      ['/12/accounts/a1/tracking_tags', { tracking_tag_ids: 't1' }],
      ['/12/accounts/a2/tracking_tags', { tracking_tag_ids: 't1' }],
      ['/12/accounts/a1/tracking_tags', { with_deleted: 'true', tracking_tag_ids: 't1' }],
    ])
  })

  it('includes drafts, which lists hide', async () => {
    const { upstream, loaders } = await open(startListUpstream({ campaigns: [{ id: 'c1' }] }))
    await Promise.all(['c1', 'c2'].map((id) => loaders.byId(listCampaigns, ACCOUNT)(id)))

    expect(upstream.requests.map(({ query }) => query)).toEqual([{ with_draft: 'true', campaign_ids: 'c1,c2' }])
  })

  it('follows the pages of a chunk, an empty one too, and stops when every id is found', async () => {
    const pages = [['t1'], [], ['t3', 't2'], ['t4']]
    const { upstream, loaders } = await open(
      startUpstream(({ query }) => {
        const page = Number(query['cursor'] ?? 0)
        return { body: { data: pages[page]!.map((id) => ({ id })), next_cursor: String(page + 1) } }
      }),
    )
    const rows = await Promise.all(['t1', 't2', 't3'].map((id) => loaders.byId(listTrackingTags, ACCOUNT)(id)))

    expect(rows.map((row) => row?.id)).toEqual(['t1', 't2', 't3'])
    expect(upstream.requests.map(({ query }) => query['cursor'])).toEqual([undefined, '1', '2'])
    expect(new Set(upstream.requests.map(({ query }) => query['tracking_tag_ids']))).toEqual(new Set(['t1,t2,t3']))
  })

  it('resolves the rows of all its calls together, so that their references are looked up together too', async () => {
    const { upstream, loaders } = await open(
      startUpstream(async ({ path, query }, nth) => {
        await new Promise((resolve) => setTimeout(resolve, nth * 20))
        const wanted = (query['tracking_tag_ids'] ?? query['campaign_ids'])!.split(',')
        if (path.endsWith('campaigns')) return { body: { data: wanted.map((id) => ({ id })) } }
        return { body: { data: wanted.map((id) => ({ id, line_item_id: `l${Number(id.slice(1)) % 150}` })) } }
      }),
    )
    await Promise.all(
      ids(450).map(async (id) => {
        const tag = await loaders.byId(listTrackingTags, ACCOUNT)(id)
        return loaders.byId(listCampaigns, ACCOUNT)(tag!.line_item_id!)
      }),
    )

    expect(upstream.requests.map(({ path }) => path.split('/').at(-1))).toEqual([
      'tracking_tags',
      'tracking_tags',
      'tracking_tags',
      'campaigns',
    ])
  })

  it('fails only for the ids of the call that failed', async () => {
    const { upstream, loaders } = await open(
      startUpstream(({ query }) => {
        const wanted = query['tracking_tag_ids']!.split(',')
        if (wanted.includes('t201')) return { status: 403, body: { errors: [{ code: 'FORBIDDEN', message: 'no' }] } }
        return { body: { data: wanted.map((id) => ({ id })) } }
      }),
    )
    const rows = await Promise.allSettled(ids(201).map((id) => loaders.byId(listTrackingTags, ACCOUNT)(id)))

    expect(rows.filter(({ status }) => status === 'fulfilled')).toHaveLength(200)
    expect(rows[200]).toMatchObject({ status: 'rejected', reason: { code: 'FORBIDDEN', status: 403 } })
    expect(upstream.requests).toHaveLength(2)
  })
})

describe('a look-up that may use the own GET of an entity', () => {
  const entity = () =>
    startUpstream(({ path, query }) =>
      query['campaign_ids'] === undefined
        ? { body: { data: { id: path.split('/').at(-1) } } }
        : { body: { data: query['campaign_ids'].split(',').map((id) => ({ id })) } },
    )

  it("reads one id by the entity's own GET", async () => {
    const { upstream, loaders } = await open(entity())
    const row = await loaders.byId(listCampaigns, ACCOUNT, { params: { with_deleted: true }, alone: true })('c1')

    expect(row?.id).toBe('c1')
    expect(loaders.calls.map(({ path }) => path)).toEqual([getCampaign.path])
    expect(upstream.requests.map(({ path, query }) => [path, query])).toEqual([
      ['/12/accounts/a1/campaigns/c1', { with_deleted: 'true' }],
    ])
  })

  it('reads two ids with one list call', async () => {
    const { upstream, loaders } = await open(entity())
    const load = (id: string) => loaders.byId(listCampaigns, ACCOUNT, { alone: true })(id)
    const rows = await Promise.all([load('c1'), load('c2')])

    expect(rows.map((row) => row?.id)).toEqual(['c1', 'c2'])
    expect(upstream.requests.map(({ path, query }) => [path, query])).toEqual([
      ['/12/accounts/a1/campaigns', { with_draft: 'true', campaign_ids: 'c1,c2' }],
    ])
  })

  it('returns null for a 404, JSON or HTML', async () => {
    const { loaders } = await open(
      startUpstream(({ path }) =>
        path.endsWith('c1')
          ? { status: 404, body: { errors: [{ code: 'NOT_FOUND', message: 'gone' }] } }
          : { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not Found</h1>' },
      ),
    )
    expect(await loaders.byId(listCampaigns, ACCOUNT, { alone: true })('c1')).toBeNull()
    expect(await loaders.byId(listCampaigns, ACCOUNT, { alone: true })('c2')).toBeNull()
  })
})

describe('a look-up in a list that has no filter by id', () => {
  const criteria = () =>
    startUpstream(({ path, query }) => {
      const id = path.split('/').at(-1)!
      if (id === 'gone') return { status: 404, body: { errors: [{ code: 'NOT_FOUND', message: 'gone' }] } }
      if (id === 'bad') return { status: 403, body: { errors: [{ code: 'FORBIDDEN', message: 'no' }] } }
      return { body: { data: { id, localized_name: query['lang'] ?? null } } }
    })
  const load = (loaders: OpenLoaders, id: string, lang?: string) =>
    loaders.byId(listTargetingCriteria, ACCOUNT, { params: { lang } })(id)

  it('reads each id by its own GET, in parallel, and fails only for the id whose call failed', async () => {
    const { upstream, loaders } = await open(criteria())
    const rows = await Promise.allSettled(['x1', 'gone', 'bad', 'x2'].map((id) => load(loaders, id)))

    expect(rows).toMatchObject([
      { value: { id: 'x1' } },
      { value: null },
      { reason: { code: 'FORBIDDEN', message: 'no' } },
      { value: { id: 'x2' } },
    ])
    expect(upstream.requests.map(({ path }) => path).sort()).toEqual(
      ['bad', 'gone', 'x1', 'x2'].map((id) => `/12/accounts/a1/targeting_criteria/${id}`),
    )
  })

  it('does not mix languages', async () => {
    const { loaders } = await open(criteria())
    const rows = await Promise.all([load(loaders, 'x1', 'de'), load(loaders, 'x1', 'fr'), load(loaders, 'x1')])

    expect(rows.map((row) => row?.localized_name)).toEqual(['de', 'fr', null])
  })
})
