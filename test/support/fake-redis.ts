import { createServer, type AddressInfo } from 'node:net'

/** What a fake Redis answers to a command, in the protocol of Redis; undefined: nothing, ever. */
export type FakeReply = (command: string[]) => string | undefined

/** A server that speaks the protocol of Redis and answers what a test likes. */
export interface FakeRedis {
  url: string
  /** The names of the commands that came, but those that only make the connection. */
  commands: string[]
  /** How long each reply takes from now on. */
  delayMs: number
  close(): Promise<void>
}

/** Replies to what ioredis sends to make a connection. */
const GREETINGS: Record<string, (command: string[]) => string> = {
  info: () => bulk('redis_version:7.0.0\r\nloading:0\r\n'),
  client: () => '+OK\r\n',
  ping: () => '+PONG\r\n',
  subscribe: ([, channel = '']) => `*3\r\n${bulk('subscribe')}${bulk(channel)}:1\r\n`,
}

/** Whether a command runs the script that finds out whether scripts are allowed: the only one with two keys. */
function isProbe([name = '', , keys]: string[]): boolean {
  return name.toLowerCase() === 'evalsha' && keys === '2'
}

/** Starts a fake Redis on any free port. */
export async function startFakeRedis(reply: FakeReply): Promise<FakeRedis> {
  const sockets = new Set<{ destroy(): void }>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      for (;;) {
        const [command, rest] = commandIn(received)
        if (!command) return
        received = rest
        const name = command[0]!.toLowerCase()
        const greeting = isProbe(command) ? () => ':1\r\n' : GREETINGS[name]
        if (!greeting) fake.commands.push(name)
        const text = greeting ? greeting(command) : reply(command)
        if (text !== undefined) setTimeout(() => socket.write(text), fake.delayMs)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const fake: FakeRedis = {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    commands: [],
    delayMs: 0,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return fake
}

/** A bulk string. */
export function bulk(text: string): string {
  return `$${text.length}\r\n${text}\r\n`
}

/** The first whole command in a text, and what follows it. */
function commandIn(text: string): [command: string[] | undefined, rest: string] {
  const head = /^\*(\d+)\r\n/.exec(text)
  if (!head) return [undefined, text]
  const words: string[] = []
  let at = head[0].length
  for (let nth = 0; nth < Number(head[1]); nth += 1) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at, at + 20))
    if (!size) return [undefined, text]
    const start = at + size[0].length
    const end = start + Number(size[1])
    if (text.length < end + 2) return [undefined, text]
    words.push(text.slice(start, end))
    at = end + 2
  }
  return [words, text.slice(at)]
}
