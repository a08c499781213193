import { CRITICAL_ERROR } from '@graphql-tools/executor'
import { GraphQLError, type ExecutionResult } from 'graphql'
import { isAsyncIterable } from 'graphql-yoga'
import { bytesOfError, type FormatError } from '../../execute/response/result.ts'

interface ErrorLimit {
  formatError: FormatError
  /** Called with the estimated number of bytes of each error. When there are too many, it returns what makes the error that says so. */
  onErrorBytes: (bytes: number) => (() => GraphQLError) | undefined
  /** Whether the data stays if there are too many errors. */
  keepsData: boolean
}

/** A whole result, or a part of an incremental one. */
type Part = ExecutionResult & { incremental?: readonly Increment[]; hasNext?: boolean }

type Increment = Pick<ExecutionResult, 'errors'> & { path?: unknown; label?: string; data?: unknown; items?: unknown }

type MaybeParts = ExecutionResult | AsyncIterableIterator<ExecutionResult>

/**
 * Creates the limit of the errors of one operation that another executor executes. Once there are too many, all fields that fail
 * share one error. The result ends with the part in which that happens: its data is null, with that error only. If the data stays,
 * that error follows those before it, and those after it are not reported.
 */
export function createIncrementalErrors({ formatError, onErrorBytes, keepsData }: ErrorLimit) {
  let excess: (() => GraphQLError) | undefined
  /** The error of all fields that fail once there are too many. */
  let shared: GraphQLError | undefined
  let isReported = false
  return { onError, limited }

  /** The error with which a field fails that has failed with this one. */
  function onError(error: GraphQLError): GraphQLError {
    if (shared) return shared
    const formatted = formatError(error)
    excess = onErrorBytes(bytesOfError(formatted))
    if (!excess) return formatted
    // An error with a path is not copied for each field. A critical one makes the data of its part null.
    const extensions = keepsData ? {} : { [CRITICAL_ERROR]: true }
    shared = new GraphQLError('Too many errors', { path: [], extensions })
    return shared
  }

  /** The result as it is sent. */
  function limited(result: MaybeParts): MaybeParts {
    return isAsyncIterable(result) ? upToLast(result, limitedPart) : limitedPart(result)
  }

  function limitedPart(part: Part): Part {
    if (!excess) return part
    const { incremental } = part
    if (keepsData) return { ...upToExcess(part), ...(incremental && { incremental: incremental.map(upToExcess) }) }
    const errors = [excess()]
    const last = 'hasNext' in part && { hasNext: false }
    if (!incremental?.[0]) return { data: null, errors, ...last }
    const { data: _data, items, ...of } = incremental[0]
    return { incremental: [{ ...(items === undefined ? { data: null } : { items: null }), ...of, errors }], ...last }
  }

  /** A part, or one of its increments, with its errors up to the limit. The first one beyond the limit also has the error that says so. */
  function upToExcess<P extends Part | Increment>({ errors, ...part }: P) {
    const own = errors?.filter((error) => error !== shared) ?? []
    const hasMore = !isReported && own.length < (errors?.length ?? 0)
    const all = hasMore && excess ? [...own, excess()] : own
    isReported ||= hasMore
    return { ...part, ...(all.length > 0 && { errors: all }) }
  }
}

async function* upToLast(parts: AsyncIterable<Part>, limitedPart: (part: Part) => Part) {
  for await (const part of parts) {
    const limited = limitedPart(part)
    yield limited
    if (limited.hasNext === false) return
  }
}
