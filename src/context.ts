import type { GraphQLError, GraphQLResolveInfo } from 'graphql'
import type { Loaders } from './loaders/index.ts'
import type { Session } from './rest/session.ts'
import type { Writes } from './state/write-store.ts'

/** The context value of the resolvers of one operation. */
export interface Context {
  /** The REST interface for this caller: for writes, and for reads that have no key. */
  rest: Session
  /** Reads by key, which are batched. */
  loaders: Loaders
  /** The records of writes, which make them repeatable. Undefined for operations without mutations. */
  writes?: Writes | undefined
  /** What extensions add, made at the first call. Undefined where there are none, such as in an embedded graph. */
  extension?: (() => ExtensionContext) | undefined
  /** Whether the caller is the operator, who may use the fields that return or take secrets. */
  operator: boolean
  /**
   * Errors that null no field, in the order of the execution. Whoever executes the schema adds them to the errors of the result, unless
   * one with the same `extensions` is there: it is of the same call.
   */
  reported: GraphQLError[]
  /** The same context for the resolver of one field, whose calls name the field. Undefined if the operation is not traced. */
  askedBy?: ((info: Pick<GraphQLResolveInfo, 'path' | 'schema'>) => Context) | undefined
  /** Observes the fields for which calls can be made. Undefined if nothing is learned from the operation. */
  observer?: FieldObserver | undefined
}

/** Observes how many values fields have, and how many keys are read for them. */
export interface FieldObserver {
  /** What the loaders have started to read so far. */
  readonly read: Loaders['read']
  /**
   * Adds what a field has returned for this many parents: one result, or with `isAll` one for each. `keysBefore` is the number
   * of keys before it was resolved.
   */
  add(info: GraphQLResolveInfo, parents: number, keysBefore: number, returned: unknown, isAll: boolean): void
}

/** What extensions add to the context, for the resolvers of their own fields. Each declares its part. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface ExtensionContext {}
