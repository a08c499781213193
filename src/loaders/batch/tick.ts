/** The tasks of the current tick. */
let tasks: (() => void)[] = []

/**
 * Runs a task, which must not throw, once all reads of the current tick have been requested: when the promises that are
 * settled now, and those that these settle, have been handled. DataLoader dispatches its batches at the same time.
 */
export function atEndOfTick(task: () => void): void {
  if (tasks.push(task) === 1) void Promise.resolve().then(() => process.nextTick(runAll))
}

function runAll(): void {
  const due = tasks
  tasks = []
  for (const task of due) task()
}
