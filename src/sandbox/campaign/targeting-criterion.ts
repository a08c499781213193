import type { Endpoint } from '../endpoint.ts'
import { anyOf, listEndpoint, singleEndpoint } from '../list.ts'
import { columns, oldestFirst } from '../order.ts'
import { idList, pattern, required } from '../parameter.ts'
import type { Row, TableDefinition } from '../store.ts'
import { localizedName } from './targeting-catalog.ts'

/** A targeting criterion of a line item as the service sends it. Some answers leave the optional columns out. */
export interface TargetingCriterionRow extends Row {
  line_item_id: string
  name: string
  operator_type?: string
  targeting_value: string
  targeting_type: string
  location_type?: string
}

/** The targeting criteria of each account, oldest first. */
export const targetingCriteria: TableDefinition<TargetingCriterionRow> = {
  name: 'targeting_criteria',
  order: oldestFirst(),
  idLength: 6,
}

const lang = pattern(/^[a-z]{2}$/i, 'an ISO 639-1 language')

/** The reads of targeting criteria (document 2, section 4.6). */
export const targetingCriterionEndpoints: Endpoint[] = [
  listEndpoint({
    path: 'accounts/:account_id/targeting_criteria',
    quota: 'core',
    table: targetingCriteria,
    filters: { line_item_ids: required(idList()), targeting_criterion_ids: idList(), lang },
    sortable: columns<TargetingCriterionRow>('created_at', 'updated_at', 'deleted'),
    keep({ params }) {
      const wanted = anyOf(params.targeting_criterion_ids)
      const inLineItem = anyOf(params.line_item_ids)
      return (row) => wanted(row.id) && inLineItem(row.line_item_id)
    },
    present: (row, { params }) => withLocalizedName(row, params.lang),
  }),
  singleEndpoint({
    path: 'accounts/:account_id/targeting_criteria/:targeting_criterion_id',
    quota: 'core',
    table: targetingCriteria,
    parameters: { lang },
    present: (row, { params }) => withLocalizedName(row, params.lang),
  }),
]

/** The row, with its name in a language when one was asked for. */
function withLocalizedName(row: TargetingCriterionRow, lang: string | undefined): unknown {
  if (lang === undefined) return row
  return { ...row, localized_name: localizedName(row.targeting_type, row.targeting_value, lang) ?? row.name }
}
