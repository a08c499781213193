import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { logUnhandled } from '../../command/process-event.ts'
import { embeddedSandbox } from '../../command/sandbox.ts'
import { openService } from '../../command/serve.ts'
import { setupOf } from '../../command/setup.ts'
import { withoutAddress, type ReadSettings } from '../../config.ts'
import { createCallers } from '../../server/auth/callers.ts'
import { openLocalGraph } from '../../server/fetch.ts'
import { createLog } from '../../server/observe/log.ts'
import { optionsOf, type AgentCaller, type GraphAccess, type AgentOptions } from './agent.ts'
import { createServers } from './server.ts'

/**
 * Serves the graph as tools of agents over standard input and output, until the input ends; over the embedded sandbox, unless the
 * settings name a service. The log goes to standard error.
 */
export async function serveAgentsOverStdio(settings: ReadSettings): Promise<void> {
  const config = settings(withoutAddress, ({ ADS_BASE_URL, OAUTH_ACCESS_TOKEN, MCP }) => [
    Boolean(ADS_BASE_URL && !OAUTH_ACCESS_TOKEN) &&
      'OAUTH_ACCESS_TOKEN is required for `adgraph mcp`: it calls the service on behalf of one user',
    MCP === 'off' && 'MCP is off: unset it, or set it to read, write or unattended',
  ])
  const log = createLog(config.LOG_LEVEL, process.stderr)
  logUnhandled(log)
  const sandbox = await embeddedSandbox(config)
  const { options, close } = await openService(config, { setup: setupOf(config, sandbox), log })
  const { application, tenant } = options
  // The program that runs this process needs no token.
  const access = { application, tenant: { ...tenant, clientTokens: [] }, operatorTokens: [], sessions: undefined }
  const graph = openLocalGraph({ ...options, callers: createCallers(access, log) })
  // It is not set then: off is refused.
  const { MCP = 'off' } = config
  const mode = MCP === 'off' ? (sandbox ? 'write' : 'read') : MCP
  const caller = {
    key: 'the user of this process',
    headers: {},
    pageUrl: config.PUBLIC_URL === undefined ? undefined : `${config.PUBLIC_URL}/graphql`,
  }
  await serveAgentStreams(optionsOf(options, mode), graph, caller)
  await graph.close()
  await close()
  await sandbox?.close()
}

/** Serves one agent over standard input and output, until the connection is closed: by the end of the input, by an error or by a signal. */
async function serveAgentStreams(options: AgentOptions, graph: GraphAccess, caller: AgentCaller): Promise<void> {
  const serverFor = createServers(options, graph)
  const transport = new StdioServerTransport()
  let error: Error | undefined
  const connection = serveStdio(() => serverFor(caller), {
    transport,
    onerror(err) {
      error = err
      options.log.debug({ err }, 'a message of an agent was refused')
    },
  })
  let isStopped = false
  const stop = () => {
    isStopped = true
    void connection.close()
  }
  process.once('SIGTERM', stop).once('SIGINT', stop)
  await new Promise<void>((resolve) => {
    const { onclose } = transport
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- A transport has no listeners.
    transport.onclose = () => {
      onclose?.()
      resolve()
    }
  })
  if (isStopped || process.stdin.readableEnded) return
  options.log.warn({ err: error }, 'the connection to the agent was closed')
  process.exitCode = 1
}
