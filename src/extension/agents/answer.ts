import type {
  CallToolResult,
  InputRequiredResult,
  McpServer,
  ServerContext,
  StandardSchemaWithJSON,
  ToolAnnotations,
} from '@modelcontextprotocol/server'
import { StoreUnavailable } from '../../rest/store.ts'
import type { AgentCaller, AgentSession } from './agent.ts'
import { shortText, createRun, type Run, type RunError } from './run.ts'
import { jsonOf, Refusal, type JsonObject } from './value.ts'

type ToolResult = CallToolResult | InputRequiredResult

/** The maximum number of errors in a result. */
const MAX_ERRORS = 20

/** Of a batch in several calls, those before the one that failed have happened. */
const TRY_AGAIN =
  'try again, but of a write only the operations that have errors; if `outcome` is UNKNOWN, read first whether they happened'

/** What an agent can do about an error, by its code. Names no tool: which tools there are depends on the settings. */
const FIXES: Readonly<Record<string, string>> = {
  BAD_USER_INPUT: 'correct the argument that `field` or `path` names; the schema has its limits',
  BUDGET_SPENT: 'request fewer rows with `first`, or read the rest in another query',
  FORBIDDEN: 'the user of this token may not do this; another account or user may',
  GRAPHQL_VALIDATION_FAILED: 'correct the document; the schema has the fields and arguments',
  NOT_FOUND: 'check the ID, and the account that it belongs to',
  OVERLOADED: 'try again in a few seconds',
  PERSISTED_QUERY_ONLY: 'use the tools of the trusted documents; this server accepts no other documents',
  QUERY_TOO_COMPLEX: 'request fewer fields, or fewer rows with `first`',
  RATE_LIMITED: 'wait until `retryAt`; the plan of a query shows the calls that are left',
  UNAUTHENTICATED: 'the person must sign in again, or the token of this connection must be replaced',
  UPSTREAM_TIMEOUT: TRY_AGAIN,
  UPSTREAM_UNAVAILABLE: TRY_AGAIN,
}

/** A result with a text that has nothing from the service, and a value that may have. */
export function answered(text: string, structuredContent: JsonObject): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent }
}

/** A text of these lines. Those that are empty or false are left out. */
export function linesOf(lines: readonly (string | false | undefined)[]): string {
  return lines.filter(Boolean).join('\n')
}

export function notDone(text: string, structuredContent: JsonObject = {}): CallToolResult {
  return { ...answered(text, structuredContent), isError: true }
}

/** The refusal because of the errors of a response. */
export function refusalFor(text: string, errors: readonly RunError[], also: JsonObject = {}): Refusal {
  return new Refusal(`${text}\n${errorText(errors)}`, { errors: errorsIn(errors), ...also })
}

/** The errors of a response as a part of a value. Their texts can be of the service. */
export function errorsIn(errors: readonly RunError[]): JsonObject[] {
  return errors
    .slice(0, MAX_ERRORS)
    .map(({ message, path, extensions }) => jsonOf({ message, path, ...extensions }, shortText))
}

/** A line for each code among the errors, with its fix. Messages of the service are not repeated. */
export function errorText(errors: readonly RunError[]): string {
  const codes = errors.map(({ extensions }) => extensions?.code ?? 'INTERNAL')
  const lines = [...new Set(codes)].map((code) => {
    const count = codes.filter((each) => each === code).length
    return `- ${count} × ${code}${FIXES[code] ? `: ${FIXES[code]}` : ''}`
  })
  // Errors of the whole request are about the document, and have no text of the service.
  const own = errors.filter(({ path, extensions }) => path === undefined && extensions?.['upstream'] === undefined)
  return [...lines, ...own.slice(0, MAX_ERRORS).map(({ message }) => `- ${message}`)].join('\n')
}

/** What a trace context of W3C looks like, by the name that headers and `_meta` have for its parts. */
const TRACE_CONTEXT = {
  traceparent: /^[\da-f]{2}(?:-[\da-f]+){3}$/,
  tracestate: /^[!-~]{1,512}$/,
} as const

/** The caller whose operations belong to the trace in the `_meta` of a request. That of its HTTP headers is the same or further away. */
export function inTraceOf(caller: AgentCaller, { mcpReq: { _meta = {} } }: ServerContext): AgentCaller {
  const given = Object.entries(TRACE_CONTEXT).flatMap(([name, form]) => {
    const value = _meta[name]
    return typeof value === 'string' && form.test(value) ? [[name, value] as const] : []
  })
  return given.length === 0 ? caller : { ...caller, headers: { ...caller.headers, ...Object.fromEntries(given) } }
}

interface ToolConfig<Args> {
  title: string
  description: string
  inputSchema: StandardSchemaWithJSON<unknown, Args>
  outputSchema?: StandardSchemaWithJSON
  annotations: ToolAnnotations
}

/** Registers a tool. An error that it throws becomes a result with the reason, without internal details. */
export function registerTool<Args>(
  server: McpServer,
  { options: { log }, graph, caller }: AgentSession,
  name: string,
  config: ToolConfig<Args>,
  tool: (args: Args, run: Run, context: ServerContext) => ToolResult | Promise<ToolResult>,
): void {
  const callback = async (args: Args, context: ServerContext): Promise<ToolResult> => {
    try {
      return await tool(args, createRun(graph, inTraceOf(caller, context), context.mcpReq.signal), context)
    } catch (err) {
      if (err instanceof Refusal) return notDone(err.message, err.structured)
      if (err instanceof StoreUnavailable)
        return notDone('Nothing was sent now. Redis, which keeps prepared writes, is unavailable. Try again later.')
      log.error({ err }, 'a tool of agents failed')
      return notDone('The tool failed because of an error of this server. Its log has the reason.')
    }
  }
  server.registerTool(name, config, callback)
}
