// Installs the dependencies of the benchmark from its lock file, if they are not installed yet.
import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const installed = `${here}node_modules/.package-lock.json`
const isCurrent = existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${here}package-lock.json`).mtimeMs
if (!isCurrent) execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' })
