import { GraphQLList, GraphQLObjectType, GraphQLSchema, isInterfaceType, type GraphQLFieldConfig } from 'graphql'
import { accountOf } from '../../../schema/node/row.ts'
import { idOf, type Row } from '../../../rest/types.ts'
import type { Context } from '../../../context.ts'
import type { Connection } from '../../../schema/list/connection.ts'
import { listSelectionOf } from '../../../schema/list/list-selection.ts'
import { PARENTS_FIELD, TOGETHER_FIELD, type ExportList } from './list.ts'

/** The root value of an operation that reads a page of a list: the parents of the list. */
export interface LevelRoot {
  parents: readonly Row[]
  /** The page of a list that is read for all parents together, once it has been read. */
  connection?: Connection
}

/**
 * The schema of the operations that an export consists of: that of the graph, whose root also has the parents of the page
 * that is read, and the lists that they share. So one executor and one set of resolvers serve all.
 */
export function levelSchema(schema: GraphQLSchema, lists: readonly ExportList[]): GraphQLSchema {
  const query = schema.getQueryType()
  const node = schema.getType('Node')
  if (!query || !isInterfaceType(node)) throw new Error('The schema has no nodes')
  const config = query.toConfig()
  const fields: Record<string, GraphQLFieldConfig<LevelRoot, Context>> = {
    ...config.fields,
    [PARENTS_FIELD]: {
      type: new GraphQLList(node),
      resolve: ({ parents }) => parents,
    },
  }
  for (const { index, walked } of lists) {
    if (!walked?.shared) continue
    const { list, field } = walked.shared
    fields[`${TOGETHER_FIELD}${index}`] = {
      type: field.type,
      args: field.args ?? {},
      async resolve(root, given, context, info) {
        const [first] = root.parents
        if (!first) return null
        const siblings = { account: accountOf(first), parents: root.parents.map(idOf) }
        root.connection = await list.read(context, siblings, given, listSelectionOf(info))
        return root.connection
      },
    }
  }
  const root = new GraphQLObjectType({ ...config, fields })
  const { types, ...others } = schema.toConfig()
  return new GraphQLSchema({ ...others, query: root, types: types.filter((type) => type !== query) })
}
