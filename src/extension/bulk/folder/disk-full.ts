import { constants } from 'node:os'
import { getSystemErrorMap } from 'node:util'
import { ExportFailure } from '../walk/trouble.ts'

/** The errors of a disk without space, a spent quota, and a limit of the size of files. */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'] as const

/** The messages of the system for them. */
const MESSAGES = FULL.map((code) => getSystemErrorMap().get(-constants.errno[code])?.[1] ?? code)

/** Whether an error says that nothing more can be written. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && FULL.some((code) => code === error.code)) return true
  // Errors of the index have the reason in their message alone.
  const message = 'code' in error && error.code === 'LEVEL_IO_ERROR' ? error.message.toLowerCase() : ''
  return MESSAGES.some((each) => message.endsWith(each)) || isDiskFull(error.cause)
}

/** What to throw for an error: that the disk is full, if that is the reason. */
export function diskFailureOr(error: unknown): unknown {
  if (!isDiskFull(error)) return error
  return new ExportFailure('DISK_FULL', 'The disk is full: free some space, then go on', { cause: error })
}

/** Does what writes files. Throws an ExportFailure if the disk is full. */
export async function withDisk<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw diskFailureOr(error)
  }
}
