import DataLoader from 'dataloader'

/** Runs a task, which must not throw, once all reads of the current tick have been requested. */
export type AtEndOfTick = (task: () => void) => void

/** The ends of one operation's ticks, as DataLoader schedules its batches. Nothing else of DataLoader is used. */
export function createTicks(): AtEndOfTick {
  let ticks: DataLoader<() => void, void> | undefined
  return (task) => {
    // Most operations need none.
    ticks ??= new DataLoader(runAll, { cache: false })
    void ticks.load(task)
  }
}

function runAll(tasks: readonly (() => void)[]): Promise<void[]> {
  return Promise.resolve(tasks.map((task) => task()))
}
