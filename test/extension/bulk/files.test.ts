import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bytesOf, type Checkpoint, createSegments } from '../../../src/extension/bulk/folder/folder.ts'
import { openWrittenIds } from '../../../src/extension/bulk/folder/written-ids.ts'
import { openFolderStore } from '../../../src/extension/bulk/operation/folder-store.ts'
import { workFolderOf } from '../../../src/extension/bulk/operation/record.ts'
import { filesOf } from '../../../src/extension/bulk/operation/run.ts'
import { openQuery } from '../../../src/extension/bulk/query/query.ts'
import { newState } from '../../../src/extension/bulk/walk/state.ts'
import { schema } from '../../../src/graph.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'adgraph-files-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

it('keeps the manifest of each ending as it was listed, whoever else ends the operation at the same time', async () => {
  const text = { query: '{ account(id: "a") { campaigns { nodes { name } } } }', operationName: null, variables: {} }
  const query = openQuery(schema, text)
  const workDir = workFolderOf(dir, 'operation')
  await mkdir(workDir, { recursive: true })
  await writeFile(join(workDir, 'query.json'), JSON.stringify(text))
  const store = openFolderStore(dir, undefined, () => {})
  const checkpoint: Checkpoint = {
    version: 1,
    query: query.fingerprint,
    caller: 'c',
    format: 'ndjson',
    holder: 1,
    startedAt: new Date().toISOString(),
    isComplete: false,
    state: newState(query.lists.length),
    segments: [],
  }
  const end = (failure: { message: string; code: string } | undefined) =>
    filesOf({ dir, schema, store }, 'operation', checkpoint, failure)
  const canceled = { message: 'The operation was canceled', code: 'CANCELED' }
  const endings = await Promise.all([end(canceled), end(undefined), end(canceled)])

  for (const files of endings) {
    const { bytes, sha256, parts } = files.find(({ name }) => name === 'manifest.json')!
    const written = await readFile(join(workDir, parts[0]!.file))
    expect([written.length, createHash('sha256').update(written).digest('hex')]).toEqual([bytes, sha256])
  }
})

it('reads any range of bytes from parts that follow each other, and of each part only what was written', async () => {
  const parts = ['abcd', 'e', 'fghi'].map((text, nth) => ({ file: `${nth}.part`, bytes: text.length, text }))
  for (const { file, text } of parts) await writeFile(join(dir, file), `${text}-not-written`)
  const read = async (start?: number, end?: number) => {
    const chunks: Buffer[] = []
    for await (const chunk of bytesOf(dir, parts, start, end)) chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  }

  expect(await read()).toBe('abcdefghi')
  for (let start = 0; start < 9; start += 1)
    for (let end = start; end < 9; end += 1) expect(await read(start, end)).toBe('abcdefghi'.slice(start, end + 1))
})

it('has the index of an export that goes on out of its memory', async () => {
  const hashes = async function* (chunks: number) {
    for (let nth = 0; nth < chunks; nth += 1) yield randomBytes(16 * 4096)
  }
  const open = (name: string, chunks: number) =>
    openWrittenIds(join(dir, name), createSegments(dir, 1, []), hashes(chunks))
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const used = () => {
    // What the first one finds is freed beside the program, at the latest before the second one.
    collect()
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  await (await open('first', 1)).close()
  const before = used()
  const index = await open('second', 100)
  const after = used()
  await index.close()

  // The hashes alone are 6.5 million bytes.
  expect(after - before).toBeLessThan(3_000_000)
})
