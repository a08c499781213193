import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { AgentCaller, GraphAccess } from './access.ts'
import { createServers } from './server.ts'
import type { AgentOptions } from './session.ts'

/** Serves one agent over standard input and output. */
export function serveAgentStreams(options: AgentOptions, graph: GraphAccess, caller: AgentCaller) {
  const serverFor = createServers(options, graph)
  return serveStdio(() => serverFor(caller), {
    onerror: (err) => options.log.debug({ err }, 'a message of an agent was refused'),
  })
}
