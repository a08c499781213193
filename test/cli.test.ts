import { afterEach, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID, startSandbox, type Sandbox } from '../src/sandbox/index.ts'
import { runCommand, type CommandRun } from './support/command.ts'

const running: CommandRun[] = []
let sandbox: Sandbox | undefined
afterEach(async () => {
  await Promise.all(running.splice(0).map((command) => command.stop()))
  await sandbox?.close()
})

function run(args: string[], settings: Record<string, string> = {}): CommandRun {
  const command = runCommand(args, settings)
  running.push(command)
  return command
}

async function ask(url: string, query: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  })
  return { status: response.status, ...((await response.json()) as { data?: unknown; extensions?: object }) }
}

const SERVED = /"url":"([^"]+)"/

describe('adgraph start', () => {
  it('serves another service than the embedded sandbox by its base URL and credentials alone', async () => {
    sandbox = await startSandbox()
    const { consumerKey, consumerSecret, accessToken, accessTokenSecret } = sandbox.credentials
    const command = run(['start'], {
      PORT: '0',
      ADS_BASE_URL: sandbox.url,
      OAUTH_CONSUMER_KEY: consumerKey,
      OAUTH_CONSUMER_SECRET: consumerSecret,
      OAUTH_ACCESS_TOKEN: accessToken,
      OAUTH_ACCESS_TOKEN_SECRET: accessTokenSecret,
      CLIENT_TOKENS: 'a-client-token',
    })
    const [, url] = await command.printed(SERVED)
    const query = `{ account(id: "${DEMO_ACCOUNT_ID}") { name } }`

    expect(await ask(url!, query)).toMatchObject({ status: 401 })
    expect(await ask(url!, query, { authorization: 'Bearer a-client-token' })).toEqual({
      status: 200,
      data: { account: { name: 'Tidewater Outfitters' } },
    })
    expect(sandbox.requests.map(({ path, status }) => [path, status])).toEqual([
      [`/12/accounts/${DEMO_ACCOUNT_ID}`, 200],
    ])
    expect(await command.stop()).toBe(0)
    for (const secret of [consumerSecret, accessToken, accessTokenSecret, 'a-client-token'])
      expect(command.output()).not.toContain(secret)
  })

  it('names every fault of its settings at once, and serves nothing', async () => {
    const command = run(['start'], {
      PORT: 'web',
      HOST: '0.0.0.0',
      ADS_BASE_URL: 'https://ads.example',
      OAUTH_CONSUMER_KEY: 'k',
      OAUTH_CONSUMER_SECRET: 'sesame',
      OAUTH_ACCESS_TOKEN: 'sesame',
    })

    expect(await command.exited).toBe(1)
    expect(command.output()).toMatch(/^These settings cannot be used:\n/)
    for (const name of ['PORT', 'OAUTH_ACCESS_TOKEN_SECRET', 'CLIENT_TOKENS'])
      expect(command.output()).toContain(`  ${name} `)
    expect(command.output()).not.toMatch(/sesame|\n\s+at /)
  })
})

describe('adgraph', () => {
  it('refuses a command that it does not have, and arguments that a command does not take', async () => {
    const [unknown, tooMuch] = [run(['launch']), run(['start', 'now'])]

    expect(await Promise.all([unknown.exited, tooMuch.exited])).toEqual([2, 2])
    expect(unknown.output()).toMatch(/There is no command launch[\s\S]*Usage:/)
    expect(tooMuch.output()).toMatch(/adgraph start does not take now[\s\S]*Usage:/)
  })
})
