import DataLoader from 'dataloader'

/** Runs a task, which does not fail, when everything of this tick has been asked for. */
export type AtEndOfTick = (task: () => void) => void

/** The ends of one operation's ticks. A DataLoader tells when they are; nothing else of it is used. */
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
