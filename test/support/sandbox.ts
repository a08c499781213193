import { afterAll, afterEach } from 'vitest'
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/index.ts'
import { Client } from '../../sandbox/test/client.ts'

/** A sandbox for the tests of a file, and a client of it: each test finds the rows of the seed, and the last one closes it. */
export async function openSandbox(options: SandboxOptions = {}): Promise<{ sandbox: Sandbox; client: Client }> {
  const sandbox = await startSandbox(options)
  const client = new Client(sandbox)
  afterEach(() => client.raw('POST', '/sandbox/reset'))
  afterAll(() => sandbox.close())
  return { sandbox, client }
}
