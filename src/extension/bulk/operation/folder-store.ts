import { randomUUID } from 'node:crypto'
import { link, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { limitConcurrency, type RunTask } from '../../../async/promise.ts'
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
import type { ExportError } from '../walk/state.ts'
import {
  isOperation,
  workFolderOf,
  hasEnded,
  RECORD,
  placeFaultOr,
  QUERY_TEXT,
  type OperationFile,
  type OperationHeader,
  type OperationRecord,
  type OperationText,
  MAX_UNFINISHED,
} from './record.ts'

/** What the process has in memory of an operation: not what its caller has sent, nor what was not read for it. */
interface Known {
  /** The number of the last change of its record. */
  revision: number
  header: OperationHeader
  /** The record of an operation that has ended on a full disk. */
  unwritten?: OperationRecord
}

/** Who changes an operation. With a checkpoint, it is durable when the change is, and `stalls` is 0 again. */
interface Holder {
  holder: number
  checkpoint?: Checkpoint | undefined
}

/**
 * The records, the queries and the checkpoints of operations. Everything that a method promises holds for all processes that share
 * the store. Records are values: nobody changes those that are given or returned.
 */
export type OperationStore = ReturnType<typeof openFolderStore>

/**
 * Opens the store of operations in a folder, which several processes can share. Each change of a record is a file with the next number in
 * its name, which one of them alone can make. With a service, other processes share the folder, and operations over another one are
 * left alone. Calls `onFault` once for each operation that cannot be read. Its methods throw a PlaceFault if the folder fails.
 */
export function openFolderStore(
  dir: string,
  service: string | undefined,
  onFault: (id: string, error: unknown) => void,
) {
  const known = new Map<string, Known>()
  const faulty = new Set<string>()
  /** One after the other: a folder that does not answer has one thread of this process. */
  const oneByOne = limitConcurrency(1)
  const inTurn: RunTask = (task) =>
    oneByOne(task).catch((error: unknown) => {
      throw placeFaultOr(error)
    })

  return {
    /** Adds an operation, durably. Returns false, and adds nothing, if its owner has MAX_UNFINISHED that have not ended. */
    create: (record: OperationRecord, text: OperationText): Promise<boolean> =>
      inTurn(async () => {
        if ((await unfinishedOf(record.owner)).length >= MAX_UNFINISHED) return false
        const { id } = record
        try {
          await mkdir(workFolderOf(dir, id), { recursive: true, mode: FOLDER_MODE })
          await replaceFile(workFolderOf(dir, id), QUERY_FILE, JSON.stringify(text))
          await put(id, 1, record)
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
    get: (id: string): Promise<OperationRecord | undefined> =>
      inTurn(async () => (isOperation(id) ? (await read(id))?.record : undefined)),
    /** The query of an operation. Undefined once its files have expired. */
    textOf: (id: string): Promise<OperationText | undefined> =>
      inTurn(async () => (await readJson(join(workFolderOf(dir, id), QUERY_FILE), QUERY_TEXT)) ?? none()),
    /** All operations: for what expires, and to continue after a restart. The first call reads them. */
    all: () => all(inTurn),
    /** All operations as they were seen last, for metrics. */
    seen,
    /**
     * Takes an operation: raises the number of its holder and `stalls` by one. From then on the former holder can change
     * nothing. Returns undefined if there is no such operation, or if it has ended.
     */
    hold: (id: string) =>
      change(id, (found) =>
        hasEnded(found) ? undefined : { ...found, holder: found.holder + 1, stalls: found.stalls + 1 },
      ),
    /**
     * Changes an operation that has not ended; with `holder`, only as long as this is the number of its holder (compare and
     * set). Returns the changed record, or undefined if nothing was changed.
     */
    update: (id: string, changes: Partial<OperationRecord>, as?: Holder) =>
      change(
        id,
        (found) =>
          hasEnded(found) || (as && as.holder !== found.holder)
            ? undefined
            : { ...found, stalls: as?.checkpoint ? 0 : found.stalls, ...changes },
        as?.checkpoint,
      ),
    /** The last checkpoint of an operation. Undefined if it has none. */
    checkpointOf: (id: string): Promise<Checkpoint | undefined> => inTurn(() => checkpointOf(id)),
    /** Sets the files of an operation that has ended without them, or the error that it has none, unless it has expired. */
    settle: (id: string, files: OperationFile[], error?: ExportError) =>
      change(id, (found) =>
        hasEnded(found) && found.status !== 'EXPIRED' && found.files === null
          ? { ...found, files, errors: [...found.errors, ...(error ? [error] : [])] }
          : undefined,
      ),
    /** Marks an operation that has ended as EXPIRED, and forgets its errors and files. Returns undefined if it was marked before. */
    expire: (id: string) =>
      change(id, (found) =>
        hasEnded(found) && found.status !== 'EXPIRED'
          ? { ...found, status: 'EXPIRED', credentials: null, errors: [], files: [] }
          : undefined,
      ),
    /** Forgets an operation. */
    remove: (id: string) => inTurn(() => remove(id)),
  }

  async function all(run: RunTask): Promise<OperationHeader[]> {
    const ids = new Set((await run(() => readdir(dir))).filter(isOperation))
    for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
    for (const id of ids) {
      try {
        await run(async () => {
          // Nobody changes it any more, but to mark that it has expired, which follows from its time.
          if (isSettled(known.get(id)?.header)) return
          const [last] = await numbered(join(dir, id), 'operation')
          if (!last || last.number !== known.get(id)?.revision) await read(id)
        })
      } catch (error) {
        if (!faulty.has(id)) onFault(id, error)
        faulty.add(id)
      }
    }
    return seen()
  }

  function seen(): OperationHeader[] {
    return [...known.values()].map(({ header }) => header).filter(isOurs)
  }

  /** There is nothing in the folder, unless the folder itself is gone: then nobody knows. */
  async function none(): Promise<undefined> {
    await stat(dir)
  }

  /** Other processes read other services. */
  function isOurs(header: OperationHeader): boolean {
    return service === undefined || header.service === service
  }

  async function unfinishedOf(owner: string): Promise<OperationHeader[]> {
    const own = (await all((task) => task())).filter((each) => each.owner === owner && !hasEnded(each))
    return own.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
  }

  /** The record of an operation after its last change, and the number of this. Undefined if there is none. */
  async function read(id: string): Promise<{ revision: number; record: OperationRecord } | undefined> {
    for (;;) {
      const [last] = await numbered(join(dir, id), 'operation')
      if (!last) {
        known.delete(id)
        return none()
      }
      const before = known.get(id)
      const unwritten = before?.revision === last.number ? before.unwritten : undefined
      const record = unwritten ?? (await readJson(join(dir, id, last.file), RECORD))
      // Undefined: it was changed meanwhile.
      if (!record) continue
      const header = headerOf(record)
      known.set(id, { revision: last.number, header, ...(unwritten && { unwritten }) })
      return isOurs(header) ? { revision: last.number, record } : undefined
    }
  }

  /** Changes an operation. Changes nothing if `changed` returns undefined. */
  function change(
    id: string,
    changed: (record: OperationRecord) => OperationRecord | undefined,
    checkpoint?: Checkpoint,
  ): Promise<OperationRecord | undefined> {
    return inTurn(async () => {
      for (;;) {
        const found = await read(id)
        const record = found && changed(found.record)
        if (!record) return undefined
        if (checkpoint) await writeCheckpoint(id, checkpoint)
        else if (isDeepStrictEqual(found.record, record)) return record
        const isMade = await put(id, found.revision + 1, record).catch((error: unknown) => {
          // A full disk does not keep an operation from ending. After a restart it is tried again.
          if (!hasEnded(record) || !isDiskFull(error)) throw error
          known.set(id, { revision: found.revision, header: headerOf(record), unwritten: record })
          return true
        })
        if (isMade) return record
      }
    })
  }

  /** Makes the next change of a record, as a whole or not at all. Returns false if another process has made it. */
  async function put(id: string, revision: number, record: OperationRecord): Promise<boolean> {
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
    known.set(id, { revision, header: headerOf(record) })
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

/** The file with the query of an operation, beside the parts of its files. It is deleted with them. */
const QUERY_FILE = 'query.json'

function headerOf(record: OperationRecord): OperationHeader {
  const { id, owner, identity, service, session, status, createdAt, startedAt, expiresAt } = record
  return {
    id,
    owner,
    identity,
    service,
    session,
    status,
    createdAt,
    startedAt,
    expiresAt,
    waitingUntil: record.progress.waitingUntil,
    hasFiles: record.files !== null,
  }
}

/** Whether an operation has ended, and its files are listed. */
function isSettled(header: OperationHeader | undefined): boolean {
  return header !== undefined && hasEnded(header) && header.hasFiles
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
