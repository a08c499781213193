import { lstat, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ClassicLevel } from 'classic-level'
import { FOLDER_MODE } from '../folder/segment.ts'
import { isLocked } from '../folder/written-ids.ts'
import { openFolderStore } from './folder-store.ts'
import { temporaryFolder, userId } from './folder.ts'
import { createLocalQueue } from './local-queue.ts'
import type { OperationPlace } from './operations.ts'
import { hasEnded } from './record.ts'
import { PlaceFault, unwritable } from './store.ts'

/** The file that a process locks while it has the operations of a folder. */
const LOCK = 'lock'

/**
 * Opens the operations in a folder for this process alone, and adds those that have not ended to the queue. Without a folder,
 * a temporary one. Throws a PlaceFault if that is not possible.
 */
export async function openLocalPlace(
  given: string | undefined,
  service: string,
  onFault: (id: string, error: unknown) => void,
): Promise<OperationPlace> {
  const { dir, close } = await lockFolder(given, service)
  const store = await openFolderStore(dir, onFault)
  const queue = createLocalQueue()
  const unfinished = (await store.all()).filter((record) => !hasEnded(record))
  for (const { id } of unfinished.toSorted((a, b) => a.createdAt - b.createdAt)) await queue.add(id)
  return { dir, store, queue, close }
}

async function lockFolder(given: string | undefined, service: string): Promise<Pick<OperationPlace, 'dir' | 'close'>> {
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
    throw new PlaceFault('BULK_DIR is used by another process: without REDIS_URL, each needs a folder of its own')
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
