import type { IncomingMessage } from 'node:http'
import { PlaceFault } from '../../bulk/operation/store.ts'
import type { BulkOperations } from '../../context.ts'
import type { Caller } from '../auth/caller.ts'
import type { UserSession } from '../auth/session.ts'
import type { CountedResponse } from '../response/counted-response.ts'
import { createCallerBulk } from './caller-bulk.ts'
import type { BulkParts, OpenedBulk } from './parts.ts'

export type { BulkSettings } from './parts.ts'

/** Creates the long work of a server. Nothing of it is loaded before it is used. */
export function createBulk(parts: BulkParts) {
  const { settings, log } = parts
  let opening: Promise<OpenedBulk> | undefined
  let isClosed = false

  return {
    of: (caller: Caller): BulkOperations => createCallerBulk(parts, caller, open, ifAny),
    /** Answers a request for a file. */
    answer: async (request: IncomingMessage, response: CountedResponse) => {
      const { answerFile } = await import('./file.ts')
      await answerFile(parts, ifAny, request, response)
    },
    /** Ends the operations of a session, or all of its user if the token is revoked. */
    signedOut: async (session: UserSession, isRevoked: boolean) => {
      await (await ifAny())?.signedOut(session, isRevoked)
    },
    /** Goes on with the operations of a process before this one. */
    async resume() {
      if (isClosed || (!opening && !(await settings.hasOperations()))) return
      await open().catch((err: unknown) => log.error({ err }, 'long work cannot go on'))
    },
    /** Interrupts the operations that run here, and resolves when they have kept their positions. */
    async interrupt() {
      isClosed = true
      await (await opening?.catch(() => undefined))?.operations.close()
    },
    /** Closes the place of the operations. Requests that are still answered need it. */
    async close() {
      await (await opening?.catch(() => undefined))?.place.close()
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
