import { execFileSync } from 'node:child_process'
import { isNewer } from './newer.ts'

/** Builds the page before the first test of a run, unless the build is newer than all sources. */
export default function buildPage(): void {
  if (isNewer('dist/workbench/index.html', ['workbench', 'examples', 'schema.graphql', 'docs/rules.md'])) return
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync('node_modules/.bin/vite', ['build', 'workbench'], { stdio: 'inherit', env })
}
