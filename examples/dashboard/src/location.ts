import { useSyncExternalStore } from 'react'

/** What the address bar says: the account, and how its campaigns are searched, sorted and filtered. */
export type Place = Partial<Record<'account' | 'search' | 'sort' | 'show', string>>

const CHANGED = 'placechange'

function subscribe(listener: () => void): () => void {
  for (const event of ['popstate', CHANGED]) window.addEventListener(event, listener)
  return () => {
    for (const event of ['popstate', CHANGED]) window.removeEventListener(event, listener)
  }
}

/** The place in the address bar. */
export function usePlace(): Place {
  const query = useSyncExternalStore(subscribe, () => window.location.search)
  return Object.fromEntries(new URLSearchParams(query))
}

/** The link to a place, without its empty parts. */
export function linkTo(place: Place): string {
  const set = Object.entries(place).filter(([, value]) => value)
  return `?${new URLSearchParams(set).toString()}`
}

/** Goes to a place. `replace` leaves no entry in the history, as for each letter of a search. */
export function go(place: Place, { replace = false } = {}): void {
  window.history[replace ? 'replaceState' : 'pushState'](null, '', linkTo(place))
  window.dispatchEvent(new Event(CHANGED))
}
