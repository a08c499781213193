import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLog } from '../../../src/server/observe/log.ts'
import { connectRedis } from '../../../src/state/redis.ts'
import { createSharedState } from '../../../src/state/shared.ts'
import { connectAgent, startAgent, type Agent } from '../../support/agent.ts'
import { AGENT_COMMAND } from '../../support/command.ts'
import { openGraph, type Graph } from '../../support/graph.ts'
import { closedAfterTest } from '../../support/open.ts'
import { HAS_REDIS, PATIENT_MS, startRedis } from '../../support/redis.ts'
import { startWorkers, type WorkerConnection } from '../../support/workers.ts'
import { LOWER, startService, UPDATE, writesOf, type Prepared } from './campaign-service.ts'

/** The result of a tool as JSON-RPC has it. */
interface ToolAnswer {
  structuredContent: Record<string, unknown>
}

const RAISE = UPDATE('dailyBudgetAmountLocalMicro: 6500000, entityStatus: ACTIVE')

const agentOf = async (graph: Graph): Promise<Agent> => closedAfterTest(await connectAgent(graph.url))

describe.skipIf(!HAS_REDIS)('workers (needs redis-server)', () => {
  it('count the first use of a confirmation together', async () => {
    const service = closedAfterTest(await startService())
    const workers = await startWorkers({
      WORKERS: '2',
      MCP: 'write',
      SESSION_SECRET: 'one secret of at least 32 characters',
      ADS_BASE_URL: service.url,
      OAUTH_CONSUMER_KEY: 'consumer-key',
      OAUTH_CONSUMER_SECRET: 'consumer-secret',
      OAUTH_ACCESS_TOKEN: 'access-token',
      OAUTH_ACCESS_TOKEN_SECRET: 'access-token-secret',
    })
    onTestFinished(async () => void (await workers.stop()))
    const [one, two] = (await workers.connectToEach(2)) as [WorkerConnection, WorkerConnection]
    const call = async (worker: WorkerConnection, name: string, args: object): Promise<ToolAnswer> => {
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
      const { text } = await worker.send('POST', '/mcp', headers, JSON.stringify(body))
      const { result } = JSON.parse(text.slice(text.indexOf('{'))) as { result: ToolAnswer }
      return result
    }
    const { structuredContent } = await call(one, 'prepare_write', { document: LOWER })
    const { confirmation } = structuredContent
    const uses = await Promise.all(
      [two, one, two, one].map((worker) => call(worker, 'confirm_write', { confirmation })),
    )

    expect(uses.map(({ structuredContent: { repeated } }) => String(repeated)).toSorted()).toEqual([
      'false',
      'true',
      'true',
      'true',
    ])
    expect(new Set(uses.map(({ structuredContent: { data } }) => JSON.stringify(data))).size).toBe(1)
    expect(writesOf(service)).toHaveLength(1)
    const other = closedAfterTest(await openGraph(service.url, { agents: 'write' }))
    const refused = await (await agentOf(other)).call('confirm_write', { confirmation })
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('Nothing was sent')])
    expect(writesOf(service)).toHaveLength(1)
  })
})

describe.skipIf(!HAS_REDIS)('instances that share Redis (needs redis-server)', () => {
  it('count the first use together, and refuse confirmations while Redis is away', async () => {
    const redis = await startRedis()
    const service = closedAfterTest(await startService())
    const log = createLog('silent')
    const instances = await Promise.all(
      [1, 2].map(async () => {
        const connection = closedAfterTest(
          await connectRedis({ url: redis.url, timeoutMs: PATIENT_MS, serviceUrl: service.url, log }),
        )
        const { strictStore: confirmations } = createSharedState(connection)
        const secrets = ['one secret for both instances']
        return agentOf(closedAfterTest(await openGraph(service.url, { agents: 'write', confirmations, secrets })))
      }),
    )
    const [one, two] = instances as [Agent, Agent]
    const [first, second] = [
      await one.call<Prepared>('prepare_write', { document: LOWER }),
      await one.call<Prepared>('prepare_write', { document: UPDATE('name: "Two"') }),
    ]
    const used = await two.call('confirm_write', { confirmation: first.value.confirmation })
    const again = await one.call('confirm_write', { confirmation: first.value.confirmation })
    expect([used.value['repeated'], again.value]).toEqual([false, { ...used.value, repeated: true }])
    expect(writesOf(service)).toHaveLength(1)
    await redis.kill()
    const refused = await two.call('confirm_write', { confirmation: second.value.confirmation })
    const unprepared = await two.call('prepare_write', { document: LOWER })

    // While Redis is away, nobody knows whether another use has sent it.
    expect([refused.isError, refused.text]).toEqual([true, expect.stringMatching(/^Nothing was sent now. Redis/)])
    expect([unprepared.isError, unprepared.text]).toEqual([true, expect.stringContaining('Redis')])
    expect(writesOf(service)).toHaveLength(1)
  })
})

describe('what activates something or raises money', () => {
  it.each([
    ['the newest revision', true],
    ['the default of the client', false],
  ])('is sent over standard input and output after the person has agreed, with %s', async (_name, pinned) => {
    const service = closedAfterTest(await startService())
    const recording = mkdtempSync(join(tmpdir(), 'recording-'))
    const asked: string[] = []
    const agent = closedAfterTest(
      await startAgent(
        AGENT_COMMAND,
        {
          ADS_RECORD: recording,
          ADS_BASE_URL: service.url,
          OAUTH_CONSUMER_KEY: 'consumer-key',
          OAUTH_CONSUMER_SECRET: 'consumer-secret',
          OAUTH_ACCESS_TOKEN: 'access-token',
          OAUTH_ACCESS_TOKEN_SECRET: 'access-token-secret',
          MCP: 'write',
        },
        {
          pinned,
          answer(message) {
            asked.push(message)
            return asked.length === 1 ? 'decline' : 'accept'
          },
        },
      ),
    )
    const { value } = await agent.call<Prepared>('prepare_write', { document: RAISE })
    const declined = await agent.call('confirm_write', { confirmation: value.confirmation })
    expect([declined.isError, declined.text]).toEqual([true, 'Nothing was sent. The person did not agree.'])
    expect(writesOf(service)).toEqual([])
    expect(await agent.call('confirm_write', { confirmation: value.confirmation })).toMatchObject({ isError: false })
    expect(asked).toEqual([expect.stringContaining('from 5.00 USD to 6.50 USD'), asked[0]])
    expect(writesOf(service)).toHaveLength(1)
    expect(readdirSync(recording)).toHaveLength(service.requests.length)
    rmSync(recording, { recursive: true })
  })
})
