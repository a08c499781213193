import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Credentials } from '../../src/rest/wire/sign.ts'
import { PATIENT_MS } from './redis.ts'
import { SANDBOX_NOW } from './sandbox.ts'
import { keepSecret, overhear } from './secrecy.ts'

/** A run of the `adgraph` command as a process of its own. */
export interface CommandRun {
  process: ChildProcess
  /** What it has printed so far. */
  output(): string
  /** Resolves with the first match in what it prints; rejects when it ends without one. */
  printed(pattern: RegExp): Promise<RegExpMatchArray>
  /** Types a line. */
  type(line: string): void
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number | null>
  /** Resolves with the exit code. */
  exited: Promise<number | null>
}

/** The command that serves an agent over standard input and output. */
export const AGENT_COMMAND = [process.execPath, ...program(), 'mcp']

/** The settings of a command over a service, on behalf of one user. */
export function tenantSettings(
  url: string,
  { consumerKey, consumerSecret, accessToken = '', accessTokenSecret = '' }: Credentials,
): Record<string, string> {
  return {
    ADS_BASE_URL: url,
    OAUTH_CONSUMER_KEY: consumerKey,
    OAUTH_CONSUMER_SECRET: consumerSecret,
    OAUTH_ACCESS_TOKEN: accessToken,
    OAUTH_ACCESS_TOKEN_SECRET: accessTokenSecret,
  }
}

/** Runs `adgraph <args>` as it is built (`build.ts`), or a copy of its sources, with these settings and no others of ours. */
export function runCommand(
  args: readonly string[],
  settings: Record<string, string> = {},
  sources?: string,
): CommandRun {
  return run([process.execPath, ...program(sources), ...args], settings)
}

function program(sources?: string): string[] {
  return sources === undefined ? ['dist/cli.js'] : ['--import', 'tsx', `${sources}/cli.ts`]
}

/** As runCommand, in a terminal as a person has one (a pseudo-terminal, by the command `script` of util-linux). */
export function runInTerminal(args: readonly string[], settings: Record<string, string> = {}): CommandRun {
  const command = `stty cols 120 rows 40; exec ${[process.execPath, ...program(), ...args].join(' ')}`
  return run(['script', '--quiet', '--return', '--command', command, '/dev/null'], { TERM: 'dumb', ...settings })
}

/** Whether a shell can have mounts of its own here. */
export const HAS_MOUNTS = (() => {
  const script = 'mount -t tmpfs tmpfs /tmp'
  return spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'sh', '-c', script]).status === 0
})()

/** Runs a shell script that can call `adgraph`, as root in mounts of its own if it needs them. */
export function runScript(script: string, settings: Record<string, string>, hasMounts: boolean): CommandRun {
  const adgraph = [process.execPath, ...program()].join(' ')
  const shell = ['sh', '-e', '-c', `adgraph() { ${adgraph} "$@"; }\n${script}`]
  return run(hasMounts ? ['unshare', '--user', '--map-root-user', '--mount', ...shell] : shell, settings)
}

function run([program = '', ...args]: readonly string[], settings: Record<string, string>): CommandRun {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(program, args, {
    env: { PATH, HOME, SANDBOX_NOW, REDIS_TIMEOUT_MS: String(PATIENT_MS), ...settings },
  })
  for (const [name, value] of Object.entries(settings))
    if (/SECRET|TOKENS?$/.test(name)) keepSecret(...value.split(','))
  let text = ''
  const onText = (chunk: Buffer) => {
    text += chunk.toString('utf8')
  }
  child.stdout.on('data', onText)
  child.stderr.on('data', onText)
  const exited = once(child, 'exit').then(([code]) => {
    overhear('the output', text)
    return code as number | null
  })
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
    type: (line) => void child.stdin.write(`${line}\n`),
    async stop() {
      child.kill('SIGTERM')
      return exited
    },
  }
}
