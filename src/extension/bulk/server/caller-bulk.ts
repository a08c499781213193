import { hash } from 'node:crypto'
import { GraphQLError } from 'graphql'
import { NO_MEMORY, type MemoryReservation } from '../../../async/memory.ts'
import { answering, lazily, limitConcurrency } from '../../../async/promise.ts'
import { nextTurn } from '../../../async/turn.ts'
import { isDeeper, MAX_DEPTH } from '../../../json/json.ts'
import { credentialKey, type Credentials } from '../../../rest/wire/sign.ts'
import { badUserInput, CodedError } from '../../../schema/errors.ts'
import { overloadedError } from '../../../server/admission/admission.ts'
import type { Caller } from '../../../server/auth/callers.ts'
import type { UserSession } from '../../../server/auth/user-session.ts'
import { checkGivenDocument } from '../../../server/document/limits.ts'
import type { ServerParts } from '../../../server/extension.ts'
import type { BulkOperation, BulkOperations, BulkQuery, BulkText } from '../bulk-operation.ts'
import type { OperationPlace, Operations } from '../operation/operations.ts'
import {
  MAX_UNFINISHED,
  newestFirst,
  PlaceFault,
  operationOf,
  type OperationHeader,
  type OperationRecord,
} from '../operation/record.ts'
import type { RunOptions } from '../operation/run.ts'

/** How long work is kept and run. */
export interface BulkSettings extends Pick<RunOptions, 'service' | 'maxAgeMs'> {
  /** The number of operations that run in this process at the same time. */
  slots: number
  /** The share of a rate limit that an operation takes while others use it. */
  share: number
  /** Opens the place of operations. Throws a PlaceFault with the reason if there is none. */
  openPlace: (onFault: (id: string, error: unknown) => void) => Promise<OperationPlace>
  /** Whether there are operations of another process, or of one before this. */
  hasOperations: () => Promise<boolean>
  timing?: Pick<RunOptions, 'checkpointMs' | 'maxOutageMs' | 'maxHeldWaitMs' | 'maxRows'>
}

/** What the operations of long work need of a server, or of a worker. */
export interface OperationParts extends Pick<
  ServerParts,
  'client' | 'store' | 'referenceStore' | 'schema' | 'log' | 'access' | 'signIn' | 'metrics' | 'memory'
> {
  settings: BulkSettings
}

/** The parts of a server that long work needs. */
export interface BulkParts extends ServerParts {
  settings: BulkSettings
}

/** Long work that is in use. */
export interface OpenedBulk {
  place: OperationPlace
  operations: Operations
  /** The sealed credentials of a caller, for an operation. Null if they are the server's own. */
  seal(caller: Caller): Promise<string | null>
  /** Ends the operations of a session, or all of its user if the token is revoked. */
  signedOut(session: UserSession, isRevoked: boolean): Promise<void>
}

/** Opens the long work of a server, once. Rejects with a PlaceFault if it cannot be kept. */
type OpenBulk = () => Promise<OpenedBulk>

/** Opens it if there is any. Resolves with undefined otherwise, or if it cannot be read. */
export type OpenBulkIfAny = () => Promise<OpenedBulk | undefined>

/** The maximum length of a query together with its variables, which are kept and shown as long as its files. */
const MAX_CHARACTERS = 100_000

/**
 * How long a caller waits for a folder that does not answer, such as a folder on a file server that is down. A start takes some thirty
 * operations on files: in a process that is busy with long work, that is some seconds.
 */
const MAX_WAIT_MS = 15_000

/** Small values take more memory than their text. */
const BYTES_PER_CHARACTER = 8

/** The result of work on the folder. Throws BULK_UNAVAILABLE if the folder fails, or does not answer, after a call of `onLate`. */
export async function inTime<T>(work: Promise<T>, onLate?: () => void): Promise<T> {
  const unavailable = (reason: string) =>
    new CodedError(`Long work is not available: ${reason}`, { code: 'BULK_UNAVAILABLE' })
  const translated = work.catch((error: unknown) => {
    throw error instanceof PlaceFault ? unavailable(error.message) : error
  })
  return answering(translated, MAX_WAIT_MS, () => {
    onLate?.()
    throw unavailable('BULK_DIR does not answer')
  })
}

/** The long work of one caller, for an operation of the graph, which has what it reads in its part of the memory. */
export function createCallerBulk(
  parts: BulkParts,
  caller: Caller,
  memory: MemoryReservation | undefined,
  open: OpenBulk,
  ifAny: OpenBulkIfAny,
): BulkOperations {
  let starts = 0
  /** What was read before is counted before more is read. */
  const inTurn = limitConcurrency(1)
  /** What several fields show is read once. */
  const operations = new Map<string, Promise<BulkOperation | undefined>>()
  const headers = lazily(() => inTime(ownHeaders()))

  return {
    async start(started) {
      const owner = ownOwner()
      starts += 1
      if (starts > MAX_UNFINISHED)
        throw badUserInput('input', `One operation can start at most ${MAX_UNFINISHED} bulk queries`)
      // Checking a long document takes a turn.
      await nextTurn()
      try {
        check(parts, started)
        const late = new AbortController()
        return await inTime(startOwn(owner, started, late.signal), () => late.abort())
      } catch (error) {
        throw withCode(error)
      }
    },
    async cancel(id) {
      const owner = ownOwner()
      return inTime(cancelOwn(owner, id))
    },
    get,
    async list() {
      const read = (await headers()).map(async ({ id }) => get(id))
      return (await Promise.all(read)).filter((operation) => operation !== undefined)
    },
  }

  async function startOwn(owner: string, started: BulkQuery, late: AbortSignal): Promise<BulkOperation> {
    const opened = await open()
    const credentials = await opened.seal(caller)
    const identity = identityOf(caller.credentials)
    const session = caller.session?.id ?? null
    const record = await opened.operations.start({ owner, identity, session, credentials }, started, late)
    return operationOf(record, async () => started)
  }

  async function cancelOwn(owner: string, id: string): Promise<BulkOperation | undefined> {
    const opened = await ifAny()
    const record = await opened?.place.store.get(id)
    if (!opened || record?.owner !== owner) return undefined
    return shown(opened, await opened.operations.cancel(record))
  }

  async function get(id: string): Promise<BulkOperation | undefined> {
    const owner = ownOwner()
    let operation = operations.get(id)
    if (!operation) {
      operation = counted(async () => {
        const opened = await ifAny()
        const record = await opened?.place.store.get(id)
        return opened && record?.owner === owner ? shown(opened, record) : undefined
      })
      operations.set(id, operation)
    }
    return operation
  }

  /** Newest first. */
  async function ownHeaders(): Promise<OperationHeader[]> {
    const owner = ownOwner()
    const opened = await ifAny()
    const all = (await opened?.place.store.all()) ?? []
    return all.filter((each) => each.owner === owner).toSorted(newestFirst)
  }

  function shown({ place }: OpenedBulk, record: OperationRecord): BulkOperation {
    const text = lazily(() => counted(async () => (await place.store.textOf(record.id)) ?? NO_TEXT))
    return operationOf(record, text)
  }

  /** Reads something once the operation may have it in memory. */
  function counted<T>(read: () => Promise<T>): Promise<T> {
    return inTurn(async () => {
      if (memory && !(await memory.room('rows'))) throw overloadedError(NO_MEMORY)
      const value = await inTime(read())
      memory?.add((JSON.stringify(value) ?? '').length * BYTES_PER_CHARACTER)
      return value
    })
  }

  /** Throws if the caller may not call the service. */
  function ownOwner(): string {
    if (caller.refused) throw caller.refused
    return ownerOf(caller, parts.settings.service)
  }
}

/** The text of a query that was deleted with its files. */
const NO_TEXT: BulkText = { query: '', operationName: null, variables: {} }

/** Refuses a document that a request could not have either. */
function check({ trustedDocuments, schema, introspection }: BulkParts, started: BulkQuery): void {
  const { query, variables } = started
  const isTrusted = [...trustedDocuments.documents.values()].some(({ document }) => document === query)
  if (trustedDocuments.only && !isTrusted)
    throw new CodedError('Only trusted documents are accepted: `query` must be the text of one', {
      code: 'PERSISTED_QUERY_ONLY',
    })
  if (isDeeper(variables, MAX_DEPTH))
    throw badUserInput('variables', `\`variables\` are nested more than ${MAX_DEPTH} deep`)
  const { length } = query + JSON.stringify(variables)
  if (length > MAX_CHARACTERS)
    throw badUserInput(
      'variables',
      `\`query\` and \`variables\` have ${length} characters together; they can have at most ${MAX_CHARACTERS}`,
    )
  checkGivenDocument(schema, started, introspection)
}

/** An error of GraphQL as one of the argument: it is not about the operation that is executed. */
function withCode(error: unknown): unknown {
  if (!(error instanceof GraphQLError)) return error
  const { message, locations, extensions } = error
  if (extensions['code'] !== undefined) return new CodedError(message, extensions)
  const [at] = locations ?? []
  const place = at ? ` (line ${at.line}, column ${at.column} of the query)` : ''
  return new CodedError(message + place, { code: 'BAD_USER_INPUT', field: 'query' })
}

/** A hash that identifies the caller of operations over a service. A user is the same caller after signing in again. */
export function ownerOf(
  { key, credentials, session }: Pick<Caller, 'key' | 'credentials' | 'session'>,
  service: string,
): string {
  if (session) return hashOf(['user', service, credentials.consumerKey, session.userId])
  return hashOf(['caller', service, key, credentialKey(credentials)])
}

/** A hash that identifies the user on whose behalf an operation reads. */
export function identityOf(credentials: Credentials): string {
  return hashOf(['identity', credentialKey(credentials)])
}

function hashOf(parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url')
}
