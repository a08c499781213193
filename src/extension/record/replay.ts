import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { stopOnce } from '../../command/process-event.ts'
import { variantKey } from '../../json/json.ts'
import { mapValues, isObject, pickBy } from '../../json/object.ts'
import { LONG_MARK } from './anonymous.ts'
import { EXCHANGE, parseMarked, type RecordedExchange, stringifyMarked } from './recorder.ts'

/** The port of a replay, unless SANDBOX_PORT names another: it stands for the sandbox. */
const REPLAY_PORT = 4001

/** Serves a recording as an upstream, until it is stopped; then prints what it had no answer to. */
export async function replay(folder: string, port: number = REPLAY_PORT): Promise<void> {
  const starting = startOf(folder, port)
  stopOnce(starting, async (served) => {
    await served?.close()
    const missing = served?.missing() ?? []
    if (missing.length > 0)
      process.stdout.write(`\nThe recording had no answer to:\n${missing.map((request) => `  ${request}\n`).join('')}`)
  })
  const served = await starting
  if (!served) return
  process.stdout.write(
    `The recording is served at ${served.url}\n\n` +
      `ADS_BASE_URL=${served.url} ADS_ENVIRONMENT=sandbox \\\n` +
      'OAUTH_CONSUMER_KEY=replay OAUTH_CONSUMER_SECRET=replay \\\n' +
      'OAUTH_ACCESS_TOKEN=replay OAUTH_ACCESS_TOKEN_SECRET=replay adgraph start\n\n' +
      `Accounts in it: ${served.accounts.join(', ') || 'none'}\n`,
  )
}

/** Undefined, and exit code 1, for a folder that is not a recording. */
async function startOf(folder: string, port: number): Promise<Replay | undefined> {
  try {
    return await startReplay(folder, '127.0.0.1', port)
  } catch (error) {
    if (!(error instanceof Error) || ('syscall' in error && error.syscall === 'listen')) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
    return undefined
  }
}

/** A recording that is served as an upstream. */
export type Replay = Awaited<ReturnType<typeof startReplay>>

/** The exchanges in a folder, in order. Throws an Error for a folder without any, and for a file that is none. */
function readRecording(folder: string): RecordedExchange[] {
  const files = filesIn(folder).filter((file) => file.endsWith('.json'))
  if (files.length === 0) throw new Error(`${folder} has no recorded exchanges`)
  return files.toSorted().map((file) => {
    const { data } = EXCHANGE.safeParse(parseMarked(readFileSync(join(folder, file), 'utf8')))
    if (!data) throw new Error(`${join(folder, file)} is not a recorded exchange`)
    return { ...data, body: data.body ?? null, answer: data.answer ?? null }
  })
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    throw new Error(`${folder} is not a folder that can be read`)
  }
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

type ReplayRequest = Pick<RecordedExchange, 'method' | 'path' | 'query' | 'body'>

type Answer = Pick<RecordedExchange, 'status' | 'headers' | 'answer' | 'at'>

type Row = Readonly<Record<string, unknown>>

/** A list as it was read from a cursor on. */
interface Reading {
  first: RecordedExchange
  rows: Row[]
  /** Whether it was read to its end. */
  isWhole: boolean
}

/** How many rows a page has if a request does not say it. */
const DEFAULT_COUNT = 200

/** The cursor of a page that was put together here: after how many rows from which recorded cursor on it begins. */
const CURSOR = /^replay-(\d+)-(.*)$/

/** Parameters that determine which part of a list is read, and not which list. */
const PART: ReadonlySet<string> = new Set(['count', 'cursor', 'with_total_count'])

/**
 * Creates the function that finds the recorded answer to a request: first the answers to the same request, in the order of the
 * recording; then reads whose rows were recorded in other batches or pages; then writes of the same form. It returns undefined if
 * the recording has nothing to answer with.
 */
function createMatching(recording: readonly RecordedExchange[]): (request: ReplayRequest) => Answer | undefined {
  const used = new Set<RecordedExchange>()
  return (request) =>
    like(request, keyOf) ??
    rowsById(request) ??
    oneRow(request) ??
    page(request) ??
    // The recording has other texts than the caller sends.
    (request.method === 'GET' ? undefined : like(request, formOf))

  /** The first answer to a request with this key that was not used yet; the last one answers from then on. */
  function like(request: ReplayRequest, key: (request: ReplayRequest) => string): Answer | undefined {
    const own = key(request)
    const found = recording.filter((each) => key(each) === own)
    const chosen = found.find((each) => !used.has(each)) ?? found.at(-1)
    if (chosen) used.add(chosen)
    return chosen
  }

  function reads({ method, path }: ReplayRequest): RecordedExchange[] {
    return method === 'GET'
      ? recording.filter((each) => each.method === 'GET' && each.path === path && each.status === 200)
      : []
  }

  /** The readings of a list from this cursor on, with any values of the filter. */
  function readingsOf(request: ReplayRequest, cursor: string, filter?: string): Reading[] {
    const list = listOf(request, filter)
    const parts = reads(request).filter((each) => listOf(each, filter) === list && Array.isArray(dataOf(each)))
    return parts.filter((each) => cursorOf(each) === cursor).map((first) => readingFrom(first, parts))
  }

  /** Rows by the IDs in a filter, from the readings of the list with any of these IDs. */
  function rowsById(request: ReplayRequest): Answer | undefined {
    const filter = Object.keys(request.query).find((name) => name.endsWith('_ids') || name === 'card_uris')
    if (filter === undefined || positionOf(request).cursor !== '') return undefined
    const asked = idsIn(request, filter)
    const readings = readingsOf(request, '', filter)
    const column = columnOf(filter, readings)
    const idOf = (row: Row) => (column === undefined ? identityOf(row) : textOf(row[column]))
    const rowsIn = (found: readonly Reading[]) =>
      rowsOf(found.flatMap((each) => each.rows)).filter((row) => asked.includes(idOf(row)))
    const covers = ({ first }: Reading, id: string) => !(filter in first.query) || idsIn(first, filter).includes(id)
    // A part of one reading is in its order, as far as it goes.
    for (const reading of readings.filter((each) => asked.every((id) => covers(each, id)))) {
      const answer = pageOf(request, { ...reading, rows: rowsIn([reading]) })
      if (answer) return answer
    }
    const rows = rowsIn(readings)
    const isKnown = (id: string) =>
      readings.some((each) => each.isWhole && covers(each, id)) ||
      (column === undefined && rows.some((row) => idOf(row) === id))
    const [reading] = readings
    return reading && asked.every(isKnown) ? pageOf(request, { ...reading, rows, isWhole: true }) : undefined
  }

  /** One row that was recorded in a list. */
  function oneRow(request: ReplayRequest): Answer | undefined {
    const [, list = '', id = ''] = /^(.+)\/([^/]+)$/.exec(request.path) ?? []
    const found = reads({ ...request, path: list })
    const row = rowsOf(found.flatMap(dataOf)).find((each) => identityOf(each) === id)
    return row && found[0] ? { ...found[0], answer: { data: row } } : undefined
  }

  /** A page of other length of a list that was recorded. */
  function page(request: ReplayRequest): Answer | undefined {
    const readings = readingsOf(request, positionOf(request).cursor)
    const [totalCount] = readings.flatMap(({ first }) => Object(first.answer).total_count ?? [])
    for (const reading of readings) {
      const answer = pageOf(request, reading, totalCount)
      if (answer) return answer
    }
    return undefined
  }
}

/** The reading that begins with this part of a list. */
function readingFrom(first: RecordedExchange, parts: readonly RecordedExchange[]): Reading {
  const list = listOf(first)
  const pages = new Set<RecordedExchange>()
  const follows = (cursor: string) => (each: RecordedExchange) =>
    cursor !== '' && cursorOf(each) === cursor && listOf(each) === list && !pages.has(each)
  let next: RecordedExchange | undefined = first
  let cursor = ''
  while (next) {
    pages.add(next)
    cursor = Object(next.answer).next_cursor ?? ''
    next = parts.find(follows(cursor))
  }
  return { first, rows: rowsOf([...pages].flatMap(dataOf)), isWhole: cursor === '' }
}

/**
 * The page of a reading that a request asks for. Undefined if its rows were not recorded, or if it must have a count that is not
 * known.
 */
function pageOf(request: ReplayRequest, { first, rows, isWhole }: Reading, totalCount?: number): Answer | undefined {
  const { from, cursor } = positionOf(request)
  const to = from + (Number(request.query['count']) || DEFAULT_COUNT)
  const isCounted = request.query['with_total_count'] === 'true'
  const count = totalCount ?? (isWhole ? rows.length : undefined)
  if ((!isWhole && to > rows.length) || (isCounted && count === undefined)) return undefined
  const answer = {
    data: rows.slice(from, to),
    next_cursor: isWhole && to >= rows.length ? null : `replay-${to}-${cursor}`,
    total_count: isCounted ? count : undefined,
  }
  return { ...first, answer }
}

/** Where the page of a request begins: after how many rows from which recorded cursor on. */
function positionOf(request: ReplayRequest): { from: number; cursor: string } {
  const [, from = '0', cursor = cursorOf(request)] = CURSOR.exec(cursorOf(request)) ?? []
  return { from: Number(from), cursor }
}

/** Empty for the first page. */
function cursorOf({ query }: ReplayRequest): string {
  return query['cursor'] ?? ''
}

/** Which list is read, with any values of the filter. */
function listOf({ query }: ReplayRequest, filter?: string): string {
  return variantKey(pickBy(query, (_, name) => !PART.has(name) && name !== filter))
}

function idsIn({ query }: ReplayRequest, filter: string): string[] {
  return query[filter]?.split(',') ?? []
}

/** The rows of an answer, or its only row. */
function dataOf({ answer }: RecordedExchange): unknown {
  return Object(answer).data
}

function keyOf({ method, path, query, body }: ReplayRequest): string {
  return variantKey([method, path, query, body])
}

/** A request without the values of its parameters. */
function formOf({ method, path, query, body }: ReplayRequest): string {
  const names = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(names)
    return isObject(value) ? mapValues(value, names) : null
  }
  return variantKey([method, path, names(query), names(body)])
}

/** The column with the IDs of a filter; undefined if they are the IDs of the rows themselves. */
function columnOf(filter: string, readings: readonly Reading[]): string | undefined {
  const column = filter.replace(/s$/, '')
  const lookedUp = readings.flatMap(({ first, rows }) =>
    filter in first.query ? rows.map((row) => idsIn(first, filter).includes(identityOf(row))) : [],
  )
  if (lookedUp.length > 0 && lookedUp.every(Boolean)) return undefined
  return readings.some(({ rows }) => rows.some((row) => column in row)) ? column : undefined
}

/** The text of an ID, which can be a long integer. */
function textOf(value: unknown): string {
  return String(value).replace(LONG_MARK, '')
}

/** The rows among these values, each once. */
function rowsOf(values: readonly unknown[]): Row[] {
  const rows = new Map<string, Row>()
  for (const row of values) {
    if (!isObject(row)) continue
    const id = identityOf(row)
    rows.set(id === 'undefined' ? `${rows.size}` : id, row)
  }
  return [...rows.values()]
}

function identityOf(row: Row): string {
  return textOf(row['id_str'] ?? row['id'] ?? row['media_key'])
}
