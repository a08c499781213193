import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { openPlace } from '../../../../src/extension/bulk/operation/place.ts'
import { openBulkGraph, type BulkGraph } from '../../../support/bulk.ts'
import { startListUpstream } from '../../../support/upstream.ts'

const QUERY = '{ account(id: "a") { campaigns { nodes { name } } } }'

let closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.toReversed()) await close()
  closing = []
})

async function open(options: Parameters<typeof openBulkGraph>[1] = {}): Promise<BulkGraph> {
  const upstream = await startListUpstream({ campaigns: [{ id: 'c', name: 'Campaign' }] })
  closing.push(() => upstream.close())
  const graph = await openBulkGraph(upstream.url, options)
  closing.push(() => graph.close())
  return graph
}

describe('the metrics', () => {
  it.each([
    ['is gone', async (dir: string) => rm(dir, { recursive: true })],
    ['does not answer', async () => undefined],
  ])('are there while the folder of long work %s', async (how, away) => {
    let isAway = false
    const graph = await open({
      work: {
        openPlace: async (onFault) => {
          const place = await openPlace({ dir: graph.dir, service: 'a service', shared: undefined, onFault })
          const all = async () => {
            while (isAway && how === 'does not answer') await sleep(20)
            return place.store.all()
          }
          return { ...place, store: { ...place.store, all } }
        },
      },
    })
    closing.push(async () => void (isAway = false))
    const { id } = await graph.start(QUERY)
    await graph.until(id, 'COMPLETED')
    isAway = true
    await away(graph.dir)
    const metrics = await graph.get('/metrics')

    expect(metrics.status).toBe(200)
    expect(await metrics.text()).toContain('adgraph_bulk_operations{state="running"} 0')
  })
})
