import { isObject } from '../../json/object.ts'

/** The functions that one end of a channel offers the other one. Arguments and results are JSON. */
export type Offered = Record<string, (...args: never[]) => unknown>

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

type Call = { id: number; name: string; args: unknown[] }

type Result = { id: number; value?: unknown; failed?: string }

interface ChannelMessage {
  adgraph: Call | Result
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

  function settle({ id, value, failed }: Result): void {
    const call = pending.get(id)
    pending.delete(id)
    // `call` has typed the result by what the other process offers.
    if (failed === undefined) call?.resolve(value as never)
    else call?.reject(new Error(failed))
  }

  async function answer({ id, name, args }: Call): Promise<void> {
    const result = await resultOf(name, args)
    if (!closed) send({ adgraph: { id, ...result } } satisfies ChannelMessage)
  }

  async function resultOf(name: string, args: unknown[]): Promise<Omit<Result, 'id'>> {
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
