import type { GraphQLSchema } from 'graphql'
import './extension/bulk/schema.ts'
import { createSchema } from './schema/index.ts'

/** The schema of Adgraph, for its clients and for federated gateways. The fields of extensions are imported above, a line for each. */
export const schema: GraphQLSchema = createSchema()
