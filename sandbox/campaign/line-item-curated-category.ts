import { curatedCategories } from '../account/curated-category.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { listEndpoint, singleEndpoint } from '../endpoint/list.ts'
import { columns, oldestFirst } from '../data/order.ts'
import { id, required } from '../endpoint/parameter.ts'
import { NO_ACCOUNT, type Row, type TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import {
  createEndpoint,
  deleteEndpoint,
  liveRow,
  operation,
  removal,
  rowNamed,
  updateEndpoint,
  type WriteContext,
} from '../endpoint/write.ts'
import { lineItems } from './line-item.ts'

/** An association of a line item with a curated category, as the service sends it. */
export interface LineItemCuratedCategoryRow extends Row {
  line_item_id: string
  curated_category_id: string
}

/** The curated categories of each account's line items, oldest first. */
export const lineItemCuratedCategories: TableDefinition<LineItemCuratedCategoryRow> = {
  name: 'line_item_curated_categories',
  order: oldestFirst(),
  idLength: 5,
}

const create = operation({
  parameters: { line_item_id: required(id()), curated_category_id: required(id()) },
  run(params, context) {
    checkEnds(params, context)
    const table = context.store.table(lineItemCuratedCategories)
    const now = timestamp(context.now)
    return table.insert(context.owner, {
      line_item_id: params.line_item_id,
      curated_category_id: params.curated_category_id,
      id: table.newId(),
      created_at: now,
      updated_at: now,
      deleted: false,
    })
  },
})

const update = operation({
  parameters: { line_item_id: id(), curated_category_id: id() },
  run(params, context, linkId) {
    const before = liveRow(context, lineItemCuratedCategories, 'line_item_curated_category_id', linkId)
    checkEnds(params, context)
    return context.store.table(lineItemCuratedCategories).insert(context.owner, {
      ...before,
      line_item_id: params.line_item_id ?? before.line_item_id,
      curated_category_id: params.curated_category_id ?? before.curated_category_id,
      updated_at: timestamp(context.now),
    })
  },
})

/** Refuses IDs of line items and curated categories that do not exist. */
function checkEnds(
  ends: { line_item_id: string | undefined; curated_category_id: string | undefined },
  context: WriteContext,
): void {
  if (ends.line_item_id !== undefined) rowNamed(context, lineItems, 'line_item_id', ends.line_item_id)
  if (ends.curated_category_id === undefined) return
  const shared = { store: context.store, owner: NO_ACCOUNT }
  rowNamed(shared, curatedCategories, 'curated_category_id', ends.curated_category_id)
}

/**
 * The endpoints of line items' curated categories (Ads Management Interface, section 4.5). The reads follow the live
 * service.
 */
export const lineItemCuratedCategoryEndpoints: Endpoint[] = [
  listEndpoint({
    path: 'accounts/:account_id/line_item_curated_categories',
    quota: 'account',
    table: lineItemCuratedCategories,
    filters: {},
    sortable: columns<LineItemCuratedCategoryRow>('created_at', 'updated_at', 'deleted'),
    keep: () => () => true,
  }),
  singleEndpoint({
    path: 'accounts/:account_id/line_item_curated_categories/:line_item_curated_category_id',
    quota: 'account',
    table: lineItemCuratedCategories,
  }),
  createEndpoint('accounts/:account_id/line_item_curated_categories', create),
  updateEndpoint('accounts/:account_id/line_item_curated_categories/:line_item_curated_category_id', update),
  deleteEndpoint(
    'accounts/:account_id/line_item_curated_categories/:line_item_curated_category_id',
    removal({ table: lineItemCuratedCategories, idName: 'line_item_curated_category_id' }),
  ),
]
