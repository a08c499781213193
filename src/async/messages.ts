/** Messages within a process, or between instances: each is the topic on which something has changed. */
export interface Messages {
  /** Begins to listen for the next message on any of these topics. */
  next(...topics: string[]): NextMessage
  /** Wakes the listeners of a message that has arrived. */
  deliver(topic: string): void
  /** Wakes every listener, because messages may have been lost. */
  deliverAll(): void
}

/** The next message. A listener that no longer waits must cancel. */
export interface NextMessage {
  /** Resolves at the message, or after this time. */
  within(ms: number): Promise<void>
  cancel(): void
}

/** The listeners of this process. */
export function createMessages(): Messages {
  const listeners = new Map<string, Set<() => void>>()

  return {
    next(...topics) {
      let onMessage = () => {}
      const message = new Promise<void>((resolve) => (onMessage = resolve))
      for (const topic of topics) listeners.set(topic, (listeners.get(topic) ?? new Set()).add(onMessage))
      const cancel = () => {
        for (const topic of topics) {
          const onTopic = listeners.get(topic)
          onTopic?.delete(onMessage)
          if (onTopic?.size === 0) listeners.delete(topic)
        }
        onMessage()
      }
      return {
        async within(ms) {
          const timer = setTimeout(onMessage, ms).unref()
          await message
          clearTimeout(timer)
          cancel()
        },
        cancel,
      }
    },
    deliver: (topic) => wake(listeners.get(topic)),
    deliverAll() {
      for (const onTopic of listeners.values()) wake(onTopic)
    },
  }

  function wake(onTopic: ReadonlySet<() => void> | undefined): void {
    if (onTopic) for (const onMessage of onTopic) onMessage()
  }
}
