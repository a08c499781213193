import { visit, type DocumentNode } from 'graphql'

const SENTENCE = 'Not documented by the service.'
/** A text that is shown as a badge: in the descriptions, nothing else is both strong and emphasized. */
const BADGE = '***Not documented***'

const RULE = /\bR-[A-Z]+-\d+\b/g

/**
 * Prepares the descriptions in an SDL for a page: the IDs of rules link to the list of rules at this URL, and the sentence of
 * elements with `@beyondDocuments` is a badge.
 */
export function pageDescriptions(sdl: DocumentNode, rulesUrl: string): DocumentNode {
  return visit(sdl, {
    enter(node) {
      if (!('description' in node) || !node.description) return undefined
      const linked = node.description.value.replace(RULE, (id) => `[${id}](${rulesUrl}#${id.toLowerCase()})`)
      const isBeyond = 'directives' in node && node.directives?.some(({ name }) => name.value === 'beyondDocuments')
      const value = isBeyond ? linked.replace(SENTENCE, BADGE) : linked
      return { ...node, description: { ...node.description, value } }
    },
  })
}

/** Opens the list of rules beside the page, which keeps what was written. GraphiQL renders the links without a target. */
export function openRulesApart(rulesUrl: string): void {
  document.addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element && target.closest<HTMLAnchorElement>('a')
      if (link && link.href.startsWith(rulesUrl)) link.target = '_blank'
    },
    { capture: true },
  )
}
