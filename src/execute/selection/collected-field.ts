import { memoize3 } from '@graphql-tools/utils'
import {
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
  type FieldNode,
  type GraphQLObjectType,
  type OperationDefinitionNode,
} from 'graphql'
import { openingOf, type ObjectField } from '../response/column.ts'
import { selectedFields, selectionSetsOf, type SelectedField, type SelectionContext } from './selection.ts'

/** A selected field, with what an object column needs to write it. */
export interface CollectedField extends ObjectField, SelectedField {
  /** The bytes that it adds to each object besides the value of a leaf: its response key, punctuation, the memory of an object. */
  bytes: number
}

/** The fields that an operation selects of the root object. */
export const rootFields = memoize3(
  (context: SelectionContext, type: GraphQLObjectType, operation: OperationDefinitionNode) =>
    collected(selectedFields(context, type, [operation.selectionSet])),
)

export const subfields = memoize3((context: SelectionContext, type: GraphQLObjectType, nodes: readonly FieldNode[]) =>
  collected(selectedFields(context, type, selectionSetsOf(nodes))),
)

function collected(selected: readonly SelectedField[]): CollectedField[] {
  return selected.map((each, index) => {
    const { responseKey, field } = each
    const opening = openingOf(responseKey, index)
    const closingBytes =
      (index === 0 ? CLOSING_BYTES : 0) + (isListType(getNullableType(field.type)) ? CLOSING_BYTES : 0)
    const objectBytes = isLeafType(getNamedType(field.type)) ? 0 : OBJECT_BYTES
    const bytes = opening.length + closingBytes + objectBytes
    return { ...each, nullable: !isNonNullType(field.type), opening, bytes }
  })
}

/** The end of an object and a comma, or the brackets of a list. */
const CLOSING_BYTES = 2

/** The memory of an object while the operation runs, with its promises: mostly more than its bytes in the response. */
const OBJECT_BYTES = 384

/** The memory of an item of a list: of an object, which is a row that was read or refers to one, or of a leaf value with its text. */
export const ITEM_BYTES = { object: 64, leaf: 40 }
