import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { hostileRequests } from '../../test/support/hostile-request.ts'
import { startProcess, startServer, temporaryFolder } from '../server-process.ts'
import { ADGRAPH } from '../servers.ts'
import { median, percentile } from '../table.ts'
import { post, TOKENS } from './client.ts'
import { sendGood, type GoodCounts } from './good.ts'
import { BIGGEST, hostileActs } from './hostile.ts'
import { limitMemory } from './memory-limit.ts'
import { greatest, processorTime, watch, type Sample } from './watch.ts'

// Sends good and hostile requests for some minutes to a server with 512 MB, then requests that repeat whatever a request can
// repeat, then many of the biggest operations at once. A part of which there are to be 0 is left out.
// The clients and the service run at a lower priority than the server and the canary, because they would be on other machines.
// Prints measurements, and exits with 1 if a promise is broken.

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    requests: { type: 'string', default: '2000' },
    operations: { type: 'string', default: '256' },
    'stall-ms': { type: 'string', default: '100' },
    good: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
  },
})
const minutes = Number(options.minutes)
const requestCount = Number(options.requests)
const operationCount = Number(options.operations)
const maxStallMs = Number(options['stall-ms'])

/** How many generated requests are sent at once, and how long each may take. */
const GENERATED_AT_ONCE = 4
const GENERATED_MS = 3_000
/** The maximum memory of the process, in MB. */
const MAX_RESIDENT_MB = 512
/** When the memory that the server keeps is measured after the biggest operations. */
const KEPT_AFTER_MS = 15_000
/** The maximum ratio of the memory in the last third to the memory in the first third. */
const MAX_GROWTH = 1.3
/** The number of clients for each hostile action, and the pause between repetitions. */
const HOSTILE_CLIENTS = 2
const HOSTILE_PAUSE_MS = 500
/** How much lower the priority of the clients and of the service is. */
const NICENESS = 19

/** The first error of an operation whose rows are used up. */
const SPENT = /^\{"errors":\[\{.*"code":"BUDGET_SPENT"/

const violations: string[] = []
const group = limitMemory(MAX_RESIDENT_MB * 2 ** 20)
print(`The server runs ${group === undefined ? 'without' : 'in'} a control group of ${MAX_RESIDENT_MB} MB`)
const priority = getPriority()
const upstream = await startProcess('upstream-process.ts', 'faults')
const env = {
  // In a control group, Node.js derives the limit of its heap from the group's.
  ...(group === undefined && { NODE_OPTIONS: `--max-old-space-size=${MAX_RESIDENT_MB}` }),
  CLIENT_TOKENS: Object.values(TOKENS).join(','),
  BULK_DIR: temporaryFolder(),
  MCP: 'read',
}
// A shell enters the control group and becomes the server.
const within = group === undefined ? [] : ['sh', '-c', `echo $$ > ${group} && exec "$@"`, 'sh']
const { url, pid, child: server } = await startServer({ ...ADGRAPH, env }, upstream.url, within)
for (const each of [process, upstream]) renice(each.pid, Math.min(19, priority + NICENESS))
await post(url, TOKENS.good, '{"query":"{ __typename }"}')
if (minutes > 0) await soak()
if (requestCount > 0 && !hasEnded()) await generated()
if (operationCount > 0 && !hasEnded()) await biggestAtOnce()
print(violations.length === 0 ? 'All promises were kept.' : `Broken promises:\n  ${violations.join('\n  ')}`)
process.exit(violations.length === 0 ? 0 : 1)

/** Adds a violation if a promise is broken. */
function promise(isKept: boolean, violation: string): void {
  if (!isKept) violations.push(violation)
}

function hasEnded(): boolean {
  return server.exitCode !== null || server.signalCode !== null
}

/** Sets the priority of all threads of a process: on Linux each has its own, and new ones take their creator's. */
function renice(pid: number, to: number): void {
  const threads = existsSync(`/proc/${pid}/task`) ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid]
  for (const thread of threads) setPriority(thread, to)
}

async function soak(): Promise<void> {
  const stop = new AbortController()
  const samples: Sample[] = []
  const good: GoodCounts = { right: 0, ofService: 0, overloaded: 0, faults: [] }
  const hostile: Record<string, number> = {}
  const endCanary = await startCanary()
  const before = processorTime(pid)
  const acts = Object.entries(hostileActs(url)).flatMap(([name, act]) =>
    Array.from({ length: HOSTILE_CLIENTS }, async () => {
      while (!stop.signal.aborted) {
        await act()
        hostile[name] = (hostile[name] ?? 0) + 1
        await sleep(HOSTILE_PAUSE_MS)
      }
    }),
  )
  const watching = watch(url, stop.signal, samples)
  const sending = Array.from({ length: Number(options.good) }, () => sendGood(url, stop.signal, good))
  await Promise.race([sleep(minutes * 60_000), once(server, 'exit')])
  stop.abort()
  const canary = await endCanary()
  promise(!hasEnded(), `the server ended: ${server.exitCode ?? server.signalCode}`)
  if (hasEnded()) return
  await Promise.all([...sending, ...acts, watching])

  // Leave out the first samples: the code is still being compiled.
  const warm = samples.slice(Math.floor(samples.length / 10))
  const third = Math.floor(warm.length / 3)
  const [firstMb, middleMb, lastMb] = [0, third, warm.length - third].map((start) =>
    median(warm.slice(start, start + third).map(({ residentMb }) => residentMb)),
  ) as [number, number, number]
  const stalls = warm.map((sample) => sample.stallMs)
  const after = processorTime(pid)
  const canaryMs = greatest(canary.times.slice(Math.floor(canary.times.length / 10)))
  print(`${minutes} minutes:
  good requests     ${good.right} right, ${good.ofService} failed by the service, ${good.overloaded} OVERLOADED, ${good.faults.length} lost or wrong
  hostile acts      ${Object.entries(hostile)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')}
  canary            ${inWords(canary)}
  event loop        longest delay of a timer in the server ${format(greatest(stalls))} ms, median of half seconds ${format(median(stalls))} ms
  processor         the server's main thread ran for ${format((after.ranMs - before.ranMs) / 1000)} s and waited for a processor for ${format((after.waitedMs - before.waitedMs) / 1000)} s
  memory            resident ${format(firstMb)} MB in the first third, ${format(middleMb)} MB in the second, ${format(lastMb)} MB in the last; ${peaks(samples)}`)

  promise(
    good.faults.length === 0,
    `good requests were lost or answered wrong, such as ${good.faults.slice(0, 3).join(' | ')}`,
  )
  promise(good.right > 0, 'no good request was answered')
  promise(canary.lost === 0, `the canary lost ${canary.lost} requests`)
  promise(canaryMs <= maxStallMs, `the canary waited ${format(canaryMs)} ms, more than ${maxStallMs}`)
  promise(lastMb <= firstMb * MAX_GROWTH, `memory grew from ${format(firstMb)} to ${format(lastMb)} MB`)
}

/** Sends generated requests, the same for the same seed. Each is broken off after some seconds. */
async function generated(): Promise<void> {
  const requests = hostileRequests(Number(options.seed), requestCount).values()
  const endCanary = await startCanary()
  let last = ''
  const send = async () => {
    for (const { name, body, headers } of requests) {
      last = name
      await post(url, TOKENS.hostile, body, headers, GENERATED_MS)
      if (hasEnded()) return
    }
  }
  await Promise.all(Array.from({ length: GENERATED_AT_ONCE }, send))
  const canary = await endCanary()
  promise(!hasEnded(), `the server ended at generated requests, such as ${last}`)
  const slowMs = percentile(canary.times, 0.99)
  print(`${requestCount} generated requests:
  canary            ${inWords(canary)}`)
  promise(canary.lost === 0, `the canary lost ${canary.lost} requests among the generated ones`)
  promise(slowMs <= maxStallMs, `one in a hundred canaries waited ${format(slowMs)} ms among the generated requests`)
}

/** How long the canary waited for each answer, how many it lost, and by how much its own event loop was late. */
interface Canary {
  times: number[]
  lost: number
  ownDelayMs: number
}

function inWords({ times, lost, ownDelayMs }: Canary): string {
  return `${times.length} answers: median ${format(median(times))} ms, 99 % ${format(percentile(times, 0.99))} ms, longest ${format(greatest(times))} ms; ${lost} lost; its own event loop was late by up to ${format(ownDelayMs)} ms`
}

/**
 * Starts the canary, before everything else where the user may do that, so that it measures the server and not itself. The
 * returned function ends it and gives its measurements.
 */
async function startCanary(): Promise<() => Promise<Canary>> {
  const canary = await startProcess('soak/canary-process.ts', url)
  try {
    renice(canary.pid, Math.max(-20, priority - NICENESS))
  } catch {
    // It keeps the priority of the server.
  }
  return async () => {
    const measured = await canary.ask<Canary>('stop')
    await canary.stop()
    return measured
  }
}

async function biggestAtOnce(): Promise<void> {
  const stop = new AbortController()
  const samples: Sample[] = []
  const watching = watch(url, stop.signal, samples)
  const counts = { whole: 0, overloaded: 0, other: [] as string[] }
  const beganMs = performance.now()
  await Promise.all(
    Array.from({ length: operationCount }, async () => {
      const { text, isOverloaded, fault } = await post(url, TOKENS.good, BIGGEST)
      if (isOverloaded) counts.overloaded += 1
      else if (fault === undefined && SPENT.test(text.slice(0, 1_000))) counts.whole += 1
      else counts.other.push(fault ?? text.slice(0, 200))
    }),
  )
  const seconds = (performance.now() - beganMs) / 1000
  await sleep(KEPT_AFTER_MS)
  stop.abort()
  await watching.catch(() => {})
  const residentMb = greatest(samples.map((sample) => sample.residentMb))
  print(`${operationCount} of the biggest operations at once, in ${format(seconds)} s:
  answers           ${counts.whole} whole, ${counts.overloaded} OVERLOADED, ${counts.other.length} other
  event loop        longest delay of a timer in the server ${format(greatest(samples.map(({ stallMs }) => stallMs)))} ms
  memory            ${peaks(samples)}; resident ${format(samples.at(-1)!.residentMb)} MB ${KEPT_AFTER_MS / 1000} s later`)
  promise(counts.other.length === 0, `operations were lost or failed, such as ${counts.other[0]}`)
  promise(residentMb <= MAX_RESIDENT_MB, `the server took ${format(residentMb)} MB, more than ${MAX_RESIDENT_MB}`)
  promise(counts.whole > 0, 'none of the biggest operations was answered whole')
  promise(!hasEnded(), 'the server ended')
}

/** The greatest measurements of memory, in words. */
function peaks(samples: readonly Sample[]): string {
  const peak = (name: 'residentMb' | 'heapMb' | 'externalMb' | 'budgetMb') =>
    `${format(greatest(samples.map((sample) => sample[name])))} MB`
  return `peak ${peak('residentMb')}, of which heap ${peak('heapMb')}, buffers ${peak('externalMb')}, budget ${peak('budgetMb')}`
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

function format(number: number): string {
  return number.toFixed(number < 10 ? 1 : 0)
}
