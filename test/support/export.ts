import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MemoryBudget } from '../../src/async/memory.ts'
import { createExportContexts } from '../../src/extension/bulk/export-context.ts'
import { exportInto, type ExportOptions } from '../../src/extension/bulk/export.ts'
import { openQuery, type QueryText } from '../../src/extension/bulk/query/query.ts'
import { schema } from '../../src/graph.ts'
import { listAccountApps } from '../../src/rest/account/account-app.ts'
import { type ClientOptions, createClient } from '../../src/rest/client.ts'
import type { Credentials } from '../../src/rest/wire/sign.ts'
import { createMemoryState } from '../../src/state/memory.ts'
import { ANY_CREDENTIALS } from './credentials.ts'

/** An exported row, as its line has it. */
export type Line = { __typename: string; id?: string; __parentId?: string } & Record<string, unknown>

/** Exports over a service, each into a folder. */
export interface Exporter {
  /** The folder that exports go into. */
  dir: string
  /** Exports a query into the folder. Returns the manifest. */
  run(
    text: string | QueryText,
    options?: Partial<ExportOptions> & { restart?: boolean; dir?: string },
  ): ReturnType<typeof exportInto>
  /** Makes one call of a person's operation, which can wait this long. */
  operation(waitMs: number): Promise<unknown>
  /** The text of a file of the folder. */
  text(name: string): Promise<string>
  /** The lines of a list. */
  lines(path: string): Promise<Line[]>
  /** The names of the files of the folder. */
  files(): Promise<string[]>
  close(): Promise<void>
}

/** Opens it over the service at this address. Close it when done. */
export async function openExporter(
  url: string,
  credentials: Credentials = ANY_CREDENTIALS,
  { memory, ...options }: Pick<ClientOptions, 'attemptTimeoutMs'> & { memory?: MemoryBudget } = {},
): Promise<Exporter> {
  const dir = join(await mkdtemp(join(tmpdir(), 'adgraph-export-')), 'out')
  const state = createMemoryState()
  const client = createClient({ adsBaseUrl: url, authBaseUrl: url, environment: 'sandbox', ...options, ...state })
  const contextsOf = createExportContexts({ client, ...state, share: 0.5, memory })
  const text = (name: string) => readFile(join(dir, name), 'utf8')
  return {
    dir,
    run(given, options = {}) {
      const asked = typeof given === 'string' ? { query: given } : given
      return exportInto(options.dir ?? dir, {
        query: openQuery(schema, asked),
        text: asked,
        openContext: contextsOf({ credentials, key: 'test' }),
        caller: 'somebody',
        ...options,
      })
    },
    operation: (waitMs) =>
      client
        .session({ credentials, deadline: Date.now() + waitMs })
        .page(listAccountApps, { account_id: 'a' }, { count: 1 }),
    text,
    lines: async (path) =>
      (await text(`${path}.ndjson`))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Line),
    files: async () => (await readdir(dir)).toSorted(),
    async close() {
      await client.close()
      await rm(join(dir, '..'), { recursive: true, force: true })
    },
  }
}
