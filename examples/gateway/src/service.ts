import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A GraphQL service that runs. */
export interface Service {
  /** The URL of its graph. */
  url: string
  close(): Promise<void>
}

/** Serves a graph on a port of 127.0.0.1; 0 is any free port. */
export async function listen(
  listener: (request: IncomingMessage, response: ServerResponse) => unknown,
  port: number,
): Promise<Service> {
  const server = createServer((request, response) => void listener(request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
