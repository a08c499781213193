import type { GraphQLSchema } from 'graphql'
import type { Store } from '../../rest/store.ts'
import type { AgentCaller, GraphAccess } from './access.ts'
import type { ServerOptions } from '../../server/options.ts'
import type { Disclosure } from '../../server/document/disclosure.ts'
import type { TrustedDocuments } from '../../server/document/trusted-documents.ts'
import type { Logger } from '../../server/observe/log.ts'

/** What agents may do: only read; also write, where a person agrees to what activates something or raises money; or write alone. */
export type AgentMode = 'read' | 'write' | 'unattended'

/** The options of the tools. */
export interface AgentOptions {
  mode: AgentMode
  schema: GraphQLSchema
  trustedDocuments: TrustedDocuments
  disclosure: Disclosure
  /** The store of confirmations. Its commands throw if what they store would not be shared. */
  store: Store
  /** The secrets that seal confirmations, newest first. */
  secrets: readonly string[]
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
  const { schema, trustedDocuments, disclosure, store, sharedStore = store, secrets, log } = server
  return { mode, schema, trustedDocuments, disclosure, store: sharedStore, secrets, log }
}
