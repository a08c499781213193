import type { Steps } from '../../src/async/turn.ts'
import { viewed, type ViewedBytes } from '../../src/async/viewed-bytes.ts'
import * as callError from '../../src/rest/call-error.ts'
import type { Endpoint } from '../../src/rest/endpoint.ts'
import * as rowReader from '../../src/rest/json/row-reader.ts'
import * as envelope from '../../src/rest/wire/envelope.ts'

/** The result of work in steps, which are done at once. */
export function atOnce<T>(work: Steps<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

// The readers of answers, which read them at once.

/** The body of an answer: its bytes, or what has them until they are released. */
type Body = Buffer | ViewedBytes

/** The parameters of a reader that follow the body. */
type Rest<Reader extends (body: ViewedBytes, ...rest: never[]) => unknown> =
  Parameters<Reader> extends [unknown, ...infer Others] ? Others : never

const heldOf = (body: Body) => (Buffer.isBuffer(body) ? viewed(body) : body)

export const readLazyList = (body: Body, ...rest: Rest<typeof rowReader.readLazyList>) =>
  atOnce(rowReader.readLazyList(heldOf(body), ...rest))

export const parseEnvelope = (body: Body, ...rest: Rest<typeof envelope.parseEnvelope>) =>
  atOnce(envelope.parseEnvelope(heldOf(body), ...rest))

export const parseList = (body: Body, ...rest: Rest<typeof envelope.parseList>) =>
  atOnce(envelope.parseList(heldOf(body), ...rest))

export const readEnvelope = (endpoint: Endpoint, body: Buffer, path: Readonly<Record<string, string>>) =>
  atOnce(envelope.readEnvelope(endpoint, viewed(body), path, envelope.parseEnvelope))

export const refused = (...args: Parameters<typeof callError.refused>) => atOnce(callError.refused(...args))
