import { hash } from 'node:crypto'
import { exportInto } from './export.ts'
import { FolderError } from './folder/segment.ts'
import { isOfFiles } from './folder/segment.ts'
import { ExportFailure } from './walk/trouble.ts'
import type { Manifest } from './folder/manifest.ts'
import { FolderInUse } from './folder/written-ids.ts'
import { openQuery, type QueryText } from './query/query.ts'
import { applicationOf, type Config, type ReadSettings } from '../../config.ts'
import { credentialKey } from '../../rest/wire/sign.ts'
import { maskError } from '../../schema/errors.ts'
import { schema } from '../../graph.ts'
import { counted } from '../../schema/plan/plan-report.ts'
import { createExportContexts } from './server/export-context.ts'
import { createLog } from '../../server/observe/log.ts'
import { createDisplay } from './export-display.ts'
import { embeddedSandbox } from '../../command/sandbox.ts'
import { tenantCredentials } from '../../command/setup.ts'
import { connectUpstream } from '../../command/upstream.ts'

/** The options of `adgraph export`. */
export interface ExportCommand {
  /** The folder for the files. */
  out: string
  /** The values of variables. */
  variables?: Record<string, unknown>
  /** The name of the operation. */
  operation?: string
  format: 'ndjson' | 'csv'
  restart?: true
  /** How often the position is kept, in milliseconds. */
  checkpointMs?: number
}

/** The exit code of a process that SIGINT has ended. */
const INTERRUPTED = 130

/**
 * Exports a query into a folder, or goes on with this export where it was interrupted. Exit code 1 if it cannot
 * be exported, or if something could not be read.
 */
export async function exportQuery(settings: ReadSettings, document: string, asked: ExportCommand): Promise<void> {
  const config = settings(({ ADS_BASE_URL, OAUTH_ACCESS_TOKEN }) => [
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
      if (manifest.errors.length > 0) process.exitCode = 1
    } finally {
      display.close()
      await closeService()
    }
  } catch (error) {
    if (interruption.signal.aborted) {
      process.stderr.write('Interrupted. The same command goes on from here.\n')
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
function endOf({ rows, calls, files, unordered, errors, moreErrors }: Manifest, dir: string): string {
  const failed = errors.length + moreErrors
  return [
    `${counted(rows, 'row')} of ${counted(files.length, 'list')} in ${dir}, by ${counted(calls, 'call')}`,
    unordered.length > 0 && `Lists without an order of their own: ${unordered.join(', ')}`,
    failed > 0 && `${counted(failed, 'error')}: see ${dir}/manifest.json`,
  ]
    .filter(Boolean)
    .join('\n')
}

/** The message of an error that is about the query, the folder or the service; undefined for any other. */
function messageOf(error: unknown): string | undefined {
  if (error instanceof FolderError) return `${error.message} (--restart)`
  if (error instanceof FolderInUse || error instanceof ExportFailure || isOfFiles(error)) return error.message
  const masked = maskError(error)
  return masked.extensions['code'] === 'INTERNAL' ? undefined : masked.message
}

/** The service that the settings name, or else the embedded sandbox, and on whose behalf it is called. */
async function openService(config: Config) {
  const sandbox = await embeddedSandbox(config)
  const credentials = tenantCredentials(config, sandbox) ?? applicationOf(config)
  const adsBaseUrl = sandbox?.url ?? config.ADS_BASE_URL ?? ''
  const { client, state, close } = await connectUpstream(config, adsBaseUrl, createLog(config.LOG_LEVEL))
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
