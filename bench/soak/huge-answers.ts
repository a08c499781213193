import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { startServer } from '../server-process.ts'
import { ADGRAPH } from '../servers.ts'
import { post, TOKENS } from './client.ts'
import { limitMemory } from './memory-limit.ts'

// Lets a server with 512 MB read answers that are huge, endless or bombs, many at once, while another caller asks for little.
// Prints what was answered and how long the other caller waited, and exits with 1 if the server ended or did not serve the other.

const MAX_RESIDENT_MB = 512
const MB = 2 ** 20

/** A page of campaigns of about so many bytes. */
const pageOf = (bytes: number) =>
  Buffer.from(
    JSON.stringify({
      data: Array.from({ length: 1_000 }, (_, nth) => ({ id: `c${nth}`, name: 'n'.repeat(bytes / 1_000 - 22) })),
      next_cursor: null,
    }),
  )
const pages = { small: pageOf(25_000), medium: pageOf(7.7 * MB), large: pageOf(20 * MB) }
const bomb = gzipSync(
  Buffer.concat([Buffer.from('{"data":[{"id":"c1","name":"'), Buffer.alloc(63 * MB, 'n'), Buffer.from('"}]}')]),
)
const valuesBomb = gzipSync(`{"data":[${'[],'.repeat(20 * MB)}[]]}`)

/** What the service answers for an account, by its name. */
const service = createServer((request, response) => {
  const account = request.url?.split('/')[3] ?? ''
  const kind = account.replace(/\d+$/, '')
  if (kind === 'medium' || kind === 'large' || kind === 'small') {
    response.writeHead(200, { 'content-length': pages[kind].length }).end(pages[kind])
  } else if (kind === 'chunked') {
    response.writeHead(200).write(pages.large.subarray(0, 1_000))
    response.end(pages.large.subarray(1_000))
  } else if (kind === 'endless') {
    response.writeHead(200).write('{"data":[{"id":"c1","name":"')
    const more = () => {
      while (!response.destroyed && response.write('n'.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  } else if (kind === 'bomb' || kind === 'values') {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(kind === 'bomb' ? bomb : valuesBomb)
  } else response.writeHead(404).end()
})
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
const upstream = `http://127.0.0.1:${(service.address() as AddressInfo).port}`

const group = limitMemory(MAX_RESIDENT_MB * MB)
const env = {
  ...(group === undefined && { NODE_OPTIONS: `--max-old-space-size=${MAX_RESIDENT_MB}` }),
  CLIENT_TOKENS: Object.values(TOKENS).join(','),
}
const within = group === undefined ? [] : ['sh', '-c', `echo $$ > ${group} && exec "$@"`, 'sh']
const { url, child } = await startServer({ ...ADGRAPH, env }, upstream, within)
print(`The server runs ${group === undefined ? 'without' : 'in'} a control group of ${MAX_RESIDENT_MB} MB`)

const queryOf = (account: string) =>
  JSON.stringify({ query: `{ account(id: "${account}") { campaigns(first: 1) { nodes { id } } } }` })

let isBroken = false
for (const [kind, count] of [
  ['medium', 256],
  ['large', 32],
  ['chunked', 32],
  ['endless', 12],
  ['bomb', 8],
  ['values', 8],
] as const) {
  if (child.exitCode !== null || child.signalCode !== null) break
  const begunMs = performance.now()
  const stop = new AbortController()
  const others: { ms: number; text: string }[] = []
  const other = (async () => {
    while (!stop.signal.aborted) {
      const sentMs = performance.now()
      const { text, fault } = await post(url, TOKENS.good, queryOf('small1'))
      others.push({ ms: performance.now() - sentMs, text: fault ?? text })
      await sleep(20)
    }
  })()
  const answers = await Promise.all(
    Array.from({ length: count }, async (_, nth) => {
      const { text, fault, isOverloaded } = await post(url, TOKENS.hostile, queryOf(`${kind}${nth}`))
      if (isOverloaded) return 'OVERLOADED'
      return fault?.slice(0, 100) ?? /"code":"(\w+)"/.exec(text)?.[1] ?? 'data'
    }),
  )
  stop.abort()
  await other
  const counts: Record<string, number> = {}
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1
  const served = others.filter(({ text }) => text.includes(':c0"')).length
  const longest = Math.max(...others.map(({ ms }) => ms))
  print(
    `${count} ${kind}: ${JSON.stringify(counts)} in ${Math.round(performance.now() - begunMs)} ms; the other caller was served ${served} of ${others.length}, after ${Math.round(longest)} ms at most`,
  )
  if (served < others.length) {
    isBroken = true
    print(others.find(({ text }) => !text.includes(':c0"'))!.text.slice(0, 300))
  }
}
const hasEnded = child.exitCode !== null || child.signalCode !== null
if (hasEnded) print(`the server ended: ${child.exitCode ?? child.signalCode}`)
process.exit(hasEnded || isBroken ? 1 : 0)

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
