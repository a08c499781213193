import { lstat, mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ClassicLevel } from 'classic-level'
import { createMemoryStore } from '../../../state/memory.ts'
import { FOLDER_MODE } from '../folder/folder.ts'
import { isLocked } from '../folder/written-ids.ts'
import { openFolderStore } from './folder-store.ts'
import type { OperationPlace } from './operations.ts'
import { createQueue, type Turns } from './queue.ts'
import { temporaryFolder, userId, PlaceFault, unwritable } from './record.ts'

interface PlaceOptions {
  /** The folder. Defaults to a temporary one. */
  dir: string | undefined
  /** The service. Processes leave operations over other services alone. */
  service: string
  /** How processes that share the folder take turns. Undefined: this process alone uses it. */
  shared: Turns | undefined
  onFault: (id: string, error: unknown) => void
}

/** The file that a process locks while it alone has the operations of a folder. */
const LOCK = 'lock'

/** Opens the operations in a folder. Throws a PlaceFault if that is not possible. */
export async function openPlace({ dir: given, service, shared, onFault }: PlaceOptions): Promise<OperationPlace> {
  const { dir, close } = await (shared ? sharedFolder(given) : ownFolder(given, service))
  const store = openFolderStore(dir, shared && service, onFault)
  const queue = createQueue({ store, turns: shared ?? createMemoryStore(), onFault })
  return { dir, store, queue, close }
}

async function sharedFolder(dir: string | undefined): Promise<Pick<OperationPlace, 'dir' | 'close'>> {
  if (dir === undefined)
    throw new PlaceFault('with REDIS_URL, BULK_DIR must be a folder on a volume that all instances share')
  try {
    await mkdir(dir, { recursive: true, mode: FOLDER_MODE })
    await rmdir(await mkdtemp(join(dir, 'probe-')))
    return { dir, close: async () => {} }
  } catch (error) {
    throw unwritable(error)
  }
}

async function ownFolder(given: string | undefined, service: string): Promise<Pick<OperationPlace, 'dir' | 'close'>> {
  const dir = given ?? temporaryFolder(service)
  try {
    await mkdir(dir, { recursive: true, mode: FOLDER_MODE })
    if (given === undefined) await assertOwn(dir)
    const lock = new ClassicLevel(join(dir, LOCK))
    await lock.open()
    return { dir, close: () => lock.close() }
  } catch (error) {
    if (!isLocked(error)) throw unwritable(error)
  }
  if (given !== undefined)
    throw new PlaceFault('BULK_DIR is used by another process: without REDIS_URL, each process needs its own folder')
  // Another server of the same user, which has the usual folder.
  const other = await mkdtemp(`${dir}-`)
  return {
    dir: other,
    // No later process would look for it. What cannot be removed must not keep the server from stopping.
    close: () => rm(other, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined),
  }
}

/** Refuses a folder that another user of this machine may have made. */
async function assertOwn(dir: string): Promise<void> {
  const { uid, mode } = await lstat(dir)
  if (uid !== userId() || (mode & 0o077) !== 0) throw Object.assign(new Error(dir), { code: 'EACCES' })
}
