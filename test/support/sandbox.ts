import { afterAll, afterEach } from 'vitest'
import {
  DEMO_ACCOUNT_ID,
  startSandbox as start,
  type Row,
  type Sandbox,
  type SandboxOptions,
  type TableDefinition,
} from '../../sandbox/index.ts'
import { Client } from '../../sandbox/test/client.ts'

/** Where the clocks of all sandboxes of tests start, so that what tests expect of their data stays. */
export const SANDBOX_NOW = '2026-06-01T12:00:00Z'

/** Starts a sandbox whose clock starts there, unless the options say otherwise. */
export function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return start({ now: SANDBOX_NOW, ...options })
}

/** A sandbox for the tests of a file, and a client of it: each test finds the rows of the seed, and the last one closes it. */
export async function openSandbox(options: SandboxOptions = {}) {
  const sandbox = await startSandbox(options)
  const client = new Client(sandbox)
  afterEach(() => client.raw('POST', '/sandbox/reset'))
  afterAll(() => sandbox.close())
  /** The rows of the demo account, including deleted ones. */
  const demoRows = <R extends Row>(table: TableDefinition<R>) => sandbox.store.table(table).rows(DEMO_ACCOUNT_ID)
  return { sandbox, client, demoRows }
}
