import type { Worker } from 'node:cluster'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** A message by which Node.js offers a new connection to a worker. The answer has the same number as `ack`. */
interface Offer {
  cmd: 'NODE_CLUSTER'
  act: 'newconn'
  seq: number
}

/** The workers that accept connections. */
const listening = new Set<Worker>()

/** The connections that each worker has been offered and has not accepted, by the number of the offer. */
const offered = new Map<Worker, Map<number, { close(): void }>>()

let offers = 0

/** How long workers that stop are still handed connections: one after another, by workers that may have just started. */
const HANDOVER_MS = 8_000

/** How often is looked whether connections are handed over. */
const POLL_MS = 5

/**
 * Resolves when workers have accepted the connections that have already arrived, or after 8 seconds. A worker is offered the next
 * one when it has accepted the last, so that none waits while no offer is open.
 */
export async function allHandedOver(): Promise<void> {
  const until = Date.now() + HANDOVER_MS
  let before: number
  do {
    before = offers
    await sleep(POLL_MS)
    // Each turn of the event loop accepts one waiting connection.
    await nextTurn()
  } while ((offers > before || [...offered.values()].some(({ size }) => size > 0)) && Date.now() < until)
}

/**
 * Offers the connections that a worker has not accepted when it ends to the other workers; without others, closes them. Node.js
 * keeps such connections open and forgets them, so that their clients would wait forever. Its messages to workers are not
 * documented, but have been the same for years; a test shows that they still are.
 */
export function keepOfferedConnections(worker: Worker): void {
  const open = new Map<number, { close(): void }>()
  offered.set(worker, open)
  const channel = worker.process
  const send = channel.send.bind(channel) as (...args: unknown[]) => boolean
  let isConnected = true
  channel.send = (...args: unknown[]) => {
    const [message, connection] = args
    if (isOffer(message)) {
      open.set(message.seq, connection as { close(): void })
      offers += 1
    }
    return send(...args)
  }
  channel.on('internalMessage', ({ ack }: { ack?: number }) => ack !== undefined && open.delete(ack))
  worker.once('listening', () => listening.add(worker))
  worker.once('exit', () => {
    listening.delete(worker)
    void closeChannel()
  })
  worker.once('disconnect', () => {
    isConnected = false
    offered.delete(worker)
    for (const [ack, connection] of open)
      if (listening.size === 0) connection.close()
      else channel.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false })
  })

  /** Lets the channel to the worker that has ended be closed: Node.js waits until its last connection is received. */
  async function closeChannel(): Promise<void> {
    // What the worker has sent is still to be read: it may have accepted connections.
    while (channel.connected) await nextTurn()
    await nextTurn()
    if (isConnected) channel.emit('disconnect')
  }
}

function isOffer(message: unknown): message is Offer {
  const { cmd, act } = message as Partial<Offer>
  return cmd === 'NODE_CLUSTER' && act === 'newconn'
}
