import { openGraph, type GraphQLProblem } from './graph.ts'
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
