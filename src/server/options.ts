import type { GraphQLSchema } from 'graphql'
import type { Store } from '../rest/store.ts'
import type { RedisObserver } from '../state/redis.ts'
import type { SingleTenant } from './auth/callers.ts'
import type { Application } from './auth/user-session.ts'
import type { ContextOptions } from './context-builder.ts'
import type { Guards } from './guard/guard.ts'
import type { Logger } from './observe/log.ts'
import type { ShareMetrics } from './observe/metrics.ts'
import type { Telemetry } from './observe/telemetry.ts'
import type { Service } from './page-settings.ts'

/** The schema, the client, the callers and the limits of a server. */
export interface ServerOptions
  extends Guards, Omit<ContextOptions, 'limits' | 'metrics' | 'memory' | 'extensionOf' | 'onRevoked' | 'log'> {
  host: string
  port: number
  schema: GraphQLSchema
  /** The client application that signs every request. */
  application: Application
  tenant: SingleTenant
  /** The bearer tokens of the operator. Defaults to none. */
  operatorTokens?: readonly string[]
  /** Undefined if users cannot sign in. */
  signIn?: SignIn | undefined
  /** Registers an observer of Redis commands. Undefined if no state is shared over Redis. */
  observeRedis?: ((observer: RedisObserver) => void) | undefined
  /** Makes `/metrics` report several processes. Undefined if this is the only one. */
  shareMetrics?: ShareMetrics | undefined
  /** The query that GraphiQL shows first. */
  firstQuery: string
  /** The service that the page says calls go to. */
  service: Service
  /** The URL of the embedded sandbox, whose faults the page can change. Undefined if there is none. */
  sandboxUrl?: string | undefined
  /** Where the clock of the embedded sandbox started, in ISO 8601, if it was set. */
  sandboxNow?: string | undefined
  /** The store of all instances, which throws while it cannot be shared. */
  strictStore: Store
  /** The secrets that seal what the server gives to callers, newest first. */
  secrets: readonly string[]
  /** How long a stopping server still accepts requests while `/readyz` reports 503, so that proxies notice. */
  stopDelayMs: number
  /** The port of `/metrics`. Undefined to serve it on the port of the graph. */
  metricsPort: number | undefined
  /** Exports traces of operations. Undefined if no traces are exported. */
  telemetry?: Telemetry | undefined
  log: Logger
}

export interface SignIn {
  /** The secrets that seal sessions, newest first. Instances with the same secrets accept each other's sessions. */
  secrets: readonly string[]
  /** How long a session lasts. */
  maxAgeMs: number
}
