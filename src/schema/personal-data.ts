import { memoize1 } from '@graphql-tools/utils'
import {
  getNamedType,
  GraphQLError,
  isInputObjectType,
  isValueNode,
  Kind,
  type ASTNode,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
} from 'graphql'

/** The extensions of an input type whose values identify people. No message repeats them (R-AUD-13). */
export const personalData = { personalData: true } as const

/** Whether the values of a type identify people. */
function isPersonal(type: GraphQLType): boolean {
  return getNamedType(type).extensions['personalData'] === true
}

/** Whether the values of a type identify people, or contain values that do. Types can contain themselves. */
function containsPersonal(type: GraphQLType, visited = new Set<GraphQLType>()): boolean {
  const named = getNamedType(type)
  if (isPersonal(named)) return true
  if (!isInputObjectType(named) || visited.has(named)) return false
  visited.add(named)
  return Object.values(named.getFields()).some((field) => containsPersonal(field.type, visited))
}

/**
 * What a message must not repeat of the value at a path of a variable of this type: nothing in it if it identifies people,
 * and not the value itself if it contains one that does.
 */
export function personalAt(type: GraphQLInputType, path: readonly (string | number)[]): 'value' | 'all' | undefined {
  let at: GraphQLType = type
  for (const key of path) {
    const named: GraphQLNamedType = getNamedType(at)
    if (isPersonal(named)) return 'all'
    if (isInputObjectType(named)) at = named.getFields()[key]?.type ?? at
  }
  if (isPersonal(at)) return 'all'
  return containsPersonal(at) ? 'value' : undefined
}

/**
 * Removes the parts of a document that can identify people from the message of an error about it. Messages of graphql-js
 * repeat the invalid part. The error keeps its place in the document.
 */
export function withoutPersonalData(error: GraphQLError, schema: GraphQLSchema): GraphQLError {
  const { nodes, source, positions, path, extensions } = error
  const node = nodes?.[0]
  const body = (source ?? node?.loc?.source)?.body
  if (path || body === undefined || (node && !isLiteral(node)) || !personalField(schema).test(body)) return error
  const message = `${node ? 'A value does not fit its type' : 'Syntax Error'}; the message leaves out the value, which could identify a person`
  return new GraphQLError(message, { nodes, source, positions, extensions })
}

/** Whether a node is a value, or a field of one, that a document has written out. */
function isLiteral(node: ASTNode): boolean {
  return node.kind === Kind.OBJECT_FIELD || (isValueNode(node) && node.kind !== Kind.VARIABLE)
}

/** Matches a field of an input, with a value, that identifies people or contains what does. */
const personalField = memoize1((schema: GraphQLSchema): RegExp => {
  const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType)
  const names = inputs.flatMap((input) =>
    Object.values(input.getFields())
      .filter(({ type }) => isPersonal(input) || containsPersonal(type))
      .map(({ name }) => name),
  )
  return new RegExp(`\\b(?:${[...new Set(names)].join('|')})\\s*:`)
})
