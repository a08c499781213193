// Says that `npm run build` is needed if the program was not built, or before the last change of its sources.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const BUILT = 'dist/cli.js'
const SOURCES = [
  'src',
  'sandbox',
  'reference',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'vite.config.ts',
]

/** The time of the last change of a file, or of any file in a folder but tests. */
const changedMs = (path) => {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  const files = readdirSync(path).filter((name) => name !== 'test' && name !== 'node_modules')
  return Math.max(0, ...files.map((name) => changedMs(join(path, name))))
}

if (!existsSync(BUILT)) {
  process.stderr.write('Adgraph has not been built: run `npm run build`, then start it again.\n')
  process.exit(1)
}
const builtMs = statSync(BUILT).mtimeMs
if (SOURCES.filter((path) => existsSync(path)).some((path) => changedMs(path) > builtMs))
  process.stderr.write('The sources have changed since Adgraph was built: run `npm run build` to serve the changes.\n')
