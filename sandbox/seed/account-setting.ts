import { accountApps } from '../account/account-app.ts'
import { userPermissions } from '../account/authenticated-user-access.ts'
import { features } from '../account/feature.ts'
import { fundingInstruments } from '../account/funding-instrument.ts'
import { promotableUsers } from '../account/promotable-user.ts'
import { recommendations } from '../account/recommendation.ts'
import { taxSettings } from '../account/tax-settings.ts'
import { userSettings } from '../account/user-settings.ts'
import { campaigns, type CampaignRow } from '../campaign/campaign.ts'
import { lineItems, type LineItemRow } from '../campaign/line-item.ts'
import { daysAfter, timestamp } from '../data/time.ts'
import { addRow, daysAhead, type Seeding } from './seeding.ts'

/** The user whose token always exists. */
const DEFAULT_USER_ID = '1000000001'

/** Adds the permissions of users for the account. */
export function seedPermissions({ store, today, plan }: Seeding): void {
  const opened = timestamp(daysAfter(today, -plan.ageInDays))
  for (const id of plan.permissions ?? ['ACCOUNT_ADMIN', 'POST_COMPOSER'])
    store.table(userPermissions).insert(plan.id, { id, created_at: opened, updated_at: opened, deleted: false })
}

/** Adds apps, features, settings and recommendations. Requires the funding instruments, users and campaigns. */
export function seedAccountSettings(seeding: Seeding): void {
  const { store, random, plan, today } = seeding
  const own: Seeding = { ...seeding, random: random.fork('settings') }
  const opened = timestamp(daysAfter(today, -plan.ageInDays))
  const dates = { created_at: opened, updated_at: opened, deleted: false }
  seedApps(own)
  for (const id of plan.features ?? []) store.table(features).insert(plan.id, { id, ...dates })

  const [advertiser] = store.table(promotableUsers).rows(plan.id)
  for (const id of [DEFAULT_USER_ID, advertiser!.user_id]) {
    const extension = String(own.random.integer(10, 99))
    store.table(userSettings).insert(plan.id, {
      id,
      notification_email: `ads+${id}@shop.example.com`,
      contact_phone: `+1555${own.random.digits(7)}`,
      // The live service uses both spellings.
      ...(id === DEFAULT_USER_ID ? { contact_phone_extension: extension } : { Contact_phone_extension: extension }),
      ...(id === DEFAULT_USER_ID && { subscribe_email_types: ['ACCOUNT_PERFORMANCE', 'PERFORMANCE_IMPROVEMENT'] }),
      ...dates,
    })
  }
  seedTaxSettings(own, dates)
  seedRecommendations(own)
}

function seedApps(seeding: Seeding): void {
  const { random, plan, today } = seeding
  const deletions = plan.hiddenRows ? [false, false, true] : [false, false]
  for (const [index, deleted] of deletions.entries()) {
    const ios = index % 2 === 0
    addRow(seeding, accountApps, daysAfter(today, -plan.ageInDays * 0.9 + index), () => ({
      app_store_identifier: ios ? random.digits(10) : `com.example.shop${index}`,
      conversion_tracking_enabled: random.chance(0.5),
      deep_link_pattern: `example-shop-${index}://`,
      os_type: ios ? 'iOS' : 'Android',
      deleted,
    }))
  }
}

function seedTaxSettings(
  { store, random, plan }: Seeding,
  dates: { created_at: string; updated_at: string; deleted: boolean },
): void {
  const business = plan.businessName !== undefined && plan.businessName !== null
  store.table(taxSettings).insert(plan.id, {
    tax_id: random.digits(9),
    address_city: 'Springfield',
    business_relationship: 'SELF',
    address_street1: `${random.integer(1, 300)} Harbour Road`,
    address_last_name: null,
    address_company: plan.businessName ?? plan.name,
    tax_category: business ? 'BUSINESS_WITH_VAT' : 'BUSINESS_NO_VAT',
    address_postal_code: random.digits(5),
    bill_to: 'ADVERTISER',
    address_region: 'OR',
    address_country: plan.markets[0]!,
    address_first_name: null,
    invoice_jurisdiction: plan.markets.includes('FR') ? 'LOI_SAPIN' : 'NONE',
    address_street2: null,
    address_email: null,
    id: plan.id,
    ...dates,
  })
}

function seedRecommendations(seeding: Seeding): void {
  const { store, random, plan, today } = seeding
  for (const funding of store.table(fundingInstruments).rows(plan.id)) {
    const paid = store
      .table(campaigns)
      .rows(plan.id)
      .find((row) => row.funding_instrument_id === funding.id && !row.deleted && row.entity_status === 'ACTIVE')
    if (paid === undefined) continue
    const daily = Number(paid.daily_budget_amount_local_micro)
    const sibling = store
      .table(lineItems)
      .rows(plan.id)
      .find((row) => row.campaign_id === paid.id && !row.deleted)
    addRow(seeding, recommendations, daysAfter(today, -random.integer(1, 14)), () => ({
      changes: [
        {
          entity_type: 'CAMPAIGN',
          operation_type: 'Update',
          params: { campaign_id: paid.id, daily_budget_amount_local_micro: raised(daily, paid) },
          dependent_entities: [
            {
              entity_type: 'LINE_ITEM',
              operation_type: 'Create',
              // All line items of a campaign have the same objective and product type.
              params: {
                campaign_id: paid.id,
                name: 'Recommended line item',
                objective: sibling?.objective ?? 'REACH',
                product_type: sibling?.product_type ?? 'PROMOTED_POSTS',
                placements: sibling?.placements ?? ['ALL_ON_SVC'],
                start_time: timestamp(daysAhead(seeding, 1)),
                end_time: timestamp(daysAhead(seeding, 31)),
                entity_status: 'PAUSED',
                ...sameAs(sibling),
              },
              dependent_entities: [
                {
                  entity_type: 'TARGETING_CRITERIA',
                  operation_type: 'Create',
                  params: { targeting_type: 'LANGUAGE', targeting_value: 'en', operator_type: 'EQ' },
                  dependent_entities: [],
                },
              ],
            },
          ],
        },
      ],
      funding_instrument_id: funding.id,
      account_id: plan.id,
      status: random.pick(['AVAILABLE', 'AVAILABLE', 'APPLIED']),
      message: 'Raise the daily budget and reach more people',
    }))
  }
}

/** What line items of the same campaign must share, if there is another one. */
function sameAs(sibling: LineItemRow | undefined): Partial<LineItemRow> {
  const { categories, advertiser_domain, ios_app_store_identifier, android_app_store_identifier } = sibling ?? {}
  return {
    ...(categories?.length && { categories }),
    ...(advertiser_domain && { advertiser_domain }),
    ...(ios_app_store_identifier && { ios_app_store_identifier }),
    ...(android_app_store_identifier && { android_app_store_identifier }),
  }
}

/** A daily budget that is 20 % higher, up to the total budget. */
function raised(daily: number, { total_budget_amount_local_micro: total }: CampaignRow): number {
  return Math.min(Math.round(daily * 1.2), total === null ? Infinity : Number(total))
}
