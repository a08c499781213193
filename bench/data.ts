/** A row as the lists of the service send it. */
export type Row = { id: string } & Record<string, unknown>

/** The lists of one account, by their names on the wire. */
export interface Tables {
  [list: string]: Row[]
  campaigns: Row[]
  line_items: Row[]
  promoted_posts: Row[]
  targeting_criteria: Row[]
}

/**
 * The number of rows per parent in an account: data set A is wide and deep, data set B is long, and data set C has more rows
 * than one operation may read.
 */
const SHAPES = {
  a: { campaigns: 50, lineItems: 20, posts: 2, criteria: 5 },
  b: { campaigns: 200, lineItems: 100, posts: 0, criteria: 0 },
  c: { campaigns: 1_000, lineItems: 20, posts: 3, criteria: 0 },
}

/** The accounts of a data set, in the order in which a query at 10× requests them: `a0` to `a9`, `b0` to `b9`. */
export function accountsOf(data: keyof typeof SHAPES, scale: number): string[] {
  return Array.from({ length: scale }, (_, index) => `${data}${index}`)
}

const DATES = { created_at: '2031-03-04T05:06:07Z', updated_at: '2031-04-05T06:07:08Z', deleted: false }

const made = new Map<string, Tables>()

/** The lists of an account, created at first use and equal in every process. Undefined for an unknown ID. */
export function tablesOf(account: string): Tables | undefined {
  const shape = /^[abc]\d$/.test(account) ? SHAPES[account[0] as keyof typeof SHAPES] : undefined
  if (!shape) return undefined
  let tables = made.get(account)
  if (!tables) made.set(account, (tables = makeTables(account, shape)))
  return tables
}

function makeTables(account: string, shape: (typeof SHAPES)['a']): Tables {
  const tables: Tables = { campaigns: [], line_items: [], promoted_posts: [], targeting_criteria: [] }
  // Every account has its own IDs, so that a response for another account is recognized as wrong.
  let serial = 36 ** 4 * (10 + Number.parseInt(account, 36) - Number.parseInt('a0', 36))
  const nextId = () => (serial += 1).toString(36)
  for (let c = 0; c < shape.campaigns; c += 1) {
    const campaign = campaignRow(nextId(), account, c)
    tables.campaigns.push(campaign)
    for (let l = 0; l < shape.lineItems; l += 1) {
      const lineItem = lineItemRow(nextId(), campaign.id, c, l)
      tables.line_items.push(lineItem)
      for (let p = 0; p < shape.posts; p += 1)
        tables.promoted_posts.push({
          line_item_id: lineItem.id,
          id: nextId(),
          entity_status: 'ACTIVE',
          approval_status: 'ACCEPTED',
          post_id: `8224338740${String(serial).padStart(9, '0')}`,
          ...DATES,
        })
      for (let t = 0; t < shape.criteria; t += 1)
        tables.targeting_criteria.push({
          line_item_id: lineItem.id,
          name: `Place ${t + 1}`,
          id: nextId(),
          location_type: 'CITY',
          operator_type: 'EQ',
          targeting_type: t === 0 ? 'LANGUAGE' : 'LOCATION',
          targeting_value: serial.toString(16),
          ...DATES,
        })
    }
  }
  return tables
}

function campaignRow(id: string, account: string, c: number): Row {
  return {
    name: `Campaign ${c + 1}: spring collection, ${account}`,
    budget_optimization: 'CAMPAIGN',
    reasons_not_servable: [],
    servable: true,
    purchase_order_number: null,
    effective_status: 'RUNNING',
    daily_budget_amount_local_micro: 25_000_000 + c * 10_000,
    funding_instrument_id: 'lygyi',
    duration_in_days: null,
    standard_delivery: true,
    total_budget_amount_local_micro: null,
    id,
    entity_status: c % 3 === 2 ? 'PAUSED' : 'ACTIVE',
    frequency_cap: null,
    currency: 'USD',
    ...DATES,
  }
}

function lineItemRow(id: string, campaignId: string, c: number, l: number): Row {
  return {
    advertiser_user_id: '756201191646691328',
    name: `Line item ${l + 1} of campaign ${c + 1}, readers “nearby”`,
    placements: ['ALL_ON_SVC'],
    start_time: '2031-03-05T00:00:00Z',
    bid_amount_local_micro: 1_000_000 + ((c * 131 + l * 17) % 900) * 1_000,
    advertiser_domain: null,
    target_cpa_local_micro: null,
    primary_web_event_tag: null,
    goal: 'LINK_CLICKS',
    daily_budget_amount_local_micro: null,
    product_type: 'PROMOTED_POSTS',
    end_time: null,
    bid_strategy: 'MAX',
    duration_in_days: null,
    standard_delivery: true,
    total_budget_amount_local_micro: null,
    objective: 'WEBSITE_CLICKS',
    id,
    entity_status: l % 4 === 3 ? 'PAUSED' : 'ACTIVE',
    automatic_post_promotion: null,
    frequency_cap: null,
    android_app_store_identifier: null,
    categories: [],
    currency: 'USD',
    pay_by: 'LINK_CLICK',
    ios_app_store_identifier: null,
    campaign_id: campaignId,
    creative_source: 'MANUAL',
    ...DATES,
  }
}
