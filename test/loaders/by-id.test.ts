import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../src/async/duration.ts'
import { listAccounts } from '../../src/rest/account/account.ts'
import { listCustomAudiences } from '../../src/rest/audience/custom-audience.ts'
import { getCampaign, listCampaigns } from '../../src/rest/campaign/campaign.ts'
import { listTargetingCriteria } from '../../src/rest/campaign/targeting-criterion.ts'
import { listTrackingTags } from '../../src/rest/campaign/tracking-tag.ts'
import { get, list } from '../../src/rest/endpoint.ts'
import { accountId, type ListParams, type Row } from '../../src/rest/types.ts'
import * as value from '../../src/rest/value.ts'
import { budgetHeaders } from '../support/client.ts'
import { loadersOver, type OpenLoaders } from '../support/loaders.ts'
import { startListUpstream, startUpstream } from '../support/upstream.ts'

const ACCOUNT = { account_id: 'a1' }

/** Tracking tags t1, t2, …, the last first. */
const tags = (count: number) => ({
  tracking_tags: Array.from({ length: count }, (_, index) => ({ id: `t${count - index}` })),
})

/** What a list of things with a filter by ID takes. */
const THINGS = { ids: 'thing_ids', params: { ...value.LISTED, thing_ids: value.ids } } as const

const ids = (count: number) => Array.from({ length: count }, (_, index) => `t${index + 1}`)

describe('a look-up by id', () => {
  it('requests 200 IDs in one call and 201 in two', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream(tags(201)))
    const load = (id: string) => loaders.byId(listTrackingTags, ACCOUNT)(id)

    await Promise.all(ids(200).map(load))
    expect(upstream.requests.map(({ query }) => query)).toEqual([{ tracking_tag_ids: ids(200).join(',') }])

    const other = await loadersOver(startListUpstream(tags(201)))
    const rows = await Promise.all(ids(201).map((id) => other.loaders.byId(listTrackingTags, ACCOUNT)(id)))
    expect(rows.map((row) => row?.id)).toEqual(ids(201))
    expect(other.upstream.requests.map(({ query }) => query['tracking_tag_ids']?.split(','))).toEqualInSteps([
      ids(200),
      ['t201'],
    ])
  })

  it('matches rows by ID in any order, and returns null for missing rows', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream(tags(3)))
    const wanted = ['t2', 'nothing', 't1', 't3', 'none']
    const rows = await Promise.all(wanted.map((id) => loaders.byId(listTrackingTags, ACCOUNT)(id)))

    expect(rows.map((row) => row?.id ?? null)).toEqual(['t2', null, 't1', 't3', null])
    expect(upstream.requests).toHaveLength(1)
  })

  it('is null for an empty text, and rejects for what is no ID, which is not sent', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream(tags(2)))
    const wanted = ['t1', 't\ud800', 't2,t3', '', 't2'].map((id) => loaders.byId(listTrackingTags, ACCOUNT)(id))
    const outcomes = await Promise.allSettled(wanted)

    expect(outcomes.map((each) => (each.status === 'fulfilled' ? (each.value?.id ?? null) : each.reason))).toEqual([
      't1',
      expect.objectContaining({ code: 'UPSTREAM_UNAVAILABLE' }),
      expect.objectContaining({ code: 'UPSTREAM_UNAVAILABLE' }),
      null,
      't2',
    ])
    expect(upstream.requests.map(({ query }) => query)).toEqual([{ tracking_tag_ids: 't1,t2' }])
  })

  it('requests each ID once in an operation', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream(tags(2)))
    const [one, same] = await Promise.all(['t1', 't1'].map((id) => loaders.byId(listTrackingTags, ACCOUNT)(id)))
    const later = await loaders.byId(listTrackingTags, ACCOUNT)('t1')

    expect(same).toBe(one)
    expect(later).toBe(one)
    expect(loaders.read.keys).toBe(1)
    expect(upstream.requests.map(({ query }) => query)).toEqual([{ tracking_tag_ids: 't1' }])
  })

  it('sets the account of rows without changing their columns', async () => {
    const { loaders } = await loadersOver(startListUpstream(tags(1)))
    const row = await loaders.byId(listTrackingTags, ACCOUNT)('t1')

    expect(row?.[accountId]).toBe('a1')
    expect(JSON.stringify(row)).toBe('{"id":"t1"}')
  })

  it('keeps accounts apart, and look-ups with other parameters', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream(tags(1)))
    const load = (account_id: string, params?: { with_deleted?: boolean }) =>
      loaders.byId(listTrackingTags, { account_id }, { params })('t1')
    await Promise.all([load('a1'), load('a2'), load('a1', { with_deleted: true }), load('a1', {})])

    expect(upstream.requests.map(({ path, query }) => [path, query])).toEqualInSteps([
      ['/12/accounts/a1/tracking_tags', { tracking_tag_ids: 't1' }],
      ['/12/accounts/a2/tracking_tags', { tracking_tag_ids: 't1' }],
      ['/12/accounts/a1/tracking_tags', { with_deleted: 'true', tracking_tag_ids: 't1' }],
    ])
  })

  it('includes drafts, which lists hide', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream({ campaigns: [{ id: 'c1' }] }))
    await Promise.all(['c1', 'c2'].map((id) => loaders.byId(listCampaigns, ACCOUNT)(id)))

    expect(upstream.requests.map(({ query }) => query)).toEqual([{ with_draft: 'true', campaign_ids: 'c1,c2' }])
  })

  it('follows the pages of a chunk, an empty one too, and stops when every id is found', async () => {
    const pages = [['t1'], [], ['t3', 't2'], ['t4']]
    const { upstream, loaders } = await loadersOver(
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
    const { upstream, loaders } = await loadersOver(
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
    const { upstream, loaders } = await loadersOver(
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

describe('the `count` of a look-up by ID', () => {
  const things = (count: number) => ({ things: Array.from({ length: count }, (_, index) => ({ id: `t${index + 1}` })) })

  it('is sent only for more IDs than a page has anyway', async () => {
    const listThings = list<Row>()('accounts/:account_id/things', { ...THINGS, count: { default: 3 } })
    const { upstream, loaders } = await loadersOver(startListUpstream(things(4)))
    for (const count of [3, 4]) {
      const rows = await Promise.all(ids(count).map((id) => loaders.byId(listThings, { account_id: `a${count}` })(id)))
      expect(rows.map((row) => row?.id)).toEqual(ids(count))
    }

    expect(upstream.requests.map(({ query }) => query['count'])).toEqual([undefined, '4'])
  })

  it('is never sent to a list that does not accept it', async () => {
    const listThings = list<Row>()('accounts/:account_id/things', {
      ids: 'thing_ids',
      params: { thing_ids: value.ids },
      count: { default: 1 },
    })
    const { upstream, loaders } = await loadersOver(startListUpstream(things(2)))
    await Promise.all(ids(2).map((id) => loaders.byId(listThings, ACCOUNT)(id)))

    expect(upstream.requests.map(({ query }) => query)).toEqual([{ thing_ids: 't1,t2' }])
  })
})

describe('a look-up of rows that one request does not always find', () => {
  it('is repeated with the other parameters for those that are missing', async () => {
    const { upstream, loaders } = await loadersOver(
      startUpstream(({ query }) => {
        const shown = query['permission_scope'] === 'SHARED' ? 'u2' : 'u1'
        const found = query['custom_audience_ids']?.split(',').filter((id) => id === shown) ?? []
        return { body: { data: found.map((id) => ({ id })) } }
      }),
    )
    const load = (id: string) => loaders.byId(listCustomAudiences, ACCOUNT, { params: { with_deleted: true } })(id)
    expect((await load('u1'))?.id).toBe('u1')
    const rows = await Promise.all(['u2', 'u3'].map(load))

    expect(rows.map((row) => row?.id)).toEqual(['u2', undefined])
    expect(upstream.requests.map(({ query }) => query)).toEqual([
      { with_deleted: 'true', custom_audience_ids: 'u1' },
      { with_deleted: 'true', custom_audience_ids: 'u2,u3' },
      { with_deleted: 'true', custom_audience_ids: 'u2,u3', permission_scope: 'SHARED' },
    ])
  })
})

describe('a look-up in a list that is cached', () => {
  const cache = { maxAgeMs: DAY_MS, scope: 'public' } as const
  const getThing = get<Row, ListParams>()('things/:thing_id')
  const refusal = (status: number, code: string) => ({ status, body: { errors: [{ code, message: 'no' }] } })
  /** The rate limit resets only after the deadline. */
  const spent = () => ({
    ...refusal(429, 'TOO_MANY_REQUESTS'),
    headers: budgetHeaders('x-rate-limit', 0, Math.ceil(Date.now() / 1000) + 600),
  })

  it('reads the whole list if it has no filter by ID', async () => {
    const listThings = list<Row>()('accounts/:account_id/things', { cache, count: { max: 2 } })
    const { upstream, loaders } = await loadersOver(
      startListUpstream({ things: ['t1', 't2', 't3', 't4', 't5'].map((id) => ({ id })) }),
    )
    const rows = await Promise.all(['t4', 't1', 't9'].map((id) => loaders.byId(listThings, ACCOUNT)(id)))

    expect(rows.map((row) => row?.id)).toEqual(['t4', 't1', undefined])
    expect(upstream.requests.map(({ query }) => query)).toEqual([
      { count: '2' },
      { count: '2', cursor: '2' },
      { count: '2', cursor: '4' },
    ])
  })

  it('asks for pages that are as long as possible, which serve other look-ups too', async () => {
    const listThings = list<Row>()('accounts/:account_id/things', {
      cache,
      ...THINGS,
      count: { default: 1, max: 50 },
    })
    const { upstream, loaders } = await loadersOver(startListUpstream({ things: [{ id: 't1' }, { id: 't2' }] }))
    await Promise.all(ids(2).map((id) => loaders.byId(listThings, ACCOUNT)(id)))

    expect(upstream.requests.map(({ query }) => query)).toEqual([{ count: '50', thing_ids: 't1,t2' }])
  })

  it('reads each ID by its own GET if the rate limit of the list is spent', async () => {
    const { upstream, loaders } = await loadersOver(
      startUpstream(({ path }) => {
        if (path.endsWith('accounts')) return spent()
        if (path.endsWith('a3')) return refusal(400, 'ACCOUNT_NOT_FOUND')
        if (path.endsWith('a4')) return refusal(400, 'INVALID_PARAMETER')
        return { body: { data: { id: path.split('/').at(-1) } } }
      }),
    )
    const rows = await Promise.allSettled(['a1', 'a2', 'a3', 'a4'].map((id) => loaders.byId(listAccounts, {})(id)))

    expect(rows).toMatchObject([
      { value: { id: 'a1' } },
      { value: { id: 'a2' } },
      { value: null },
      { reason: { code: 'UPSTREAM_ERROR' } },
    ])
    expect(upstream.requests.map(({ path }) => path)).toEqualInSteps(
      ['/12/accounts'],
      ['/12/accounts/a1', '/12/accounts/a2', '/12/accounts/a3', '/12/accounts/a4'],
    )
  })

  it('fails if the list fails otherwise, or if there is no other GET', async () => {
    const listThings = list<Row>()('things', {
      ...THINGS,
      cache,
    })
    const listUncached = list<Row>()('others', {
      ...THINGS,
      get: getThing,
    })
    const { upstream, loaders } = await loadersOver(
      startUpstream(({ path }) => (path.endsWith('accounts') ? refusal(403, 'FORBIDDEN') : spent())),
    )

    await expect(loaders.byId(listAccounts, {})('a1')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(loaders.byId(listThings, {})('t1')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await expect(loaders.byId(listUncached, {})('t1')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(upstream.requests.map(({ path }) => path)).toEqual(['/12/accounts', '/12/things', '/12/others'])
  })
})

describe('a look-up in a list that has no filter by ID and no GET of its rows', () => {
  it('reads the list until every row is found, in pages as long as possible', async () => {
    const listThings = list<Row>()('accounts/:account_id/things')
    const { upstream, loaders } = await loadersOver(startListUpstream({ things: [{ id: 't1' }, { id: 't2' }] }))
    const rows = await Promise.all(['t2', 'none', 't1'].map((id) => loaders.byId(listThings, ACCOUNT)(id)))

    expect(rows.map((row) => row?.id ?? null)).toEqual(['t2', null, 't1'])
    expect(upstream.requests.map(({ query }) => query)).toEqual([{ count: '1000' }])
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
    const { upstream, loaders } = await loadersOver(entity())
    const row = await loaders.byId(listCampaigns, ACCOUNT, { params: { with_deleted: true }, alone: true })('c1')

    expect(row?.id).toBe('c1')
    expect(loaders.calls.map(({ path }) => path)).toEqual([getCampaign.path])
    expect(upstream.requests.map(({ path, query }) => [path, query])).toEqual([
      ['/12/accounts/a1/campaigns/c1', { with_deleted: 'true' }],
    ])
  })

  it('reads two ids with one list call', async () => {
    const { upstream, loaders } = await loadersOver(entity())
    const load = (id: string) => loaders.byId(listCampaigns, ACCOUNT, { alone: true })(id)
    const rows = await Promise.all([load('c1'), load('c2')])

    expect(rows.map((row) => row?.id)).toEqual(['c1', 'c2'])
    expect(upstream.requests.map(({ path, query }) => [path, query])).toEqual([
      ['/12/accounts/a1/campaigns', { with_draft: 'true', campaign_ids: 'c1,c2' }],
    ])
  })

  it('uses the list if the entity has no own GET', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream(tags(1)))
    const listAlone = list<Row>()('accounts/:account_id/tracking_tags', {
      ids: 'tracking_tag_ids',
      params: { ...value.LISTED, tracking_tag_ids: value.ids },
    })

    expect((await loaders.byId(listAlone, ACCOUNT, { alone: true })('t1'))?.id).toBe('t1')
    expect(upstream.requests.map(({ query }) => query)).toEqual([{ tracking_tag_ids: 't1' }])
  })

  it('fails if the service refuses without giving a reason', async () => {
    const { loaders } = await loadersOver(startUpstream(() => ({ status: 403, body: '' })))

    await expect(loaders.byId(listCampaigns, ACCOUNT, { alone: true })('c1')).rejects.toMatchObject({
      code: 'FORBIDDEN',
      errors: [],
    })
  })

  it('is not batched with those that may not', async () => {
    const { upstream, loaders } = await loadersOver(entity())
    await Promise.all([
      loaders.byId(listCampaigns, ACCOUNT, { alone: true })('c1'),
      loaders.byId(listCampaigns, ACCOUNT)('c2'),
    ])

    expect(upstream.requests.map(({ path }) => path)).toEqualInSteps([
      '/12/accounts/a1/campaigns',
      '/12/accounts/a1/campaigns/c1',
    ])
  })

  it('returns null for a 404, JSON or HTML', async () => {
    const { loaders } = await loadersOver(
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
    const { upstream, loaders } = await loadersOver(criteria())
    const rows = await Promise.allSettled(['x1', 'gone', 'bad', 'x2'].map((id) => load(loaders, id)))

    expect(rows).toMatchObject([
      { value: { id: 'x1' } },
      { value: null },
      { reason: { code: 'FORBIDDEN', message: 'no' } },
      { value: { id: 'x2' } },
    ])
    expect(upstream.requests.map(({ path }) => path)).toEqualInSteps(
      ['x1', 'gone', 'bad', 'x2'].map((id) => `/12/accounts/a1/targeting_criteria/${id}`),
    )
  })

  it('makes one batch of those with and without `alone`', async () => {
    const { upstream, loaders } = await loadersOver(criteria())
    const rows = await Promise.all([
      loaders.byId(listTargetingCriteria, ACCOUNT, { alone: true })('x1'),
      loaders.byId(listTargetingCriteria, ACCOUNT)('x1'),
    ])

    expect(rows.map((row) => row?.id)).toEqual(['x1', 'x1'])
    expect(upstream.requests).toHaveLength(1)
  })

  it('makes at most 16 calls at a time', async () => {
    const held: (() => void)[] = []
    let most = 0
    const { loaders } = await loadersOver(
      startUpstream(async ({ path }) => {
        const released = new Promise<void>((resolve) => held.push(resolve))
        most = Math.max(most, held.length)
        // A request more would arrive meanwhile.
        if (held.length === 16) setTimeout(() => held.splice(0).forEach((release) => release()), 30)
        await released
        return { body: { data: { id: path.split('/').at(-1) } } }
      }),
    )
    await Promise.all(Array.from({ length: 32 }, (_, nth) => load(loaders, `x${nth}`)))

    expect(most).toBe(16)
  })

  it('does not mix languages', async () => {
    const { loaders } = await loadersOver(criteria())
    const rows = await Promise.all([load(loaders, 'x1', 'de'), load(loaders, 'x1', 'fr'), load(loaders, 'x1')])

    expect(rows.map((row) => row?.localized_name)).toEqual(['de', 'fr', null])
  })
})

describe('a look-up in several lists', () => {
  const MAX = 2
  const listNotes = list<Row>()('accounts/:account_id/notes', {
    ids: 'note_ids',
    params: { ...value.LISTED, note_ids: value.ids, user_id: value.id },
    furtherLookUps: {
      list: list<Row>()('accounts/:account_id/users', { count: { max: 50 } }),
      params: (users) => users.map(({ id }) => ({ user_id: String(id) })),
      max: MAX,
    },
  })

  /** A service with these users; of each ID, whose note it is. */
  const service = (users: string[], notes: Record<string, string>) =>
    loadersOver(
      startUpstream(({ path, query }) => {
        if (path.endsWith('users')) return { body: { data: users.map((id) => ({ id })) } }
        const { note_ids = '', user_id = 'own' } = query
        return { body: { data: note_ids.split(',').flatMap((id) => (notes[id] === user_id ? [{ id }] : [])) } }
      }),
    )
  const load = async ({ loaders }: Awaited<ReturnType<typeof service>>, ...ids: string[]) =>
    Promise.all(ids.map(async (id) => (await loaders.byId(listNotes, ACCOUNT)(id))?.id ?? null))
  const sent = ({ upstream }: Awaited<ReturnType<typeof service>>) =>
    upstream.requests.splice(0).map(({ path, query }) => (path.endsWith('users') ? query : Object.values(query)))

  it('searches the next list for missing IDs, until all are found', async () => {
    const open = await service(['u1', 'u2'], { n1: 'own', n2: 'u1', n3: 'u2', n4: 'u2' })
    expect(await load(open, 'n1')).toEqual(['n1'])
    expect(sent(open)).toEqual([['n1']])
    expect(await load(open, 'n2')).toEqual(['n2'])
    expect(sent(open)).toEqual([['n2'], { count: '50' }, ['n2', 'u1']])
    expect(await load(open, 'n3', 'n5')).toEqual(['n3', null])
    expect(sent(open)).toEqual([['n3,n5'], ['n3,n5', 'u1'], ['n3,n5', 'u2']])
  })

  it('fails if there are more lists than it searches, but only for IDs that are not found in them', async () => {
    const open = await service(['u1', 'u2', 'u3'], { n1: 'u2', n2: 'u3' })
    const [found, failed] = await Promise.allSettled(['n1', 'n2'].map((id) => load(open, id)))
    expect(found).toEqual({ status: 'fulfilled', value: ['n1'] })
    expect(failed).toMatchObject({
      status: 'rejected',
      reason: {
        code: 'UPSTREAM_ERROR',
        message: 'The service has the row in one of several lists; it is not in the first 2, and no more are searched',
      },
    })
  })
})
