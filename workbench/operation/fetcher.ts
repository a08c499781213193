import { createGraphiQLFetcher, type Fetcher, type FetcherOpts, type FetcherParams } from '@graphiql/toolkit'
import { GraphQLError, type ExecutionResult } from 'graphql'
import { startRun } from './run.ts'

/** The URL that operations are sent to: the path of the page. */
export const ENDPOINT = location.pathname

/** What an answer was over HTTP. */
export interface Exchange {
  status: number
  /** The time until its last byte, in milliseconds. */
  durationMs: number
  /** The size of its body, not compressed. */
  bytes: number
}

let exchange: Exchange | undefined

/** What the last complete answer was over HTTP. Undefined if it was taken before, or if there was no answer. */
export function takeExchange(): Exchange | undefined {
  const taken = exchange
  exchange = undefined
  return taken
}

/** Sends operations to the graph. A network failure is returned as an error of the response, without a stack trace. */
export const fetcher: Fetcher = (params, options) => {
  const { query, variables, operationName } = params
  const recordStop = startRun({
    query,
    variables: { ...variables },
    operationName: operationName ?? undefined,
    headers: { ...options?.headers },
  })
  const abort = new AbortController()
  const responses = responsesTo(params, options, abort.signal)
  // GraphiQL calls it to stop the run. That of a generator waits for the response.
  responses.return = () => {
    abort.abort()
    recordStop()
    return Promise.resolve({ done: true, value: undefined })
  }
  return responses
}

async function* responsesTo(
  params: FetcherParams,
  options: FetcherOpts | undefined,
  signal: AbortSignal,
): AsyncGenerator<ExecutionResult, void> {
  const send = createGraphiQLFetcher({
    url: ENDPOINT,
    // Every response contains the plan of its operation and the calls that were made.
    headers: { 'x-upstream-plan': '1', 'x-upstream-trace': '1' },
    fetch: (input, init) => measuredFetch(input, { ...init, signal }),
    enableIncrementalDelivery: false,
  })
  try {
    yield (await send(params, options)) as ExecutionResult
  } catch (error) {
    if (!signal.aborted) yield { errors: [new GraphQLError(`No GraphQL response: ${(error as Error).message}`)] }
  }
}

async function measuredFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const startedAt = performance.now()
  const response = await fetch(input, init)
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
      exchange = { status, durationMs: performance.now() - startedAt, bytes }
    },
  })
  return new Response(response.body?.pipeThrough(measure), response)
}
