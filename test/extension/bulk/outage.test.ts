import { afterEach, describe, expect, it } from 'vitest'
import { openExporter, type Exporter } from '../../support/export.ts'
import { startUpstream, type Upstream, type UpstreamAnswer } from '../../support/upstream.ts'

const QUERY = '{ account(id: "a") { campaigns { nodes { lineItems { nodes { name } } } } } }'

let upstream: Upstream
let exporter: Exporter
afterEach(async () => {
  await exporter.close()
  await upstream.close()
})

/** Opens an export of campaigns with one line item each. `failure` has the answer in the place of the line items of some of them. */
async function open(count: number, failure: (ids: readonly string[]) => UpstreamAnswer | undefined): Promise<void> {
  const campaigns = Array.from({ length: count }, (_, nth) => ({ id: `c${nth}`, name: `Campaign ${nth}` }))
  upstream = await startUpstream(({ path, query }) => {
    if (path.endsWith('/campaigns')) return { body: { data: campaigns, next_cursor: null } }
    const ids = query['campaign_ids']?.split(',') ?? []
    const data = ids.map((id) => ({ id: `l${id}`, campaign_id: id, name: 'Item' }))
    return failure(ids) ?? { body: { data, next_cursor: null } }
  })
  exporter = await openExporter(upstream.url)
}

const refusal = (status: number): UpstreamAnswer => ({ status, body: { errors: [{ code: 'INTERNAL_ERROR' }] } })

const parentsOf = ({ errors }: { errors: readonly { parents?: string[] | undefined }[] }) =>
  errors.flatMap(({ parents = [] }) => parents)

describe('a list that the service cannot read', () => {
  it.each([[['c77']], [['c0', 'c1']], [['c77', 'c78', 'c200']]])(
    'is an error of its parents %j, and everything else is read, in few calls',
    async (bad) => {
      await open(256, (ids) => (bad.some((id) => ids.includes(id)) ? refusal(500) : undefined))
      const manifest = await exporter.run(QUERY, { maxOutageMs: 20 })

      expect(manifest.rows).toBe(256 + 256 - bad.length)
      expect(parentsOf(manifest)).toEqual(bad.map((id) => `Campaign:a:${id}`))
      // One by one, they would be 256.
      expect(upstream.requests.length).toBeLessThan(30 * bad.length)
    },
  )

  it('is read after the others', { timeout: 30_000 }, async () => {
    let failures = 0
    await open(1, () => ((failures += 1) <= 6 ? refusal(500) : undefined))
    const manifest = await exporter.run(
      '{ account(id: "a") { lineItems { nodes { name } } campaigns { nodes { name } } } }',
    )

    expect(manifest.errors).toEqual([])
    const lists = upstream.requests.map(({ path }) => path.split('/').at(-1))
    expect(lists).toEqual([...Array<string>(6).fill('line_items'), 'campaigns', 'line_items'])
  })
})

describe('an outage of the service that is longer than an outage may last', () => {
  it.each([408, 423, 429, 500, 503])('is no hole of the export that continues, if it answers %i', async (status) => {
    let isOver = false
    await open(8, () => (isOver ? undefined : refusal(status)))
    await expect(exporter.run(QUERY, { maxOutageMs: 20 })).rejects.toThrow(/not answered for too long/)

    isOver = true
    expect(await exporter.run(QUERY, { maxOutageMs: 20 })).toMatchObject({ rows: 16, errors: [] })
  })
})
