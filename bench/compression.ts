// Compares the encodings of responses: bytes, CPU, and the time until a client has the whole response over links of
// several speeds. Prints a table, and writes it to `RESULTS.md`. The levels in `src/server/response/compression.ts` come from it.
//
// The chunks are compressed as the server does, in slices and with a flush after each. When each compressed chunk is ready
// is measured; what it then takes on the link is its bytes divided by the link's speed.
import { once } from 'node:events'
import { pipeline, Readable, type Transform } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { startSandbox } from '../src/package/sandbox.ts'
import { createAdgraph } from '../src/package/index.ts'
import { median } from './results.ts'
import { measuredAt, writeSection } from './sections.ts'

const SLICE_BYTES = 65_536
const RUNS = 7

/** Megabits per second. */
const LINKS = [
  ['loopback', 10_000],
  ['1 Gbit/s', 1_000],
  ['100 Mbit/s', 100],
  ['20 Mbit/s', 20],
  ['5 Mbit/s', 5],
  ['1.5 Mbit/s', 1.5],
] as const

const CAMPAIGNS = (first: number, fields: string) =>
  `{ accounts(first: 6) { nodes { campaigns(first: ${first}) { nodes { id name ${fields} } } } } }`

const RESPONSES = [
  ['a list', CAMPAIGNS(10, 'entityStatus dailyBudgetAmountLocalMicro')],
  ['a screen', CAMPAIGNS(10, 'lineItems(first: 10) { nodes { id name bidAmountLocalMicro objective } }')],
  [
    'everything',
    CAMPAIGNS(
      1000,
      'lineItems(first: 1000) { nodes { id name targetingCriteria(first: 1000) { nodes { id name targetingType } } } }',
    ),
  ],
] as const

type Create = (() => Transform) | undefined

const gzip = (level: number): Create => {
  return () => createGzip({ level, chunkSize: SLICE_BYTES, flush: constants.Z_SYNC_FLUSH })
}
const brotli = (quality: number): Create => {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  }
  return () => createBrotliCompress({ params, chunkSize: SLICE_BYTES, flush: constants.BROTLI_OPERATION_FLUSH })
}

const ENCODINGS: [name: string, create: Create][] = [
  ['identity', undefined],
  ...[1, 2, 4, 6].map((level): [string, Create] => [`gzip ${level}`, gzip(level)]),
  ...[0, 1, 2, 3, 4, 5].map((quality): [string, Create] => [`br ${quality}`, brotli(quality)]),
]

function* slicesOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += SLICE_BYTES) yield body.subarray(at, at + SLICE_BYTES)
}

interface Run {
  cpuMs: number
  chunks: { bytes: number; readyMs: number }[]
}

async function compress(body: Buffer, create: Create): Promise<Run> {
  const chunks: Run['chunks'] = []
  const before = process.cpuUsage()
  const started = performance.now()
  const onChunk = ({ length: bytes }: Buffer) => void chunks.push({ bytes, readyMs: performance.now() - started })
  if (create) {
    const encoder = create().on('data', onChunk)
    pipeline(Readable.from(slicesOf(body), { objectMode: false }), encoder, () => {})
    await once(encoder, 'end')
  } else for (const slice of slicesOf(body)) onChunk(slice)
  const { user, system } = process.cpuUsage(before)
  return { cpuMs: (user + system) / 1000, chunks }
}

const bytesOf = ({ chunks }: Run) => chunks.reduce((total, { bytes }) => total + bytes, 0)

/** When the last byte has left a link that sends one chunk after another. */
function sentMs({ chunks }: Run, megabits: number): number {
  return chunks.reduce((at, { bytes, readyMs }) => Math.max(at, readyMs) + (bytes * 8) / (megabits * 1000), 0)
}

const sandbox = await startSandbox()
const adgraph = await createAdgraph({
  adsBaseUrl: sandbox.url,
  adsEnvironment: 'sandbox',
  consumer: sandbox.credentials.consumer,
  credentials: () => sandbox.credentials.user,
})

const ms = (number: number) => (number < 10 ? number.toFixed(1) : Math.round(number).toLocaleString('en'))
const lines = [
  `| response | encoding | bytes | CPU ms | ${LINKS.map(([name]) => name).join(' | ')} |`,
  `| --- | --- | ---: | ---: | ${LINKS.map(() => '---:').join(' | ')} |`,
]
for (const [name, query] of RESPONSES) {
  const response = await adgraph.fetch(
    new Request('http://adgraph/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    }),
  )
  const body = Buffer.from(await response.arrayBuffer())
  const runs = new Map<string, Run[]>(ENCODINGS.map(([encoding]) => [encoding, []]))
  // In turns, so that a change of the machine's speed affects all of them.
  for (let count = -2; count < RUNS; count += 1)
    for (const [encoding, create] of ENCODINGS) {
      const run = await compress(body, create)
      if (count >= 0) runs.get(encoding)!.push(run)
    }
  for (const [encoding, of] of runs) {
    const times = LINKS.map(([, megabits]) => ms(median(of.map((run) => sentMs(run, megabits)))))
    const cpu = ms(median(of.map(({ cpuMs }) => cpuMs)))
    lines.push(`| ${name} | ${encoding} | ${bytesOf(of[0]!).toLocaleString('en')} | ${cpu} | ${times.join(' | ')} |`)
  }
}
const table = `Time in ms until the client has the whole response:\n\n${lines.join('\n')}\n`
process.stdout.write(table)
writeSection('compression', `## Compression\n\n\`npm run bench:compression\`: ${measuredAt()}.\n\n${table}`)
await adgraph.close()
await sandbox.close()
