import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFolderStore } from '../../../../src/extension/bulk/operation/folder-store.ts'
import { workFolderOf, type OperationRecord } from '../../../../src/extension/bulk/operation/record.ts'
import { bulkFolder } from '../../../support/bulk.ts'

let dir: string
beforeEach(async () => {
  dir = await bulkFolder()
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const TEXT = { query: '{ account(id: "a") { campaigns { nodes { name } } } }', operationName: null, variables: {} }

function recordOf(changes: Partial<OperationRecord> = {}): OperationRecord {
  return {
    version: 1,
    id: randomUUID(),
    owner: 'an owner',
    identity: 'a user',
    service: 'a service',
    session: null,
    credentials: null,
    status: 'CREATED',
    format: 'ndjson',
    holder: 0,
    stalls: 0,
    progress: { rows: 0, calls: 0, lists: [], waitingUntil: null },
    errors: [],
    files: null,
    createdAt: Date.now(),
    startedAt: null,
    endedAt: null,
    expiresAt: null,
    ...changes,
  }
}

const open = () => openFolderStore(dir, 'a service', () => {})

describe('the store of operations', () => {
  it('has in memory neither what callers have sent nor the errors of what was read', async () => {
    const [operations, characters] = [100, 400_000]
    for (let nth = 0; nth < operations; nth += 1) {
      const message = `${nth}`.padEnd(characters / 2, 'e')
      const record = recordOf({
        status: 'CANCELED',
        endedAt: 1,
        expiresAt: 2,
        files: [],
        errors: [{ message, path: [] }],
      })
      await mkdir(workFolderOf(dir, record.id), { recursive: true })
      await writeFile(join(dir, record.id, 'operation.1.json'), JSON.stringify(record))
      const text = JSON.stringify({ ...TEXT, variables: { message } })
      await writeFile(join(workFolderOf(dir, record.id), 'query.json'), text)
    }
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const store = open()
    collect()
    const before = process.memoryUsage().heapUsed
    const headers = await store.all()
    collect()

    expect(headers).toHaveLength(operations)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan((operations * characters) / 10)
    const id = headers[0]?.id ?? ''
    expect([(await store.get(id))?.errors.length, Object.keys((await store.textOf(id))?.variables ?? {})]).toEqual([
      1,
      ['message'],
    ])
  })

  it('shows what another process has changed', async () => {
    const [one, other] = [open(), open()]
    const { id } = recordOf()
    await one.create(recordOf({ id }), TEXT)
    const seen = async () => (await other.all()).map(({ status, hasFiles }) => [status, hasFiles])
    const states = [await seen()]
    await one.update(id, { status: 'RUNNING' })
    states.push(await seen())
    await one.update(id, { status: 'CANCELED' })
    states.push(await seen())
    await one.settle(id, [{ name: 'root.json', bytes: 0, rows: 0, sha256: '', parts: [] }])
    states.push(await seen())
    await one.expire(id)
    const record = await other.get(id)
    await one.remove(id)
    states.push(await seen())

    expect(states).toEqual([
      [['CREATED', false]],
      [['RUNNING', false]],
      [['CANCELED', false]],
      [['CANCELED', true]],
      [],
    ])
    expect(record).toMatchObject({ status: 'EXPIRED', files: [] })
  })
})
