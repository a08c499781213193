import { Counter, Gauge, type Registry } from 'prom-client'
import { DAY_MS } from '../../../async/duration.ts'
import type { Credentials } from '../../../rest/wire/sign.ts'
import { createSeal } from '../../../server/auth/user-session.ts'
import type { Logger } from '../../../server/observe/log.ts'
import { createExportContexts } from '../export-context.ts'
import type { OpenExportContext } from '../export.ts'
import { openOperations } from '../operation/operations.ts'
import { hasEnded, type OperationHeader, type OperationRecord } from '../operation/record.ts'
import type { OperationObserver } from '../operation/run.ts'
import { ExportFailure } from '../walk/trouble.ts'
import { identityOf, ownerOf, type OpenedBulk, type OperationParts } from './caller-bulk.ts'

/** The time for which sealed credentials can be opened. They are forgotten as soon as their operation ends. */
const SEAL_MS = 365 * DAY_MS

const ROTATED =
  'The credentials of the operation were sealed with a secret that is no longer in SESSION_SECRET: start it again'
const SIGNED_OUT = 'The user who started the operation has signed out'

/** Opens long work: operations that are stored continue. */
export async function openOperationsOf(parts: OperationParts): Promise<OpenedBulk> {
  const { settings, schema, access, signIn, metrics, log } = parts
  const place = await settings.openPlace((operation, err) => log.error({ err, operation }, 'long work cannot be read'))
  const seal = signIn && createSeal<Credentials>(signIn.secrets, 'long work')
  const kept = bulkMetrics(metrics.registers, () => loadOf(place.store.seen()))
  const contexts = createExportContexts({ ...parts, share: settings.share })
  const operations = openOperations({
    ...settings,
    ...settings.timing,
    ...place,
    schema,
    contextsOf,
    observer: observerOf(log, (rows, bytes) => kept.onKept(rows, bytes)),
  })
  return {
    place,
    operations,
    async seal({ session, credentials }) {
      if (!session) return null
      if (!seal) throw new Error('A session needs a secret')
      return seal.close(credentials, SEAL_MS)
    },
    async signedOut(session, isRevoked) {
      if (!access.sessions) return
      const credentials = access.sessions.credentialsOf(session)
      const [owner, identity] = [ownerOf({ key: '', credentials, session }, settings.service), identityOf(credentials)]
      const isOver = (header: OperationHeader) =>
        header.session === session.id || (isRevoked && header.identity === identity)
      for (const header of await place.store.all()) {
        if (header.owner !== owner || hasEnded(header) || !isOver(header)) continue
        const record = await place.store.get(header.id)
        if (record) await operations.cancel(record, SIGNED_OUT)
      }
    },
  }

  async function contextsOf(record: OperationRecord): Promise<OpenExportContext> {
    const credentials = record.credentials === null ? access.tenant.credentials : await opened(record.credentials)
    if (!credentials) throw new ExportFailure('UNAUTHENTICATED', 'The server has no OAUTH_ACCESS_TOKEN any more')
    if (record.session !== null && (await access.sessions?.wasEnded(record.session, credentials)))
      throw new ExportFailure('UNAUTHENTICATED', SIGNED_OUT)
    if (identityOf(credentials) !== record.identity)
      throw new ExportFailure('UNAUTHENTICATED', 'The user on whose behalf the server reads has changed')
    return contexts({ credentials, key: record.owner })
  }

  async function opened(sealed: string): Promise<Credentials> {
    const content = await seal?.open(sealed)
    if (!content || 'fault' in content) throw new ExportFailure('UNAUTHENTICATED', ROTATED)
    return content.content
  }
}

function observerOf(log: Logger, onKept: OperationObserver['onKept']): OperationObserver {
  return {
    onKept,
    onStatus({ id, status, progress: { rows, calls, waitingUntil }, errors }) {
      const until = waitingUntil === null ? undefined : new Date(waitingUntil).toISOString()
      log.info(
        { operation: id, status, rows, calls, errors: errors.length, waitingUntil: until },
        `long work: ${status}`,
      )
    },
    onFault: (operation, err) => log.error({ operation, err }, 'long work: a fault'),
  }
}

function loadOf(headers: readonly OperationHeader[]): BulkLoad {
  const open = headers.filter((header) => !hasEnded(header))
  const running = open.filter(({ status }) => status === 'RUNNING').length
  const oldest = Math.min(...open.map(({ createdAt }) => createdAt))
  return { running, waiting: open.length - running, oldestMs: open.length > 0 ? Date.now() - oldest : 0 }
}

/** The long work that has not ended. */
interface BulkLoad {
  running: number
  waiting: number
  /** The time since the oldest was started. 0 if there is none. */
  oldestMs: number
}

/**
 * Also reports long work, as this process has seen it last: a folder that does not answer is no fault of the metrics. All processes
 * see the same operations, so that the maximum of their gauges is the value of all.
 */
function bulkMetrics(registers: Registry[], load: () => BulkLoad) {
  const aggregator = 'max'
  const operations = new Gauge({
    name: 'adgraph_bulk_operations',
    aggregator,
    help: 'Long work that runs, and long work that waits for its turn, a rate limit or the service.',
    labelNames: ['state'],
    registers,
    collect() {
      const { running, waiting, oldestMs } = load()
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
    onKept(newRows: number, newBytes: number) {
      rows.inc(newRows)
      bytes.inc(newBytes)
    },
  }
}
