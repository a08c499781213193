import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a Redis on which replies can be late, and commands can be lost. */
export interface LateRedis {
  url: string
  /** Holds the replies back for some time as soon as a command that has this text is sent on. */
  holdAt(text: string, ms: number): void
  /** Breaks the connection instead of sending the next command that has this text. */
  loseAt(text: string): void
  close(): Promise<void>
}

/** Opens a way to the Redis on this port. Redis runs every command at once. */
export async function startLateRedis(port: number): Promise<LateRedis> {
  const sockets = new Set<Socket>()
  let fault: { text: string; ms: number | undefined } | undefined
  let heldUntil = 0
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }

  const server = createServer((client) => {
    const redis = connect(port, '127.0.0.1')
    keep(client)
    keep(redis)
    client.on('data', (chunk) => {
      if (fault && chunk.includes(fault.text)) {
        const { ms } = fault
        fault = undefined
        heldUntil = Date.now() + (ms ?? 0)
        if (ms === undefined) client.destroy()
      }
      if (!client.destroyed) redis.write(chunk)
    })
    redis.on('data', (chunk) => void setTimeout(() => client.write(chunk), heldUntil - Date.now()))
    client.on('close', () => redis.destroy())
    redis.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    holdAt: (text, ms) => void (fault = { text, ms }),
    loseAt: (text) => void (fault = { text, ms: undefined }),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
