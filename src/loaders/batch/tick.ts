import DataLoader from 'dataloader'
import type { OnForget } from './forget.ts'

/** Runs a task, which must not throw, once all reads of the current tick have been requested. */
export type AtEndOfTick = (task: () => void) => void

/**
 * Creates the scheduler of one operation. A tick ends when DataLoader would dispatch its batches; nothing else of
 * DataLoader is used.
 */
export function createTicks(onForget: OnForget): AtEndOfTick {
  let ticks: DataLoader<() => void, void> | undefined
  // It refers to the tasks of its last tick, and these to what they have read.
  onForget(() => (ticks = undefined))
  return (task) => {
    // Most operations do not need it.
    ticks ??= new DataLoader(runAll, { cache: false })
    void ticks.load(task)
  }
}

function runAll(tasks: readonly (() => void)[]): Promise<void[]> {
  return Promise.resolve(tasks.map((task) => task()))
}
