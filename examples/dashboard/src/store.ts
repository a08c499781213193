import { useSyncExternalStore } from 'react'

/** A value outside the components, which they can use. */
export function createStore<Value>(initial: Value) {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    read: () => value,
    set(next: Value) {
      value = next
      for (const listener of listeners) listener()
    },
    /** What the component needs of the value, and the component again when that changes. */
    use: <Part>(select: (value: Value) => Part): Part => useSyncExternalStore(subscribe, () => select(value)),
  }
}
