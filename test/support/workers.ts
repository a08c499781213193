import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { runCommand, type CommandRun } from './command.ts'
import { startRedis } from './redis.ts'

/** `adgraph start` with several workers, as processes. */
export interface WorkersRun {
  run: CommandRun
  /** The URL of the GraphQL endpoint. */
  url: string
  /** The process IDs of the workers that have begun to serve, by the number of the worker. */
  pids(): ReadonlyMap<number, number>
  /** Opens a connection of a client's own. Connections are handed to the workers in turns. */
  connect(): Promise<WorkerConnection>
  /** Opens connections until there is one to each of so many workers. */
  connectToEach(count: number): Promise<WorkerConnection[]>
  stop(): Promise<number | null>
}

/** A connection that is kept open, so that one worker answers all of its requests. */
export interface WorkerConnection {
  /** The number of the worker. */
  worker: number
  query(document: string, headers?: Record<string, string>): Promise<WorkerAnswer>
  send(method: string, path: string, headers?: Record<string, string>, body?: string): Promise<PlainAnswer>
  close(): void
}

interface PlainAnswer {
  status: number
  text: string
}

interface WorkerAnswer {
  status: number
  data: Record<string, unknown> | null
  /** The codes of the errors. */
  codes: string[]
}

/** Starts Adgraph with these settings, over a Redis of its own unless they name one, and waits until all workers serve. */
export async function startWorkers(settings: Record<string, string>): Promise<WorkersRun> {
  const redis = 'REDIS_URL' in settings ? undefined : await startRedis()
  const run = runCommand(['start'], { PORT: '0', ...(redis && { REDIS_URL: redis.url }), ...settings })
  const [, url] = await run.printed(/"url":"([^"]+)"/)
  const open: WorkerConnection[] = []

  return {
    run,
    url: url!,
    pids: () =>
      new Map(
        [...run.output().matchAll(/"worker":(\d+),"pid":(\d+),"msg":"a worker process accepts/g)].map(
          ([, worker, pid]) => [Number(worker), Number(pid)],
        ),
      ),
    connect,
    async connectToEach(count) {
      const byWorker = new Map<number, WorkerConnection>()
      for (let nth = 0; byWorker.size < count && nth < 10 * count; nth += 1) {
        const connection = await connect()
        byWorker.set(connection.worker, connection)
      }
      return [...byWorker.values()]
    },
    async stop() {
      for (const connection of open) connection.close()
      const code = await run.stop()
      await redis?.kill()
      return code
    },
  }

  async function connect(): Promise<WorkerConnection> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const send = (method: string, path: string, headers: Record<string, string> = {}, body = '') =>
      new Promise<PlainAnswer>((resolve, reject) => {
        const outgoing = request(new URL(path, url), { agent, method, headers }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
          )
        })
        outgoing.on('error', reject)
        outgoing.end(body)
      })
    const query = async (document: string, headers: Record<string, string> = {}) => {
      const { status, text } = await send(
        'POST',
        '/graphql',
        { 'content-type': 'application/json', ...headers },
        JSON.stringify({ query: document }),
      )
      const { data, errors = [] } = JSON.parse(text) as {
        data: Record<string, unknown> | null
        errors?: { extensions: { code: string } }[]
      }
      return { status, data, codes: errors.map(({ extensions }) => extensions.code) }
    }
    const id = randomUUID()
    await send(
      'POST',
      '/graphql',
      { 'content-type': 'application/json', 'x-request-id': id },
      '{"query":"{ __typename }"}',
    )
    const [, worker] = await run.printed(new RegExp(`"worker":(\\d+),"requestId":"${id}"`))
    const connection = { worker: Number(worker), query, send, close: () => agent.destroy() }
    open.push(connection)
    return connection
  }
}
