import type { GraphQLError, GraphQLResolveInfo } from 'graphql'
import type { Loaders } from './loaders/index.ts'
import type { Session } from './rest/session.ts'

/** The context value of the resolvers of one operation. */
export interface Context {
  /** The REST interface for this caller: for writes, and for reads that have no key. */
  rest: Session
  /** Reads by key, which are batched. */
  loaders: Loaders
  /** Whether the caller is the operator, who may use the fields that return or take secrets. */
  operator: boolean
  /** Adds an error to the response that does not null any field. */
  report: (error: GraphQLError) => void
  /** The same context for the resolver of one field, whose calls name the field. Undefined if the operation is not traced. */
  askedBy?: ((info: Pick<GraphQLResolveInfo, 'path' | 'schema'>) => Context) | undefined
}
