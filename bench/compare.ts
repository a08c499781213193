import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { measureByTurns, type Plan, type Sample } from './measure.ts'
import type { QueryName } from './queries.ts'
import { ROOT, temporaryFolder, v8Options, type Process } from './server-process.ts'
import type { ServerSpec } from './servers.ts'
import { median, significant, table } from './table.ts'

/** A difference of the medians below this is the same: two runs of one commit differ by as much. */
const SAME_WITHIN = 0.05

/** The ratios of now to before, and what follows from them. */
interface Verdict {
  ratio: number
  /** The lowest and the highest median of a round of fresh processes. */
  spread: [number, number]
  verdict: 'faster' | 'slower' | 'same' | 'no data'
}

/**
 * Measures each query on two servers, which run in short turns on one core, in rounds of fresh processes. Returns a table with a
 * verdict for each query.
 */
export async function compare(
  before: ServerSpec,
  now: ServerSpec,
  queries: readonly QueryName[],
  upstream: Process,
  plan: Plan,
  progress: (line: string) => void,
): Promise<string> {
  const rows: string[][] = []
  for (const query of queries) {
    const rounds: [Sample, Sample][] = []
    for (let round = 0; round < plan.rounds; round += 1) {
      const samples = await measureByTurns([before, now], query, upstream, plan)
      rounds.push([samples.get(before.name)!, samples.get(now.name)!])
    }
    const { ratio, spread, verdict } = verdictOf(rounds.map(([was, is]) => [was.cpuMs, is.cpuMs]))
    const [was, is] = [figuresOf(rounds.map(([sample]) => sample)), figuresOf(rounds.map(([, sample]) => sample))]
    const cells = [
      query,
      was.cpu,
      is.cpu,
      `${ratio.toFixed(2)}×`,
      spread.map((lowest) => lowest.toFixed(2)).join('–'),
      `${was.peak} → ${is.peak}`,
      was.calls === is.calls ? verdict : `${verdict}, ${was.calls} → ${is.calls} calls`,
    ]
    rows.push(cells)
    progress(cells.join(' | '))
  }
  return table(
    ['query', `CPU a request, ms: ${before.title}`, now.title, 'ratio', 'rounds', 'peak MB', 'verdict'],
    rows,
  )
}

function figuresOf(rounds: readonly Sample[]) {
  return {
    cpu: significant(median(rounds.flatMap(({ cpuMs }) => cpuMs))),
    peak: Math.max(...rounds.map(({ peakMb }) => peakMb)).toFixed(0),
    calls: rounds[0]?.calls,
  }
}

/**
 * The verdict on rounds of values before and now, one value for each turn. A side is faster if it is so in every round,
 * and by more than `SAME_WITHIN` in the median of the rounds. There is no data if a round has no values to compare.
 */
export function verdictOf(rounds: readonly (readonly [readonly number[], readonly number[]])[]): Verdict {
  const ratios = rounds.map(([before, now]) =>
    median(now.slice(0, before.length).map((value, turn) => value / before[turn]!)),
  )
  const ratio = median(ratios)
  const spread: [number, number] = [Math.min(...ratios), Math.max(...ratios)]
  const isFaster = ratio < 1 - SAME_WITHIN && spread[1] < 1
  const isSlower = ratio > 1 + SAME_WITHIN && spread[0] > 1
  if (rounds.length === 0 || !ratios.every(Number.isFinite))
    return { ratio: NaN, spread: [NaN, NaN], verdict: 'no data' }
  return { ratio, spread, verdict: isFaster ? 'faster' : isSlower ? 'slower' : 'same' }
}

/** The commit that is compared with by default: the last one, or the one before if nothing has changed since. */
export function lastOther(): string {
  return git('status', '--porcelain', '--untracked-files=no') === '' ? 'HEAD~1' : 'HEAD'
}

/**
 * A commit's Adgraph, built in a temporary worktree. It uses the packages of this checkout if the lock files are equal;
 * otherwise they are installed there.
 */
export function checkOut(commit: string, adgraph: ServerSpec): ServerSpec {
  const root = `${temporaryFolder()}/`
  process.on('exit', () => git('worktree', 'prune'))
  git('worktree', 'add', '--detach', '--force', root, commit)
  const lock = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
  if (lock(root) === lock(ROOT)) symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  else run(root, 'npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund')
  run(root, 'npm', 'run', '--silent', 'build:code')
  return { ...adgraph, title: git('rev-parse', '--short', commit), root, v8Options: v8Options(root) }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}

function run(folder: string, command: string, ...args: string[]): void {
  execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}
