import { afterEach, describe, expect, it } from 'vitest'
import { openSandboxGraph, type GraphOptions } from '../../support/graph.ts'

describe('the faults of the embedded sandbox', () => {
  let close: (() => Promise<void>) | undefined
  afterEach(() => close?.())

  async function open(options: GraphOptions = {}) {
    const graph = await openSandboxGraph({ graph: options })
    close = () => graph.close()
    const faults = (init: RequestInit) => fetch(new URL('/sandbox/faults', graph.url), init)
    const active = async (): Promise<unknown> => (await fetch(new URL('/sandbox/faults', graph.sandbox.url))).json()
    return { faults, active }
  }

  const RULE = { fault: { kind: 'latency', ms: 1 } }
  const JSON_HEADERS = { 'content-type': 'application/json' }

  it('are added, listed and removed at the port of the graph', async () => {
    const { faults, active } = await open()
    const added = await faults({ method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(RULE) })
    expect([added.status, await added.json()]).toEqual([201, [RULE]])
    expect(await active()).toEqual([RULE])
    expect(await (await faults({})).json()).toEqual([RULE])
    expect((await faults({ method: 'DELETE' })).status).toBe(204)
    expect(await active()).toEqual([])
  })

  it('are refused as the sandbox refuses them, and as no page of another origin can send them', async () => {
    const { faults, active } = await open()
    const body = JSON.stringify(RULE)
    const wrong = await faults({ method: 'POST', headers: JSON_HEADERS, body: '{ "fault": { "kind": "nosuch" } }' })
    expect([wrong.status, await wrong.text()]).toEqual([
      400,
      expect.stringMatching(/^rule\.fault\.kind must be one of/),
    ])
    const refused = [
      await faults({ method: 'POST', headers: { 'content-type': 'text/plain' }, body }),
      await faults({ method: 'PUT', headers: JSON_HEADERS, body }),
      await faults({ method: 'POST', headers: JSON_HEADERS, body: ' '.repeat(70_000) }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([415, 405, 413])
    expect(refused[1]?.headers.get('allow')).toBe('GET, POST, DELETE')
    expect(await active()).toEqual([])
  })

  it('are for callers with a token if there are client tokens', async () => {
    const { faults, active } = await open({ tenant: { credentials: undefined, clientTokens: ['a-client'] } })
    const send = (token: string) =>
      faults({
        method: 'POST',
        headers: { ...JSON_HEADERS, authorization: `Bearer ${token}` },
        body: JSON.stringify(RULE),
      })
    expect([(await faults({})).status, (await send('another')).status]).toEqual([401, 401])
    expect(await active()).toEqual([])
    expect((await send('a-client')).status).toBe(201)
    expect(await active()).toEqual([RULE])
  })

  it('are not there over another service', async () => {
    const { faults } = await open({ sandboxUrl: undefined })
    expect((await faults({})).status).toBe(404)
  })
})
