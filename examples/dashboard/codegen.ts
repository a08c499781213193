import { readFileSync } from 'node:fs'
import type { CodegenConfig } from '@graphql-codegen/cli'
import { parse, print, visit } from 'graphql'

const sdl = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8')

/** Generates a type for each document in `src`, from the schema that Adgraph prints. */
const config: CodegenConfig = {
  // Without descriptions, so that a new wording changes no type.
  schema: print(visit(parse(sdl), { enter: (node) => ({ ...node, description: undefined }) })),
  documents: 'src/**/*.graphql',
  generates: {
    'src/graphql.ts': {
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        useTypeImports: true,
        strictScalars: true,
        // 64-bit integers are strings in responses, so that no digit is lost.
        scalars: {
          ID: 'string',
          Long: { input: 'string | number', output: 'string' },
          DateTime: 'string',
          DateOrTime: 'string',
          JSON: 'unknown',
          _Any: 'unknown',
        },
      },
    },
  },
}

export default config
