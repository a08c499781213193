import { Kind, visit, type DocumentNode, type FragmentDefinitionNode } from 'graphql'
import { memoize1 } from '@graphql-tools/utils'

// Parsed documents are cached, so these are computed once for each document.

/** The fragments of a document by name. */
export const fragmentsOf = memoize1(({ definitions }: DocumentNode): Readonly<Fragments> => {
  const fragments: Fragments = Object.create(null)
  for (const definition of definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition
  return fragments
})

type Fragments = Record<string, FragmentDefinitionNode>

/** The names of the directives that a document uses anywhere. */
export const directivesIn = memoize1((document: DocumentNode): ReadonlySet<string> => {
  const names = new Set<string>()
  visit(document, { Directive: ({ name }) => void names.add(name.value) })
  return names
})
