import { createGraphiQLFetcher, type Fetcher, type FetcherOpts, type FetcherParams } from '@graphiql/toolkit'
import { GraphQLError, type ExecutionResult } from 'graphql'
import { withWrites } from './mutation.ts'
import { startRun, type Exchange } from './run.ts'
import { send as sendRequest } from './token.ts'

/** The URL that operations are sent to: the path of the page. */
export const ENDPOINT = location.pathname

/** What the last answer was over HTTP, until it is taken. */
let measured: Omit<Exchange, 'extensions'> | undefined

let isWriteNext = false

/** Lets the next run write: it sends the text of the editors with `validateOnly: false`. */
export function writeNext(): void {
  isWriteNext = true
}

/** Sends operations to the graph. A network failure is returned as an error of the response, without a stack trace. */
export const fetcher: Fetcher = (params, options) => {
  const { query, variables, operationName } = params
  const isWrite = isWriteNext
  isWriteNext = false
  const recordEnd = startRun({
    query,
    variables: { ...variables },
    operationName: operationName ?? undefined,
    headers: { ...options?.headers },
    isWrite,
  })
  const abort = new AbortController()
  const sent = isWrite ? { ...params, ...withWrites({ query, variables: { ...variables } }) } : params
  const responses = responsesTo(sent, options, abort.signal, (exchange) => recordEnd({ exchange }))
  // GraphiQL calls it to stop the run. That of a generator waits for the response.
  responses.return = () => {
    abort.abort()
    recordEnd({ isStopped: true })
    return Promise.resolve({ done: true, value: undefined })
  }
  return responses
}

async function* responsesTo(
  params: FetcherParams,
  options: FetcherOpts | undefined,
  signal: AbortSignal,
  onAnswer: (exchange: Exchange) => void,
): AsyncGenerator<ExecutionResult, void> {
  const send = createGraphiQLFetcher({
    url: ENDPOINT,
    // Every response contains the plan of its operation and the calls that were made.
    headers: { 'x-upstream-plan': '1', 'x-upstream-trace': '1' },
    fetch: (input, init) => measuredFetch(input, { ...init, signal }),
    enableIncrementalDelivery: false,
  })
  try {
    const { extensions, ...shown } = (await send(params, options)) as ExecutionResult
    if (measured) onAnswer({ ...measured, extensions })
    measured = undefined
    yield shown
  } catch (error) {
    if (!signal.aborted) yield { errors: [new GraphQLError(`No GraphQL response: ${(error as Error).message}`)] }
  }
}

async function measuredFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const startedAt = performance.now()
  const response = await sendRequest(input, init ?? {})
  const { status } = response
  const type = response.headers.get('content-type') ?? 'no content type'
  // A proxy answers with pages.
  if (!type.includes('json')) throw new Error(`status ${status}, ${type}`)
  let bytes = 0
  const measure = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      controller.enqueue(chunk)
    },
    flush() {
      measured = { status, durationMs: performance.now() - startedAt, bytes }
    },
  })
  return new Response(response.body?.pipeThrough(measure), response)
}
