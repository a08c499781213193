import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** When a connection ends: while a request comes, after it was sent on, or while its answer goes back. */
export const CUTS = [
  'in the head',
  'before the body',
  'in the body',
  'after the body',
  'before the answer',
  'in the answer',
] as const
export type Cut = (typeof CUTS)[number]

/** A proxy on a port of its own that cuts connections. */
export interface CuttingProxy {
  url: string
  /** How many connections were cut at each moment. */
  cuts: Map<Cut, number>
  close(): Promise<void>
}

/**
 * Passes HTTP/1.1 requests with a content length, or without a body, on to an upstream, and cuts the connection of a
 * share of them: `random` draws which, at what moment, and after how many bytes.
 */
export async function startCuttingProxy(upstream: string, random: () => number, share: number): Promise<CuttingProxy> {
  const { hostname, port } = new URL(upstream)
  const cuts = new Map<Cut, number>()
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    // A cut is intended here, on either side.
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }

  const server = createServer((client) => {
    const service = connect(Number(port), hostname)
    keep(client)
    keep(service)
    let received = Buffer.alloc(0)
    let cut: Cut | undefined
    const end = () => {
      client.destroy()
      // What was written still arrives there.
      service.end()
    }
    client.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      const head = received.indexOf('\r\n\r\n') + 4
      const length = /\r\ncontent-length: *(\d+)/i.exec(received.toString('latin1'))?.[1] ?? '0'
      const whole = head + Number(length)
      if (head < 4 || received.length < whole) return
      cut = random() < share ? CUTS[Math.floor(random() * CUTS.length)] : undefined
      if (cut) cuts.set(cut, (cuts.get(cut) ?? 0) + 1)
      const within = (from: number, to: number) => from + 1 + Math.floor(random() * Math.max(0, to - from - 2))
      const passed = {
        'in the head': within(0, head),
        'before the body': head,
        'in the body': within(head, whole),
      }[cut as string]
      service.write(received.subarray(0, passed ?? whole))
      received = received.subarray(whole)
      if (passed !== undefined || cut === 'after the body') end()
    })
    service.on('data', (chunk) => {
      if (cut === 'in the answer') {
        client.end(chunk.subarray(0, 1 + Math.floor(random() * (chunk.length - 2))))
        service.end()
      } else if (cut) end()
      else client.write(chunk)
    })
    client.on('close', () => service.end())
    service.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
