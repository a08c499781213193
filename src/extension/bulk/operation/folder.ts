import { hash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const NAME = /^[\da-f-]{36}$/

/** Whether a name in the folder of all operations is that of an operation. */
export function isOperation(name: string): boolean {
  return NAME.test(name)
}

/** The folder with the checkpoint and the parts of files, in that of an operation, which has its ID as name. */
export function workFolderOf(dir: string, id: string): string {
  return join(dir, id, 'work')
}

/** The folder of operations over a service if none is set: the same after a restart. */
export function temporaryFolder(service: string): string {
  const name = hash('sha256', service, 'hex').slice(0, 12)
  return join(tmpdir(), `adgraph-bulk-${userId()}-${name}`)
}

/** The ID of the user that this process runs as, who need not have an entry in the user database. -1 on Windows, as in `os.userInfo`. */
export function userId(): number {
  return process.getuid?.() ?? -1
}

/** Whether a folder has operations, of this process or of one before it. */
export async function hasOperations(dir: string): Promise<boolean> {
  const names = await readdir(dir).catch((): string[] => [])
  return names.some(isOperation)
}
