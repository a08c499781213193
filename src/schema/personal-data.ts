import { memoize1, memoize2 } from '@graphql-tools/utils'
import {
  getNamedType,
  GraphQLError,
  isInputObjectType,
  isObjectType,
  isValueNode,
  Kind,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type ASTNode,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  type Location,
  type Source,
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
 * What a message must not repeat of the variables of a valid document, whose types alone do not say what is personal: a text is, where a
 * value that identifies people uses it.
 */
export function personalIn(schema: GraphQLSchema, document: DocumentNode) {
  return (type: GraphQLInputType, path: readonly (string | number)[], variable: string) =>
    personalVariables(schema, document).has(variable) ? 'all' : personalAt(type, path)
}

/** The names of the variables that a document uses in values that identify people. */
const personalVariables = memoize2((schema: GraphQLSchema, document: DocumentNode): ReadonlySet<string> => {
  const names = new Set<string>()
  const types = new TypeInfo(schema)
  const enter = (node: ASTNode) => {
    const type = isValueNode(node) ? types.getInputType() : undefined
    if (!type || !isPersonal(type)) return undefined
    visit(node, { Variable: ({ name }) => void names.add(name.value) })
    return false
  }
  visit(document, visitWithTypeInfo(types, { enter }))
  return names
})

/**
 * Removes the parts of a document that can identify people from the message of an error about it. Messages of graphql-js
 * repeat the invalid part. The error keeps its place in the document.
 */
export function withoutPersonalData(error: GraphQLError, schema: GraphQLSchema): GraphQLError {
  const { nodes, source: sourceOfSyntax, positions, path, extensions } = error
  const node = nodes?.[0]
  const source = sourceOfSyntax ?? node?.loc?.source
  if (path || source === undefined) return error
  if (node ? !isInPersonalValue(node, schema, source) : !hasPersonalField(schema, source.body)) return error
  const message = `${node ? 'A value does not fit its type' : 'Syntax Error'}; the message leaves out the value, which could identify a person`
  return new GraphQLError(message, { nodes, source, positions, extensions })
}

/** Whether a node is a value that a document has written out, or a field of one, and is in a value that identifies people. */
function isInPersonalValue(node: ASTNode, schema: GraphQLSchema, source: Source): boolean {
  const { kind, loc } = node
  const isLiteral = kind === Kind.OBJECT_FIELD || (isValueNode(node) && kind !== Kind.VARIABLE)
  if (!isLiteral || !loc) return false
  return personalValues(schema, source).some(({ start, end }) => start <= loc.start && loc.end <= end)
}

/** The places of the values in a valid text that identify people, or contain what does. */
const personalValues = memoize2((schema: GraphQLSchema, source: Source): readonly Location[] => {
  const places: Location[] = []
  const document = parse(source)
  const variables = personalVariables(schema, document)
  const types = new TypeInfo(schema)
  const enter = (node: ASTNode) => {
    if (node.kind === Kind.VARIABLE_DEFINITION && node.defaultValue?.loc && variables.has(node.variable.name.value))
      places.push(node.defaultValue.loc)
    const type = isValueNode(node) ? types.getInputType() : undefined
    if (!type || !containsPersonal(type)) return undefined
    if (node.loc) places.push(node.loc)
    return false
  }
  visit(document, visitWithTypeInfo(types, { enter }))
  return places
})

/** Whether a text that cannot be parsed has a field of an input that identifies people, or contains what does. */
function hasPersonalField(schema: GraphQLSchema, text: string): boolean {
  const { own, shared, taking } = personalNames(schema)
  return own.test(text) || (shared.test(text) && taking.test(text))
}

/**
 * Patterns of the names of input fields, with a value, that identify people or contain what does: those that always do, and those
 * that also other inputs have, such as `operations`; and of the fields that take such inputs.
 */
const personalNames = memoize1((schema: GraphQLSchema) => {
  const all = Object.values(schema.getTypeMap())
  const fields = all.filter(isInputObjectType).flatMap((input) =>
    Object.values(input.getFields()).map(({ name, type }) => ({
      name,
      isPersonal: isPersonal(input) || containsPersonal(type),
    })),
  )
  const others = new Set(fields.filter((field) => !field.isPersonal).map(({ name }) => name))
  const personal = [...new Set(fields.filter((field) => field.isPersonal).map(({ name }) => name))]
  const taking = all
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()))
    .filter(({ args }) => args.some(({ type }) => containsPersonal(type)))
  return {
    own: oneOf(
      personal.filter((name) => !others.has(name)),
      '\\s*:',
    ),
    shared: oneOf(
      personal.filter((name) => others.has(name)),
      '\\s*:',
    ),
    taking: oneOf(
      taking.map(({ name }) => name),
      '\\b',
    ),
  }
})

/** Matches one of these names, and what follows it. Nothing if there are none. */
function oneOf(names: readonly string[], end: string): RegExp {
  return names.length > 0 ? new RegExp(`\\b(?:${names.join('|')})${end}`) : /(?!)/
}
