import { Agent, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID, EMPTY_ACCOUNT_ID, SMALL_ACCOUNT_ID, type FaultRule } from '../../sandbox/index.ts'
import { runCommand, type CommandRun } from '../support/command.ts'

/** The answers before the end; `LOAD_ANSWERS=50000` is the full measure. */
const LOAD_ANSWERS = Number(process.env['LOAD_ANSWERS'] ?? 3_000)
/** Enough to tell by the heap after each collection whether anything is kept. */
const MANY_ANSWERS = 20_000

const CONNECTIONS = 200
const DEADLINE_MS = 20_000

/** What goes wrong at the service: 5 % refused, 2 % broken off, 1 % slow. */
const FAULTS: FaultRule[] = [
  { fault: { kind: 'unavailable' }, probability: 0.05 },
  { fault: { kind: 'broken', when: 'body' }, probability: 0.02 },
  { fault: { kind: 'slowBody', ms: 1_500 }, probability: 0.01 },
]

const QUERIES = [
  `{ account(id: "${SMALL_ACCOUNT_ID}") { campaigns(first: 5) { nodes { name lineItems(first: 5) { nodes { id } } } } } }`,
  `{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns(first: 10) { nodes { fundingInstrument { description } } } } }`,
  `{ account(id: "${EMPTY_ACCOUNT_ID}") { lineItems { nodes { id } } } }`,
  '{ campaign(id: "Campaign:nobody:nothing") { name } }',
  '{ nonsense }',
]

/** How a request ended: with an answer, before it began (its connection was closed already), or lost. */
interface Ending {
  answer?: { status: number; text: string }
  lost?: string
}

let adgraph: CommandRun
let url: string
beforeAll(async () => {
  adgraph = runCommand(['start'], {
    PORT: '0',
    OPERATION_TIMEOUT_MS: String(DEADLINE_MS),
    SANDBOX_FAULTS: JSON.stringify(FAULTS),
  })
  url = (await adgraph.printed(/"url":"([^"]+)"/))[1]!
})
afterAll(() => adgraph.stop())

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

function send(query: string): Promise<Ending> {
  return new Promise((resolve) => {
    const outgoing = request(url, { agent, method: 'POST', headers: { 'content-type': 'application/json' } })
    outgoing.on('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => {
      const neverBegan = code === 'ECONNREFUSED' || (outgoing.reusedSocket && code === 'ECONNRESET')
      resolve(neverBegan ? {} : { lost: code })
    })
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ answer: { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') } }),
      )
      response.on('error', ({ message }) => resolve({ lost: message }))
    })
    outgoing.end(JSON.stringify({ query }))
  })
}

/** A metric of the process as it stands. */
async function metric(name: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', url))).text()
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
}

describe(`${CONNECTIONS} connections over a service with faults`, () => {
  it(
    'leave no request hanging, no failure without a code, no growing memory, and none is lost at SIGTERM',
    async () => {
      const endings: Ending[] = []
      const heaps: number[] = []
      const stop = new AbortController()
      const worker = async (nth: number) => {
        for (let turn = nth; !stop.signal.aborted; turn += 1) {
          endings.push(await send(QUERIES[turn % QUERIES.length]!))
          if (endings.length !== LOAD_ANSWERS) continue
          adgraph.process.kill('SIGTERM')
          stop.abort()
        }
      }
      const watch = async () => {
        for (; !stop.signal.aborted; await new Promise((resolve) => setTimeout(resolve, 500)))
          heaps.push(await metric('nodejs_heap_size_used_bytes'))
      }
      const workers = Array.from({ length: CONNECTIONS }, (_, nth) => worker(nth))
      const watcher = watch().catch(() => undefined)
      await Promise.all([...workers, watcher])

      const answers = endings.flatMap(({ answer }) => answer ?? [])
      const errors = answers.flatMap(({ text }) => {
        const { errors: reported = [] } = JSON.parse(text) as { errors?: { extensions?: { code?: string } }[] }
        return reported.map(({ extensions }) => extensions?.code ?? 'none')
      })
      const codes = new Set(errors)
      expect(endings.flatMap(({ lost }) => lost ?? [])).toEqual([])
      expect(answers.length).toBeGreaterThanOrEqual(LOAD_ANSWERS)
      expect([...codes].filter((code) => !KNOWN_CODES.has(code))).toEqual([])
      expect(codes).toContain('GRAPHQL_VALIDATION_FAILED')
      expect(await adgraph.exited).toBe(0)
      const half = Math.floor(heaps.length / 2)
      const grown = Math.min(...heaps.slice(half)) / Math.min(...heaps.slice(2, half))
      expect(LOAD_ANSWERS >= MANY_ANSWERS ? grown : 1).toBeLessThan(1.5)
    },
    60_000 + 80 * LOAD_ANSWERS,
  )
})

const KNOWN_CODES = new Set([
  'GRAPHQL_VALIDATION_FAILED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
])
