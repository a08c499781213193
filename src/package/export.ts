import { hash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { createExportContexts } from '../extension/bulk/export-context.ts'
import { exportRows } from '../extension/bulk/export.ts'
import { openQuery } from '../extension/bulk/query/query.ts'
import { schema } from '../graph.ts'
import { UpstreamError } from '../rest/errors.ts'
import { credentialKey, type Credentials } from '../rest/wire/sign.ts'
import type { ExportedRow, ExportRequest } from './options.ts'

/** An export of an embedded graph. */
interface EmbeddedExport {
  text: ExportRequest
  /** The credentials of the user on whose behalf the service is called; null if there are none. */
  credentials: Credentials | null
  contexts: ReturnType<typeof createExportContexts>
  signal: AbortSignal
}

/** The rows of an export. */
export async function* rowsOfExport({
  text,
  credentials,
  contexts,
  signal,
}: EmbeddedExport): AsyncGenerator<ExportedRow, void, undefined> {
  const query = openQuery(schema, text)
  const { checkpoint } = text
  if (!credentials) throw new UpstreamError({ code: 'UNAUTHENTICATED', message: 'An export requires a signed-in user' })
  const key = credentialKey(credentials)
  const caller = hash('sha256', `export ${key}`, 'base64url')
  const dir = checkpoint ?? (await mkdtemp(join(tmpdir(), 'adgraph-export-')))
  try {
    for await (const { list, line } of exportRows(dir, {
      query,
      openContext: contexts({ credentials, key }),
      caller,
      signal,
    }))
      yield exportedRow(list.path, line)
  } finally {
    if (checkpoint === undefined) await rm(dir, { recursive: true, force: true })
  }
}

function exportedRow(list: string, line: Readonly<Record<string, unknown>>): ExportedRow {
  const row = { __typename: '', ...line, __list: list }
  return Object.defineProperty(row, '__list', { enumerable: false })
}
