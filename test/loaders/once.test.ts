import { describe, expect, it } from 'vitest'
import { get } from '../../src/rest/endpoint.ts'
import type { ListParams, Row } from '../../src/rest/types.ts'
import { loadersOver } from '../support/loaders.ts'
import { startUpstream } from '../support/upstream.ts'

const getThing = get<Row, { lang?: string }>()('accounts/:account_id/things/:thing_id')
const getOther = get<Row, ListParams>()('accounts/:account_id/others/:other_id')
const thing = (thing_id: string) => ({ account_id: 'a1', thing_id })

/** Answers with the id in the path, and refuses some. */
const things = () =>
  startUpstream(({ path }) => {
    const id = path.split('/').at(-1)!
    if (id === 'gone') return { status: 404, body: { errors: [{ code: 'NOT_FOUND', message: 'gone' }] } }
    if (id === 'bad') return { status: 403, body: { errors: [{ code: 'FORBIDDEN', message: 'no' }] } }
    return { body: { data: { id } } }
  })

describe('a read that cannot be batched', () => {
  it('is one call for equal reads, also later, and separate ones for others', async () => {
    const { upstream, loaders } = await loadersOver(things())
    const read = (id: string, lang?: string) => loaders.once(getThing, thing(id), { lang })
    const rows = await Promise.all([read('t1'), read('t1'), read('t2'), read('t1', 'de')])
    const later = await loaders.once(getThing, thing('t1'))
    const other = await loaders.once(getOther, { account_id: 'a1', other_id: 't1' })

    expect(rows.map((row) => row?.id)).toEqual(['t1', 't1', 't2', 't1'])
    expect(later).toBe(rows[0])
    expect(other?.id).toBe('t1')
    expect(upstream.requests.map(({ target }) => target)).toEqualInSteps(
      ['/12/accounts/a1/things/t1', '/12/accounts/a1/things/t2', '/12/accounts/a1/things/t1?lang=de'],
      ['/12/accounts/a1/others/t1'],
    )
  })

  it('fails by itself if it is refused', async () => {
    const { loaders } = await loadersOver(things())
    const rows = await Promise.allSettled(['gone', 'bad', 't1'].map((id) => loaders.once(getThing, thing(id))))

    expect(rows).toMatchObject([
      { status: 'rejected', reason: { code: 'NOT_FOUND', message: 'gone' } },
      { status: 'rejected', reason: { code: 'FORBIDDEN', message: 'no' } },
      { status: 'fulfilled', value: { id: 't1' } },
    ])
  })

  it('gives null for a 404 to those who ask whether it exists, in the same call', async () => {
    const { upstream, loaders } = await loadersOver(things())
    const reads = ['gone', 'bad', 't1'].map((id) => loaders.onceIfFound(getThing, thing(id)))
    const rows = await Promise.allSettled([...reads, loaders.once(getThing, thing('gone'))])

    expect(rows).toMatchObject([
      { status: 'fulfilled', value: null },
      { status: 'rejected', reason: { code: 'FORBIDDEN', message: 'no' } },
      { status: 'fulfilled', value: { id: 't1' } },
      { status: 'rejected', reason: { code: 'NOT_FOUND', message: 'gone' } },
    ])
    expect(upstream.requests).toHaveLength(3)
  })

  it('settles together with the others of its tick', async () => {
    const { upstream, loaders } = await loadersOver(
      startUpstream(async ({ path }) => {
        if (path.endsWith('slow')) await new Promise((resolve) => setTimeout(resolve, 50))
        return { body: { data: { id: path.split('/').at(-1) } } }
      }),
    )
    await Promise.all(
      ['quick', 'slow'].map(async (id) => {
        await loaders.once(getThing, thing(id))
        expect(upstream.requests).toHaveLength(2)
        await loaders.once(getOther, { account_id: 'a1', other_id: id })
      }),
    )

    expect(upstream.requests.map(({ path }) => path.split('/').slice(-2).join(' '))).toEqualInSteps(
      ['things quick', 'things slow'],
      ['others quick', 'others slow'],
    )
  })

  it('is made at most 16 at a time', async () => {
    const held: (() => void)[] = []
    let most = 0
    const { upstream, loaders } = await loadersOver(
      startUpstream(async ({ path }) => {
        const released = new Promise<void>((resolve) => held.push(resolve))
        most = Math.max(most, held.length)
        // A request more would arrive meanwhile.
        if (held.length === 16) setTimeout(() => held.splice(0).forEach((release) => release()), 30)
        await released
        return { body: { data: { id: path.split('/').at(-1) } } }
      }),
    )
    await Promise.all(Array.from({ length: 32 }, (_, nth) => loaders.once(getThing, thing(`t${nth}`))))

    expect(upstream.requests).toHaveLength(32)
    expect(most).toBe(16)
  })
})
