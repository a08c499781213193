import type { GraphQLResolveInfo } from 'graphql'
import { selectionOf, type Selection } from '../../execute/selection/selection.ts'

/** What the selection below a connection field needs of its list. */
export interface ListSelection {
  /** Whether it needs the rows, or fields that are known only after the rows were read. */
  rows: boolean
  /** Whether it needs to know if there are rows after the page, which can cost a call. Cursors need the row after theirs. */
  more: boolean
  /** Whether it needs the number of rows in the whole list. */
  count: boolean
}

type LookaheadInfo = Pick<GraphQLResolveInfo, 'fieldNodes' | 'returnType' | 'schema' | 'fragments' | 'variableValues'>

/** What the selection below a connection field needs of its list. Returns the same object for all parents of an operation. */
export function listSelectionOf(info: LookaheadInfo): ListSelection {
  const selection = selectionOf(info)
  if (!selection) return NOTHING
  const known = resultBySelection.get(selection)
  if (known && (!known.isConditional || known.variableValues === info.variableValues)) return known.selected
  const result = readSelection(info, selection)
  resultBySelection.set(selection, result)
  return result.selected
}

/** A selection that needs nothing of its list. */
export const NOTHING: ListSelection = { rows: false, more: false, count: false }

interface ReadListSelection extends Pick<LookaheadInfo, 'variableValues'> {
  selected: ListSelection
  /** Whether it can depend on the values of variables, which determine the fields that are skipped. */
  isConditional: boolean
}

/** The results by selection, because the executor asks for every parent. */
const resultBySelection = new WeakMap<Selection, ReadListSelection>()

function readSelection(info: LookaheadInfo, { names, fields, isConditional }: Selection): ReadListSelection {
  const selected: ListSelection = { rows: names.has('nodes'), more: false, count: names.has('totalCount') }
  for (const { field, nodes } of fields) {
    const below = selectionOf({ ...info, fieldNodes: nodes, returnType: field.type })
    isConditional ||= below?.isConditional ?? false
    if (field.name === 'edges') {
      selected.rows = true
      selected.more ||= below?.names.has('cursor') ?? false
    } else if (field.name === 'pageInfo' && ROW_FIELDS.some((name) => below?.names.has(name))) {
      selected.rows = true
      selected.more = true
    }
  }
  return { variableValues: info.variableValues, selected, isConditional }
}

/** The fields of PageInfo that are known only after the rows were read. */
const ROW_FIELDS = ['hasNextPage', 'startCursor', 'endCursor']
