/**
 * Calls `listener` when a signal that is not aborted yet is; what it gives takes the listener off. One listener of the
 * signal's own serves all: to add and remove one for each attempt costs more than all else that watches over it.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  let listeners = listenersOf.get(signal)
  if (!listeners) {
    const all = new Set<() => void>()
    signal.addEventListener('abort', () => all.forEach((each) => each()), { once: true })
    listenersOf.set(signal, (listeners = all))
  }
  const own = listeners.add(listener)
  return () => void own.delete(listener)
}

const listenersOf = new WeakMap<AbortSignal, Set<() => void>>()
