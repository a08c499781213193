import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { adgraphSdl } from '../src/adgraph.ts'
import type { Subgraphs } from '../src/gateway.ts'
import { notesSdl } from '../src/notes.ts'
import type { Service } from '../src/service.ts'

/** The Grafbase command, which is one executable. npm installs it on Linux on x64 only. */
const PROGRAM = fileURLToPath(
  new URL('../node_modules/@grafbase/cli-x86_64-unknown-linux-musl/grafbase', import.meta.url),
)

export const hasGrafbase = existsSync(PROGRAM)

/** Adgraph gets who calls. The notes do not need to know. */
const configOf = ({ ads, notes }: Subgraphs) => `
[subgraphs.ads]
url = "${ads}"
schema_path = "ads.graphql"
[[subgraphs.ads.headers]]
rule = "forward"
name = "authorization"
[[subgraphs.ads.headers]]
rule = "forward"
name = "cookie"

[subgraphs.notes]
url = "${notes}"
schema_path = "notes.graphql"
`

/** Composes the supergraph with Grafbase's own composer, and serves it with the Grafbase Gateway in a process of its own. */
export async function startGrafbase(subgraphs: Subgraphs): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'adgraph-grafbase-'))
  writeFileSync(join(folder, 'grafbase.toml'), configOf(subgraphs))
  writeFileSync(join(folder, 'ads.graphql'), adgraphSdl())
  writeFileSync(join(folder, 'notes.graphql'), notesSdl)
  const port = await freePort()
  const child = spawn(PROGRAM, ['--home', folder, 'dev', '--config', 'grafbase.toml', '--port', `${port}`], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  const url = `http://127.0.0.1:${port}/graphql`
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes(url)) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void exited.then(() => reject(new Error(`Grafbase has ended:\n${output}`)))
  })
  return {
    url,
    async close() {
      child.kill()
      await exited
      rmSync(folder, { recursive: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
