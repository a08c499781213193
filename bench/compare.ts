import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureByTurns, type Plan, type Sample, type UpstreamControl } from './measure.ts'
import type { QueryName } from './queries.ts'
import { ROOT, v8Options } from './server-process.ts'
import type { ServerSpec } from './servers.ts'
import { median, significant, table } from './table.ts'

/** A difference of the medians below this is the same: two runs of one commit differ by as much. */
const SAME_WITHIN = 0.05

/** What is compared: two servers that run the same queries in short turns on one core. */
export interface Pair {
  before: ServerSpec
  now: ServerSpec
}

/** The ratios of now to before, and what follows from them. */
interface Verdict {
  ratio: number
  /** The lowest and the highest median of a round of fresh processes. */
  spread: [number, number]
  verdict: 'faster' | 'slower' | 'same'
}

/** Measures each query on both servers, in rounds of fresh processes. Returns a table with a verdict for each query. */
export async function compare(
  { before, now }: Pair,
  queries: readonly QueryName[],
  upstream: UpstreamControl,
  plan: Plan,
  progress: (line: string) => void,
): Promise<string> {
  const rows: string[][] = []
  for (const query of queries) {
    const rounds: { before: Sample; now: Sample }[] = []
    for (let round = 0; round < plan.rounds; round += 1) {
      const samples = await measureByTurns([before, now], query, upstream, plan)
      rounds.push({ before: samples.get(before.name)!, now: samples.get(now.name)! })
    }
    const { ratio, spread, verdict } = verdictOf(rounds.map((each) => [each.before.cpuMs, each.now.cpuMs]))
    const middle = (of: 'before' | 'now') => significant(median(rounds.flatMap((each) => each[of].cpuMs)))
    const peak = (of: 'before' | 'now') => Math.max(...rounds.map((each) => each[of].peakMb)).toFixed(0)
    const calls = (of: 'before' | 'now') => rounds[0]![of].calls
    const cells = [
      query,
      middle('before'),
      middle('now'),
      `${ratio.toFixed(2)}×`,
      `${spread[0].toFixed(2)}–${spread[1].toFixed(2)}`,
      `${peak('before')} → ${peak('now')}`,
      calls('before') === calls('now') ? verdict : `${verdict}, ${calls('before')} → ${calls('now')} calls`,
    ]
    rows.push(cells)
    progress(cells.join(' | '))
  }
  return table(
    ['query', `CPU a request, ms: ${before.title}`, now.title, 'ratio', 'rounds', 'peak MB', 'verdict'],
    rows,
  )
}

/**
 * The verdict on rounds of values before and now, one value for each turn. A side is faster if it is so in every round,
 * and by more than `SAME_WITHIN` in the median of the rounds.
 */
export function verdictOf(rounds: readonly (readonly [readonly number[], readonly number[]])[]): Verdict {
  const ratios = rounds.map(([before, now]) =>
    median(now.slice(0, before.length).map((value, turn) => value / before[turn]!)),
  )
  const ratio = median(ratios)
  const spread: [number, number] = [Math.min(...ratios), Math.max(...ratios)]
  const isFaster = ratio < 1 - SAME_WITHIN && spread[1] < 1
  const isSlower = ratio > 1 + SAME_WITHIN && spread[0] > 1
  return { ratio, spread, verdict: isFaster ? 'faster' : isSlower ? 'slower' : 'same' }
}

/** The commit that is compared with by default: the last one, or the one before if nothing has changed since. */
export function lastOther(): string {
  return git('status', '--porcelain', '--untracked-files=no') === '' ? 'HEAD~1' : 'HEAD'
}

/**
 * A commit's Adgraph, built in a temporary worktree. The packages are those of this checkout if the lock files are equal;
 * otherwise they are installed there. `remove` deletes the worktree.
 */
export function checkOut(commit: string, adgraph: ServerSpec): { spec: ServerSpec; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'adgraph-bench-'))
  const remove = () => {
    rmSync(folder, { recursive: true, force: true })
    git('worktree', 'prune')
  }
  try {
    git('worktree', 'add', '--detach', '--force', folder, commit)
    const lock = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8')
    if (lock(folder) === lock(ROOT)) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    else run(folder, 'npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund')
    // The workbench, which Vite builds, answers no query.
    for (const project of ['sandbox/tsconfig.build.json', 'tsconfig.build.json'])
      if (existsSync(join(folder, project))) run(folder, 'node_modules/.bin/tsc', '-p', project)
    const title = git('rev-parse', '--short', commit)
    const root = `${folder}/`
    return { spec: { ...adgraph, name: 'before', title, root, v8Options: v8Options(root) }, remove }
  } catch (error) {
    remove()
    throw error
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}

function run(folder: string, command: string, ...args: string[]): void {
  execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}
