import type { Context } from '../../context.ts'
import { mapDeferred } from '../../loaders/index.ts'
import type { Row } from '../../rest/types.ts'
import { maxItems } from '../cost/list-limit.ts'
import { builder } from '../builder.ts'
import { nodesCost } from '../cost/cost.ts'
import { finderOf, setTypeName, Node } from './entity.ts'
import { badUserInput } from '../errors.ts'
import { parseGlobalId } from './global-id.ts'

builder.queryField('node', (t) =>
  t.field({
    type: Node,
    extensions: nodesCost,
    description: 'The object with this global ID. Null if the service does not return it.',
    args: { id: t.arg.id({ required: true, description: 'The global ID.' }) },
    resolve: (_root, { id }, context) => findNode(context, id, 'id'),
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
    resolve: (_root, { ids }, context) => ids.map((id) => findNode(context, id, 'ids')),
  }),
)

/**
 * Finds the row with a global ID, of a certain type if `type` is set; null if the service does not return it. Rejects
 * with BAD_USER_INPUT if the ID is not valid.
 */
export function findNode(context: Context, globalId: string, field: string, type?: string): Promise<Row | null> {
  const parsed = parseGlobalId(globalId)
  const find = parsed && finderOf(parsed.type)
  if (!parsed || !find) return refuse(field, `${JSON.stringify(globalId.slice(0, 80))} is not a valid global ID`)
  if (type !== undefined && parsed.type !== type)
    return refuse(field, `the ID of a ${parsed.type} cannot identify a ${type}`)
  return mapDeferred(find(context, parsed.account, parsed.id), typeNameSetter(parsed.type))
}

/** The function that sets the type name of a row: one function per type. */
function typeNameSetter(type: string): SetType {
  let setter = setters.get(type)
  if (!setter) setters.set(type, (setter = (row) => row && setTypeName(row, type)))
  return setter
}

type SetType = (row: Row | null) => Row | null

const setters = new Map<string, SetType>()

function refuse(field: string, message: string): Promise<never> {
  return Promise.reject(badUserInput(field, `\`${field}\`: ${message}`))
}
