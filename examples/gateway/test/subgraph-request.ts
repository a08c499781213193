import { buffer } from 'node:stream/consumers'
import { listen, type Service } from '../src/service.ts'

/** A request of the gateway to a subgraph. `calls` are the REST calls that Adgraph made for it. */
export interface SubgraphRequest {
  subgraph: string
  calls?: string[]
}

interface TracedResult {
  extensions?: { upstream?: { calls: { method: string; path: string }[] } }
}

/** Serves a subgraph at another URL, and writes down the requests that it receives there. Closes the subgraph with it. */
export async function recordRequests(
  subgraph: string,
  service: Service,
  requests: SubgraphRequest[],
): Promise<Service> {
  const recorder = await listen(async (request, response) => {
    const { host: _host, 'content-length': _length, connection: _connection, ...headers } = request.headers
    const answer = await fetch(service.url, {
      method: request.method!,
      headers: headers as Record<string, string>,
      body: await buffer(request),
    }).catch(() => undefined)
    if (!answer) {
      response.writeHead(502).end()
      return
    }
    const text = await answer.text()
    const { upstream } = (JSON.parse(text) as TracedResult).extensions ?? {}
    requests.push({
      subgraph,
      ...(upstream && { calls: upstream.calls.map(({ method, path }) => `${method} ${path}`) }),
    })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(text)
  }, 0)
  return {
    url: recorder.url,
    async close() {
      await recorder.close()
      await service.close()
    },
  }
}
