import { createServer, request as sendTo, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parse } from '../../src/json/json.ts'
import { spoiled, type Body, type Fault } from './faulty-service.ts'

/**
 * How a write fails: before the service has it or after it was carried out, with which answer. `unread` closes the connection
 * before the body is read, `none` before the answer, `cut` in the middle of it, and `hang` never answers.
 */
export interface WriteFault {
  happens: boolean
  answer: 'unread' | 'none' | 'cut' | 'hang' | 500 | 502 | 503 | 504
  /** How long lists do not show the rows that it makes. */
  hiddenMs?: number
}

/** What arrived of the requests whose ID begins with a prefix. */
export interface ArrivedWrites {
  /** How many writes were sent. */
  sent: number
  /** The IDs of the rows of each write that the service carried out. */
  made: string[][]
}

export interface FaultProxy {
  url: string
  /** Lets the next writes of the requests whose ID begins with this fail, one after the other. */
  fail(prefix: string, faults: readonly WriteFault[]): void
  /** The same for reads. */
  failReads(prefix: string, faults: readonly Fault[]): void
  arrived(prefix: string): ArrivedWrites
  close(): Promise<void>
}

/** Passes requests on to a service, and lets writes fail. The first two parts of a request's ID are its prefix. */
export async function startFaultProxy(service: string): Promise<FaultProxy> {
  const faults = new Map<string, WriteFault[]>()
  const readFaults = new Map<string, Fault[]>()
  const arrivals = new Map<string, ArrivedWrites>()
  /** When each hidden row shows, by its account and ID. */
  const shownAt = new Map<string, number>()
  const arrived = (prefix: string) => arrivals.get(prefix) ?? arrivals.set(prefix, { sent: 0, made: [] }).get(prefix)!

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const prefix = String(incoming.headers['x-request-id']).split('.').slice(0, 2).join('.')
    const account = /accounts\/(\w+)/.exec(incoming.url ?? '')?.[1] ?? ''
    const isWrite = incoming.method !== 'GET'
    const fault = isWrite ? faults.get(prefix)?.shift() : undefined
    const readFault = isWrite ? undefined : readFaults.get(prefix)?.shift()?.answer
    if (isWrite) arrived(prefix).sent += 1
    if (readFault !== undefined) return failRead(response, readFault)
    if (fault?.answer === 'unread') return void incoming.destroy()
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const passed = fault?.happens === false ? undefined : await passOn(service, incoming, Buffer.concat(chunks))
    if (passed && isWrite && passed.status < 300) {
      const ids = idsIn(passed.body)
      arrived(prefix).made.push(ids)
      for (const id of ids) if (fault?.hiddenMs) shownAt.set(`${account} ${id}`, Date.now() + fault.hiddenMs)
    }
    if (typeof fault?.answer === 'number') return void response.writeHead(fault.answer).end()
    if (fault?.answer === 'none') return void response.destroy()
    if (fault?.answer === 'hang' || !passed) return
    const isHidden = (row: unknown) => (shownAt.get(`${account} ${idOf(row)}`) ?? 0) > Date.now()
    const body = shownAt.size > 0 && !isWrite ? withoutRows(passed.body, isHidden) : passed.body
    const { 'content-length': _, 'transfer-encoding': _chunked, ...headers } = passed.headers
    response.writeHead(passed.status, { ...headers, 'content-length': Buffer.byteLength(body) })
    if (fault?.answer === 'cut') response.write(body.slice(0, body.length / 2), () => response.destroy())
    else response.end(body)
  }

  const server = createServer((incoming, response) => void handle(incoming, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail: (prefix, next) => void faults.set(prefix, [...next]),
    failReads: (prefix, next) => void readFaults.set(prefix, [...next]),
    arrived,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** Answers a read with a fault. */
function failRead(response: ServerResponse, answer: NonNullable<Fault['answer']>): void {
  if (answer === 'hang') return
  if (answer === 'none' || answer === 'cut') return void response.destroy()
  if (answer === 'reset') return void response.socket?.resetAndDestroy()
  if (typeof answer === 'number') return void response.writeHead(answer).end()
  const { headers, body = '', raw } = spoiled(answer as Body)
  if (raw) return raw(response)
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(text)
}

/** Sends a request on as it came. Signatures are for the host that it names. */
function passOn(service: string, { method, url, headers }: IncomingMessage, body: Buffer) {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; body: string }>((resolve, reject) => {
    const sent = sendTo(`${service}${url}`, { method, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks).toString() })
      })
    })
    sent.on('error', reject).end(body)
  })
}

/** The IDs of the rows in an answer. */
function idsIn(body: string): string[] {
  const { data } = parse(body.startsWith('{') ? body : '{}') as { data?: unknown }
  return [data].flat().flatMap((row) => idOf(row) ?? [])
}

function idOf(row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null) return undefined
  const { id_str, media_key, id = media_key } = row as { id_str?: string; media_key?: string; id?: string }
  return id_str ?? id
}

function withoutRows(body: string, isHidden: (row: unknown) => boolean): string {
  const answer = parse(body) as { data?: unknown }
  if (!Array.isArray(answer.data) || !answer.data.some(isHidden)) return body
  return JSON.stringify({ ...answer, data: answer.data.filter((row) => !isHidden(row)) })
}
