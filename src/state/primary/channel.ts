import { isObject } from '../../json/object.ts'

/** The functions that one end of a channel offers the other one. Arguments and results are JSON. */
export type Offered = Record<string, (...args: never[]) => unknown>

/** One end of the channel between the primary process and a worker. */
export interface Channel<Remote extends Offered> {
  /** Calls a function of the other process. Rejects if it fails there, with the message and the code of the error, and if the channel is closed. */
  call: <Name extends keyof Remote & string>(
    name: Name,
    ...args: Parameters<Remote[Name]>
  ) => Promise<Awaited<ReturnType<Remote[Name]>>>
  /** Calls a function of the other process without waiting for its result. */
  tell: <Name extends keyof Remote & string>(name: Name, ...args: Parameters<Remote[Name]>) => void
  /** Takes a message that arrived from the other process. Messages of others are ignored. */
  receive(message: unknown): void
  /** Ends the channel: calls that are not answered yet reject. */
  close(): void
}

/** A message: calls and results since the previous message. A call without an ID has no result. */
interface ChannelMessage {
  adgraph: {
    calls: { id?: number; name: string; args: unknown[] }[]
    results: { id: number; value?: unknown; failed?: string; code?: unknown }[]
  }
}

interface PendingCall {
  resolve: (value: never) => void
  reject: (error: Error) => void
}

/**
 * Creates one end of a channel. `send` sends a message to the other process. Calls and results of one turn of the event
 * loop are sent as one message, because the cost of a message hardly depends on its length.
 */
export function createChannel<Remote extends Offered>(
  offered: Offered,
  send: (message: object) => void,
): Channel<Remote> {
  const pending = new Map<number, PendingCall>()
  let outgoing: ChannelMessage['adgraph'] = { calls: [], results: [] }
  let flushing = false
  let lastId = 0
  let closed = false

  return {
    call: (name, ...args) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new ChannelClosed())
        const id = (lastId += 1)
        pending.set(id, { resolve, reject })
        outgoing.calls.push({ id, name, args })
        flush()
      }),
    tell(name, ...args) {
      outgoing.calls.push({ name, args })
      flush()
    },
    receive(message) {
      // Messages of a process can arrive after its end, when nobody would release what they take.
      if (closed || !isChannelMessage(message)) return
      for (const { id, value, failed, code } of message.adgraph.results) {
        const call = pending.get(id)
        pending.delete(id)
        // `call` has typed the result by what the other process offers.
        if (failed === undefined) call?.resolve(value as never)
        else call?.reject(Object.assign(new Error(failed), code !== undefined && { code }))
      }
      for (const call of message.adgraph.calls) void answer(call)
    },
    close() {
      closed = true
      for (const { reject } of pending.values()) reject(new ChannelClosed())
      pending.clear()
    },
  }

  async function answer({ id, name, args }: ChannelMessage['adgraph']['calls'][number]): Promise<void> {
    try {
      const value = await (offered[name] as (...args: unknown[]) => unknown)(...args)
      if (id !== undefined) outgoing.results.push({ id, value })
    } catch (error) {
      // No caller waits for this error, so it is left to the process as an unhandled rejection.
      if (id === undefined) throw error
      const { message, code } = error as NodeJS.ErrnoException
      outgoing.results.push({ id, failed: message, code })
    }
    if (id !== undefined) flush()
  }

  function flush(): void {
    if (flushing) return
    flushing = true
    setImmediate(() => {
      flushing = false
      const adgraph = outgoing
      outgoing = { calls: [], results: [] }
      if (!closed) send({ adgraph } satisfies ChannelMessage)
    })
  }
}

/** An object of the other process: it has the members of `own`, and `call` calls each other one by its name. */
export function remoteObject<T extends object, Name extends keyof T>(
  own: Omit<T, Name>,
  call: (name: Name, args: unknown[]) => Promise<unknown>,
): T {
  return new Proxy(own as T, {
    get: (target, name) => Reflect.get(target, name) ?? ((...args: unknown[]) => call(name as Name, args)),
  })
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
