import { schema } from '../graph.ts'
import { schemaSdl } from '../schema/directive.ts'
import { subgraphSdl } from '../schema/root/federation.ts'

/** Prints the SDL of the graph, or of the subgraph that a gateway composes. */
export function printSchema({ federation }: { federation?: true }): void {
  process.stdout.write(`${federation ? subgraphSdl(schema) : schemaSdl(schema)}\n`)
}
