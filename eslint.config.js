// Lints schema.graphql. oxlint lints the sources; test/schema/conventions.test.ts holds what these rules do not know.
import graphql, { parser } from '@graphql-eslint/eslint-plugin'

/** The rules, each with its options and the reason for every exception. */
const rules = {
  'description-style': { style: 'block' },
  'naming-convention': {
    types: { style: 'PascalCase', ignorePattern: '^_' },
    // The types and fields of Apollo Federation begin with an underscore.
    FieldDefinition: { style: 'camelCase', ignorePattern: '^_(entities|service)$' },
    InputValueDefinition: 'camelCase',
    DirectiveDefinition: 'camelCase',
    // Values are those of the wire; it has two in lower case.
    EnumValueDefinition: { style: 'UPPER_CASE', ignorePattern: '^(compat|extended)$' },
    allowLeadingUnderscore: true,
  },
  'no-duplicate-fields': undefined,
  'no-hashtag-description': undefined,
  'no-root-type': { disallow: ['subscription'] },
  'no-scalar-result-type-on-mutation': undefined,
  'no-unreachable-types': undefined,
  // Lists are read forward only.
  'relay-arguments': { includeBoth: false },
  'relay-connection-types': undefined,
  // Lists of plain values and of parts of a row are not connections. Not every entity has an ID of its own.
  'relay-edge-types': { listTypeCanWrapOnlyEdgeType: false, shouldImplementNode: false },
  'relay-page-info': undefined,
  'require-deprecation-date': undefined,
  'require-deprecation-reason': undefined,
  'require-description': {
    types: true,
    DirectiveDefinition: true,
    EnumValueDefinition: true,
    FieldDefinition: true,
    InputValueDefinition: true,
  },
  'require-nullable-fields-with-oneof': undefined,
  'unique-enum-value-names': undefined,
}
// Left out: `no-typename-prefix` (`cardUri` is the name on the wire), `input-name` (mutations also take `validateOnly`),
// `strict-id-in-types` (edges, payloads and parts of a row have no ID), `require-field-of-type-query-in-mutation-result`
// (a mutation answers with what it changed), `require-nullable-result-in-root` (federation's `_service`).

export default [
  {
    files: ['schema.graphql'],
    plugins: { '@graphql-eslint': graphql },
    languageOptions: { parser, parserOptions: { graphQLConfig: { schema: 'schema.graphql' } } },
    rules: Object.fromEntries(
      Object.entries(rules).map(([name, options]) => [
        `@graphql-eslint/${name}`,
        options === undefined ? 'error' : ['error', options],
      ]),
    ),
  },
]
