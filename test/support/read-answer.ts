import type { Steps } from '../../src/async/turn.ts'
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

export const readLazyList = (...args: Parameters<typeof rowReader.readLazyList>) =>
  atOnce(rowReader.readLazyList(...args))

export const parseEnvelope = (...args: Parameters<typeof envelope.parseEnvelope>) =>
  atOnce(envelope.parseEnvelope(...args))

export const parseList = (...args: Parameters<typeof envelope.parseList>) => atOnce(envelope.parseList(...args))

export const readEnvelope = (endpoint: Endpoint, body: Buffer, path: Readonly<Record<string, string>>) =>
  atOnce(envelope.readEnvelope(endpoint, body, path, envelope.parseEnvelope))

export const refused = (...args: Parameters<typeof callError.refused>) => atOnce(callError.refused(...args))
