import { isUnionType, type GraphQLSchema } from 'graphql'
import { printSubgraphSchema } from '@apollo/subgraph'
import type { Context } from '../../context.ts'
import { nodesCost } from '../cost/cost.ts'
import { typeNameOf } from './entity.ts'
import { badUserInput } from '../errors.ts'
import { findNode } from './node.ts'

/** The SDL by which a federated gateway composes this graph with others. */
export function subgraphSdl(schema: GraphQLSchema): string {
  return printSubgraphSchema(schema)
}

/**
 * The schema, with `_entities` answering each representation for itself: one that names no entity of this graph is null
 * with a coded error at its place, and all others are found together, as `nodes` finds them.
 */
export function withEntities(schema: GraphQLSchema): GraphQLSchema {
  const entities = schema.getQueryType()?.getFields()['_entities']
  const entity = schema.getType('_Entity')
  if (!entities || !isUnionType(entity)) throw new TypeError('The schema has no federated entities')
  entity.resolveType = typeNameOf
  entities.extensions = { ...entities.extensions, ...nodesCost }
  entities.resolve = (_root, { representations }: { representations: unknown[] }, context: Context) =>
    representations.map((representation) => findEntity(context, representation))
  return schema
}

const FIELD = 'representations'

async function findEntity(context: Context, representation: unknown) {
  const { __typename: type, id } = (representation ?? {}) as { __typename?: unknown; id?: unknown }
  if (typeof type !== 'string' || typeof id !== 'string')
    throw badUserInput(FIELD, `\`${FIELD}\`: an entity is represented by its \`__typename\` and \`id\``)
  return findNode(context, id, FIELD, type)
}
