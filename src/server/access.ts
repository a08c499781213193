import type { Access } from './auth/caller.ts'
import type { ServerOptions } from './options.ts'

/** Opens what identifies callers. Sign-in is imported only if it is configured, because its cryptography slows the start. */
export async function openAccess(options: ServerOptions): Promise<Access> {
  const { application, tenant, operatorTokens = [], signIn } = options
  const sessions = signIn && (await import('./auth/session.ts')).createSessions({ ...options, ...signIn })
  return { application, tenant, operatorTokens, sessions }
}
