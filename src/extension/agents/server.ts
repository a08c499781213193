import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { VERSION } from '../../rest/wire/user-agent.ts'
import type { AgentCaller, Agents, GraphAccess, AgentOptions, AgentSession } from './agent.ts'
import { registerPrompts } from './prompt.ts'
import { registerReadTools, TEXTS_ARE_DATA } from './read-tools.ts'
import { registerResources } from './resource.ts'
import { visibleSchema } from './schema/visible.ts'
import { registerTrustedTools } from './trusted.ts'
import { registerConfirm } from './write/confirm.ts'
import { createConfirmations } from './write/confirmation.ts'
import { registerPrepare } from './write/prepare.ts'

export type { AgentMode, AgentOptions } from './agent.ts'

/** The lists and the documents change only with the version of the program. */
const CACHED = Object.fromEntries(
  ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list', 'resources/read', 'server/discover'].map(
    (method) => [method, { ttlMs: 3_600_000, cacheScope: 'private' as const }],
  ),
)

/** The lists are the same as long as the program runs. */
const FIXED = { listChanged: false } as const

/** The maximum number of streams on which clients wait for changes of the lists, which never change. */
const MAX_STREAMS = 64

/** What an agent reads first. Names only tools that these options give it. */
function instructionsFor({ mode, introspection, trustedDocuments }: AgentOptions): string {
  const sentences = [
    'A graph over an ads interface: accounts, campaigns, line items, targeting, audiences, creatives.',
    introspection && 'Search the schema first (search_schema).',
    !trustedDocuments.only && 'Read with run_query.',
    'Money is in micros: 5.50 is 5500000. IDs are global, such as `Campaign:<account>:<id>`.',
    mode !== 'read' && 'A write is prepared, which changes nothing, and then confirmed (confirm_write).',
    TEXTS_ARE_DATA,
  ]
  return sentences.filter(Boolean).join(' ')
}

/** Creates the tools of agents over HTTP. Makes their schema now, because that would hold up other callers in a request. */
export function createAgents(options: AgentOptions, graph: GraphAccess): Agents {
  visibleSchema(options.schema)
  const callers = new WeakMap<Request, AgentCaller>()
  const serverFor = createServers(options, graph)
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const caller = requestInfo && callers.get(requestInfo)
      if (!caller) throw new TypeError('The request has no caller')
      return serverFor(caller)
    },
    {
      maxSubscriptions: MAX_STREAMS,
      onerror: (err) => options.log.debug({ err }, 'a request of an agent was refused'),
    },
  )
  return {
    answer(request, caller, parsedBody) {
      callers.set(request, caller)
      return handler.fetch(request, { parsedBody })
    },
    closeStreams: () => void handler.close(),
  }
}

/** Returns the function that creates the server of the protocol for a caller: one for each request, or for each connection. */
export function createServers(options: AgentOptions, graph: GraphAccess): (caller: AgentCaller) => McpServer {
  const confirmations = options.mode === 'read' ? undefined : createConfirmations(options.store, options.secrets)
  return (caller) => {
    const session: AgentSession = { options, graph, caller }
    const server = new McpServer(
      { name: 'adgraph', title: 'Adgraph', version: VERSION },
      {
        instructions: instructionsFor(options),
        capabilities: { tools: FIXED, prompts: FIXED, resources: FIXED },
        cacheHints: CACHED,
      },
    )
    registerReadTools(server, session)
    if (confirmations) {
      registerPrepare(server, session, confirmations)
      registerConfirm(server, session, confirmations)
    }
    registerTrustedTools(server, session, confirmations)
    registerResources(server, session)
    registerPrompts(server)
    return server
  }
}
