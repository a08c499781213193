import {
  Kind,
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type SelectionNode,
  type VariableDefinitionNode,
} from 'graphql'
import { bareField, fieldOn, intValue, namedType, nameOf, queryDocument, selectionSetOf } from './ast.ts'
import { CURSOR_VARIABLE, PARENTS_FIELD, TOGETHER_FIELD } from './list.ts'

/** What the operation of a list is made of. */
interface PageParts {
  variableDefinitions: readonly VariableDefinitionNode[]
  /** The connection, with all that is read of it. */
  field: FieldNode
  first: number
  /** The order that is added to it. */
  order: ArgumentNode | undefined
  /** Where the connection is: as the list of several parents, on parents of a type, or below fields of the root. */
  within: { together: number } | { parent: string } | { fields: readonly FieldNode[] }
}

/** The documents that read a page of a list, in the order that is added to it and without that. */
export function pageDocuments({ variableDefinitions, field, first, order, within }: PageParts): {
  document: DocumentNode
  unsorted: DocumentNode | undefined
} {
  const documentWith = (...added: ArgumentNode[]) => {
    const read = { ...field, arguments: [...(field.arguments ?? []), ...added, intValue('first', first), AFTER] }
    return queryDocument([...variableDefinitions, CURSOR_DEFINITION], [placed(read, within)])
  }
  return order
    ? { document: documentWith(order), unsorted: documentWith() }
    : { document: documentWith(), unsorted: undefined }
}

function placed(field: FieldNode, within: PageParts['within']): SelectionNode {
  if ('together' in within)
    return {
      ...field,
      name: nameOf(`${TOGETHER_FIELD}${within.together}`),
      alias: field.alias ?? field.name,
    }
  if ('parent' in within)
    return {
      ...bareField(PARENTS_FIELD),
      selectionSet: selectionSetOf([fieldOn(within.parent, [field])]),
    }
  return within.fields.reduceRight<FieldNode>(
    (below, outer) => ({ ...outer, selectionSet: selectionSetOf([below]) }),
    field,
  )
}

const CURSOR = { kind: Kind.VARIABLE, name: nameOf(CURSOR_VARIABLE) } as const

const AFTER: ArgumentNode = { kind: Kind.ARGUMENT, name: nameOf('after'), value: CURSOR }

const CURSOR_DEFINITION: VariableDefinitionNode = {
  kind: Kind.VARIABLE_DEFINITION,
  variable: CURSOR,
  type: namedType('String'),
}
