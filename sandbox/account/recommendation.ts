import { endpoint, envelope, type Endpoint } from '../endpoint/endpoint.ts'
import { notFound } from '../http/error.ts'
import { without } from '../endpoint/list.ts'
import { oldestFirst } from '../data/order.ts'
import type { Row, TableDefinition } from '../data/store.ts'

/** A recommendation as the service sends it, except `deleted`, which it does not send. */
export interface RecommendationRow extends Row {
  changes: RecommendedChange[]
  funding_instrument_id: string
  account_id: string
  status: string
  message: string
}

/** A recommended change, and the changes that depend on it. */
export interface RecommendedChange {
  entity_type: string
  operation_type: string | null
  params: Record<string, unknown>
  dependent_entities: RecommendedChange[]
}

/** The recommendations of each account, at most one for each funding instrument. */
export const recommendations: TableDefinition<RecommendationRow> = {
  name: 'recommendations',
  order: oldestFirst(),
  idLength: 6,
}

/**
 * The endpoints that read recommendations, in version 5 (Ads Management Interface, section 4.2). The list does not
 * include `changes`.
 */
export const recommendationEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    version: '5',
    path: 'accounts/:account_id/recommendations',
    quota: 'account',
    parameters: {},
    handle(call) {
      const rows = call.store.table(recommendations).rows(call.owner)
      const data = rows.map((row) => without(row, 'changes', 'deleted'))
      return envelope(call, { data, total_count: data.length })
    },
  }),
  endpoint({
    method: 'GET',
    version: '5',
    path: 'accounts/:account_id/recommendations/:recommendation_id',
    quota: 'account',
    parameters: {},
    handle(call) {
      const id = call.path.recommendation_id
      const found = call.store.table(recommendations).find(call.owner, id)
      if (found === undefined) throw notFound('recommendation_id', id)
      return envelope(call, { data: without(found, 'deleted') })
    },
  }),
]
