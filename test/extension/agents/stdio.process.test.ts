import { describe, expect, it, onTestFinished } from 'vitest'
import { runCommand } from '../../support/command.ts'

const message = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`

const INITIALIZE = message(1, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
})

describe('adgraph mcp', () => {
  /** The command, with an agent that is connected. */
  async function connected() {
    const command = runCommand(['mcp'])
    onTestFinished(() => void command.process.kill('SIGKILL'))
    const { stdin, stdout } = command.process
    // The process can end while something is written to it.
    stdin!.on('error', () => {})
    stdin!.write(INITIALIZE)
    await command.printed(/"id":1/)
    return { command, stdin: stdin!, stdout: stdout! }
  }

  it('ends with exit code 1 at a message that is too long, and says so', async () => {
    const { command, stdin } = await connected()
    stdin.write(message(2, 'tools/list', { padding: 'x'.repeat(11 * 2 ** 20) }))

    expect(await command.exited).toBe(1)
    expect(command.output()).toMatch(
      /"level":40,[^\n]*maximum size[^\n]*"msg":"the connection to the agent was closed"/,
    )
  })

  it('ends when nobody reads its answers anymore', async () => {
    const { command, stdin, stdout } = await connected()
    stdout.destroy()
    stdin.write(message(2, 'ping', {}))

    expect(await command.exited).toBe(1)
  })

  it.each<[what: string, end: (connection: Awaited<ReturnType<typeof connected>>) => unknown]>([
    ['the end of its input', ({ stdin }) => stdin.end()],
    ['SIGTERM', ({ command }) => command.stop()],
  ])('ends with exit code 0 at %s', async (_what, end) => {
    const connection = await connected()
    void end(connection)

    expect(await connection.command.exited).toBe(0)
    expect(connection.command.output()).not.toContain('"level":40')
  })
})
