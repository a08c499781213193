import { readFileSync, writeFileSync } from 'node:fs'
import { faultsOf, undescribed } from './contract.ts'

// `check` fails if the next release breaks the last one without saying so. `write` makes the present schema the schema of the
// last release: run it when a release is published.

/** The schema of the last release, without descriptions. Its first line has the version. */
const RELEASED = 'release/schema.generated.graphql'

const schema = readFileSync('schema.graphql', 'utf8')
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

if (process.argv[2] === 'write') {
  writeFileSync(RELEASED, `# ${version}\n\n${undescribed(schema)}\n`)
} else {
  const released = readFileSync(RELEASED, 'utf8')
  const [, lastVersion = ''] = /^# (\S+)/.exec(released) ?? []
  const faults = faultsOf(
    { version: lastVersion, schema: released },
    { version, schema, changelog: readFileSync('CHANGELOG.md', 'utf8') },
  )
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  process.stdout.write(`Schema of ${version} against ${lastVersion}: ${faults.length} faults\n`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
