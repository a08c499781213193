import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CHECKPOINT, readJson, replaceFile, syncFolder, type Checkpoint } from '../folder/checkpoint.ts'
import { FILE_MODE, FOLDER_MODE, ignoreMissing } from '../folder/segment.ts'
import { isOperation, workFolderOf } from '../operation/folder.ts'
import { RECORD, type OperationRecord } from '../operation/record.ts'

const COPY = z.object({
  /** Higher than that of any copy before it. */
  revision: z.int().nonnegative(),
  record: RECORD,
})

/**
 * Opens the copies of operations in the folder that instances share, from which they are made again if Redis loses them. Whoever
 * writes a copy uses a name of its own: a process that was asleep and writes late replaces nothing.
 */
export function openCopies(dir: string) {
  return {
    /** The latest copy of an operation; undefined if there is none. Throws if it cannot be read. */
    read: async (id: string) => (isOperation(id) ? readLast(join(dir, id), 'operation', COPY) : undefined),
    /** The copy of the checkpoint of the last holder that had one. */
    readCheckpoint: (id: string) => readLast(workFolderOf(dir, id), 'checkpoint', CHECKPOINT),
    async writeRecord(record: OperationRecord, revision: number) {
      const folder = join(dir, record.id)
      await mkdir(workFolderOf(dir, record.id), { recursive: true, mode: FOLDER_MODE })
      await replaceFile(folder, `operation.${revision}.json`, JSON.stringify({ revision, record }))
      // What is older can have credentials, which are kept only until the operation ends.
      for (const { file, number } of await numbered(folder, 'operation'))
        if (number < revision) await rm(join(folder, file), { force: true })
    },
    writeCheckpoint: (id: string, checkpoint: Checkpoint) =>
      replaceFile(workFolderOf(dir, id), `checkpoint.${checkpoint.holder}.json`, JSON.stringify(checkpoint)),
    /** Takes a number for a holder that nobody has had, above `holder`. */
    async takeNumber(id: string, holder: number): Promise<number> {
      const folder = join(dir, id)
      await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
      const taken = await numbered(folder, 'holder')
      for (let number = Math.max(holder, taken[0]?.number ?? 0) + 1; ; number += 1) {
        const handle = await open(join(folder, `holder.${number}`), 'wx', FILE_MODE).catch(ignoreExisting)
        if (!handle) continue
        await handle.close()
        await syncFolder(folder)
        for (const { file } of taken) await rm(join(folder, file), { force: true })
        return number
      }
    },
    remove: (id: string) => rm(join(dir, id), { recursive: true, force: true }),
  }
}

/** The content of the file in a folder with the highest number. */
async function readLast<T>(folder: string, name: string, form: z.ZodType<T>): Promise<T | undefined> {
  const [last] = await numbered(folder, name)
  return last && readJson(join(folder, last.file), form)
}

/** The files in a folder whose names have a number, highest first. */
async function numbered(folder: string, name: string): Promise<{ file: string; number: number }[]> {
  const files = (await readdir(folder).catch(ignoreMissing)) ?? []
  return files
    .flatMap((file) => {
      const [, kind, number] = /^(\w+)\.(\d+)(?:\.json)?$/.exec(file) ?? []
      return kind === name ? { file, number: Number(number) } : []
    })
    .toSorted((a, b) => b.number - a.number)
}

function ignoreExisting(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EEXIST') throw error
}
