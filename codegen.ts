import type { CodegenConfig } from '@graphql-codegen/cli'
import { printSchema } from 'graphql'
import { schema } from './src/schema/index.ts'

/** Prints the graph to `schema.graphql`, from which clients generate their types. */
const config: CodegenConfig = {
  schema: printSchema(schema),
  generates: {
    'schema.graphql': { plugins: ['schema-ast'], config: { includeDirectives: true, sort: true } },
  },
}

export default config
