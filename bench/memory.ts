// Measures the memory of a server process as operators run it, with its own V8 options, over a service in another process.
// Prints a table, and writes it to `RESULTS.md`. The numbers of `docs/operations.md` and of the requests in `deploy/kubernetes.yaml` come from it.
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { measuredAt, writeSection } from './sections.ts'

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

/** Runs a command of Adgraph until it prints its URL. Returns what it has printed. */
async function run(args: readonly string[], settings: Record<string, string>): Promise<[ChildProcess, string]> {
  const child = spawn('dist/cli.js', args, {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      if (/serves? .*http/.test(printed)) resolve()
    })
    child.once('exit', () => reject(new Error(`The process has ended:\n${printed}`)))
  })
  // The settings follow the URL.
  await sleep(500)
  return [child, printed]
}

/** A line of `/proc/<pid>/status`, in MB. `VmRSS` is the resident memory, `VmHWM` its peak. */
function megabytes(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const [, kibibytes] = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Math.round((Number(kibibytes) * 1024) / 1_000_000)
}

async function ask(url: string): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: LARGE }),
  })
  // 503: the server had no memory left for it.
  if (!response.ok && response.status !== 503) throw new Error(`The server answered ${response.status}`)
  return (await response.arrayBuffer()).byteLength
}

const [sandbox, printed] = await run(['sandbox'], { SANDBOX_PORT: '0' })
const settings = Object.fromEntries([...printed.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name!, value!]))
const [server, log] = await run(['start'], { ...settings, PORT: '0' })
const pid = server.pid!
const [, url] = /"url":"([^"]+)"/.exec(log)!

const lines: string[] = []
const report = (when: string) =>
  lines.push(`| ${when} | ${megabytes(pid, 'VmRSS')} MB | ${megabytes(pid, 'VmHWM')} MB |`)

try {
  await sleep(5_000)
  report('idle, five seconds after the start')
  const bytes = await ask(url!)
  for (let count = 1; count < 10; count += 1) await ask(url!)
  report(`after 10 responses of ${(bytes / 1e6).toFixed(1)} MB, one after another`)
  for (const atOnce of [16, 64]) {
    for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: atOnce }, () => ask(url!)))
    report(`after ${atOnce} of them at once, three times`)
  }
  await sleep(60_000)
  report('a minute later')
  const table = `| when | memory | peak |\n| --- | ---: | ---: |\n${lines.join('\n')}\n`
  process.stdout.write(table)
  writeSection('memory', `## Memory\n\n\`npm run bench:memory\`: ${measuredAt()}.\n\n${table}`)
} finally {
  server.kill()
  sandbox.kill()
}
