import type { GraphQLResolveInfo } from 'graphql'
import { selectionOf, type Selection } from '../../execute/selection.ts'

/** What of a list the selection below its connection needs. */
export interface Wanted {
  /** The rows themselves, or what is known of them only when they have been read. */
  rows: boolean
  /** Whether rows follow the page, which can cost a call. Cursors need the row after theirs. */
  more: boolean
  /** How many rows the whole list has. */
  count: boolean
}

type LookaheadInfo = Pick<GraphQLResolveInfo, 'fieldNodes' | 'returnType' | 'schema' | 'fragments' | 'variableValues'>

/** What the selection below a connection field needs of its list. It is the same object for every row of an operation. */
export function wantedOf(info: LookaheadInfo): Wanted {
  const selection = selectionOf(info)
  if (!selection) return NOTHING
  const known = wantedBySelection.get(selection)
  if (known?.variableValues === info.variableValues) return known.wanted
  const wanted = wantedBy(info, selection)
  wantedBySelection.set(selection, { variableValues: info.variableValues, wanted })
  return wanted
}

const NOTHING: Wanted = { rows: false, more: false, count: false }

/** By selection, because the executor asks again for every parent; whether fields below it are skipped is the variables' matter. */
const wantedBySelection = new WeakMap<Selection, { variableValues: unknown; wanted: Wanted }>()

function wantedBy(info: LookaheadInfo, { names, fields }: Selection): Wanted {
  const wanted: Wanted = { rows: names.has('nodes'), more: false, count: names.has('totalCount') }
  for (const { field, nodes } of fields) {
    const below = selectionOf({ ...info, fieldNodes: nodes, returnType: field.type })?.names
    if (field.name === 'edges') {
      wanted.rows = true
      wanted.more ||= below?.has('cursor') ?? false
    } else if (field.name === 'pageInfo' && OF_THE_ROWS.some((name) => below?.has(name))) {
      wanted.rows = true
      wanted.more = true
    }
  }
  return wanted
}

/** The fields of a PageInfo that are known only when the rows have been read. */
const OF_THE_ROWS = ['hasNextPage', 'startCursor', 'endCursor']
