import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const PAGE_SOURCES = ['workbench', 'examples', 'schema.graphql']
const BUILT_PAGE = 'dist/workbench/index.html'

/** Builds the page before the first test of a run, unless the build is newer than all sources. */
export default function buildPage(): void {
  const builtMs = existsSync(BUILT_PAGE) ? statSync(BUILT_PAGE).mtimeMs : 0
  const files = PAGE_SOURCES.filter((path) => existsSync(path)).flatMap((path) =>
    statSync(path).isDirectory()
      ? (readdirSync(path, { recursive: true }) as string[]).map((file) => join(path, file))
      : [path],
  )
  if (files.every((file) => statSync(file).mtimeMs <= builtMs)) return
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync('node_modules/.bin/vite', ['build', 'workbench'], { stdio: 'inherit', env })
}
