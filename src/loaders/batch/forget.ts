/** Registers a function that drops what a loader has read. */
export type OnForget = (forget: () => void) => void
