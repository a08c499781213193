// Copies what the program reads besides its code into the build: the documents and examples that agents can read, and what the
// embedded sandbox has.
import { cpSync } from 'node:fs'

for (const path of ['docs/errors.md', 'docs/rules.md', 'examples/queries'])
  cpSync(path, `dist/${path}`, { recursive: true })

cpSync('src/command/sandbox-statistics.json', 'dist/command/sandbox-statistics.json')
