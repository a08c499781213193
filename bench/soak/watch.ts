import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** The server's metrics at one time. Memory is in MB. */
export interface Sample {
  residentMb: number
  heapMb: number
  /** Buffers and other memory outside the heap. */
  externalMb: number
  budgetMb: number
  /** The longest delay of a timer of the event loop since the previous sample. */
  stallMs: number
}

const INTERVAL_MS = 500

/** Samples the server's metrics until the signal. */
export async function watch(url: string, stop: AbortSignal, samples: Sample[]): Promise<void> {
  const address = new URL('/metrics', url)
  while (!stop.aborted) {
    const text = await (await fetch(address)).text()
    // Only one line begins with the name.
    const metric = (name: string) => Number(text.split(`\n${name} `)[1]?.split('\n')[0])
    samples.push({
      residentMb: metric('process_resident_memory_bytes') / 2 ** 20,
      heapMb: metric('nodejs_heap_size_used_bytes') / 2 ** 20,
      externalMb: metric('nodejs_external_memory_bytes') / 2 ** 20,
      budgetMb: metric('adgraph_memory_budget_bytes{state="used"}') / 2 ** 20,
      stallMs: metric('nodejs_eventloop_lag_max_seconds') * 1000,
    })
    await sleep(INTERVAL_MS)
  }
}

/** For how long the main thread of a process has run, and for how long it has waited for a processor. Zero except on Linux. */
export function processorTime(pid: number): { ranMs: number; waitedMs: number } {
  if (process.platform !== 'linux') return { ranMs: 0, waitedMs: 0 }
  const [ranNs, waitedNs] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ').map(Number)
  return { ranMs: ranNs! / 1e6, waitedMs: waitedNs! / 1e6 }
}

/** The greatest number; 0 if there is none. */
export function greatest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0)
}
