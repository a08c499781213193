import type { OpenExtension } from '../../server/extension.ts'
import type { Extension } from '../extension.ts'
import { AGENTS_PATH, optionsOf, type AgentMode, type AgentOptions } from './agent.ts'

/** The graph as tools of agents, by the Model Context Protocol. */
export const agents: Extension = {
  commands(program, settings) {
    program
      .command('mcp')
      .description('serve the graph as tools of agents (Model Context Protocol) over standard input and output')
      .action(async () => (await import('./command.ts')).serveAgentsOverStdio(settings))
  },
  open(config) {
    const mode = config.MCP ?? (config.ADS_BASE_URL === undefined ? 'write' : 'off')
    return mode === 'off' ? undefined : serveAgents(mode)
  },
}

export function serveAgents(mode: AgentMode, changes?: Partial<AgentOptions>): OpenExtension {
  return async (server) => {
    let opened: ReturnType<typeof open> | undefined
    // Loading them takes half a second, in which no caller would be served. The sandbox loads them later, so that it starts sooner.
    if (server.service !== 'embedded sandbox') await (opened = open())
    return {
      name: 'agents',
      routes: [
        {
          path: AGENTS_PATH,
          isOfOperations: true,
          handle: async (request, response) => (await (opened ??= open())).route(request, response),
        },
      ],
      stop: async () => (await opened)?.closeStreams(),
    }

    async function open() {
      const [{ createAgents }, { createAgentRoute }] = await Promise.all([import('./server.ts'), import('./route.ts')])
      const created = createAgents({ ...optionsOf(server, mode), ...changes }, server)
      return { route: createAgentRoute(created, server), closeStreams: () => created.closeStreams() }
    }
  }
}
