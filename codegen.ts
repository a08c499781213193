import type { CodegenConfig } from '@graphql-codegen/cli'
import type { DocumentNode } from 'graphql'
import { catalogSource } from './release/catalog.ts'
import { undescribed } from './release/contract.ts'
import { schema } from './src/graph.ts'
import { scalars } from './src/package/codegen.ts'
import { schemaSdl } from './src/schema/directive.ts'

const sdl = schemaSdl(schema)

/** A file with this text. */
const printed = (text: string) => ({
  schema: sdl,
  preset: {
    buildGeneratesSection: ({ baseOutputDir: filename, schema }: { baseOutputDir: string; schema: DocumentNode }) => [
      {
        filename,
        schema,
        documents: [],
        config: {},
        plugins: [{ text: {} }],
        pluginMap: { text: { plugin: () => text } },
      },
    ],
  },
})

/**
 * Prints the graph to `schema.graphql` as `adgraph schema` does. Clients generate their types from it. Generates what the
 * tests do as such a client: a type for each document that they write as graphql(`…`), and for each example.
 */
const config: CodegenConfig = {
  generates: {
    'schema.graphql': printed(`${sdl}\n`),
    'src/rest/catalog.ts': printed(catalogSource(schema)),
    'test/support/graphql/': {
      // Without descriptions, so that a new wording changes no type of a test.
      schema: undescribed(sdl),
      preset: 'client',
      // The mutation tests have a node_modules folder of their own.
      documents: ['{,sandbox/,workbench/}test/**/*.ts', '!test/mutation/**', 'examples/queries/*.graphql'],
      presetConfig: { fragmentMasking: false },
      config: {
        documentMode: 'string',
        importExtension: '.ts',
        useTypeImports: true,
        strictScalars: true,
        scalars: {
          ...scalars,
          _Any: 'unknown',
        },
      },
    },
  },
}

export default config
