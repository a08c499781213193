import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  Kind,
  OperationTypeNode,
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type InlineFragmentNode,
  type NamedTypeNode,
  type NameNode,
  type SelectionNode,
  type SelectionSetNode,
  type VariableDefinitionNode,
} from 'graphql'

export function nameOf(value: string): NameNode {
  return { kind: Kind.NAME, value }
}

export function selectionSetOf(selections: readonly SelectionNode[]): SelectionSetNode {
  return { kind: Kind.SELECTION_SET, selections }
}

/** A field without arguments, under its name or an alias. */
export function bareField(name: string, alias?: string): FieldNode {
  return {
    kind: Kind.FIELD,
    name: nameOf(name),
    ...(alias !== undefined && { alias: nameOf(alias) }),
  }
}

/** Selections of values of one type. */
export function fieldOn(type: string, selections: readonly SelectionNode[]): InlineFragmentNode {
  return {
    kind: Kind.INLINE_FRAGMENT,
    typeCondition: namedType(type),
    selectionSet: selectionSetOf(selections),
  }
}

export function namedType(name: string): NamedTypeNode {
  return { kind: Kind.NAMED_TYPE, name: nameOf(name) }
}

export function intValue(name: string, value: number): ArgumentNode {
  return {
    kind: Kind.ARGUMENT,
    name: nameOf(name),
    value: { kind: Kind.INT, value: String(value) },
  }
}

/** Arguments without those with these names. */
export function without(args: readonly ArgumentNode[] | undefined, ...names: readonly string[]): ArgumentNode[] {
  return (args ?? []).filter(({ name }) => !names.includes(name.value))
}

/**
 * The argument that sorts a list by creation time, oldest first. Undefined if the list has no order to choose, or if the
 * query has chosen one.
 */
export function orderValue(
  field: GraphQLField<unknown, unknown>,
  args: Record<string, unknown>,
): ArgumentNode | undefined {
  const sortBy = field.args.find(({ name }) => name === 'sortBy')
  const given = args['sortBy']
  if (!sortBy || (Array.isArray(given) && given.length > 0)) return undefined
  const input = getNamedType(sortBy.type)
  const attribute = isInputObjectType(input) ? input.getFields()['field'] : undefined
  if (!attribute) return undefined
  const isEnum = isEnumType(getNamedType(attribute.type))
  const member = (name: string, value: { kind: Kind.ENUM; value: string } | { kind: Kind.STRING; value: string }) => ({
    kind: Kind.OBJECT_FIELD as const,
    name: nameOf(name),
    value,
  })
  const fields = [
    member('field', isEnum ? { kind: Kind.ENUM, value: 'CREATED_AT' } : { kind: Kind.STRING, value: 'createdAt' }),
    member('direction', { kind: Kind.ENUM, value: 'ASC' }),
  ]
  return {
    kind: Kind.ARGUMENT,
    name: nameOf('sortBy'),
    value: { kind: Kind.LIST, values: [{ kind: Kind.OBJECT, fields }] },
  }
}

/** A document with one query. */
export function queryDocument(
  variableDefinitions: readonly VariableDefinitionNode[],
  selections: readonly SelectionNode[],
): DocumentNode {
  return {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation: OperationTypeNode.QUERY,
        variableDefinitions,
        selectionSet: selectionSetOf(selections),
      },
    ],
  }
}
