import { Kind, type DocumentNode, type SelectionSetNode } from 'graphql'
import { fragmentsOf } from '../../execute/selection/document.ts'
import { selectionSetBelow } from '../../execute/selection/selection.ts'

/** The size of an operation with its fragments expanded. */
export interface DocumentSize {
  /** The depth of nested fields: 1 for `{ a }`. */
  depth: number
  fields: number
  aliases: number
  directives: number
}

const NOTHING: DocumentSize = { depth: 0, fields: 0, aliases: 0, directives: 0 }

/**
 * The maximum depth of the operations in a document, and their maximum numbers of fields, aliases and directives.
 * Variables are not known yet, so fields with `@skip` and `@include` count. Each selection set is measured once,
 * however often its fragment is spread, so the time is linear in the length of the document. A fragment within itself
 * counts as empty.
 */
export function sizeOf(document: DocumentNode): DocumentSize {
  const fragments = fragmentsOf(document)
  const known = new Map<SelectionSetNode, DocumentSize>()
  const most = { ...NOTHING }
  let ofDefinitions = 0
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION) continue
    for (const { directives } of [definition, ...(definition.variableDefinitions ?? [])])
      ofDefinitions += directives?.length ?? 0
    if (definition.kind === Kind.FRAGMENT_DEFINITION) continue
    const size = sizeOfSelections(definition.selectionSet)
    for (const measure of MEASURES) most[measure] = Math.max(most[measure], size[measure])
  }
  return { ...most, directives: most.directives + ofDefinitions }

  function sizeOfSelections(selectionSet: SelectionSetNode): DocumentSize {
    const size = known.get(selectionSet)
    if (size) return size
    known.set(selectionSet, NOTHING)
    const total = { ...NOTHING }
    for (const selection of selectionSet.selections) {
      const isField = selection.kind === Kind.FIELD
      const below = selectionSetBelow(selection, fragments)
      const within = below ? sizeOfSelections(below) : NOTHING
      total.depth = Math.max(total.depth, within.depth + (isField ? 1 : 0))
      total.fields += within.fields + (isField ? 1 : 0)
      total.aliases += within.aliases + (isField && selection.alias ? 1 : 0)
      total.directives += within.directives + (selection.directives?.length ?? 0)
    }
    known.set(selectionSet, total)
    return total
  }
}

const MEASURES = ['depth', 'fields', 'aliases', 'directives'] as const
