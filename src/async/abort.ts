/**
 * Calls `listener` when a signal aborts that is not aborted yet. Returns a function that removes the listener. All share one
 * event listener of the signal, because adding and removing one for each attempt is expensive.
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
