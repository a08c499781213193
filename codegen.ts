import type { CodegenConfig } from '@graphql-codegen/cli'
import { schemaSdl } from './src/schema/directive.ts'
import { schema } from './src/schema/index.ts'

/**
 * Prints the graph to `schema.graphql`, from which clients generate their types, and generates what the tests do as such a
 * client: a type for each document that they write as `graphql(...)`.
 */
const config: CodegenConfig = {
  schema: schemaSdl(schema),
  generates: {
    'schema.graphql': { plugins: ['schema-ast'], config: { includeDirectives: true, sort: true } },
    'test/support/graphql/': {
      preset: 'client',
      documents: ['test/**/*.ts'],
      presetConfig: { fragmentMasking: false },
      config: {
        documentMode: 'string',
        importExtension: '.ts',
        useTypeImports: true,
        strictScalars: true,
        scalars: { ID: 'string', Long: 'string', DateTime: 'string', JSON: 'unknown', _Any: 'unknown' },
      },
    },
  },
}

export default config
