import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readCheckpoint, readJson, replaceFile, writeCheckpoint, type Checkpoint } from '../folder/checkpoint.ts'
import { isDiskFull } from '../folder/disk-full.ts'
import { FOLDER_MODE } from '../folder/segment.ts'
import { folderOf, isOperation, workFolderOf } from './folder.ts'
import {
  expired,
  hasEnded,
  isKept,
  RECORD,
  updated,
  withFiles,
  type OperationRecord,
  type RecordChange,
} from './record.ts'
import { MAX_UNFINISHED, type OperationStore } from './store.ts'

/** The file with the record of an operation, in its folder. */
export const RECORD_FILE = 'operation.json'

/** Reads the records of all operations in a folder. Calls `onFault` with what cannot be read. */
export async function readRecords(
  dir: string,
  onFault: (id: string, error: unknown) => void,
): Promise<OperationRecord[]> {
  const records: OperationRecord[] = []
  for (const id of (await readdir(dir)).filter(isOperation)) {
    try {
      const record = await readJson(join(folderOf(dir, id), RECORD_FILE), RECORD)
      if (record) records.push(record)
    } catch (error) {
      onFault(id, error)
    }
  }
  return records
}

/** Writes the record of an operation into its folder, as a whole or not at all. */
export async function writeRecord(dir: string, record: OperationRecord): Promise<void> {
  await replaceFile(folderOf(dir, record.id), RECORD_FILE, JSON.stringify(record))
}

/**
 * Opens the store of operations in a folder, which only this process writes to. The records are also in its memory; progress is
 * there alone, because a checkpoint has it too.
 */
export async function openFolderStore(
  dir: string,
  onFault: (id: string, error: unknown) => void,
): Promise<OperationStore> {
  const records = new Map((await readRecords(dir, onFault)).map((record) => [record.id, record]))
  /** The last write of each operation. Its writes happen one after the other. */
  const writes = new Map<string, Promise<unknown>>()
  return {
    create: (record) =>
      inTurn(record.id, async () => {
        const unfinished = [...records.values()].filter((each) => each.owner === record.owner && !hasEnded(each))
        if (unfinished.length >= MAX_UNFINISHED) return false
        records.set(record.id, record)
        try {
          await mkdir(workFolderOf(dir, record.id), { recursive: true, mode: FOLDER_MODE })
          await writeRecord(dir, record)
        } catch (error) {
          records.delete(record.id)
          throw error
        }
        return true
      }),
    get: async (id) => records.get(id),
    ofOwner: async (owner) =>
      [...records.values()].filter((each) => each.owner === owner).toSorted((a, b) => b.createdAt - a.createdAt),
    all: async () => [...records.values()],
    async hold(id) {
      const record = await change(id, (known) =>
        hasEnded(known) ? undefined : { ...known, holder: known.holder + 1, stalls: known.stalls + 1 },
      )
      return record && { record, checkpoint: await readCheckpoint(workFolderOf(dir, id)) }
    },
    update: (id, changes, as) => change(id, updated(changes, as), as?.checkpoint),
    checkpointOf: (id) => readCheckpoint(workFolderOf(dir, id)),
    addFiles: (id, files) => change(id, withFiles(files)),
    async expire(id) {
      await change(id, expired)
    },
    remove: (id) =>
      inTurn(id, async () => {
        records.delete(id)
        await rm(folderOf(dir, id), { recursive: true, force: true })
      }),
  }

  /** Changes an operation. Changes nothing if `changed` returns undefined. */
  function change(id: string, changed: RecordChange, checkpoint?: Checkpoint): Promise<OperationRecord | undefined> {
    return inTurn(id, async () => {
      const known = records.get(id)
      const record = known && changed(known)
      if (!record) return undefined
      if (checkpoint) await writeCheckpoint(workFolderOf(dir, id), checkpoint)
      if (isKept(known, record)) await writeRecord(dir, record).catch((error: unknown) => orEnded(error, record))
      records.set(id, record)
      return record
    })
  }

  async function inTurn<T>(id: string, write: () => Promise<T>): Promise<T> {
    const before = writes.get(id)
    const written = (async () => {
      await before?.catch(() => undefined)
      return write()
    })()
    writes.set(id, written)
    try {
      return await written
    } finally {
      if (writes.get(id) === written) writes.delete(id)
    }
  }
}

/** A full disk does not keep an operation from ending. After a restart it is tried again. */
function orEnded(error: unknown, record: OperationRecord): void {
  if (!hasEnded(record) || !isDiskFull(error)) throw error
}
