import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/** The parts of `dist` that are built from other sources than code. */
const NOT_CODE = ['docs', 'examples', 'workbench']

const PAGE = 'dist/workbench/index.html'
const SOURCES_OF_PAGE = ['workbench', 'examples/queries', 'schema.graphql', 'docs/rules.md']

/**
 * Builds what tests need before the first one of a run: the documents, and for the tests of processes the code, what follows from it, and the page,
 * unless they are newer than their sources. So these tests start the current sources.
 */
export default function build({ name }: TestProject): void {
  if (name === 'process' && !isCodeBuilt()) {
    buildCode()
    run('node_modules/.bin/tsx', 'release/schema-index.ts')
  }
  run(process.execPath, 'release/copy-documents.js')
  if (name === 'process' && !isPageNewer()) run('node_modules/.bin/vite', 'build', 'workbench')
}

function isCodeBuilt(): boolean {
  return (
    existsSync('dist/schema-index.json') && spawnSync(process.execPath, ['release/check-build.js']).stderr.length === 0
  )
}

function buildCode(): void {
  const beganMs = Date.now()
  run('npm', 'run', '--silent', 'build:code')
  // The compiler leaves the files of sources that are gone.
  for (const part of readdirSync('dist').filter((part) => !NOT_CODE.includes(part)))
    for (const file of filesIn(join('dist', part)))
      if (statSync(file).mtimeMs < Math.floor(beganMs / 1000) * 1000) rmSync(file)
}

/** A file, or all files in a folder. */
function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)))
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } })
}

function isPageNewer(): boolean {
  if (!existsSync(PAGE)) return false
  const builtMs = statSync(PAGE).mtimeMs
  return SOURCES_OF_PAGE.flatMap(filesIn).every((file) => statSync(file).mtimeMs <= builtMs)
}
