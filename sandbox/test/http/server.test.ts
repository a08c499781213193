import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startSandbox } from '../../../test/support/sandbox.ts'
import { DEMO_ACCOUNT_ID } from '../../index.ts'
import { Client } from '../client.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/campaigns`

test('listens on the given host and port, and on a free port by default', async () => {
  const free = await startSandbox()
  expect(free.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const port = Number(new URL(free.url).port)
  await expect(startSandbox({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await free.close()
  const again = await startSandbox({ host: 'localhost', port })
  expect((await new Client(again).get(path)).status).toBe(200)
  await again.close()
})

test('handles many calls over one connection', async () => {
  const sandbox = await startSandbox()
  const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1')
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
  for (let call = 1; call <= 3; call += 1) {
    socket.write('GET /sandbox/faults HTTP/1.1\r\nhost: h\r\n\r\n')
    while (received.split('HTTP/1.1 200 OK').length <= call) await once(socket, 'data')
  }
  expect(received).toContain('Connection: keep-alive')
  await sandbox.close()
})

test('closes immediately, with idle, waiting and partly served connections', async () => {
  const sandbox = await startSandbox()
  const client = new Client(sandbox)
  const idle = connect(Number(new URL(sandbox.url).port), '127.0.0.1')
  await once(idle, 'connect')
  sandbox.faults.add({ match: { param: { name: 'q', value: 'late' } }, fault: { kind: 'latency', ms: 600_000 } })
  sandbox.faults.add({ match: { param: { name: 'q', value: 'slow' } }, fault: { kind: 'slowBody', ms: 600_000 } })
  const late = client.get(path, { q: 'late' })
  const slow = client.get(path, { q: 'slow' })
  const outcomes = Promise.allSettled([late, slow])
  await wait(50)
  await sandbox.close()
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(client.get(path)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('accepts a body of 8,000,000 bytes and refuses one byte more', async () => {
  const sandbox = await startSandbox()
  const client = new Client(sandbox)
  expect((await client.raw('POST', `/12/${path}`, {}, Buffer.alloc(8_000_000))).status).toBe(401)
  expect((await client.raw('POST', `/12/${path}`, {}, Buffer.alloc(8_000_001))).status).toBe(413)
  expect((await client.get(path)).status).toBe(200)
  await sandbox.close()
})

test.each([
  ['/12/accounts?q=%', {}, ''],
  ['/12/accounts', { 'content-type': 'application/json' }, '{'],
  ['/12/accounts', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=%zz'],
])('responds with 400 to a request that cannot be parsed: %s %o %s', async (url, headers, body) => {
  const sandbox = await startSandbox()
  const answer = await new Client(sandbox).raw('POST', url, headers, body)
  expect([answer.status, answer.text]).toEqual([400, 'Bad Request'])
  await sandbox.close()
})

test('gives every response its own transaction ID', async () => {
  const sandbox = await startSandbox()
  const client = new Client(sandbox)
  const seen = new Set<unknown>()
  for (let call = 0; call < 5; call += 1) seen.add((await client.get(path)).headers['x-transaction-id'])
  expect(seen.size).toBe(5)
  await sandbox.close()
})
