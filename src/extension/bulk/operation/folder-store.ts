import { randomUUID } from 'node:crypto'
import { link, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { limitConcurrency } from '../../../async/promise.ts'
import {
  CHECKPOINT,
  readJson,
  replaceFile,
  syncFolder,
  type Checkpoint,
  isDiskFull,
  FILE_MODE,
  FOLDER_MODE,
  ignoreMissing,
} from '../folder/folder.ts'
import {
  isOperation,
  workFolderOf,
  expired,
  hasEnded,
  isKept,
  RECORD,
  updated,
  withFiles,
  type OperationRecord,
  type RecordChange,
  MAX_UNFINISHED,
  type OperationStore,
} from './record.ts'

/** A record, and the number of its last change. */
interface Known {
  revision: number
  record: OperationRecord
}

/**
 * Opens the store of operations in a folder, which several processes can share. Each change of a record is a file with the next number in
 * its name, which one of them alone can make. With a service, other processes share the folder, and operations over another one are
 * left alone. Calls `onFault` once for each operation that cannot be read.
 */
export function openFolderStore(
  dir: string,
  service: string | undefined,
  onFault: (id: string, error: unknown) => void,
): OperationStore {
  const known = new Map<string, Known>()
  const faulty = new Set<string>()
  /** One after the other: a folder that does not answer has one thread of this process. */
  const inTurn = limitConcurrency(1)

  return {
    create: (record) =>
      inTurn(async () => {
        if ((await unfinishedOf(record.owner)).length >= MAX_UNFINISHED) return false
        const { id } = record
        try {
          await mkdir(workFolderOf(dir, id), { recursive: true, mode: FOLDER_MODE })
          await put(id, { revision: 1, record })
        } catch (error) {
          await remove(id)
          throw error
        }
        // Another process may have added some meanwhile.
        const place = (await unfinishedOf(record.owner)).findIndex((each) => each.id === id)
        if (place < MAX_UNFINISHED) return true
        await remove(id)
        return false
      }),
    get: (id) => inTurn(async () => (isOperation(id) ? (await read(id))?.record : undefined)),
    ofOwner: (owner) =>
      inTurn(async () =>
        (await all()).filter((each) => each.owner === owner).toSorted((a, b) => b.createdAt - a.createdAt),
      ),
    all: () => inTurn(all),
    async hold(id) {
      const record = await change(id, (found) =>
        hasEnded(found) ? undefined : { ...found, holder: found.holder + 1, stalls: found.stalls + 1 },
      )
      return record && { record, checkpoint: await inTurn(() => checkpointOf(id)) }
    },
    update: (id, changes, as) => change(id, updated(changes, as), as?.checkpoint),
    checkpointOf: (id) => inTurn(() => checkpointOf(id)),
    addFiles: (id, files) => change(id, withFiles(files)),
    async expire(id) {
      await change(id, expired)
    },
    remove: (id) => inTurn(() => remove(id)),
  }

  async function all(): Promise<OperationRecord[]> {
    const records: OperationRecord[] = []
    for (const id of (await readdir(dir)).filter(isOperation)) {
      try {
        const found = await read(id)
        if (found) records.push(found.record)
      } catch (error) {
        if (!faulty.has(id)) onFault(id, error)
        faulty.add(id)
      }
    }
    return records
  }

  async function unfinishedOf(owner: string): Promise<OperationRecord[]> {
    const own = (await all()).filter((each) => each.owner === owner && !hasEnded(each))
    return own.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
  }

  /** The record of an operation after its last change. Undefined if there is none. */
  async function read(id: string): Promise<Known | undefined> {
    for (;;) {
      const [last] = await numbered(join(dir, id), 'operation')
      if (!last) {
        known.delete(id)
        return undefined
      }
      const found = known.get(id)
      if (found?.revision === last.number) return found
      const record = await readJson(join(dir, id, last.file), RECORD)
      // Undefined: it was changed meanwhile.
      if (!record) continue
      if (service !== undefined && record.service !== service) return undefined
      const current = { revision: last.number, record }
      known.set(id, current)
      return current
    }
  }

  /** Changes an operation. Changes nothing if `changed` returns undefined. */
  function change(id: string, changed: RecordChange, checkpoint?: Checkpoint): Promise<OperationRecord | undefined> {
    return inTurn(async () => {
      for (;;) {
        const found = await read(id)
        const record = found && changed(found.record)
        if (!record) return undefined
        if (checkpoint) await writeCheckpoint(id, checkpoint)
        const next = { revision: found.revision + 1, record }
        if (!checkpoint && !isWritten(found.record, record)) {
          known.set(id, { ...found, record })
          return record
        }
        const isMade = await put(id, next).catch((error: unknown) => {
          // A full disk does not keep an operation from ending. After a restart it is tried again.
          if (!hasEnded(record) || !isDiskFull(error)) throw error
          known.set(id, { ...found, record })
          return true
        })
        if (isMade) return record
      }
    })
  }

  /** Other processes see how far an operation is only in the folder. This one need not write that each second. */
  function isWritten(before: OperationRecord, after: OperationRecord): boolean {
    return service === undefined ? isKept(before, after) : !isDeepStrictEqual(before, after)
  }

  /** Makes the next change of a record, as a whole or not at all. Returns false if another process has made it. */
  async function put(id: string, { revision, record }: Known): Promise<boolean> {
    const folder = join(dir, id)
    const path = join(folder, `operation.${revision}.json`)
    const written = join(folder, `${randomUUID()}.new`)
    try {
      await writeFile(written, JSON.stringify(record), { mode: FILE_MODE, flush: true })
      if (!(await moveNew(written, path))) return false
    } finally {
      await rm(written, { force: true })
    }
    await syncFolder(folder)
    const files = await numbered(folder, 'operation')
    // A process that was asleep makes a change that others have made long ago, and changed again.
    if (files.some(({ number }) => number > revision)) {
      await rm(path, { force: true })
      return false
    }
    known.set(id, { revision, record })
    // Older records can have credentials, which are kept only until the operation ends.
    for (const { file, number } of files) if (number < revision) await rm(join(folder, file), { force: true })
    return true
  }

  async function remove(id: string): Promise<void> {
    known.delete(id)
    await rm(join(dir, id), { recursive: true, force: true })
  }

  /** The checkpoint of the last holder that had one. */
  async function checkpointOf(id: string): Promise<Checkpoint | undefined> {
    const folder = workFolderOf(dir, id)
    const [last] = await numbered(folder, 'checkpoint')
    return last && readJson(join(folder, last.file), CHECKPOINT)
  }

  /** A holder that was asleep and writes late replaces nothing. */
  async function writeCheckpoint(id: string, checkpoint: Checkpoint): Promise<void> {
    await replaceFile(workFolderOf(dir, id), `checkpoint.${checkpoint.holder}.json`, JSON.stringify(checkpoint))
  }
}

/** File systems without links to files, such as SMB, say one of these. */
const NO_LINKS: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** Gives a file a name that no other has. Returns false if another has it. */
async function moveNew(file: string, name: string): Promise<boolean> {
  const failure = await link(file, name).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error,
  )
  if (!failure) return true
  if (failure.code === 'EEXIST') return false
  if (!NO_LINKS.has(failure.code)) throw failure
  if (await stat(name).catch(ignoreMissing)) return false
  await rename(file, name)
  return true
}

/** The files in a folder whose names have a number, highest first. */
async function numbered(folder: string, name: string): Promise<{ file: string; number: number }[]> {
  const files = (await readdir(folder).catch(ignoreMissing)) ?? []
  return files
    .flatMap((file) => {
      const [, kind, number] = /^(\w+)\.(\d+)\.json$/.exec(file) ?? []
      return kind === name ? { file, number: Number(number) } : []
    })
    .toSorted((a, b) => b.number - a.number)
}
