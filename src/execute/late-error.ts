import { isObjectType, type GraphQLSchema } from 'graphql'
import { isSharingArguments, resolveAllOf, sharesArguments } from './resolver.ts'

/**
 * Makes every resolver of a field with arguments reject where it would throw. This is for documents with `@defer` and
 * `@stream`, which the executor of `@graphql-tools` executes: it abandons a list as soon as a non-null item throws. If
 * promises of earlier items reject afterwards, nothing handles them, which ends the process.
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
      field.resolve = isSharingArguments(resolve) ? sharesArguments(rejecting, resolveAllOf(resolve)) : rejecting
    }
  }
  return schema
}
