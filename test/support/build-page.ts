import { execFileSync } from 'node:child_process'
import { isNewer } from './newer.ts'

/** Builds what is not code before the first test of a run: the documents, and the page unless its build is newer than all sources. */
export default function buildPage(): void {
  execFileSync(process.execPath, ['release/copy-documents.js'], { stdio: 'inherit' })
  if (isNewer('dist/workbench/index.html', ['workbench', 'examples', 'schema.graphql', 'docs/rules.md'])) return
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync('node_modules/.bin/vite', ['build', 'workbench'], { stdio: 'inherit', env })
}
