import type { Worker } from 'node:cluster'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A message by which Node.js offers a new connection to a worker. The answer has the same number as `ack`. */
interface Offer {
  cmd: 'NODE_CLUSTER'
  act: 'newconn'
  seq: number
}

/** The workers that accept connections. */
const listening = new Set<Worker>()

/**
 * Offers the connections that a worker has not accepted when it ends to the other workers; without others, closes them. Node.js
 * keeps such connections open and forgets them, so that their clients would wait forever. Its messages to workers are not
 * documented, but have been the same for years; a test shows that they still are.
 */
export function keepOfferedConnections(worker: Worker): void {
  const offered = new Map<number, { close(): void }>()
  const channel = worker.process
  const send = channel.send.bind(channel) as (...args: unknown[]) => boolean
  let isOpen = true
  channel.send = (...args: unknown[]) => {
    const [message, connection] = args
    if (isOffer(message)) offered.set(message.seq, connection as { close(): void })
    return send(...args)
  }
  channel.on('internalMessage', ({ ack }: { ack?: number }) => ack !== undefined && offered.delete(ack))
  worker.once('listening', () => listening.add(worker))
  worker.once('exit', () => {
    listening.delete(worker)
    void closeChannel()
  })
  worker.once('disconnect', () => {
    isOpen = false
    for (const [ack, connection] of offered)
      if (listening.size === 0) connection.close()
      else channel.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false })
  })

  /** Lets the channel to the worker that has ended be closed: Node.js waits until its last connection is received. */
  async function closeChannel(): Promise<void> {
    // What the worker has sent is still to be read: it may have accepted connections.
    while (channel.connected) await nextTurn()
    await nextTurn()
    if (isOpen) channel.emit('disconnect')
  }
}

function isOffer(message: unknown): message is Offer {
  const { cmd, act } = message as Partial<Offer>
  return cmd === 'NODE_CLUSTER' && act === 'newconn'
}
