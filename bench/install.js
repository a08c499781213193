// Installs the dependencies of the benchmark from its lock file, if they are not installed yet.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const installed = `${here}node_modules/.package-lock.json`
const isCurrent = existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${here}package-lock.json`).mtimeMs
if (!isCurrent) execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' })

// graphql-breadth 0.1.0 was published without the JavaScript that its package.json names: this is its script `build`.
const breadth = `${here}node_modules/graphql-breadth`
if (!existsSync(`${breadth}/dist`)) {
  const sources = readdirSync(breadth, { recursive: true }).filter((file) => /^src\/.*\.ts$/.test(file))
  const compiler = `${here}../node_modules/.bin/tsc`
  const options = '--ignoreConfig --rootDir src --outDir dist --module nodenext --target es2022 --skipLibCheck'
  execFileSync(compiler, [...options.split(' '), ...sources], { cwd: breadth, stdio: 'inherit' })
}
