import { isObjectType, type GraphQLSchema } from 'graphql'
import { isSharingArguments, sharesArguments } from './resolver.ts'

/**
 * The schema, with every field that takes arguments refusing them by a rejected promise rather than by throwing. This is
 * for documents with @defer and @stream, which our own executor does not execute: when a non-null item of a list throws,
 * other executors abandon the list at once. The promises of the items before it, if they reject too, are then left
 * without a handler, which ends the process.
 */
export function withLateErrors(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      const { resolve } = field
      if (!resolve || field.args.length === 0) continue
      const rejecting: typeof resolve = (...call) => {
        try {
          return resolve(...call)
        } catch (error) {
          return Promise.reject(error)
        }
      }
      field.resolve = isSharingArguments(resolve) ? sharesArguments(rejecting) : rejecting
    }
  }
  return schema
}
