import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import type { Call } from '../operation/contract.ts'
import { curlOf } from '../operation/curl.ts'

const CALL: Call = {
  method: 'GET',
  path: 'accounts/:account_id/campaigns',
  status: 200,
  startMs: 0,
  durationMs: 1,
  attempt: 1,
  keys: 0,
  rows: 1,
}

/** The arguments that a shell passes to curl. */
const argumentsOf = (command: string) =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], {
    env: { ADS_BASE_URL: 'https://ads.example', OAUTH_AUTHORIZATION: 'OAuth …' },
    encoding: 'utf8',
  })
    .split('\0')
    .slice(0, -1)

describe('a call as a cURL command', () => {
  it('has method, URL and a place for the signature', () => {
    expect(argumentsOf(curlOf({ ...CALL, url: '/12/accounts/a1/campaigns?count=2' }))).toEqual([
      '-X',
      'GET',
      'https://ads.example/12/accounts/a1/campaigns?count=2',
      '-H',
      'Authorization: OAuth …',
    ])
    expect(argumentsOf(curlOf(CALL))[2]).toBe('https://ads.example/accounts/:account_id/campaigns')
  })

  it.each([
    ['a form', 'application/x-www-form-urlencoded', 'name=Spring%20%26%20Co&daily_budget_amount_local_micro=5000000'],
    ['JSON', 'application/json', `[{"operation_type":"Update","params":{"name":"it's \\"new\\" $HOME \`x\`"}}]`],
  ])('of a write has its body, %s', (_what, type, body) => {
    const url = '/12/accounts/a1/campaigns/c1'
    expect(argumentsOf(curlOf({ ...CALL, method: 'PUT', url, body }))).toEqual([
      '-X',
      'PUT',
      `https://ads.example${url}`,
      '-H',
      `Content-Type: ${type}`,
      '--data-raw',
      body,
      '-H',
      'Authorization: OAuth …',
    ])
  })
})
