import DataLoader from 'dataloader'

/** Runs a task, which must not throw, once all reads of the current tick have been requested. */
export type AtEndOfTick = (task: () => void) => void

/**
 * Creates the scheduler of one operation. A tick ends when DataLoader would dispatch its batches; nothing else of
 * DataLoader is used.
 */
export function createTicks(): AtEndOfTick {
  let ticks: DataLoader<() => void, void> | undefined
  return (task) => {
    // Most operations do not need it.
    ticks ??= new DataLoader(runAll, { cache: false })
    void ticks.load(task)
  }
}

function runAll(tasks: readonly (() => void)[]): Promise<void[]> {
  return Promise.resolve(tasks.map((task) => task()))
}
