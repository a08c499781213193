import { visit, type DocumentNode } from 'graphql'

const SENTENCE = 'Beyond the documents.'
/** A text that is shown as a badge: in the descriptions, nothing else is both strong and emphasized. */
const BADGE = '***Beyond the documents***'

/** Gives the descriptions in an SDL a badge in the place of the sentence of elements with `@beyondDocuments`. */
export function withBadges(sdl: DocumentNode): DocumentNode {
  return visit(sdl, {
    enter(node) {
      if (!('description' in node) || !node.description || !('directives' in node)) return undefined
      if (!node.directives?.some(({ name }) => name.value === 'beyondDocuments')) return undefined
      const value = node.description.value.replace(SENTENCE, BADGE)
      return { ...node, description: { ...node.description, value } }
    },
  })
}
