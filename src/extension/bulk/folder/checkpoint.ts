import { open, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { valueIn } from '../../../json/object.ts'
import { FORMAT, WALK_STATE } from '../walk/state.ts'
import { FILE_MODE, FolderError, ignoreMissing, SEGMENT } from './segment.ts'

/** What is kept of an export, so that it can go on: where it is, and what of its files counts. */
export const CHECKPOINT = z.object({
  version: z.literal(1),
  /** The hash of the operation and its variables. */
  query: z.string(),
  /** A hash that identifies the caller. */
  caller: z.string(),
  format: FORMAT,
  /** The number of the last holder, one more each time that the export goes on. */
  holder: z.int().positive(),
  startedAt: z.string(),
  isComplete: z.boolean(),
  state: WALK_STATE,
  segments: z.array(SEGMENT),
})

export type Checkpoint = z.output<typeof CHECKPOINT>

export const CHECKPOINT_FILE = 'checkpoint.json'

/** The checkpoint in a folder; undefined if there is none. Throws if it cannot be read. */
export async function readCheckpoint(dir: string): Promise<Checkpoint | undefined> {
  return readJson(join(dir, CHECKPOINT_FILE), CHECKPOINT)
}

/** The content of a JSON file; undefined if there is none. Throws a FolderError if it does not have this form. */
export async function readJson<T>(path: string, form: z.ZodType<T>): Promise<T | undefined> {
  const text = await readFile(path, 'utf8').catch(ignoreMissing)
  if (text === undefined) return undefined
  const { success, data } = form.safeParse(valueIn(text))
  if (!success) throw new FolderError(`${path} is damaged, or of another version of Adgraph: begin anew`)
  return data
}

/** Replaces the checkpoint of a folder, as a whole or not at all. What it refers to must be on disk. */
export async function writeCheckpoint(dir: string, checkpoint: Checkpoint): Promise<void> {
  await replaceFile(dir, CHECKPOINT_FILE, JSON.stringify(checkpoint))
}

/** Replaces a file of a folder, as a whole or not at all. */
export async function replaceFile(dir: string, name: string, text: string): Promise<void> {
  const written = join(dir, `${name}.new`)
  await writeFile(written, text, { mode: FILE_MODE, flush: true })
  await rename(written, join(dir, name))
  await syncFolder(dir)
}

/** Puts the names of the files in a folder on disk. */
export async function syncFolder(dir: string): Promise<void> {
  const handle = await open(dir, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
