import type { GraphQLSchema } from 'graphql'
import type { Client } from '../../rest/client.ts'
import type { Store } from '../../rest/store.ts'
import type { OperationBounds } from '../../server/admission/admission.ts'
import type { TrustedDocuments } from '../../server/document/trusted-documents.ts'
import type { Logger } from '../../server/observe/log.ts'
import type { ServerOptions } from '../../server/options.ts'

/** What agents may do: only read; also write, where a person agrees to what activates something or raises money; or write alone. */
export type AgentMode = 'read' | 'write' | 'unattended'

export interface AgentOptions {
  mode: AgentMode
  schema: GraphQLSchema
  trustedDocuments: TrustedDocuments
  introspection: boolean
  /** The store of confirmations. Its commands throw if what they store would not be shared. */
  store: Store
  /** The secrets that seal confirmations, newest first. */
  secrets: readonly string[]
  /** Is kept open for the confirmed writes in progress. */
  client: Pick<Client, 'keepOpenFor'>
  log: Logger
}

/** What a server of the protocol needs: one for each request, or for each connection. */
export interface AgentSession {
  options: AgentOptions
  graph: GraphAccess
  caller: AgentCaller
}

/** The options of the tools over what a server has. Confirmations must be shared if anything is. */
export function optionsOf(server: ServerOptions, mode: AgentMode): AgentOptions {
  const { schema, trustedDocuments, introspection, strictStore: store, secrets, client, log } = server
  return { mode, schema, trustedDocuments, introspection, store, secrets, client, log }
}

/** What agents get from a server: operations that run as operations of `/graphql` do. */
export interface GraphAccess {
  /** Answers an operation, behind the same guards and limits as requests of `/graphql`. */
  answer: (request: Request, bounds: OperationBounds) => Promise<Response>
}

export interface AgentCaller {
  /** Identifies the caller. It never leaves this process. */
  key: string
  /** The headers of the request that identify its caller to `/graphql`, the request and its trace. */
  headers: Readonly<Record<string, string>>
  /** The URL of the page with GraphiQL. Undefined if no page is served. */
  pageUrl: string | undefined
}

/** The graph as tools of agents. */
export interface Agents {
  answer: (request: Request, caller: AgentCaller, body: unknown) => Promise<Response>
  /** Ends the streams that stay open until the client closes them. */
  closeStreams: () => void
}

export const AGENTS_PATH = '/mcp'
