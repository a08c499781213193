// Writes what a search of the schema needs into the build: the parts of the schema that agents see, and the index of their words,
// which the page loads too.
import { writeFileSync } from 'node:fs'

const [{ schema }, { partsOf }, { indexOf, textOfIndex }, { visibleSchema }] = await Promise.all(
  ['graph', 'extension/agents/schema/part', 'extension/agents/schema/rank', 'extension/agents/schema/visible'].map(
    (path) => import(`../dist/${path}.js`),
  ),
)
const parts = partsOf(visibleSchema(schema))
writeFileSync('dist/schema-parts.json', JSON.stringify(parts))
writeFileSync('dist/schema-index.json', textOfIndex(indexOf(parts)))
