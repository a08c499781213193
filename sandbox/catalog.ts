import type { Endpoint } from './endpoint/endpoint.ts'
import { ENTITIES } from './entities.ts'

/** A write needs one of these permissions, by chapter or entity. All others need one for campaigns (document 2, section 5). */
const EDITORS: Readonly<Record<string, readonly string[]>> = {
  'tax-settings': ['ACCOUNT_ADMIN'],
  // Whatever they can do in the account, users can change their own settings.
  'user-settings': [],
  audience: ['ACCOUNT_ADMIN', 'AD_MANAGER', 'PARTNER_AUDIENCE_MANAGER'],
  creative: ['ACCOUNT_ADMIN', 'AD_MANAGER', 'CREATIVE_MANAGER'],
}

/** Every endpoint of the sandbox. */
export const endpoints: readonly Endpoint[] = ENTITIES.flatMap(([chapter, file, ofEntity]) => {
  const editors = EDITORS[file] ?? EDITORS[chapter]
  return editors ? ofEntity.map((endpoint) => ({ ...endpoint, editors })) : ofEntity
})
