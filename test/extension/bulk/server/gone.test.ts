import { readdir, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { OperationStore } from '../../../../src/extension/bulk/operation/folder-store.ts'
import { openPlace } from '../../../../src/extension/bulk/operation/place.ts'
import { isOperation, placeFaultOr } from '../../../../src/extension/bulk/operation/record.ts'
import { bulkFolder, openBulkGraph, type BulkGraph } from '../../../support/bulk.ts'
import { closedAfterTest } from '../../../support/open.ts'
import { startListUpstream } from '../../../support/upstream.ts'

const QUERY = '{ account(id: "a") { campaigns { nodes { name } } } }'

async function open(options: Parameters<typeof openBulkGraph>[1] = {}): Promise<BulkGraph> {
  const upstream = closedAfterTest(await startListUpstream({ campaigns: [{ id: 'c', name: 'Campaign' }] }))
  return closedAfterTest(await openBulkGraph(upstream.url, options))
}

/** A graph with another store of operations. */
async function openWith(change: (store: OperationStore) => Partial<OperationStore>): Promise<BulkGraph> {
  const dir = await bulkFolder()
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return open({
    dir,
    work: {
      openPlace: async (onFault) => {
        const place = await openPlace({ dir, service: 'a service', shared: undefined, onFault })
        return { ...place, store: { ...place.store, ...change(place.store) } }
      },
    },
  })
}

function faultOf(code: string): unknown {
  return placeFaultOr(Object.assign(new Error(code), { code, syscall: 'open' }))
}

describe('the metrics', () => {
  it.each([
    ['is gone', async (dir: string) => rm(dir, { recursive: true })],
    ['does not answer', async (_: string, folder: { isSilent: boolean }) => void (folder.isSilent = true)],
  ])('are there while the folder of long work %s', async (_, away) => {
    const folder = { isSilent: false }
    const graph = await openWith((store) => ({
      all: async () => {
        while (folder.isSilent) await sleep(20)
        return store.all()
      },
    }))
    onTestFinished(() => void (folder.isSilent = false))
    const { id } = await graph.start(QUERY)
    await graph.until(id, 'COMPLETED')
    await away(graph.dir, folder)
    const metrics = await graph.get('/metrics')

    expect(metrics.status).toBe(200)
    expect(await metrics.text()).toContain('adgraph_bulk_operations{state="running"} 0')
  })
})

describe('a folder that fails after it was opened', () => {
  it('is the error of everything that needs it, and not the answer that there is nothing', async () => {
    const graph = await open()
    const { id } = await graph.start(QUERY)
    const { files } = await graph.until(id, 'COMPLETED')
    await rm(graph.dir, { recursive: true })
    const answers = [
      await graph.tryStart(QUERY),
      await graph.query('{ bulkOperations { nodes { id } } }'),
      await graph.query(`{ bulkOperation(id: "${id}") { id } }`),
      await graph.tryCancel(id),
    ]
    const file = await graph.get(files[0]?.url ?? '')

    const error = {
      message: 'Long work is not available: BULK_DIR cannot be used (ENOENT)',
      extensions: { code: 'BULK_UNAVAILABLE' },
    }
    expect(answers).toMatchObject(answers.map(() => ({ errors: [error] })))
    expect([file.status, await file.json()]).toMatchObject([503, { errors: [error] }])
  })

  it('has started nothing if it answers only after the start was refused', async () => {
    let isCreated = false
    const graph = await openWith((store) => ({
      async create(record, text) {
        await sleep(16_000)
        isCreated = await store.create(record, text)
        return isCreated
      },
    }))
    const { errors } = await graph.tryStart(QUERY)
    await expect.poll(() => isCreated, { timeout: 40_000 }).toBe(true)

    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['BULK_UNAVAILABLE'])
    await expect.poll(async () => (await readdir(graph.dir)).filter(isOperation)).toEqual([])
    expect(await graph.list()).toEqual([])
  })

  it('refuses a start with the reason, such as a full disk', async () => {
    const graph = await openWith(() => ({ create: () => Promise.reject(faultOf('ENOSPC')) }))
    const { errors } = await graph.tryStart(QUERY)

    expect(errors).toMatchObject([
      {
        message: 'Long work is not available: BULK_DIR cannot be used (ENOSPC)',
        extensions: { code: 'BULK_UNAVAILABLE' },
      },
    ])
  })

  it.each(['RUNNING', 'COMPLETED'])('for a moment, when an operation is %s, does not end it', async (status) => {
    let left = 1
    const graph = await openWith((store) => ({
      async update(id, changes, as) {
        if (changes.status === status && !as?.checkpoint && left-- > 0) throw faultOf('ESTALE')
        return store.update(id, changes, as)
      },
    }))
    const { id } = await graph.start(QUERY)
    const { errors } = await graph.until(id, 'COMPLETED')

    expect(errors).toEqual([])
    expect(left).toBeLessThan(1)
  })
})
