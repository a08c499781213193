import { expect, test } from 'vitest'
import { ENDPOINTS } from '../../reference/index.ts'
import { endpoints } from '../catalog.ts'

/** The form by which a person agrees, and the other way to write a path that the reference writes in two ways. */
const OWN = ['POST /oauth/authorize', 'POST /1.1/oauth/invalidate_token.json']

/** How the reference writes an endpoint: in the authorization interface it begins with a slash and has its version. */
function nameOf({ method, version, path }: { method: string; version: string; path: string }): string {
  if (path.startsWith('oauth') || path === 'webhooks') return `${method} ${version && `/${version}`}/${path}`
  return `${method} ${version} ${path}`
}

test('the sandbox supports every endpoint of the reference, and no others', () => {
  const written = [...Object.keys(ENDPOINTS), ...OWN]

  expect(endpoints.map(nameOf).sort()).toEqual(written.sort())
})
