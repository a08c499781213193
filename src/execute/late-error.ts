import { isObjectType, type GraphQLSchema } from 'graphql'

/**
 * The schema, with every field that takes arguments refusing them by a rejected promise rather than by throwing. When
 * a non-null item of a list throws, executors give up the list at once, and the promises of the items before it, if
 * they reject too, have nobody left who handles them: that ends the process.
 */
export function withLateErrors(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      const { resolve } = field
      if (!resolve || field.args.length === 0) continue
      field.resolve = (...call) => {
        try {
          return resolve(...call)
        } catch (error) {
          return Promise.reject(error)
        }
      }
    }
  }
  return schema
}
