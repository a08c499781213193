/**
 * The result of work on files, or what `late` returns once it has taken `maxMs`. Such work has a thread until it ends, for which
 * Node.js waits at the exit of the process: one that has not ended by then ends the process by SIGKILL.
 */
export async function answering<T, L>(work: Promise<T>, maxMs: number, late: () => L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined
  const lateness = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxMs)
  }).then(() => {
    process.once('exit', kill)
    return late()
  })
  const settled = () => {
    clearTimeout(timer)
    process.off('exit', kill)
  }
  const kill = () => void process.kill(process.pid, 'SIGKILL')
  work.then(settled, settled)
  return Promise.race([work, lateness])
}
