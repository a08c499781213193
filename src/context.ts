import type { GraphQLError } from 'graphql'
import type { Loaders } from './loaders/index.ts'
import type { Session } from './rest/client.ts'

/** What every resolver of one operation is given. */
export interface Context {
  /** The REST interface on behalf of this operation's caller: for writes, and for reads that have no key. */
  rest: Session
  /** Reads that join with those of the same tick. */
  loaders: Loaders
  /** Whether the caller is the operator, who may use what hands out or takes secrets. */
  operator: boolean
  /** Adds an error to the answer beside data that did arrive, and without a place in it. */
  report: (error: GraphQLError) => void
}
