import type { Sandbox } from '../../sandbox/index.ts'
import { Client } from '../../sandbox/test/client.ts'
import { openGraph, type Graph, type GraphQLProblem } from './graph.ts'
import { startUpstream } from './upstream.ts'

interface Reading<Data> {
  data: Data
  errors: GraphQLProblem[] | undefined
  /** Path and query of each request that was sent. */
  sent: [path: string, query: Record<string, string>][]
}

/** What the graph answers over a service whose every answer is this row, given as an object or as its JSON text. */
export async function readRow<Data = unknown>(row: object | string, document: string): Promise<Reading<Data>> {
  const text = typeof row === 'string' ? row : JSON.stringify(row)
  const upstream = await startUpstream(() => ({ body: `{"data":${text},"next_cursor":null}` }))
  const graph = await openGraph(upstream.url)
  const { data, errors } = await graph.query<Data>(document)
  await graph.close()
  await upstream.close()
  return { data, errors, sent: upstream.requests.map(({ path, query }) => [path, query]) }
}

/**
 * An account's list: the ids on its first two pages of two rows as the graph gives them, what was sent for them, and the
 * first four rows as the service lists them. `table` is the last segment of the list's path.
 */
export async function readTwoPages(
  graph: Graph & { sandbox: Sandbox },
  account: string,
  field: string,
  table: string,
): Promise<{ pages: string[][]; sent: Record<string, string>[]; listed: string[] }> {
  const { body } = await new Client(graph.sandbox).get(`accounts/${account}/${table}`, { count: 4 })
  graph.sandbox.clearRequests()
  const pages: string[][] = []
  let after = 'null'
  for (let page = 0; page < 2; page += 1) {
    const { data } = await graph.query<{
      account: { list: { nodes: { restId: string }[]; pageInfo: { endCursor: string } } }
    }>(
      `{ account(id: "${account}") { list: ${field}(first: 2, after: ${after}) {
        nodes { restId } pageInfo { endCursor }
      } } }`,
    )
    pages.push(data.account.list.nodes.map(({ restId }) => restId))
    after = JSON.stringify(data.account.list.pageInfo.endCursor)
  }
  const sent = graph.sandbox.requests.map(({ query }) => Object.fromEntries(query))
  return { pages, sent, listed: body.data.map(({ id }) => id) }
}
