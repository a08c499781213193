import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isTurnOver, nextTurn } from '../../async/turn.ts'
import { INDEX, openExportRun, positionIn, type ExportOptions, type Position } from './export-run.ts'
import { CHECKPOINT_FILE, replaceFile, writeCheckpoint, type Checkpoint } from './folder/checkpoint.ts'
import { withDisk } from './folder/disk-full.ts'
import { columnsAt, textOf } from './folder/format.ts'
import { filesIn, joinFile, manifestOf, readManifest, type Manifest } from './folder/manifest.ts'
import { FOLDER_MODE, FolderError, ROOT_STREAM } from './folder/segment.ts'
import { destroyIndex } from './folder/written-ids.ts'
import { pathsOf } from './query/list.ts'
import type { ExportQuery, QueryText } from './query/query.ts'
import type { ExportRow } from './walk/harvest.ts'

/** The options of an export into a folder. */
interface IntoFolder extends ExportOptions {
  text: QueryText
  /** Whether it begins anew, whatever the folder holds of an export. */
  restart?: boolean
}

/** The folder in the folder of an export that holds what it needs to go on. */
const WORK_DIR = '.export'

/**
 * Exports a query into a folder, or goes on with an export that has been interrupted there. Returns the manifest. Throws a
 * FolderError if the folder holds something else, an ExportFailure if the export cannot go on, and an AbortError once the
 * signal has ended it.
 */
export async function exportInto(dir: string, options: IntoFolder): Promise<Manifest> {
  return withDisk(async () => {
    const workDir = join(dir, WORK_DIR)
    await mkdir(dir, { recursive: true, mode: FOLDER_MODE })
    if (options.restart) await clear(dir, options.query)
    const position = await positionIn(workDir)
    const run = openExportRun(workDir, options, position)
    if (run.checkpoint.isComplete) return manifestOfAll(dir)
    if (!options.restart && !position.checkpoint) await assertEmpty(dir)
    const { query, text } = options
    await writeSteps(run, query)
    const { checkpoint } = run
    const { files } = await filesIn(checkpoint, query.lists, (name, parts) => joinFile(dir, workDir, name, parts))
    const manifest = manifestOf(checkpoint, query.lists, text, files)
    await replaceFile(dir, 'manifest.json', `${JSON.stringify(manifest, null, 2)}\n`)
    await complete(workDir, checkpoint)
    return manifest
  })
}

/**
 * Exports a query into the parts of files in a folder, or goes on from a position that is kept elsewhere. The parts are the
 * segments of the last checkpoint. Throws as `exportInto` does.
 */
export async function exportParts(workDir: string, options: ExportOptions, position: Position): Promise<void> {
  return withDisk(() => writeSteps(openExportRun(workDir, options, position), options.query))
}

/** The number of rows that are written as one text. */
const PIECE_ROWS = 100

/** Writes the rows of all steps. The heads of all files come with the first step. */
async function writeSteps(
  { segments, steps, checkpoint: { format } }: ReturnType<typeof openExportRun>,
  { lists }: ExportQuery,
): Promise<void> {
  const tables = pathsOf(lists).map((path) => ({ path, columns: columnsAt(path, lists) }))
  for await (const { root, rows } of steps()) {
    if (root) await segments.append(ROOT_STREAM, Buffer.from(`${JSON.stringify(root, null, 2)}\n`))
    for (const { path, columns } of tables) {
      const own = rows.filter(({ list }) => list.path === path)
      for (let at = 0; at === 0 || at < own.length; at += PIECE_ROWS) {
        if (isTurnOver()) await nextTurn()
        const text = textOf(own.slice(at, at + PIECE_ROWS), columns, format, root !== undefined && at === 0)
        await segments.append(path, Buffer.from(text))
      }
    }
  }
}

/** Marks an export as complete, and removes what it needed to go on. */
async function complete(workDir: string, checkpoint: Checkpoint): Promise<void> {
  await writeCheckpoint(workDir, { ...checkpoint, isComplete: true, segments: [] })
  for (const name of await readdir(workDir))
    if (name !== CHECKPOINT_FILE) await rm(join(workDir, name), { recursive: true, force: true })
}

/**
 * Exports a query as rows. The position is kept in the folder about once a second: rows that were given since then are given
 * again after an interruption.
 */
export async function* exportRows(workDir: string, options: ExportOptions): AsyncGenerator<ExportRow, void, undefined> {
  const run = openExportRun(workDir, options, await positionIn(workDir))
  if (run.checkpoint.isComplete) return
  for await (const { rows } of run.steps()) yield* rows
  await complete(workDir, run.checkpoint)
}

/** Refuses a folder with files that no export of ours has written. */
async function assertEmpty(dir: string): Promise<void> {
  const other = (await readdir(dir)).find((name) => name !== WORK_DIR)
  if (other !== undefined)
    throw new FolderError(`The folder has other files, such as ${other}: use an empty or a new folder`)
}

/** The manifest of a complete export. Its parts are gone, so that files that were removed cannot be made again. */
async function manifestOfAll(dir: string): Promise<Manifest> {
  const manifest = await readManifest(dir)
  const names = await readdir(dir)
  if (manifest?.files.every(({ name }) => names.includes(name))) return manifest
  throw new FolderError(
    'The folder had a complete export, and its files are missing: use another folder, or begin anew',
  )
}

/** Removes what this export, or the one before it in this folder, has written. Throws FolderInUse if one is writing there. */
async function clear(dir: string, { lists }: ExportQuery): Promise<void> {
  await destroyIndex(join(dir, WORK_DIR, INDEX))
  const known = await readManifest(dir).catch(() => undefined)
  const earlier = known?.files.map(({ name }) => name).filter((name) => /^\w+(\.\w+)*$/.test(name)) ?? []
  const files = pathsOf(lists).flatMap((path) => [`${path}.ndjson`, `${path}.csv`])
  // First what says that there is an export: without it, nothing goes on with files that are missing.
  for (const name of [WORK_DIR, ...earlier, ...files, 'root.json', 'manifest.json'])
    await rm(join(dir, name), { recursive: true, force: true })
}
