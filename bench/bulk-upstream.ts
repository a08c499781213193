import { tablesOf, type Row } from './data.ts'
import { MAX_COUNT, type Interrupt } from './upstream.ts'

/** The rows that all others are copies of, with other IDs. */
const { campaigns, line_items: lineItems } = tablesOf('b0')!
const ID = '"\0id"'
const CAMPAIGN_ID = '"\0campaign"'
const CAMPAIGNS = campaigns.slice(0, 8).map((row) => template(row, { id: '\0id' }))
const LINE_ITEMS = lineItems.slice(0, 8).map((row) => template(row, { id: '\0id', campaign_id: '\0campaign' }))

/**
 * The upstream of exports, with accounts of any size: `s<campaigns>x<line items>` has so many campaigns, each with so many line
 * items, which are made as they are read.
 */
export const anySize: Interrupt = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service')
  const [, size = '', each = '', list = ''] = /^\/12\/accounts\/s(\d+)x(\d+)\/(\w+)$/.exec(pathname) ?? []
  const asked = searchParams.get('campaign_ids')?.split(',')
  const parents = asked ?? Array.from({ length: Number(size) }, (_, nth) => `c${nth.toString(36)}`)
  const length = list === 'campaigns' ? parents.length : parents.length * Number(each)
  const start = Number.parseInt(searchParams.get('cursor') || '0', 36)
  const end = Math.min(length, start + Math.min(MAX_COUNT, Number(searchParams.get('count') ?? MAX_COUNT)))
  const rows = Array.from({ length: end - start }, (_, nth) =>
    list === 'campaigns' ? campaign(parents, start + nth) : lineItem(parents, Number(each), start + nth),
  )
  const next = end < length ? `"${end.toString(36)}"` : 'null'
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(`{"request":{"params":{}},"next_cursor":${next},"data":[${rows.join(',')}]}`)
}

function campaign(ids: readonly string[], nth: number): string {
  return CAMPAIGNS[nth % CAMPAIGNS.length]!.replace(ID, `"${ids[nth]}"`)
}

function lineItem(parents: readonly string[], each: number, nth: number): string {
  const parent = parents[Math.floor(nth / each)]!
  const own = `"l${parent.slice(1)}x${(nth % each).toString(36)}"`
  return LINE_ITEMS[nth % LINE_ITEMS.length]!.replace(ID, own).replace(CAMPAIGN_ID, `"${parent}"`)
}

function template(row: Row, ids: Record<string, string>): string {
  return JSON.stringify({ ...row, ...ids }).replaceAll('\\u0000', '\0')
}
