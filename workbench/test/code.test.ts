import { describe, expect, it } from 'vitest'
import { FORMS } from '../operation/code.ts'
import type { Call } from '../operation/contract.ts'
import { endpointKeys } from '../operation/endpoint.ts'

const CALL = { status: 200, startMs: 0, durationMs: 1, attempt: 1, keys: 0, rows: 1 }

/** A call as code. */
function codeOf(call: Pick<Call, 'method' | 'path' | 'url' | 'body'>): string | undefined {
  const upstream = { requests: 1, cached: 0, stale: 0, joined: 0, fields: [], calls: [{ ...CALL, ...call }] }
  const sent = { url: '', query: '', variables: {}, operationName: undefined, answer: { extensions: { upstream } } }
  return /^console\.log\(await rest\.(.*)\)$/m.exec(FORMS['adgraph/rest']!(sent))?.[1]
}

describe('a call as code', () => {
  it.each<[what: string, call: Parameters<typeof codeOf>[0], code: string]>([
    [
      'of stats',
      {
        method: 'GET',
        path: 'stats/accounts/:account_id',
        url: '/12/stats/accounts/a1?entity=CAMPAIGN&entity_ids=c1,c2',
      },
      'page(listStats, {account_id: "a1"}, {entity: "CAMPAIGN",entity_ids: ["c1","c2"]})',
    ],
    [
      'with lists, numbers and flags',
      {
        method: 'GET',
        path: 'accounts/:account_id/cards',
        url: '/12/accounts/a1/cards?card_uris=u1,u2&count=5&with_deleted=true',
      },
      'page(listCards, {account_id: "a1"}, {card_uris: ["u1","u2"],count: 5,with_deleted: true})',
    ],
    [
      'with a text that is the word of a flag',
      {
        method: 'PUT',
        path: 'accounts/:account_id/campaigns/:campaign_id',
        url: '/12/accounts/a1/campaigns/c1',
        body: 'name=true',
      },
      'call(updateCampaign, {account_id: "a1",campaign_id: "c1"}, {name: "true"})',
    ],
  ])('has the values of the types that the endpoint takes: %s', (_what, call, code) => {
    expect(codeOf(call)).toBe(code)
  })

  it('can be of any endpoint of the package, those of stats too', () => {
    expect(endpointKeys()).toContain('GET stats/accounts/:account_id/reach/campaigns')
  })
})
