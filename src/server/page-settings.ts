/** The service that calls go to: the sandbox in this process, the service's own sandbox, or the real service. */
export type Service = 'embedded sandbox' | 'sandbox' | 'production'

/** The settings that the server passes to the page. */
export interface PageSettings {
  firstQuery: string
  /** Whether callers must present a token of CLIENT_TOKENS, or be signed in. */
  needsToken: boolean
  signIn: boolean
  service: Service
  /** Where the clock of the embedded sandbox started, in ISO 8601, if it was set. */
  sandboxNow?: string | undefined
  /** The names of the extensions that the server has. */
  extensions: readonly string[]
  /** Whether the page can make calls to the embedded sandbox fail. */
  faults: boolean
  /** Whether the server allows introspection; otherwise the page has no schema. */
  introspection: boolean
}
