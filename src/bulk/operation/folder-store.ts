import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { limitConcurrency } from '../../async/concurrency.ts'
import { readCheckpoint, readJson, replaceFile, writeCheckpoint, type Checkpoint } from '../folder/checkpoint.ts'
import { isDiskFull } from '../folder/disk-full.ts'
import { FOLDER_MODE } from '../folder/segment.ts'
import { isOperation, workFolderOf } from './folder.ts'
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
const RECORD_FILE = 'operation.json'

/**
 * Opens the store of operations in a folder, which only this process writes to. The records are also in its memory; progress is
 * there alone, because a checkpoint has it too. Calls `onFault` with what cannot be read.
 */
export async function openFolderStore(
  dir: string,
  onFault: (id: string, error: unknown) => void,
): Promise<OperationStore> {
  const records = new Map<string, OperationRecord>()
  for (const id of (await readdir(dir)).filter(isOperation)) {
    try {
      const record = await readJson(join(dir, id, RECORD_FILE), RECORD)
      if (record) records.set(id, record)
    } catch (error) {
      onFault(id, error)
    }
  }
  /** Writes happen one after the other. */
  const inTurn = limitConcurrency(1)
  return {
    create: (record) =>
      inTurn(async () => {
        const unfinished = [...records.values()].filter((each) => each.owner === record.owner && !hasEnded(each))
        if (unfinished.length >= MAX_UNFINISHED) return false
        records.set(record.id, record)
        try {
          await mkdir(workFolderOf(dir, record.id), { recursive: true, mode: FOLDER_MODE })
          await writeRecord(record)
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
      inTurn(async () => {
        records.delete(id)
        await rm(join(dir, id), { recursive: true, force: true })
      }),
  }

  /** Writes the record of an operation into its folder, as a whole or not at all. */
  function writeRecord(record: OperationRecord): Promise<void> {
    return replaceFile(join(dir, record.id), RECORD_FILE, JSON.stringify(record))
  }

  /** Changes an operation. Changes nothing if `changed` returns undefined. */
  function change(id: string, changed: RecordChange, checkpoint?: Checkpoint): Promise<OperationRecord | undefined> {
    return inTurn(async () => {
      const known = records.get(id)
      const record = known && changed(known)
      if (!record) return undefined
      if (checkpoint) await writeCheckpoint(workFolderOf(dir, id), checkpoint)
      if (isKept(known, record))
        await writeRecord(record).catch((error: unknown) => {
          // A full disk does not keep an operation from ending. After a restart it is tried again.
          if (!hasEnded(record) || !isDiskFull(error)) throw error
        })
      records.set(id, record)
      return record
    })
  }
}
