import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

/** The revision of the protocol that clients are pinned to. */
export const REVISION = '2026-07-28'

/** The result of a tool. */
export interface ToolResult<Value = Record<string, unknown>> {
  text: string
  value: Value
  isError: boolean
}

/** An agent that is connected. */
export interface Agent {
  client: Client
  call<Value = Record<string, unknown>>(name: string, args: Record<string, unknown>): Promise<ToolResult<Value>>
  close(): Promise<void>
}

/** What a person answers to a question. */
type Answer = 'accept' | 'decline' | 'cancel'

export interface AgentOptions {
  /** Whether the client is pinned to the newest revision. Otherwise it has its default, which is an older one. */
  pinned?: boolean
  headers?: Record<string, string>
  /** Answers a question to the person. Without it, the client cannot ask. */
  answer?: (message: string) => Answer | Promise<Answer>
}

/** Connects the official client to the server of a graph. */
export function connectAgent(graphUrl: string, options: AgentOptions = {}): Promise<Agent> {
  const url = new URL('/mcp', graphUrl)
  return connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: options.headers ?? {} } }), options)
}

/** Starts `adgraph mcp` and connects the official client to it. */
export function startAgent(
  command: readonly string[],
  env: Record<string, string>,
  options: AgentOptions = {},
): Promise<Agent> {
  const [program = '', ...args] = command
  const { PATH = '', HOME = '' } = process.env
  return connect(
    new StdioClientTransport({ command: program, args, env: { PATH, HOME, ...env }, stderr: 'ignore' }),
    options,
  )
}

async function connect(transport: Transport, { pinned = true, answer }: AgentOptions): Promise<Agent> {
  const client = new Client(
    { name: 'test', version: '1' },
    {
      ...(pinned && { versionNegotiation: { mode: { pin: REVISION } } }),
      capabilities: answer ? { elicitation: { form: {} } } : {},
    },
  )
  if (answer)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const action = await answer(params.message)
      return action === 'accept' ? { action, content: { confirm: true } } : { action }
    })
  await client.connect(transport)
  return {
    client,
    close: () => client.close(),
    async call<Value>(name: string, args: Record<string, unknown>) {
      const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: args })
      const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
      return { text, value: structuredContent as Value, isError }
    },
  }
}
