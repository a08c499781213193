// Measures the memory of a server process as operators run it, with its own V8 options, over the sandbox in this process.
// Prints a table, and writes it to `RESULTS.md`. The numbers of `docs/operations.md` and of the requests in `deploy/kubernetes.yaml` come from it.
import { setTimeout as sleep } from 'node:timers/promises'
import { startSandbox } from '../src/package/sandbox.ts'
import { measuredAt, writeSection } from './sections.ts'
import { post, startServer, type Usage } from './server-process.ts'
import { ADGRAPH } from './servers.ts'
import { table } from './table.ts'

/** About 4 MB: everything that the accounts of the sandbox run. */
const LARGE = `{
  accounts(first: 6) {
    nodes {
      name
      campaigns(first: 1000) {
        nodes {
          id
          name
          lineItems(first: 1000) {
            nodes {
              id
              name
              promotedPosts(first: 1000) { nodes { id postId } }
              targetingCriteria(first: 1000) { nodes { id name targetingType targetingValue } }
            }
          }
        }
      }
    }
  }
}`

async function ask(url: string): Promise<number> {
  const response = await post(url, LARGE)
  // 503: the server had no memory left for it.
  if (!response.ok && response.status !== 503) throw new Error(`The server answered ${response.status}`)
  return (await response.arrayBuffer()).byteLength
}

const sandbox = await startSandbox()
const { consumer, user } = sandbox.credentials
const env = {
  ADS_ENVIRONMENT: 'sandbox',
  OAUTH_CONSUMER_KEY: consumer.key,
  OAUTH_CONSUMER_SECRET: consumer.secret,
  OAUTH_ACCESS_TOKEN: user.token,
  OAUTH_ACCESS_TOKEN_SECRET: user.tokenSecret,
}
const server = await startServer({ ...ADGRAPH, env }, sandbox.url)

const rows: string[][] = []
const report = async (when: string) => {
  const { rssMb, peakMb } = await server.ask<Usage>('usage')
  rows.push([when, ...[rssMb, peakMb].map((mebibytes) => `${Math.round((mebibytes * 2 ** 20) / 1e6)} MB`)])
}

await sleep(5_000)
await report('idle, five seconds after the start')
const bytes = await ask(server.url)
for (let count = 1; count < 10; count += 1) await ask(server.url)
await report(`after 10 responses of ${(bytes / 1e6).toFixed(1)} MB, one after another`)
for (const atOnce of [16, 64]) {
  for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: atOnce }, () => ask(server.url)))
  await report(`after ${atOnce} of them at once, three times`)
}
await sleep(60_000)
await report('a minute later')
const figures = `${table(['when', 'memory', 'peak'], rows)}\n`
process.stdout.write(figures)
writeSection('memory', `## Memory\n\n\`npm run bench:memory\`: ${measuredAt()}.\n\n${figures}`)
await server.stop()
await sandbox.close()
