// Copies what the program reads besides its code into the build: the documents and examples that agents can read.
import { cpSync } from 'node:fs'

for (const path of ['docs/errors.md', 'docs/rules.md', 'examples/queries'])
  cpSync(path, `dist/${path}`, { recursive: true })
