import { targetedCampaign } from '../../reference/audience/targeted-campaign.ts'
import { campaigns } from '../campaign/campaign.ts'
import { lineItems } from '../campaign/line-item.ts'
import { targetingCriteria } from '../campaign/targeting-criterion.ts'
import { oldestFirst } from '../data/order.ts'
import { table, type Row, type Store } from '../data/store.ts'
import { crud } from '../endpoint/crud.ts'
import { boolean } from '../endpoint/parameter.ts'
import { notFound } from '../http/error.ts'
import { findAudience } from './custom-audience.ts'

/** A campaign that targets an audience: the columns that the service sends, and those for the order of the list. */
interface TargetedCampaignRow extends Row {
  campaign_id: string
  campaign_name: string
  line_items: { id: string; name: string | null; servable: boolean }[]
}

/** Targeted campaigns are not stored, but derived from the targeting criteria of line items. */
const targetedCampaigns = table<TargetedCampaignRow>('targeted_campaigns', oldestFirst(), 5)

/** The page size, which callers cannot choose. */
const PAGE_ROWS = 20

/** The endpoint that lists the campaigns that target an audience (Ads Management Interface, section 4.9). */
export const targetedCampaignEndpoints = crud(targetedCampaign, targetedCampaigns, {
  list: {
    quota: 'account',
    parameters: { with_active: boolean(true) },
    count: { max: PAGE_ROWS, absent: PAGE_ROWS },
    rows({ params, path, store, owner }) {
      const id = path['custom_audience_id']!
      if (findAudience(store, owner, id) === undefined) throw notFound('custom_audience_id', id)
      return targetedBy(store, owner, id, params.with_active ?? true)
    },
    present: ({ campaign_id, campaign_name, line_items }) => ({ campaign_id, campaign_name, line_items }),
  },
})

function targetedBy(store: Store, owner: string, audience: string, servableOnly: boolean): TargetedCampaignRow[] {
  const found = new Map<string, TargetedCampaignRow>()
  for (const criterion of store.table(targetingCriteria).rows(owner)) {
    if (criterion.deleted || !criterion.targeting_type.startsWith('CUSTOM_AUDIENCE')) continue
    if (criterion.targeting_value !== audience) continue
    const lineItem = store.table(lineItems).find(owner, criterion.line_item_id)!
    const campaign = store.table(campaigns).find(owner, lineItem.campaign_id)!
    const servable = lineItem.entity_status === 'ACTIVE' && campaign.servable === true
    if (lineItem.deleted || (servableOnly && !servable)) continue
    const { id, created_at, updated_at, deleted, name } = campaign
    const row = found.get(id) ?? {
      id,
      created_at,
      updated_at,
      deleted,
      campaign_id: id,
      campaign_name: name,
      line_items: [],
    }
    found.set(id, { ...row, line_items: [...row.line_items, { id: lineItem.id, name: lineItem.name, servable }] })
  }
  return [...found.values()]
}
