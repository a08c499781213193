import { printSchemaWithDirectives } from '@graphql-tools/utils'
import {
  DirectiveLocation,
  GraphQLDirective,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  lexicographicSortSchema,
  type GraphQLSchema,
} from 'graphql'

/** The directive `@semanticNonNull` of the nullability specification, for clients that handle errors by field. */
export const SemanticNonNull = new GraphQLDirective({
  name: 'semanticNonNull',
  description:
    'The field is null only if it failed, and then `errors` has an entry with its path. `levels` are the levels of ' +
    'a list that this applies to: 0 is the field itself, 1 its items.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    levels: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLInt))),
      defaultValue: [0],
      description: 'The levels of the field that are null only if they failed.',
    },
  },
})

/** The extensions of a field that carries `@semanticNonNull`: it is null only if it failed. */
export const semanticNonNull = { directives: { [SemanticNonNull.name]: {} } } as const

/** The extensions of an object type that other subgraphs may define too: federation's `@shareable`. */
export const shareable = { isShareable: true } as const

/** The SDL of a schema, sorted by name, with the directives from `extensions.directives` of its fields, as `{ name: args }`. */
export function schemaSdl(schema: GraphQLSchema): string {
  return printSchemaWithDirectives(lexicographicSortSchema(schema))
}
