import { createServer } from 'node:http'

/** Serves requests where the benchmark expects the server. */
export function serve(handler) {
  createServer(handler).listen(Number(process.env.PORT), '127.0.0.1')
}

/** Serves operations without a GraphQL server: `answer` gets the parsed request, and returns the body of the response. */
export function serveOperations(answer) {
  serve(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const body = await answer(JSON.parse(Buffer.concat(chunks)))
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    response.writeHead(200, headers).end(body)
  })
}

/** The accounts of a request, in the order of its fields. */
export function accountsIn(variables = {}) {
  return Object.keys(variables)
    .filter((name) => name.startsWith('account'))
    .map((name) => variables[name])
}
