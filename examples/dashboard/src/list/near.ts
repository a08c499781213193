import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Calls `onNear` once when the element comes near the window, each time that this begins to be awaited. */
export function useNear(element: RefObject<Element | null>, isAwaited: boolean, onNear: () => void): void {
  const onArrival = useEffectEvent(onNear)
  useEffect(() => {
    if (!isAwaited || !element.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        onArrival()
      },
      { rootMargin: '300px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isAwaited])
}
