import type { OperationBounds } from '../../server/admission/admission.ts'

/** What agents get from a server: operations that run as those of `/graphql` do. */
export interface GraphAccess {
  /** Answers an operation, behind the same guards and limits as requests of `/graphql`. */
  answer: (request: Request, bounds: OperationBounds) => Promise<Response>
}

/** Who an agent acts for. */
export interface AgentCaller {
  /** Identifies the caller. It never leaves this process. */
  key: string
  /** The headers of the request that identify its caller to `/graphql`, and the ID of the request. */
  headers: Readonly<Record<string, string>>
  /** The URL of the page with GraphiQL. Undefined if no page is served. */
  pageUrl: string | undefined
}

/** The graph as tools of agents. */
export interface Agents {
  /** Answers a request whose body has been parsed. */
  answer: (request: Request, caller: AgentCaller, body: unknown) => Promise<Response>
  /** Ends the streams that stay open until the client closes them. */
  closeStreams: () => void
}

/** The path of the tools of agents. */
export const AGENTS_PATH = '/mcp'
