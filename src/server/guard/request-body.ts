import { isUtf8 } from 'node:buffer'
import { StringDecoder } from 'node:string_decoder'
import type { GraphQLError } from 'graphql'
import { NO_MEMORY, type MemoryReservation } from '../../async/memory.ts'
import { type MaybePromise, when } from '../../async/promise.ts'
import { inTurns, isTurnOver, nextTurn } from '../../async/turn.ts'
import { countJson, type JsonCounts } from '../../json/count.ts'
import { isObject } from '../../json/object.ts'
import { type RequestContext, overloadedError } from '../admission/admission.ts'
import type { RequestParams } from '../document/trusted-documents.ts'
import { refusal } from '../http/refusal.ts'
import { type IncomingRequest, urlOf } from '../http/request.ts'

/** The maximum length of a request body, the maximum duration of its arrival, and the maximum counts of its values. */
interface BodyLimits {
  maxBytes: number
  withinMs: number
  maxCounts?: JsonCounts
}

/**
 * The maximum counts of a body. Parsing two million values takes seconds, and each shape some microseconds. An upload of
 * 5,000,000 bytes has no more of them.
 */
const MAX_COUNTS: JsonCounts = { values: 500_000, shapes: 10_000 }

/** The memory that one value takes at most: an empty object, three bytes of JSON, takes 56 bytes. */
const BYTES_PER_VALUE = 64

/** A body is held as text, and again as the values that are parsed from it. */
const COPIES = 2

/** The chunks that are received before the turn is looked at. */
const CHUNKS_AT_ONCE = 256

/** Values are counted only in longer bodies. */
const SMALL_BODY_BYTES = 8_192

/** The refusal of a body by the head of its request, before any of it is read. Undefined if nothing is wrong with it. */
export function bodyRefusal({ method, headers }: IncomingRequest, maxBytes: number): GraphQLError | undefined {
  if (Number(headers['content-length']) > maxBytes) return tooLarge()
  const encoding = headers['content-encoding'] || 'identity'
  // Node.js leaves other transfer codings in the body.
  const coding = headers['transfer-encoding'] ?? 'chunked'
  if (method !== 'POST' || (encoding.toLowerCase() === 'identity' && coding.toLowerCase() === 'chunked'))
    return undefined
  return refusal('UNSUPPORTED_MEDIA_TYPE', 415, 'The body must not be compressed', { 'accept-encoding': 'identity' })
}

/**
 * Reads the GraphQL parameters in the body of a request. A body with more bytes or values than allowed is refused with 413 and
 * REQUEST_ENTITY_TOO_LARGE; if there is no memory for it, with 503 and OVERLOADED; one that has not arrived within `withinMs`, with
 * 408, and its connection is closed; one that is not UTF-8, with 400.
 */
export function readParams(arrival: Arrival, limits: BodyLimits): Promise<RequestParams> {
  return readBody(arrival, limits).then((chunks) =>
    when(textOf(chunks, arrival, limits), (text) => {
      const params = paramsIn(text)
      // What checks its values has another turn than what has parsed them.
      return text.length > SMALL_BODY_BYTES && isTurnOver() ? nextTurn().then(() => params) : params
    }),
  )
}

/** The request, and the memory that its body takes. */
type Arrival = Pick<RequestContext, 'req' | 'res' | 'reservation'>

/** Reads the body of a request as text. Throws the refusal of one that breaks a limit or is not UTF-8. */
export function readText(arrival: Arrival, limits: BodyLimits): Promise<string> {
  return readBody(arrival, limits).then((chunks) => textOf(chunks, arrival, limits))
}

/** The text of a body. A promise if it is long, or has several chunks. */
function textOf(chunks: readonly Buffer[], arrival: Arrival, limits: BodyLimits): MaybePromise<string> {
  const [first] = chunks
  return when(first && chunks.length === 1 ? first.toString('utf8') : decoded(chunks), (text) => {
    // Invalid bytes are decoded as U+FFFD. A valid body can contain this character too.
    if (text.includes('\ufffd') && !isUtf8(Buffer.concat(chunks)))
      throw refusal('BAD_REQUEST', 400, 'The body is not valid UTF-8')
    if (text.length > SMALL_BODY_BYTES) return countedText(text, arrival.reservation, limits.maxCounts)
    arrival.reservation.complete('body')
    return text
  })
}

/** Refuses a text with too many values, and reserves memory for those that it has. */
async function countedText(text: string, reservation: MemoryReservation, max = MAX_COUNTS): Promise<string> {
  const { values, shapes } = await inTurns(countJson(text, max))
  if (values > max.values) throw tooLarge(`The request body has more than ${max.values} values`)
  if (shapes > max.shapes) throw tooLarge(`The request body has more than ${max.shapes} different members of objects`)
  reservation.add(values * BYTES_PER_VALUE)
  if (!(await reservation.room('body'))) throw overloadedError(NO_MEMORY)
  // What follows takes long too: each such request has a turn for it.
  if (isTurnOver()) await nextTurn()
  reservation.complete('body')
  return text
}

/** The text of several chunks. Each is decoded in a turn. */
async function decoded(chunks: readonly Buffer[]): Promise<string> {
  const decoder = new StringDecoder('utf8')
  let text = ''
  for (const chunk of chunks) {
    if (isTurnOver()) await nextTurn()
    text += decoder.write(chunk)
  }
  return text + decoder.end()
}

/** Reads the chunks of the body of a request. After a refusal the rest is read and discarded. */
function readBody(arrival: Arrival, limits: BodyLimits): Promise<Buffer[]> {
  return arrival.req.complete ? readArrived(arrival, limits) : readArriving(arrival, limits)
}

/** Reads a body that has arrived before it is read, as most do: it needs no listeners and no timer. */
async function readArrived({ req: request, reservation }: Arrival, { maxBytes }: BodyLimits): Promise<Buffer[]> {
  if (request.destroyed) throw brokenOff()
  const body = request.read()
  if (!body) return []
  if (body.length > maxBytes) throw tooLarge()
  reservation.add(body.length * COPIES)
  if (!(await reservation.room('body'))) throw overloadedError(NO_MEMORY)
  return [body]
}

function readArriving(
  { req: request, res: response, reservation }: Arrival,
  { maxBytes, withinMs }: BodyLimits,
): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const timer = setTimeout(() => {
      // The rest of the body would be read as the next request.
      response.setHeader('connection', 'close')
      refuse(refusal('REQUEST_TIMEOUT', 408, `The request did not arrive within ${withinMs} ms`))
    }, withinMs)
    let bytes = 0
    let count = 0
    /** The waits, for memory or the next turn, that must be over before more is received. */
    let waits = 0
    let isRefused = false
    if (request.destroyed) return refuse(brokenOff())
    request.on('data', (chunk: Buffer) => {
      count += 1
      // Megabytes of short chunks take long to receive, also after a refusal.
      if (count % CHUNKS_AT_ONCE === 0 && isTurnOver()) waitFor(nextTurn().then(() => true))
      if (isRefused) return
      bytes += chunk.length
      if (bytes > maxBytes) return refuse(tooLarge())
      chunks.push(chunk)
      reservation.add(chunk.length * COPIES)
      const room = reservation.room('body')
      if (room !== true) waitFor(room)
    })
    request.once('end', () => {
      clearTimeout(timer)
      // This listener lives as long as the request, to which the last response of a connection refers.
      resolve(chunks.splice(0))
    })
    request.once('error', () => refuse(brokenOff()))

    function refuse(error: GraphQLError): void {
      isRefused = true
      clearTimeout(timer)
      chunks.length = 0
      reject(error)
    }

    function waitFor(room: false | Promise<boolean>): void {
      request.pause()
      waits += 1
      void Promise.resolve(room).then((hasRoom) => {
        waits -= 1
        if (!hasRoom) refuse(overloadedError(NO_MEMORY))
        if (waits === 0) request.resume()
      })
    }
  })
}

function brokenOff(): GraphQLError {
  return refusal('BAD_REQUEST', 400, 'The connection was closed before the body was complete')
}

/** The GraphQL parameters in a body. Other members are ignored, as the GraphQL over HTTP specification requires. */
function paramsIn(text: string): RequestParams {
  const body = jsonIn(text, 'The body')
  if (!isObject(body))
    throw refusal(
      'BAD_REQUEST',
      400,
      'The body must be a JSON object; several operations in one request are not supported',
    )
  return checkedParams(body)
}

/** The GraphQL parameters in the URL of a request. An empty one counts as left out. */
export function paramsInUrl(request: IncomingRequest): RequestParams {
  const { searchParams } = urlOf(request)
  const textOf = (name: string) => searchParams.get(name) || undefined
  const valueOf = (name: string) => jsonIn(textOf(name) ?? '{}', `The parameter ${name}`)
  return checkedParams({
    query: textOf('query'),
    variables: valueOf('variables'),
    operationName: textOf('operationName'),
    extensions: valueOf('extensions'),
    documentId: textOf('documentId'),
  })
}

/** Refuses parameters with values of other types. */
function checkedParams({
  query,
  variables,
  operationName,
  extensions,
  documentId,
}: Readonly<Record<string, unknown>>): RequestParams {
  if (query && typeof query !== 'string') throw refusal('BAD_REQUEST', 400, 'The parameter query must be a string')
  assertObject('variables', variables)
  assertObject('extensions', extensions)
  return { query, variables, operationName, extensions, documentId } as RequestParams
}

function assertObject(name: string, value: unknown): void {
  if (value !== undefined && value !== null && !isObject(value))
    throw refusal('BAD_REQUEST', 400, `The parameter ${name} must be an object`)
}

/** Parses a JSON text of a request. `what` names it in the error. */
function jsonIn(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The message of JSON.parse would repeat a part of the text.
    throw refusal('BAD_REQUEST', 400, `${what} is not valid JSON`)
  }
}

function tooLarge(message = 'The request body is too large'): GraphQLError {
  return refusal('REQUEST_ENTITY_TOO_LARGE', 413, message)
}
