import { GraphQLError } from 'graphql'
import { nextTurn } from '../../../async/turn.ts'
import { MAX_UNFINISHED, PlaceFault } from '../operation/store.ts'
import { operationOf, type OperationRecord } from '../operation/record.ts'
import type { BulkOperations, BulkQuery } from '../bulk-operation.ts'
import { isDeeper, MAX_DEPTH } from '../../../json/json.ts'
import { badUserInput, CodedError } from '../../../schema/errors.ts'
import type { Caller } from '../../../server/auth/caller.ts'
import { checkGivenDocument } from '../../../server/document/limits.ts'
import { identityOf, ownerOf } from './owner.ts'
import type { BulkParts, OpenBulk, OpenBulkIfAny } from './parts.ts'

/** The maximum length of a query together with its variables, which are kept and shown as long as its files. */
const MAX_CHARACTERS = 100_000

/** The long work of one caller. It is created for each operation of the graph. */
export function createCallerBulk(
  parts: BulkParts,
  caller: Caller,
  open: OpenBulk,
  ifAny: OpenBulkIfAny,
): BulkOperations {
  let starts = 0

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
        const opened = await open().catch((error: unknown) => {
          if (!(error instanceof PlaceFault)) throw error
          throw new CodedError(`Long work is not available: ${error.message}`, { code: 'BULK_UNAVAILABLE' })
        })
        const credentials = await opened.seal(caller)
        const identity = identityOf(caller.credentials)
        const session = caller.session?.id ?? null
        return operationOf(await opened.operations.start({ owner, identity, session, credentials }, started))
      } catch (error) {
        throw withCode(error)
      }
    },
    async cancel(id) {
      const record = await ownRecord(id)
      const opened = record && (await ifAny())
      return opened && operationOf(await opened.operations.cancel(record))
    },
    async get(id) {
      const record = await ownRecord(id)
      return record && operationOf(record)
    },
    async list() {
      const owner = ownOwner()
      const opened = await ifAny()
      return ((await opened?.place.store.ofOwner(owner)) ?? []).map(operationOf)
    },
  }

  async function ownRecord(id: string): Promise<OperationRecord | undefined> {
    const owner = ownOwner()
    const opened = await ifAny()
    const record = await opened?.place.store.get(id)
    return record?.owner === owner ? record : undefined
  }

  /** Throws if the caller may not call the service. */
  function ownOwner(): string {
    if (caller.refused) throw caller.refused
    return ownerOf(caller, parts.settings.service)
  }
}

/** Refuses a document that a request could not have either. */
function check({ trustedDocuments, schema, disclosure }: BulkParts, started: BulkQuery): void {
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
  checkGivenDocument(schema, started, disclosure)
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
