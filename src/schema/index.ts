import { assertValidSchema, specifiedDirectives, type GraphQLSchema } from 'graphql'
import { BeyondDocuments, withBeyondDocuments } from './beyond-documents.ts'
import { builder } from './builder.ts'
import { SemanticNonNull } from './directive.ts'
import { withOwnResolvers } from './field/own-resolver.ts'
import { withOpenEnums } from './scalar/enum.ts'
import { withExactIds } from './scalar/id.ts'
import './field/index.ts'
import './entities.ts'
import './root/federation.ts'
import './root/node.ts'
import './root/rate-limit.ts'
import './spend/spend-limit.ts'
import './scalar/scalar.ts'

/** Creates the schema of the fields that the builder has: fields of entities, and fields that extensions have added. */
export function createSchema(): GraphQLSchema {
  const schema = withOwnResolvers(
    withOpenEnums(
      withBeyondDocuments(
        withExactIds(
          builder.toSchema({
            directives: [...specifiedDirectives, SemanticNonNull, BeyondDocuments],
            sortSchema: false,
          }),
        ),
      ),
    ),
  )
  assertValidSchema(schema)
  return schema
}
