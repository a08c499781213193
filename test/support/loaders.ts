import { onTestFinished } from 'vitest'
import { createLoaders, type Loaders } from '../../src/loaders/index.ts'
import { createClient } from '../../src/rest/client.ts'
import type { Session } from '../../src/rest/session.ts'
import type { CallRecord } from '../../src/rest/types.ts'
import { createMemoryState } from '../../src/state/memory.ts'
import { ANY_CREDENTIALS } from './credentials.ts'
import type { Upstream } from './upstream.ts'

/** The loaders of one operation over the real client, and the calls they make, in the order in which they end. */
export interface OpenLoaders extends Loaders {
  session: Session
  calls: CallRecord[]
  close(): Promise<void>
}

/** Loaders over an upstream at this address. Close them when done. */
export function openLoaders(upstreamUrl: string): OpenLoaders {
  const client = createClient({ adsBaseUrl: upstreamUrl, authBaseUrl: upstreamUrl, ...createMemoryState() })
  const calls: CallRecord[] = []
  const session = client.session({
    credentials: ANY_CREDENTIALS,
    deadline: Date.now() + 10_000,
    calls,
  })
  return { ...createLoaders(session), session, calls, close: () => client.close() }
}

/** Loaders over a scripted service. Both are closed when the test has finished. */
export async function loadersOver(starting: Promise<Upstream>): Promise<{ upstream: Upstream; loaders: OpenLoaders }> {
  const upstream = await starting
  const loaders = openLoaders(upstream.url)
  onTestFinished(async () => void (await Promise.all([upstream.close(), loaders.close()])))
  return { upstream, loaders }
}
