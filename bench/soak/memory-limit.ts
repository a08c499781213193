import { existsSync, mkdirSync, writeFileSync } from 'node:fs'

/** The control groups of Linux that limit memory, of version 1 and 2, with the file that has the limit. */
const GROUPS = [
  ['/sys/fs/cgroup/memory/adgraph-soak', 'memory.limit_in_bytes'],
  ['/sys/fs/cgroup/adgraph-soak', 'memory.max'],
] as const

/**
 * Makes a control group in which the kernel ends a process that needs more than these bytes, as a container does. Returns the file
 * that takes the IDs of its processes; undefined where this is not permitted.
 */
export function limitMemory(bytes: number): string | undefined {
  for (const [group, limit] of GROUPS) {
    try {
      mkdirSync(group, { recursive: true })
      if (!existsSync(`${group}/${limit}`)) continue
      writeFileSync(`${group}/${limit}`, `${bytes}`)
      return `${group}/cgroup.procs`
    } catch {
      // Only root may make one, and only where the file system is writable.
    }
  }
  return undefined
}
