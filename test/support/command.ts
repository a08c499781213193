import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** A run of the `adgraph` command as a process of its own. */
export interface CommandRun {
  process: ChildProcess
  /** What it has printed so far. */
  output(): string
  /** Resolves with the first match in what it prints; rejects when it ends without one. */
  printed(pattern: RegExp): Promise<RegExpMatchArray>
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number | null>
  /** Resolves with the exit code. */
  exited: Promise<number | null>
}

/** Runs `adgraph <args>` from the sources, with these settings and no others of ours. */
export function runCommand(args: readonly string[], settings: Record<string, string> = {}): CommandRun {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli.ts', ...args], {
    env: { PATH, HOME, ...settings },
  })
  let text = ''
  const onText = (chunk: Buffer) => {
    text += chunk.toString('utf8')
  }
  child.stdout.on('data', onText)
  child.stderr.on('data', onText)
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  return {
    process: child,
    output: () => text,
    exited,
    async printed(pattern) {
      for (;;) {
        const match = pattern.exec(text)
        if (match) return match
        if (child.exitCode !== null) throw new Error(`It ended without printing ${String(pattern)}:\n${text}`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    async stop() {
      child.kill('SIGTERM')
      return exited
    },
  }
}
