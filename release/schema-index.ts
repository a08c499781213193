// Writes what a search of the schema needs into the build: the parts of the schema that agents see, and the index of their words,
// which the page loads too.
import { writeFileSync } from 'node:fs'
import { partsOf } from '../src/extension/agents/schema/part.ts'
import { indexOf, textOfIndex } from '../src/extension/agents/schema/rank.ts'
import { visibleSchema } from '../src/extension/agents/schema/visible.ts'
import { schema } from '../src/graph.ts'

const parts = partsOf(visibleSchema(schema))
writeFileSync('dist/schema-parts.json', JSON.stringify(parts))
writeFileSync('dist/schema-index.json', textOfIndex(indexOf(parts)))
