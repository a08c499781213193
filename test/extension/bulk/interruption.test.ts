import { stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openExporter, type Exporter } from '../../support/export.ts'
import { startListUpstream, startUpstream, type Upstream } from '../../support/upstream.ts'

/** A few campaigns of different sizes, so that pages begin and end anywhere in their lists. */
const SIZES = [1, 1200, 0, 40, 300]
const campaigns = SIZES.map((_, nth) => ({ id: `c${nth}`, name: `Campaign ${nth}` }))
const lineItems = SIZES.flatMap((size, nth) =>
  Array.from({ length: size }, (_, item) => ({ id: `l${nth}x${item}`, campaign_id: `c${nth}`, name: `Item ${item}` })),
)
const promotedPosts = lineItems
  .filter((_, nth) => nth % 2 === 0)
  .map(({ id }, nth) => ({ id: `p${nth}`, line_item_id: id, post_id: nth }))

const QUERY =
  '{ account(id: "a") { campaigns { nodes { name lineItems { nodes { name promotedPosts { nodes { postId } } } } } } } }'
const CHANGES = `{ account(id: "a") { campaigns { nodes {
  history(startTime: "2020-01-01T00:00:00Z", endTime: "2026-06-02T00:00:00Z") { nodes { changeType } } } } } }`
const LISTS = ['account.campaigns', 'account.campaigns.lineItems', 'account.campaigns.lineItems.promotedPosts']

let upstream: Upstream
let whole: string[]
let wholeCalls: number
beforeAll(async () => {
  upstream = await startListUpstream({ campaigns, line_items: lineItems, promoted_posts: promotedPosts })
  const exporter = await openExporter(upstream.url)
  await exporter.run(QUERY)
  whole = await sortedLines(exporter)
  wholeCalls = upstream.requests.length
  await exporter.close()
})
afterAll(() => upstream.close())

/** The lines of all lists. Where an interruption came decides where a list goes on, and so the order of lines, but nothing else. */
async function sortedLines(exporter: Exporter): Promise<string[]> {
  const texts = await Promise.all(LISTS.map((path) => exporter.text(`${path}.ndjson`)))
  return texts.flatMap((text) => text.split('\n').filter(Boolean)).toSorted()
}

describe('an export of a service that fails again and again', () => {
  it('waits for each outage by itself, however long they take together', async () => {
    // Each page fails as often as one call is sent.
    let failures = 0
    const service = await startUpstream(({ query }) => {
      failures += 1
      if (failures <= 4) return { status: 503, body: '' }
      failures = 0
      const { cursor } = query
      const data = Array.from({ length: 1_000 }, (_, nth) => ({ id: `c${cursor ?? 'x'}${nth}`, name: 'n' }))
      return { body: { data, next_cursor: cursor === undefined ? 'y' : null } }
    })
    const exporter = await openExporter(service.url)
    const { rows, errors } = await exporter.run('{ account(id: "a") { campaigns { nodes { name } } } }', {
      maxOutageMs: 500,
    })

    expect([rows, errors, service.requests.length]).toEqual([2_000, [], 10])
    await exporter.close()
    await service.close()
  })
})

describe('an export of a list whose cursors lead back', () => {
  it.each([
    ['to the page itself', { A: 'A' }, 1_000, [undefined, 'A']],
    ['between pages that are shorter than requested', { A: 'B', B: 'A' }, 300, [undefined, 'A', 'B']],
  ])('ends at once, and waits for no outage: %s', async (_, next, rows, cursors) => {
    const service = await startUpstream(({ query }) => {
      const cursor = query['cursor'] ?? ''
      const following: Record<string, string> = { '': 'A', ...next }
      const data = Array.from({ length: rows }, (__, nth) => ({ id: `c${cursor}${nth}`, name: 'n' }))
      return { body: { data, next_cursor: following[cursor] } }
    })
    const exporter = await openExporter(service.url)
    const { errors } = await exporter.run('{ account(id: "a") { campaigns { nodes { name } } } }')

    expect(errors).toMatchObject([{ path: ['account', 'campaigns'], extensions: { code: 'UPSTREAM_UNAVAILABLE' } }])
    expect(service.requests.map(({ query }) => query['cursor'])).toEqual(cursors)
    await exporter.close()
    await service.close()
  })

  it('ends, with an error of the list and its rows once', async () => {
    const next: Record<string, string> = { '': 'A', A: 'B', B: 'C', C: 'A' }
    const service = await startUpstream(({ query }) => {
      const cursor = query['cursor'] ?? ''
      const data = Array.from({ length: Number(query['count']) }, (_, nth) => ({ id: `c${cursor}${nth}`, name: 'n' }))
      return { body: { data, next_cursor: next[cursor] ?? null } }
    })
    const exporter = await openExporter(service.url)
    const manifest = await exporter.run('{ account(id: "a") { campaigns { nodes { name } } } }')

    expect(manifest.errors).toMatchObject([
      { path: ['account', 'campaigns'], extensions: { code: 'UPSTREAM_UNAVAILABLE' } },
    ])
    expect(manifest.rows).toBe(4_000)
    expect(service.requests.map(({ query }) => query['cursor'])).toEqual([undefined, 'A', 'B', 'C'])
    await exporter.close()
    await service.close()
  })
})

describe('an export that is interrupted', () => {
  it('has every row once without an interruption', () => {
    const rows = campaigns.length + lineItems.length + promotedPosts.length
    expect([whole.length, new Set(whole).size]).toEqual([rows, rows])
  })

  it('goes on after each of its pages as if nothing had happened, and reads no page again', async () => {
    const exporter = await openExporter(upstream.url)
    const before = upstream.requests.length
    let runs = 0
    for (let ended = false; !ended; runs += 1) {
      const interruption = new AbortController()
      const onProgress = () => interruption.abort()
      const run = exporter.run(QUERY, { signal: interruption.signal, onProgress })
      ended = await run.then(
        () => true,
        () => false,
      )
    }

    expect(runs).toBeGreaterThan(wholeCalls)
    expect(upstream.requests.length - before).toBe(wholeCalls)
    expect(await sortedLines(exporter)).toEqual(whole)
    await exporter.close()
  })

  it.each([
    ['its last checkpoint', 0],
    ['its start, if there is no checkpoint', 1e9],
  ])('goes on from %s when it ended without keeping its position', async (_, checkpointMs) => {
    const exporter = await openExporter(upstream.url)
    let pages = 0
    const onProgress = () => {
      pages += 1
      if (pages === 5) throw new Error('Killed')
    }
    await expect(exporter.run(QUERY, { checkpointMs, onProgress })).rejects.toThrow('Killed')
    await exporter.run(QUERY)

    expect(await sortedLines(exporter)).toEqual(whole)
    await exporter.close()
  })

  it.each([
    ['its last checkpoint', 0],
    ['its start, if there is no checkpoint', 1e9],
  ])('goes on from %s in a list whose rows have no IDs', async (_, checkpointMs) => {
    // Two changes each are the same, and all are in the selected field.
    const changes = Array.from({ length: 2500 }, (_, nth) => ({ change_type: 'UPDATE', change_time: nth >> 1 }))
    const service = await startListUpstream({ campaigns: [{ id: 'c' }], account_history: changes })
    const exporter = await openExporter(service.url)
    let pages = 0
    const onProgress = () => {
      pages += 1
      if (pages === 4) throw new Error('Killed')
    }
    await expect(exporter.run(CHANGES, { checkpointMs, onProgress })).rejects.toThrow('Killed')
    await exporter.run(CHANGES)

    expect(await exporter.lines('account.campaigns.history')).toHaveLength(changes.length)
    await exporter.close()
    await service.close()
  })

  it('is refused if a file is shorter than what was written of it, and changes nothing', async () => {
    const exporter = await openExporter(upstream.url)
    let pages = 0
    const onProgress = () => {
      pages += 1
      if (pages === 5) throw new Error('Killed')
    }
    await expect(exporter.run(QUERY, { checkpointMs: 0, onProgress })).rejects.toThrow('Killed')
    const file = join(exporter.dir, '.export', `${LISTS[1]}.1.part`)
    const { size } = await stat(file)
    await truncate(file, size - 10)
    const before = upstream.requests.length

    await expect(exporter.run(QUERY)).rejects.toThrow(
      `${LISTS[1]}.1.part has ${size - 10} bytes, and ${size} were written: start from the beginning`,
    )
    expect(upstream.requests.length).toBe(before)
    expect((await stat(file)).size).toBe(size - 10)
    await exporter.close()
  })

  it('ends while it makes its index anew, and goes on later', async () => {
    const exporter = await openExporter(upstream.url)
    await expect(exporter.run(QUERY, { maxRows: 1_000 })).rejects.toThrow(/more than 1000 rows/)
    const before = upstream.requests.length
    await expect(exporter.run(QUERY, { signal: AbortSignal.abort() })).rejects.toThrow(/aborted/)
    expect(upstream.requests.length).toBe(before)

    await exporter.run(QUERY)
    expect(await sortedLines(exporter)).toEqual(whole)
    await exporter.close()
  })

  it('starts from the beginning if it is asked to', async () => {
    const exporter = await openExporter(upstream.url)
    await exporter.run(QUERY)
    const before = upstream.requests.length
    await exporter.run(QUERY, { restart: true })

    expect(upstream.requests.length - before).toBe(wholeCalls)
    expect(await sortedLines(exporter)).toEqual(whole)
    await exporter.close()
  })

  it('does not write into a folder that another export is writing to', async () => {
    const exporter = await openExporter(upstream.url)
    const [first, second] = await Promise.allSettled([exporter.run(QUERY), exporter.run(QUERY)])

    expect([first.status, second.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await sortedLines(exporter)).toEqual(whole)
    await exporter.close()
  })

  it('does not begin anew in a folder that another export is writing to', async () => {
    const exporter = await openExporter(upstream.url)
    let anew: Promise<unknown> | undefined
    await exporter.run(QUERY, {
      onProgress: () => void (anew ??= exporter.run(QUERY, { restart: true }).catch(String)),
    })

    expect(await anew).toMatch(/Another process is writing to/)
    expect(await sortedLines(exporter)).toEqual(whole)
    await exporter.close()
  })
})
