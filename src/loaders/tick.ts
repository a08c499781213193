import DataLoader from 'dataloader'

/** Begins a task, which does not fail, when everything of this tick has been asked for. */
export type AtEndOfTick = (task: () => Promise<void>) => void

/** The ends of one operation's ticks: a DataLoader tells them, of which nothing else is used. */
export function createTicks(): AtEndOfTick {
  let ticks: DataLoader<() => Promise<void>, void> | undefined
  return (task) => {
    // Most operations need none.
    ticks ??= new DataLoader((tasks) => Promise.all(tasks.map((each) => each())), { cache: false })
    void ticks.load(task)
  }
}
