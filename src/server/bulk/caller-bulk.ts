import { GraphQLError } from 'graphql'
import { nextTurn } from '../../async/turn.ts'
import { MAX_UNFINISHED, PlaceFault } from '../../bulk/operation/store.ts'
import { operationOf, type OperationRecord } from '../../bulk/operation/record.ts'
import type { BulkOperation, BulkOperations, BulkQuery } from '../../context.ts'
import { isDeeper, MAX_DEPTH } from '../../json/json.ts'
import { badUserInput, CodedError } from '../../schema/errors.ts'
import type { Caller } from '../auth/caller.ts'
import { checkGivenDocument } from '../document/limits.ts'
import { identityOf, ownerOf } from './owner.ts'
import type { BulkParts, OpenBulk, OpenBulkIfAny, OpenedBulk } from './parts.ts'

/** The maximum length of a query together with its variables, which are kept and shown as long as its files. */
const MAX_CHARACTERS = 100_000

/** The long work of one caller. One is made for each operation of the graph. */
export class CallerBulk implements BulkOperations {
  readonly #parts: BulkParts
  readonly #caller: Caller
  readonly #open: OpenBulk
  readonly #ifAny: OpenBulkIfAny
  #starts = 0

  constructor(parts: BulkParts, caller: Caller, open: OpenBulk, ifAny: OpenBulkIfAny) {
    this.#parts = parts
    this.#caller = caller
    this.#open = open
    this.#ifAny = ifAny
  }

  async start(started: BulkQuery): Promise<BulkOperation> {
    const owner = this.#owner()
    this.#starts += 1
    if (this.#starts > MAX_UNFINISHED)
      throw badUserInput('input', `One operation can start at most ${MAX_UNFINISHED} bulk queries`)
    // Checking a long document takes a turn.
    await nextTurn()
    this.#check(started)
    const opened = await this.#open().catch((error: unknown) => {
      if (!(error instanceof PlaceFault)) throw error
      throw new CodedError(`Long work is not available: ${error.message}`, { code: 'BULK_UNAVAILABLE' })
    })
    try {
      const credentials = await opened.seal(this.#caller)
      const identity = identityOf(this.#caller.credentials)
      const session = this.#caller.session?.id ?? null
      return operationOf(await opened.operations.start({ owner, identity, session, credentials }, started))
    } catch (error) {
      throw withCode(error)
    }
  }

  async cancel(id: string): Promise<BulkOperation | undefined> {
    const own = await this.#own(id)
    return own && operationOf(await own.opened.operations.cancel(own.record))
  }

  async get(id: string): Promise<BulkOperation | undefined> {
    const own = await this.#own(id)
    return own && operationOf(own.record)
  }

  async list(): Promise<readonly BulkOperation[]> {
    const owner = this.#owner()
    const opened = await this.#ifAny()
    return opened ? (await opened.place.store.ofOwner(owner)).map(operationOf) : []
  }

  async #own(id: string): Promise<{ opened: OpenedBulk; record: OperationRecord } | undefined> {
    const owner = this.#owner()
    const opened = await this.#ifAny()
    const record = await opened?.place.store.get(id)
    return opened && record?.owner === owner ? { opened, record } : undefined
  }

  /** Throws if the caller may not call the service. */
  #owner(): string {
    if (this.#caller.refused) throw this.#caller.refused
    return ownerOf(this.#caller, this.#parts.settings.service)
  }

  /** Refuses a document that a request could not have either. */
  #check(started: BulkQuery): void {
    const { trustedDocuments, schema, disclosure } = this.#parts
    const isTrusted = [...trustedDocuments.documents.values()].some(({ document }) => document === started.query)
    if (trustedDocuments.only && !isTrusted)
      throw new CodedError('Only trusted documents are accepted: `query` must be the text of one', {
        code: 'PERSISTED_QUERY_ONLY',
      })
    if (isDeeper(started.variables, MAX_DEPTH))
      throw badUserInput('variables', `\`variables\` are nested more than ${MAX_DEPTH} deep`)
    const { length } = started.query + JSON.stringify(started.variables)
    if (length > MAX_CHARACTERS)
      throw badUserInput(
        'variables',
        `\`query\` and \`variables\` have ${length} characters together; they can have at most ${MAX_CHARACTERS}`,
      )
    try {
      checkGivenDocument(schema, started, disclosure)
    } catch (error) {
      throw withCode(error)
    }
  }
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
