import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/** What is built from other sources than code, in `dist`. */
const NOT_CODE = ['docs', 'examples', 'workbench']

const PAGE = 'dist/workbench/index.html'
const SOURCES_OF_PAGE = ['workbench', 'examples', 'schema.graphql', 'docs/rules.md']

/**
 * Builds what tests need before the first one of a run: the documents, and for the tests of processes the code and the page,
 * unless they are newer than their sources. So what these tests start is what is written now.
 */
export default function build({ name }: TestProject): void {
  if (name === 'process' && spawnSync(process.execPath, ['release/check-build.js']).stderr.length > 0) buildCode()
  run(process.execPath, 'release/copy-documents.js')
  if (name === 'process' && !isPageNewer()) run('node_modules/.bin/vite', 'build', 'workbench')
}

function buildCode(): void {
  // The compiler would leave the files of sources that are gone.
  const parts = existsSync('dist') ? readdirSync('dist').filter((part) => !NOT_CODE.includes(part)) : []
  for (const part of parts) rmSync(join('dist', part), { recursive: true })
  run('npm', 'run', '--silent', 'build:code')
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } })
}

function isPageNewer(): boolean {
  if (!existsSync(PAGE)) return false
  const builtMs = statSync(PAGE).mtimeMs
  const files = SOURCES_OF_PAGE.flatMap((path) =>
    statSync(path).isDirectory()
      ? (readdirSync(path, { recursive: true }) as string[]).map((file) => join(path, file))
      : [path],
  )
  return files.every((file) => statSync(file).mtimeMs <= builtMs)
}
