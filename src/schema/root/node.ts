import { valuesOrErrors } from '../../async/promise.ts'
import type { Context } from '../../context.ts'
import { shownTypesOf } from '../../execute/selection/selection.ts'
import type { Row } from '../../rest/types.ts'
import { builder } from '../builder.ts'
import { isShown, nodesCost } from '../cost/nodes-cost.ts'
import { badUserInput, show } from '../errors.ts'
import { maxItems } from '../list-limit.ts'
import { runsOfIds } from '../node/global-id.ts'
import { finderOf, Node } from '../node/node-type.ts'
import { rowOf, setTypeName } from '../node/row.ts'

builder.queryField('node', (t) =>
  t.field({
    type: Node,
    extensions: nodesCost,
    description: 'The object with this global ID. Null if the service does not return it.',
    args: t.arg.required({
      id: ['ID', 'The global ID.'],
    }),
    async resolve(_root, { id }, context, info) {
      const [node = null] = await findNodes(context, [id], { shown: shownTypesOf(info), refusal: invalidId('id') })
      if (node instanceof Error) throw node
      return node
    },
  }),
)

/** The maximum number of IDs that `nodes` takes. */
const MAX_NODES = 1000

builder.queryField('nodes', (t) =>
  t.field({
    type: [Node],
    nullable: { list: false, items: true },
    extensions: nodesCost,
    description:
      'The objects with these global IDs, in the order of `ids`. An object that cannot be found is null. An ID that ' +
      'is not valid also gives null, with an error at its index. IDs of one type and account are looked up ' +
      'together, 200 per call.',
    args: {
      ids: t.arg.idList({
        required: true,
        description: `The global IDs, up to ${MAX_NODES}.`,
        extensions: maxItems(MAX_NODES),
      }),
    },
    // As in graphql-js, an error among the items fails its position.
    resolve: async (_root, { ids }, context, info) =>
      (await findNodes(context, ids, { shown: shownTypesOf(info), refusal: invalidId('ids') })) as (Row | null)[],
  }),
)

/** The error of an ID in this argument that is not valid. */
export const invalidId = (field: string) => (globalId: string) =>
  badUserInput(field, `\`${field}\`: ${show(globalId)} is not a valid global ID`)

/** How nodes are found. */
interface FindOptions {
  /** The types of which rows are read, because something is selected of them. By default all. */
  shown?: ReadonlySet<string> | undefined
  /** The type that the ID at each index must have. */
  types?: readonly unknown[]
  /** The error of an ID that is not valid, or has another type. */
  refusal: (globalId: string, index: number) => Error
}

/**
 * Finds the rows with global IDs, in their order: null if the service does not return the row, and the error of a look-up that fails.
 * An error among the IDs stays as it is.
 */
export async function findNodes(
  context: Context,
  globalIds: readonly (string | Error)[],
  { shown, types, refusal }: FindOptions,
): Promise<(Row | Error | null)[]> {
  // An array that grows is copied again and again.
  const found = new Array<Row | Error | null>(globalIds.length)
  const reads = runsOfIds(globalIds, types).map(async ({ type, account = '', parent, from, ids }) => {
    const find = finderOf(type)
    if (!find) return
    const load = isShown(type, shown)
      ? find(context, account, parent)
      : (id: string) => Promise.resolve(rowOf(account, id, parent))
    const rows = await valuesOrErrors(ids.map((id) => load(id)))
    rows.forEach((row, nth) => {
      found[from + nth] = row && !(row instanceof Error) ? setTypeName(row, type) : row
    })
  })
  await Promise.all(reads)
  globalIds.forEach((globalId, index) => {
    if (found[index] === undefined) found[index] = globalId instanceof Error ? globalId : refusal(globalId, index)
  })
  return found
}
