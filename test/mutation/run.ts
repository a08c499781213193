import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { GROUPS, type MutationGroup } from './groups.ts'

// Changes the sources of the named groups (all groups if none is named) in many small ways, and runs the tests of the group
// against each change. What survives is printed, and is in coverage/mutation/<group>/report.html.

const here = fileURLToPath(new URL('.', import.meta.url))

/** What became of the changes of a group. The score is the percentage that tests noticed. */
interface Score {
  changes: number
  noticed: number
  survived: number
  score: string
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in GROUPS))
if (unknown.length > 0)
  throw new Error(`There is no group ${unknown.join(', ')}. The groups are ${Object.keys(GROUPS).join(', ')}`)

install()
const groups = Object.entries(GROUPS).filter(([name]) => names.length === 0 || names.includes(name))
const scores = groups.map(([name, group]): [string, Score] => [name, mutate(name, group)])
process.stdout.write('\n| group | changes | noticed | survived | score |\n| --- | --- | --- | --- | --- |\n')
for (const [name, { changes, noticed, survived, score }] of scores)
  process.stdout.write(`| ${name} | ${changes} | ${noticed} | ${survived} | ${score} % |\n`)

/** Installs Stryker from its lock file, if it is not installed yet. */
function install(): void {
  const installed = `${here}node_modules/.package-lock.json`
  const isCurrent = existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${here}package-lock.json`).mtimeMs
  // The runner's peer vitest comes from the repository.
  const options = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund']
  if (!isCurrent) execFileSync('npm', ['ci', ...options], { cwd: here, stdio: 'inherit' })
}

function mutate(name: string, { sources }: MutationGroup): Score {
  const folder = `coverage/mutation/${name}`
  const stryker = `${here}node_modules/@stryker-mutator`
  const config = {
    mutate: sources,
    plugins: [`${stryker}/vitest-runner/dist/src/index.js`],
    testRunner: 'vitest',
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    // Each change is met only by the tests that reach it.
    coverageAnalysis: 'perTest',
    // Stryker would rewrite tsconfig.json with the JavaScript interface of TypeScript, which version 7 does not have.
    tsconfigFile: 'none',
    concurrency: 2,
    // For changes that never yield. A promise that waits forever ends with the time limit of its test.
    timeoutMS: 30_000,
    timeoutFactor: 2,
    reporters: ['clear-text', 'html', 'json'],
    clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
    htmlReporter: { fileName: `${folder}/report.html` },
    jsonReporter: { fileName: `${folder}/report.json` },
    tempDirName: `${folder}/temporary`,
    // What the tests of the groups do not read is not copied.
    ignorePatterns: ['bench', 'coverage', 'dist', 'docs', 'examples', '/workbench'],
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/stryker.config.json`, JSON.stringify(config, undefined, 2))
  execFileSync(process.execPath, [`${stryker}/core/bin/stryker.js`, 'run', `${folder}/stryker.config.json`], {
    env: { ...process.env, MUTATION_GROUP: name },
    stdio: 'inherit',
  })
  return scoreOf(config.jsonReporter.fileName)
}

function scoreOf(report: string): Score {
  const { files } = JSON.parse(readFileSync(report, 'utf8')) as {
    files: Record<string, { mutants: { status: string }[] }>
  }
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status))
  const noticed = statuses.filter((status) => ['Killed', 'Timeout'].includes(status)).length
  const survived = statuses.filter((status) => ['Survived', 'NoCoverage'].includes(status)).length
  const changes = noticed + survived
  return { changes, noticed, survived, score: ((100 * noticed) / changes).toFixed(1) }
}
