import { EXAMPLES, openExample } from './example.ts'

/** The content of the editors. */
export interface Draft {
  query: string
  variables: string
}

/** Servers on the way may cut or refuse longer URLs, so a longer query is stored in the fragment. */
const MAX_SEARCH_CHARACTERS = 6_000

/** The key under which an operation is stored while its user signs in. */
const WAITING_DRAFT = 'adgraph:draft'

/** The URL of the page with an operation in it, or without one if there is none yet. Variables are never sent to a server. */
export function linkTo({ query, variables }: Draft): string {
  const page = location.origin + location.pathname
  if (query.trim() === '') return page
  const search = new URLSearchParams({ query }).toString()
  const isSent = search.length <= MAX_SEARCH_CHARACTERS
  const fragment = new URLSearchParams({ ...(!isSent && { query }), ...(variables.trim() !== '' && { variables }) })
  return page + (isSent ? `?${search}` : '') + (fragment.size > 0 ? `#${fragment.toString()}` : '')
}

/** Stores an operation for the next visit of the page in this browser tab. */
export function keepDraft(draft: Draft): void {
  sessionStorage.setItem(WAITING_DRAFT, JSON.stringify(draft))
}

/** The operation of the URL, which can name an example (`#example=report`), otherwise the one that was stored for this visit. Undefined if there is none. */
export function takeDraft(): Draft | undefined {
  const kept = sessionStorage.getItem(WAITING_DRAFT)
  sessionStorage.removeItem(WAITING_DRAFT)
  // A sign-in returns to a URL without an operation.
  return draftOf(location) ?? (kept === null ? undefined : (JSON.parse(kept) as Draft))
}

function draftOf({ search, hash }: Location): Draft | undefined {
  const sent = new URLSearchParams(search)
  const fragment = new URLSearchParams(hash.slice(1))
  const example = EXAMPLES.find(({ file }) => file === fragment.get('example'))
  if (example) return openExample(example)
  const query = sent.get('query') ?? fragment.get('query')
  // Older links have the variables beside the query.
  return query === null ? undefined : { query, variables: fragment.get('variables') ?? sent.get('variables') ?? '' }
}
