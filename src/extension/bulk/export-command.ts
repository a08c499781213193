import { hash } from 'node:crypto'
import type { WriteStream } from 'node:tty'
import { createLogUpdate } from 'log-update'
import { embeddedSandbox } from '../../command/sandbox.ts'
import { tenantCredentials } from '../../command/setup.ts'
import { connectUpstream } from '../../command/upstream.ts'
import { applicationOf, withoutAddress, type Config, type ReadSettings } from '../../config.ts'
import { schema } from '../../graph.ts'
import { credentialKey } from '../../rest/wire/sign.ts'
import { counted, plural } from '../../schema/counted.ts'
import { maskError } from '../../schema/errors.ts'
import { createLog, type Logger } from '../../server/observe/log.ts'
import { createExportContexts } from './export-context.ts'
import { exportInto } from './export.ts'
import { FolderError, isOfFiles, type Manifest } from './folder/folder.ts'
import { FolderInUse } from './folder/written-ids.ts'
import { openQuery, type QueryText } from './query/query.ts'
import { ExportFailure } from './walk/trouble.ts'
import type { ExportProgress } from './walk/walk.ts'

/** The options of `adgraph export`. */
interface ExportCommand {
  /** The folder for the files. */
  out: string
  variables?: Record<string, unknown>
  operation?: string
  format: 'ndjson' | 'csv'
  restart?: true
  /** How often the position is kept, in milliseconds. */
  checkpointMs?: number
}

/** The exit code of a process that SIGINT has ended. */
const INTERRUPTED = 130

/**
 * Exports a query into a folder, or continues with this export where it was interrupted. Exit code 1 if it cannot
 * be exported, or if something could not be read.
 */
export async function exportQuery(settings: ReadSettings, document: string, asked: ExportCommand): Promise<void> {
  const config = settings(withoutAddress, ({ ADS_BASE_URL, OAUTH_ACCESS_TOKEN }) => [
    Boolean(ADS_BASE_URL && !OAUTH_ACCESS_TOKEN) &&
      'OAUTH_ACCESS_TOKEN and OAUTH_ACCESS_TOKEN_SECRET are required to export',
  ])
  const text: QueryText = { query: document, operationName: asked.operation, variables: asked.variables ?? {} }
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())
  try {
    const query = openQuery(schema, text)
    const { openContext, caller, closeService } = await openService(config)
    const display = createDisplay(createLog(config.LOG_LEVEL), process.stderr)
    try {
      const { format, restart, checkpointMs } = asked
      const manifest = await exportInto(asked.out, {
        query,
        text,
        format,
        restart,
        checkpointMs,
        caller,
        openContext,
        signal: interruption.signal,
        onProgress: display.update,
      })
      display.end(endOf(manifest, asked.out))
      const failed = manifest.errors.length + manifest.moreErrors
      if (failed === 0) return
      process.stderr.write(`${counted(failed, 'error')}: see ${asked.out}/manifest.json\n`)
      process.exitCode = 1
    } finally {
      display.close()
      await closeService()
    }
  } catch (error) {
    if (interruption.signal.aborted) {
      process.stderr.write('Interrupted. The same command continues from here.\n')
      process.exitCode = INTERRUPTED
      return
    }
    const message = messageOf(error)
    if (message === undefined) throw error
    process.stderr.write(`${message}\n`)
    process.exitCode = 1
  }
}

/** What an export has done, for people. */
function endOf({ rows, calls, files, unordered }: Manifest, dir: string): string {
  const done = `${counted(rows, 'row')} of ${counted(files.length, 'list')} in ${dir}, by ${counted(calls, 'call')}`
  return unordered.length > 0 ? `${done}\nLists that the service does not sort: ${unordered.join(', ')}` : done
}

/** The message of an error that is about the query, the folder or the service; undefined for any other. */
function messageOf(error: unknown): string | undefined {
  if (error instanceof FolderError) return error.canRestart ? `${error.message} (--restart)` : error.message
  if (error instanceof FolderInUse || error instanceof ExportFailure || isOfFiles(error)) return error.message
  const masked = maskError(error)
  return masked.extensions['code'] === 'INTERNAL' ? undefined : masked.message
}

/** The service that the settings name, or else the embedded sandbox, and on whose behalf it is called. */
async function openService(config: Config) {
  const sandbox = await embeddedSandbox(config)
  const credentials = tenantCredentials(config, sandbox) ?? applicationOf(config)
  const { client, state, close } = await connectUpstream(config, sandbox, createLog(config.LOG_LEVEL))
  const key = credentialKey(credentials)
  return {
    openContext: createExportContexts({ client, ...state, share: config.BULK_SHARE })({ credentials, key }),
    caller: hash('sha256', `export ${key}`, 'base64url'),
    closeService: async () => {
      await client.close()
      await close()
      await sandbox?.close()
    },
  }
}

/** How often a terminal shows the progress, and how often the log does. */
const FRAME_MS = 100
const LINE_MS = 10_000

/** Creates the display of how far an export is: in place on a terminal, otherwise as lines of the log. */
export function createDisplay(log: Logger, output: WriteStream | NodeJS.WriteStream) {
  const startedAt = Date.now()
  let first: ExportProgress | undefined
  let latest: ExportProgress | undefined
  // A terminal without a size cannot show several lines in place.
  const isTerminal = output.isTTY && output.rows > 0
  const show = isTerminal ? createLogUpdate(output) : undefined
  const draw = () => {
    if (!latest) return
    const seconds = (Date.now() - startedAt) / 1000
    if (show) show(frameOf(latest, latest.rows - (first?.rows ?? 0), seconds))
    else log.info({ ...latest, seconds: Math.round(seconds) }, 'exporting')
  }
  const timer = setInterval(draw, isTerminal ? FRAME_MS : LINE_MS)
  return {
    update: (progress: ExportProgress) => {
      first ??= progress
      latest = progress
    },
    end(text: string) {
      draw()
      show?.done()
      if (isTerminal) output.write(`${text}\n`)
      else log.info(text)
    },
    /** Stops showing anything. */
    close() {
      clearInterval(timer)
      show?.done()
    },
  }
}

/** The progress for a terminal. `rows` have been read in these seconds, without the rows of earlier runs. */
export function frameOf(progress: ExportProgress, rows: number, seconds: number): string {
  const { lists, share, rateLimit, waitingUntil } = progress
  const width = Math.max(...lists.map(({ path }) => path.length))
  const perSecond = seconds > 0 ? Math.round(rows / seconds) : 0
  const left = share ? `, about ${durationOf((seconds / share) * (1 - share))} left` : ''
  const lines = [
    ...lists.map(({ path, rows, pages, done }) =>
      [
        path.padEnd(width),
        numberOf(rows).padStart(12),
        plural('row', rows).padEnd(4),
        numberOf(pages).padStart(8),
        plural('page', pages).padEnd(5),
        done ? ' done' : '',
      ]
        .join(' ')
        .trimEnd(),
    ),
    `${counted(progress.rows, 'row')}, ${counted(progress.calls, 'call')}, ${counted(perSecond, 'row')} a second${left}`,
    rateLimit &&
      `${numberOf(rateLimit.remaining)} of ${counted(rateLimit.limit, 'call')} left until ${timeOf(rateLimit.resetAt)}`,
    waitingUntil !== undefined && `Waiting until ${timeOf(waitingUntil)}`,
  ]
  return lines.filter(Boolean).join('\n')
}

function numberOf(count: number): string {
  return count.toLocaleString('en-US')
}

function timeOf(ms: number): string {
  return new Date(ms).toLocaleTimeString('en-GB')
}

function durationOf(seconds: number): string {
  return seconds < 90 ? counted(Math.ceil(seconds), 'second') : counted(Math.ceil(seconds / 60), 'minute')
}
