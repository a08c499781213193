import type { IncomingMessage } from 'node:http'
import { PlaceFault } from '../../bulk/operation/store.ts'
import type { BulkOperations } from '../../context.ts'
import type { Caller } from '../auth/caller.ts'
import type { UserSession } from '../auth/session.ts'
import type { SlicedResponse } from '../response/sliced-response.ts'
import { CallerBulk } from './caller-bulk.ts'
import type { BulkParts, OpenedBulk } from './parts.ts'

export type { BulkSettings } from './parts.ts'

/** The long work of a server. Nothing of it is loaded before it is used. */
export interface Bulk {
  of(caller: Caller): BulkOperations
  /** Answers a request for a file. */
  answer(request: IncomingMessage, response: SlicedResponse): Promise<void>
  /** Ends the operations of a session, or all of its user if the token is revoked. */
  signedOut(session: UserSession, isRevoked: boolean): Promise<void>
  /** Goes on with the operations of a process before this one. */
  resume(): Promise<void>
  /** Interrupts the operations that run here, and resolves when they have kept their positions. */
  close(): Promise<void>
}

/** Creates the long work of a server. */
export function createBulk(parts: BulkParts): Bulk {
  const { settings, log } = parts
  let opening: Promise<OpenedBulk> | undefined
  let isClosed = false

  const resume = async () => {
    if (isClosed || (!opening && !(await settings.hasOperations()))) return
    await open().catch((err: unknown) => log.error({ err }, 'long work cannot go on'))
  }
  settings.onOpened?.(() => void open().catch(() => undefined))

  return {
    of: (caller) => new CallerBulk(parts, caller, open, ifAny),
    async answer(request, response) {
      const { answerFile } = await import('./file.ts')
      await answerFile(parts, ifAny, request, response)
    },
    async signedOut(session, isRevoked) {
      await (await ifAny())?.signedOut(session, isRevoked)
    },
    resume,
    async close() {
      isClosed = true
      await (await opening?.catch(() => undefined))?.close()
    },
  }

  function open(): Promise<OpenedBulk> {
    if (isClosed) return Promise.reject(new PlaceFault('the server stops'))
    opening ??= import('./open.ts')
      .then(({ openBulk }) => openBulk(parts))
      .catch((error: unknown) => {
        // The next one tries again: the folder may have been made writable.
        opening = undefined
        throw error
      })
    return opening
  }

  /** Opens it if there are operations. Undefined if there are none, or if they cannot be read. */
  async function ifAny(): Promise<OpenedBulk | undefined> {
    if (!opening && !(await settings.hasOperations())) return undefined
    return open().catch((err: unknown) => {
      log.error({ err }, 'long work cannot be read')
      return undefined
    })
  }
}
