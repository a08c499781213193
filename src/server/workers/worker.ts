import cluster from 'node:cluster'
import { isObject } from '../../json/object.ts'
import type { Credentials } from '../../rest/wire/sign.ts'
import type { ProcessMetrics } from '../observe/metrics.ts'

/** Reports to the primary process why this worker cannot start. */
export async function reportFault(fault: string): Promise<void> {
  await createPrimaryChannel().call('failed', fault)
}

/** Connects this worker to the primary process. A worker ends when the primary process does. */
export async function connectPrimary() {
  let stop = () => process.exit(0) as unknown
  let metrics: () => Promise<ProcessMetrics> = async () => []
  const channel = createPrimaryChannel({
    stop: () => void stop(),
    metrics: () => metrics(),
    ping() {},
  })
  return {
    id: cluster.worker!.id,
    setup: await channel.call('setup'),
    /** Gives the metrics of this process to the primary process, and returns a function that reads the metrics of all. */
    shareMetrics: (own: typeof metrics) => {
      metrics = own
      return () => channel.call('allMetrics')
    },
    /** Reports that this worker accepts requests at this URL. */
    serves: (url: string) => channel.call('serves', url),
    /** Calls `stop` when the primary process stops. */
    onStop: (given: () => void) => void (stop = given),
  }
}

function createPrimaryChannel(functions: Partial<WorkerFunctions> = {}) {
  const channel = createChannel<PrimaryFunctions>(functions, (message) =>
    process.send!(message, undefined, undefined, () => {}),
  )
  process.on('message', (message) => channel.receive(message))
  return channel
}

/** The functions that one end of a channel offers the other one. Arguments and results are JSON. */
type Offered = Record<string, (...args: never[]) => unknown>

/** One end of the channel between the primary process and a worker. */
export interface Channel<Remote extends Offered> {
  /** Calls a function of the other process. Rejects if it fails there, with the message of the error, and if the channel is closed. */
  call: <Name extends keyof Remote & string>(
    name: Name,
    ...args: Parameters<Remote[Name]>
  ) => Promise<Awaited<ReturnType<Remote[Name]>>>
  /** Takes a message that arrived from the other process. Messages of others are ignored. */
  receive(message: unknown): void
  /** Ends the channel: calls that are not answered yet reject. */
  close(): void
}

type PrimaryCall = { id: number; name: string; args: unknown[] }

type PrimaryResult = { id: number; value?: unknown; failed?: string }

interface ChannelMessage {
  adgraph: PrimaryCall | PrimaryResult
}

/** Creates one end of a channel. `send` sends a message to the other process. */
export function createChannel<Remote extends Offered>(
  offered: Offered,
  send: (message: object) => void,
): Channel<Remote> {
  const pending = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let lastId = 0
  let closed = false

  return {
    call: (name, ...args) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new ChannelClosed())
        const id = (lastId += 1)
        pending.set(id, { resolve, reject })
        send({ adgraph: { id, name, args } } satisfies ChannelMessage)
      }),
    receive(message) {
      if (closed || !isChannelMessage(message)) return
      const { adgraph } = message
      if ('name' in adgraph) void answer(adgraph)
      else settle(adgraph)
    },
    close() {
      closed = true
      for (const { reject } of pending.values()) reject(new ChannelClosed())
      pending.clear()
    },
  }

  function settle({ id, value, failed }: PrimaryResult): void {
    const call = pending.get(id)
    pending.delete(id)
    // `call` has typed the result by what the other process offers.
    if (failed === undefined) call?.resolve(value as never)
    else call?.reject(new Error(failed))
  }

  async function answer({ id, name, args }: PrimaryCall): Promise<void> {
    const result = await resultOf(name, args)
    if (!closed) send({ adgraph: { id, ...result } } satisfies ChannelMessage)
  }

  async function resultOf(name: string, args: unknown[]): Promise<Omit<PrimaryResult, 'id'>> {
    try {
      return { value: await (offered[name] as (...given: unknown[]) => unknown)(...args) }
    } catch (error) {
      return { failed: error instanceof Error ? error.message : String(error) }
    }
  }
}

function isChannelMessage(message: unknown): message is ChannelMessage {
  return isObject(message) && 'adgraph' in message
}

/** The error of a call to a process that has ended. */
export class ChannelClosed extends Error {
  constructor() {
    super('The other process has ended')
  }
}

/** What the primary process makes once for all workers. */
export interface WorkerSetup {
  /** The embedded sandbox, which runs in the primary process. Undefined if there is an external service. */
  sandbox: { url: string; credentials: Required<Omit<Credentials, 'bearer'>>; aheadMs?: number | undefined } | undefined
  /** The secrets that the instance seals with, newest first: from SESSION_SECRET, or a random one. */
  secrets: readonly string[]
  firstQuery: string
}

/** The functions of the primary process that a worker calls. */
export type PrimaryFunctions = {
  setup: () => WorkerSetup
  /** Reports that the worker accepts requests at this URL. */
  serves: (url: string) => void
  /** Reports why the worker cannot start: a message for the operator. */
  failed: (fault: string) => void
  /** The metrics of all processes, in the format of Prometheus. */
  allMetrics: () => Promise<string>
}

/** The functions of a worker that the primary process calls. */
export type WorkerFunctions = {
  /** Asks the worker to finish the requests in progress, and to end. */
  stop: () => void
  metrics: () => Promise<ProcessMetrics>
  /** Shows that the event loop of the worker runs. */
  ping: () => void
}
