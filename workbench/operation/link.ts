/** The content of the editors. */
export interface Draft {
  query: string
  variables: string
}

/** Servers on the way may cut or refuse longer URLs, so a longer operation is stored in the fragment. */
const MAX_SEARCH_CHARACTERS = 6_000

/** The key under which an operation is stored while its user signs in. */
const WAITING_DRAFT = 'adgraph:draft'

/** The URL of the page with an operation in it, or without one if there is none yet. */
export function linkTo({ query, variables }: Draft): string {
  if (query.trim() === '') return location.origin + location.pathname
  const params = new URLSearchParams({ query })
  if (variables.trim() !== '') params.set('variables', variables)
  const text = params.toString()
  return location.origin + location.pathname + (text.length > MAX_SEARCH_CHARACTERS ? '#' : '?') + text
}

/** Stores an operation for the next visit of the page in this browser tab. */
export function keepDraft(draft: Draft): void {
  sessionStorage.setItem(WAITING_DRAFT, JSON.stringify(draft))
}

/** The operation that was stored for this visit, otherwise that of the URL. Undefined if there is none. */
export function takeDraft(): Draft | undefined {
  const kept = sessionStorage.getItem(WAITING_DRAFT)
  sessionStorage.removeItem(WAITING_DRAFT)
  return kept === null ? draftOf(location) : (JSON.parse(kept) as Draft)
}

function draftOf({ search, hash }: Location): Draft | undefined {
  for (const text of [search, hash]) {
    const params = new URLSearchParams(text.slice(1))
    const query = params.get('query')
    if (query !== null) return { query, variables: params.get('variables') ?? '' }
  }
  return undefined
}
