import { rejected } from '../../async/promise.ts'
import type { Context } from '../../context.ts'
import { shownTypesOf } from '../../execute/selection/selection.ts'
import type { LoadRow } from '../../loaders/index.ts'
import type { Row } from '../../rest/types.ts'
import { builder } from '../builder.ts'
import { isShown, nodesCost } from '../cost/nodes-cost.ts'
import { badUserInput, show } from '../errors.ts'
import { maxItems } from '../list-limit.ts'
import { parseGlobalId, prefixOf, restIdAfter, withArticle } from '../node/global-id.ts'
import { finderOf, Node } from '../node/node-type.ts'
import { rowOf, setTypeName } from '../node/row.ts'
import { presentTypeOf } from '../renamed.ts'

builder.queryField('node', (t) =>
  t.field({
    type: Node,
    extensions: nodesCost,
    description: 'The object with this global ID. Null if the service does not return it.',
    args: t.arg.required({
      id: ['ID', 'The global ID.'],
    }),
    resolve: (_root, { id }, context, info) => nodeFinder(context, 'id', shownTypesOf(info))(id),
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
    resolve(_root, { ids }, context, info) {
      const find = nodeFinder(context, 'ids', shownTypesOf(info))
      return ids.map((id) => find(id))
    },
  }),
)

export type FindNode = (globalId: string, type?: string) => Promise<Row | null>

/**
 * The function that finds the rows with the global IDs of one argument. It returns null if the service does not return the
 * row, and rejects with BAD_USER_INPUT if the ID is not valid, or belongs to another type than a given `type`. A row without any
 * selected fields, because all fragments are on other types than the `shown` ones, is not read.
 */
export function nodeFinder(context: Context, field: string, shown?: ReadonlySet<string>): FindNode {
  /** Neighboring IDs usually have the same type and account, so they use the same loader. */
  let last: { prefix: string; type: string; load: LoadRow<Row>; setType: (row: Row | null) => Row | null } | undefined
  return (globalId, type) => {
    let id = last && restIdAfter(last, globalId)
    if (!last || id === undefined) {
      const parsed = parseGlobalId(globalId)
      const find = parsed && finderOf(parsed.type)
      if (!parsed || !find) return refuse(field, `${show(globalId)} is not a valid global ID`)
      last = {
        prefix: prefixOf(globalId, parsed),
        type: parsed.type,
        load: isShown(parsed.type, shown)
          ? find(context, parsed.account, parsed.parent)
          : (id) => Promise.resolve(rowOf(parsed.account, id)),
        setType: (row) => row && setTypeName(row, parsed.type),
      }
      id = parsed.id
    }
    if (type !== undefined && last.type !== presentTypeOf(type))
      return refuse(field, `the ID of ${withArticle(last.type)} cannot identify ${withArticle(type)}`)
    return last.load(id).then(last.setType)
  }
}

function refuse(field: string, message: string): Promise<never> {
  return rejected(badUserInput(field, `\`${field}\`: ${message}`))
}
