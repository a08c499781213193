import type { Context } from '../../context.ts'
import { mapDeferred } from '../../loaders/index.ts'
import type { Row } from '../../rest/types.ts'
import { maxItems } from '../cost/list-limit.ts'
import { builder } from '../builder.ts'
import { nodesCost } from '../cost/cost.ts'
import { finderOf, isOfType, Node } from './entity.ts'
import { badUserInput } from '../errors.ts'
import { parseGlobalId } from './global-id.ts'

builder.queryField('node', (t) =>
  t.field({
    type: Node,
    extensions: nodesCost,
    description: 'Anything that has a global id; null where the service has nothing to show under it.',
    args: { id: t.arg.id({ required: true, description: 'The global id.' }) },
    resolve: (_root, { id }, context) => findNode(context, id, 'id'),
  }),
)

/** IDs that `nodes` takes. */
const MAX_NODES = 1000

builder.queryField('nodes', (t) =>
  t.field({
    type: [Node],
    nullable: { list: false, items: true },
    extensions: nodesCost,
    description:
      'Several at once, in the order of the ids. What cannot be found is null; what is no global id is null too, with ' +
      'an error at its place. Ids of one type and account are looked up together, 200 a call.',
    args: {
      ids: t.arg.idList({
        required: true,
        description: `The global IDs, at most ${MAX_NODES}.`,
        extensions: maxItems(MAX_NODES),
      }),
    },
    resolve: (_root, { ids }, context) => ids.map((id) => findNode(context, id, 'ids')),
  }),
)

/**
 * The row under a global id, of the named type where one is named; null where the service has nothing to show.
 * Rejects with BAD_USER_INPUT for what is no global id of this graph.
 */
export function findNode(context: Context, globalId: string, field: string, type?: string): Promise<Row | null> {
  const parsed = parseGlobalId(globalId)
  const find = parsed && finderOf(parsed.type)
  if (!parsed || !find) return refuse(field, `${JSON.stringify(globalId.slice(0, 80))} is no global id of this graph`)
  if (type !== undefined && parsed.type !== type)
    return refuse(field, `a ${type} cannot have the id of a ${parsed.type}`)
  return mapDeferred(find(context, parsed.account, parsed.id), notedAs(parsed.type))
}

/** What notes the type of a row: the same for all rows of one type. */
function notedAs(type: string): NoteType {
  let note = notes.get(type)
  if (!note) notes.set(type, (note = (row) => row && isOfType(row, type)))
  return note
}

type NoteType = (row: Row | null) => Row | null

const notes = new Map<string, NoteType>()

function refuse(field: string, message: string): Promise<never> {
  return Promise.reject(badUserInput(field, `\`${field}\`: ${message}`))
}
