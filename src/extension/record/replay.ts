import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { mapValues } from '../../json/object.ts'
import { createMatching } from './matching.ts'
import { EXCHANGE, parseMarked, type RecordedExchange, stringifyMarked } from './recording.ts'

/** A recording that is served as an upstream. */
export type Replay = Awaited<ReturnType<typeof startReplay>>

/** The exchanges in a folder, in order. Throws an Error that names a file that is none. */
function readRecording(folder: string): RecordedExchange[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => {
      const { data } = EXCHANGE.safeParse(parseMarked(readFileSync(join(folder, file), 'utf8')))
      if (!data) throw new Error(`${join(folder, file)} is not a recorded exchange`)
      return { ...data, body: data.body ?? null, answer: data.answer ?? null }
    })
}

/** Serves the recording in a folder on this host and port. Signatures are not checked. */
export async function startReplay(folder: string, host = '127.0.0.1', port = 0) {
  const recording = readRecording(folder)
  const find = createMatching(recording)
  const missing = new Set<string>()
  const server = createServer((request, response) => {
    // A client that has gone, or a fault of one answer, does not end the replay.
    answer(request, response).catch((error: unknown) => refuse(response, 500, 'INTERNAL_ERROR', String(error)))
  })
  await once(server.listen(port, host), 'listening')

  return {
    url: `http://${host}:${Object(server.address()).port}`,
    /** The IDs of the accounts in the recording, which its other IDs belong to. */
    accounts: [
      ...new Set(recording.flatMap(({ path }) => /^\/\d+\/(?:batch\/)?accounts\/([^/]+)/.exec(path)?.[1] ?? [])),
    ],
    /** The requests that the recording has no answer to, each once. */
    missing: () => [...missing],
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = targetOf(incoming.url)
    if (!target) return refuse(response, 400, 'BAD_REQUEST', 'The path is not valid')
    const method = incoming.method ?? 'GET'
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = bodyOf(Buffer.concat(chunks).toString('utf8'), incoming.headers['content-type'] ?? '')
    const found = find({ method, ...target, body })
    if (!found) {
      missing.add(`${method} ${incoming.url}`)
      return refuse(response, 404, 'NOT_FOUND', 'The recording has no answer to this request')
    }
    if (found.status === null) return void response.destroy()
    send(response, found.status, sinceThen(found.headers, found.at), found.answer)
  }
}

/** The path and the query of a request; undefined if they are not valid. */
function targetOf(url = '/'): Pick<RecordedExchange, 'path' | 'query'> | undefined {
  try {
    const { pathname, searchParams } = new URL(url, 'http://replay')
    return { path: decodeURI(pathname), query: Object.fromEntries(searchParams) }
  } catch {
    return undefined
  }
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  send(response, status, {}, { errors: [{ code, message }] })
}

function send(response: ServerResponse, status: number, headers: Record<string, string>, answer: unknown): void {
  const text = answer === null ? '' : stringifyMarked(answer)
  response.writeHead(status, { ...headers, 'content-type': 'application/json;charset=utf-8' })
  response.end(text)
}

/** Resets of rate limits are as far ahead as they were. */
function sinceThen(headers: Record<string, string>, at: number): Record<string, string> {
  const seconds = Math.round((Date.now() - at) / 1000)
  return mapValues(headers, (value, name) =>
    name.endsWith('-reset') && /^\d+$/.test(value) ? String(Number(value) + seconds) : value,
  )
}

function bodyOf(text: string, type: string): unknown {
  if (text === '') return null
  return type.startsWith('application/json') ? parseMarked(text) : Object.fromEntries(new URLSearchParams(text))
}
