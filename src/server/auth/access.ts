import type { Access } from './caller.ts'
import type { SessionsOptions } from './session.ts'

interface AccessOptions extends Pick<Access, 'application' | 'tenant'>, Pick<SessionsOptions, 'publicUrl' | 'store'> {
  operatorTokens?: readonly string[] | undefined
  /** Undefined if users cannot sign in. */
  signIn?: Pick<SessionsOptions, 'secrets' | 'maxAgeMs'> | undefined
}

/** Opens what identifies callers. Sign-in is imported only if it is configured, because its cryptography slows the start. */
export async function openAccess(options: AccessOptions): Promise<Access> {
  const { application, tenant, operatorTokens = [], signIn, publicUrl, store } = options
  const sessions = signIn && (await import('./session.ts')).createSessions({ ...signIn, publicUrl, application, store })
  return { application, tenant, operatorTokens, sessions }
}
