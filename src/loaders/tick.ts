import DataLoader from 'dataloader'

/** Begins a task, which does not fail, when everything of this tick has been asked for. */
export type AtEndOfTick = (task: () => Promise<void>) => void

/** The ends of one operation's ticks: a DataLoader tells them, of which nothing else is used. */
export function createTicks(): AtEndOfTick {
  const ticks = new DataLoader<() => Promise<void>, void>((tasks) => Promise.all(tasks.map((task) => task())), {
    cache: false,
  })
  return (task) => void ticks.load(task)
}
