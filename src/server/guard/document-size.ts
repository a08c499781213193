import { Kind, type DefinitionNode, type DocumentNode, type SelectionSetNode } from 'graphql'
import { fragmentsOf } from '../../execute/document.ts'

/** How big an operation is once its fragments are unfolded. */
export interface DocumentSize {
  /** Fields within fields: 1 for `{ a }`. */
  depth: number
  fields: number
  aliases: number
  directives: number
}

const NOTHING: DocumentSize = { depth: 0, fields: 0, aliases: 0, directives: 0 }

/**
 * The size of a document's operations, of each measure the greatest. Every fragment is measured once, however often it
 * is spread, so that this takes no longer than the document; one that holds itself counts as empty there.
 */
export function sizeOf(document: DocumentNode): DocumentSize {
  const fragments = fragmentsOf(document)
  const known = new Map<string, DocumentSize>()
  const sizes = document.definitions
    .filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
    .map((operation) => sizeOfDefinition(operation))
  const most = (measure: keyof DocumentSize) => Math.max(0, ...sizes.map((size) => size[measure]))
  return { depth: most('depth'), fields: most('fields'), aliases: most('aliases'), directives: most('directives') }

  function sizeOfDefinition(definition: DefinitionNode): DocumentSize {
    if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION) return NOTHING
    const within = sizeOfSelections(definition.selectionSet)
    const ofVariables = (definition.variableDefinitions ?? []).map(({ directives }) => directives?.length ?? 0)
    const own = (definition.directives?.length ?? 0) + ofVariables.reduce((total, count) => total + count, 0)
    return { ...within, directives: within.directives + own }
  }

  function sizeOfSelections({ selections }: SelectionSetNode): DocumentSize {
    const total = { ...NOTHING }
    for (const selection of selections) {
      const isField = selection.kind === Kind.FIELD
      const within =
        selection.kind === Kind.FRAGMENT_SPREAD
          ? sizeOfFragment(selection.name.value)
          : selection.selectionSet
            ? sizeOfSelections(selection.selectionSet)
            : NOTHING
      total.depth = Math.max(total.depth, within.depth + (isField ? 1 : 0))
      total.fields += within.fields + (isField ? 1 : 0)
      total.aliases += within.aliases + (isField && selection.alias ? 1 : 0)
      total.directives += within.directives + (selection.directives?.length ?? 0)
    }
    return total
  }

  function sizeOfFragment(name: string): DocumentSize {
    const size = known.get(name)
    if (size) return size
    known.set(name, NOTHING)
    const fragment = fragments[name]
    const measured = fragment ? sizeOfDefinition(fragment) : NOTHING
    known.set(name, measured)
    return measured
  }
}
