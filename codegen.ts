import type { CodegenConfig } from '@graphql-codegen/cli'
import { schemaSdl } from './src/schema/directive.ts'
import { schema } from './src/schema/index.ts'

/** Prints the graph to `schema.graphql`, from which clients generate their types. */
const config: CodegenConfig = {
  schema: schemaSdl(schema),
  generates: {
    'schema.graphql': { plugins: ['schema-ast'], config: { includeDirectives: true, sort: true } },
  },
}

export default config
