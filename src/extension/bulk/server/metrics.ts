import { Counter, Gauge, type Registry } from 'prom-client'

/** The long work that has not ended. */
export interface BulkLoad {
  running: number
  waiting: number
  /** The time since the oldest was started. 0 if there is none. */
  oldestMs: number
}

/**
 * Also reports long work, whose number and age are read when the metrics are. All processes read the same operations, so that the
 * maximum of their gauges is the value of all.
 */
export function bulkMetrics(registers: Registry[], load: () => Promise<BulkLoad>) {
  const aggregator = 'max'
  const operations = new Gauge({
    name: 'adgraph_bulk_operations',
    aggregator,
    help: 'Long work that runs, and long work that waits for its turn, a rate limit or the service.',
    labelNames: ['state'],
    registers,
    async collect() {
      const { running, waiting, oldestMs } = await load()
      operations.set({ state: 'running' }, running)
      operations.set({ state: 'waiting' }, waiting)
      oldest.set(oldestMs / 1000)
    },
  })
  const oldest = new Gauge({
    name: 'adgraph_bulk_oldest_seconds',
    aggregator,
    help: 'The time since the oldest long work was started that has not ended; 0 if there is none.',
    registers,
  })
  const rows = new Counter({ name: 'adgraph_bulk_rows_total', help: 'Rows of long work that were kept.', registers })
  const bytes = new Counter({ name: 'adgraph_bulk_bytes_total', help: 'Bytes of long work that were kept.', registers })
  return {
    /** Counts rows and their bytes that were kept. */
    onKept(newRows: number, newBytes: number) {
      rows.inc(newRows)
      bytes.inc(newBytes)
    },
  }
}
