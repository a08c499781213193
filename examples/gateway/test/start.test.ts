import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { startAdgraph } from '../src/adgraph.ts'

/** Runs `npm start` until it has written where it serves; gives the URLs by name. */
async function start(
  settings: Record<string, string>,
): Promise<{ urls: Record<string, string>; stop(): Promise<void> }> {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn('node', ['--import', 'tsx', 'src/start.ts'], {
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('the gateway')) resolve()
    })
    void exited.then(([code]) => reject(new Error(`The example has ended with ${String(code)}`)))
  })
  return {
    urls: Object.fromEntries(
      output
        .trim()
        .split('\n')
        .map((line) => line.split(/\s{2,}/) as [string, string]),
    ),
    async stop() {
      child.kill()
      await exited
    },
  }
}

async function accountNames(url: string | undefined): Promise<unknown> {
  const response = await fetch(url!, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ accounts(first: 1) { nodes { name } } }' }),
  })
  return response.json()
}

it('starts on free ports, or over an Adgraph that runs already', async () => {
  const running = await startAdgraph({ PORT: '0' })
  const own = await start({ PORT: '0' })
  const over = await start({ PORT: '0', ADGRAPH_URL: running.url })
  const answers = await Promise.all([own, over].map(({ urls }) => accountNames(urls['the gateway'])))
  await Promise.all([own.stop(), over.stop(), running.close()])

  expect(over.urls['Adgraph']).toBe(running.url)
  expect(own.urls['Adgraph']).not.toBe(running.url)
  for (const answer of answers)
    expect(answer).toMatchObject({ data: { accounts: { nodes: [{ name: expect.anything() }] } } })
})
