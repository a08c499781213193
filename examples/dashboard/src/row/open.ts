import { createStore } from '../store.ts'

/** The rows that are open, by the global ID of their entity. They stay open when the tab is reloaded. */
const KEY = 'adgraph-open'

const store = createStore<ReadonlySet<string>>(new Set(sessionStorage.getItem(KEY)?.split(' ')))

export const useIsOpen = (id: string) => store.use((open) => open.has(id))

export const useIsAnyOpen = (ids: readonly string[]) => store.use((open) => ids.some((id) => open.has(id)))

export function setOpen(ids: readonly string[], isOpen: boolean): void {
  const open = new Set(store.read())
  for (const id of ids) {
    if (isOpen) open.add(id)
    else open.delete(id)
  }
  store.set(open)
  if (open.size > 0) sessionStorage.setItem(KEY, [...open].join(' '))
  else sessionStorage.removeItem(KEY)
}
