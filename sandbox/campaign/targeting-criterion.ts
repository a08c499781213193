import { targetingCriterion } from '../../reference/campaign/targeting-criterion.ts'
import { contentCategories } from '../account/content-category.ts'
import { iabCategories } from '../account/iab-category.ts'
import { findAudience } from '../audience/custom-audience.ts'
import { oldestFirst } from '../data/order.ts'
import { NO_ACCOUNT, table, type TableDefinition } from '../data/store.ts'
import { crud, endpointsOf, type RowOf } from '../endpoint/crud.ts'
import { without } from '../endpoint/list.ts'
import { isLong } from '../endpoint/parameter.ts'
import type { ReferenceRow } from '../endpoint/reference.ts'
import type { WriteContext } from '../endpoint/write.ts'
import { brokenRule, refuseAll, unknownReference, type ErrorItem } from '../http/error.ts'
import { campaigns } from './campaign.ts'
import { lineItems } from './line-item.ts'
import { localizedName, targetingOption } from './targeting-catalog.ts'
import {
  appStoreCategories,
  conversations,
  devices,
  events,
  locations,
  networkOperators,
  platformVersions,
  tvShows,
} from './targeting-option.ts'

/** A targeting criterion of a line item as the service sends it. Only locations have a `location_type`. */
export type TargetingCriterionRow = Omit<
  RowOf<typeof targetingCriterion.rows.TargetingCriterion, { location_type?: string }>,
  'localized_name'
>

/** The targeting criteria of each account, oldest first. */
export const targetingCriteria = table<TargetingCriterionRow>('targeting_criteria', oldestFirst(), 6)

/** The parameters of a new criterion. */
export const criterionParameters = endpointsOf(targetingCriterion).parameters('POST')

/** What a criterion targets. */
export type Criterion = Pick<TargetingCriterionRow, 'operator_type' | 'targeting_type' | 'targeting_value'>

type NewCriterion = Criterion & Pick<TargetingCriterionRow, 'line_item_id'>

/** The types whose values have an order, so that GTE and LT mean something. */
const ORDERED_TYPES = ['NETWORK_ACTIVATION_DURATION', 'PLATFORM_VERSION']

/** The targeting types that a line item can have at most once. */
const SINGLE_TYPES = ['AGE', 'EVENT']

/** The rules that a new criterion would break (R-TGT-4 to R-TGT-8). */
function faultsOf(criterion: NewCriterion, context: WriteContext): (ErrorItem | false)[] {
  const { targeting_type: type } = criterion
  return [
    ...ownFaultsOf(criterion, context),
    SINGLE_TYPES.includes(type) &&
      hasType(type, criterion, context) &&
      brokenRule('targeting_type', `The line item already has a criterion of type ${type}, which is the limit`),
    type === 'TV_SHOW' &&
      !hasLocationOfShow(criterion, context) &&
      brokenRule('targeting_type', 'TV_SHOW requires an earlier LOCATION criterion of the line item in its locale'),
  ]
}

/** The rules that a criterion breaks, whatever the other criteria of its line item are. */
export function ownFaultsOf(criterion: Criterion, context: WriteContext): (ErrorItem | false)[] {
  const { operator_type: operator, targeting_type: type, targeting_value: value } = criterion
  return [
    type === 'APP_LIST' &&
      operator !== 'NE' &&
      brokenRule('operator_type', 'APP_LIST can only be excluded, with the operator NE'),
    !['EQ', 'NE'].includes(operator) &&
      !ORDERED_TYPES.includes(type) &&
      brokenRule('operator_type', `${type} accepts EQ or NE, not ${operator}`),
    !isKnownValue(criterion, context) && unknownReference('targeting_value', value),
    type.startsWith('CUSTOM_AUDIENCE') &&
      !isTargetable(value, context) &&
      brokenRule('targeting_value', `Custom audience ${value} cannot be targeted`),
    type === 'IAB_CATEGORY' &&
      !isIabCategory(value, context) &&
      brokenRule('targeting_value', `${value} is not a category of IAB_CATEGORY`),
  ]
}

function hasType(type: string, criterion: NewCriterion, context: WriteContext): boolean {
  return valuesOf(type, criterion, context).length > 0
}

/** Whether the line item targets a location in a country of the TV show's locales. Any location does for unknown shows. */
function hasLocationOfShow(criterion: NewCriterion, context: WriteContext): boolean {
  const { store } = context
  const show = store.table(tvShows).find(NO_ACCOUNT, criterion.targeting_value)?.sent
  return valuesOf('LOCATION', criterion, context).some((value) => {
    const country = store.table(locations).find(NO_ACCOUNT, value)?.sent.country_code
    return show === undefined || show.locales.some((locale) => locale.country === country)
  })
}

/** The values of a type that the line item of a criterion has already. */
function valuesOf(type: string, { line_item_id }: NewCriterion, { store, owner }: WriteContext): string[] {
  const values: string[] = []
  for (const row of store.table(targetingCriteria).each(owner)) {
    if (row.line_item_id === line_item_id && row.targeting_type === type && !row.deleted)
      values.push(row.targeting_value)
  }
  return values
}

/** The types whose values are all in the catalogs of the sandbox. */
const CATALOG_TYPES = ['AGE', 'ENGAGEMENT_TYPE', 'GENDER', 'LANGUAGE', 'LOCATION', 'PLATFORM', 'INTEREST']
const TABLE_TYPES = [
  'APP_STORE_CATEGORY',
  'APP_STORE_CATEGORY_LOOKALIKE',
  'CAMPAIGN_ENGAGEMENT',
  'CAMPAIGN_ENGAGEMENT_LOOKALIKE',
  'CONVERSATION',
  'DEVICE',
  'EVENT',
  'NETWORK_OPERATOR',
  'PLATFORM_VERSION',
  'TV_SHOW',
]
const USER_TYPES = ['FOLLOWERS_OF_USER', 'SIMILAR_TO_FOLLOWERS_OF_USER']

/** Whether a value is valid for its type, as far as the sandbox can tell: it has no catalog for some types. */
function isKnownValue(criterion: Criterion, context: WriteContext): boolean {
  const { targeting_type: type, targeting_value: value } = criterion
  if (CATALOG_TYPES.includes(type)) return targetingOption(type, value) !== undefined
  if (TABLE_TYPES.includes(type)) return nameOf(criterion, context) !== undefined
  return !USER_TYPES.includes(type) || isLong(value)
}

function isTargetable(audienceId: string, { store, owner }: WriteContext): boolean {
  const audience = findAudience(store, owner, audienceId)
  return audience !== undefined && audience.targetable && !audience.deleted
}

/** Whether an ID belongs to an IAB category, and not to a content category that maps to it. */
function isIabCategory(iabId: string, { store }: WriteContext): boolean {
  if (store.table(iabCategories).find(NO_ACCOUNT, iabId) !== undefined) return true
  return store
    .table(contentCategories)
    .rows(NO_ACCOUNT)
    .some(({ sent }) => sent.iab_categories.includes(iabId))
}

/** The name of a value; undefined if the value is its own name, or if its name is not known. */
function nameOf({ targeting_type: type, targeting_value: value }: Criterion, { store, owner }: WriteContext) {
  const inTable = <Sent extends { name: string }>(table: TableDefinition<ReferenceRow<Sent>>) =>
    store.table(table).find(NO_ACCOUNT, value)?.sent.name
  switch (type) {
    case 'APP_STORE_CATEGORY':
    case 'APP_STORE_CATEGORY_LOOKALIKE':
      return inTable(appStoreCategories)
    case 'CAMPAIGN_ENGAGEMENT':
    case 'CAMPAIGN_ENGAGEMENT_LOOKALIKE':
      return store.table(campaigns).find(owner, value)?.name
    case 'CONVERSATION':
      return inTable(conversations)
    case 'CUSTOM_AUDIENCE':
    case 'CUSTOM_AUDIENCE_EXPANDED':
      return findAudience(store, owner, value)?.name
    case 'DEVICE':
      return inTable(devices)
    case 'EVENT':
      return inTable(events)
    case 'IAB_CATEGORY':
      return inTable(iabCategories)
    case 'NETWORK_OPERATOR':
      return inTable(networkOperators)
    case 'PLATFORM_VERSION':
      return inTable(platformVersions)
    case 'TV_SHOW':
      return inTable(tvShows)
    default:
      return targetingOption(type, value)?.name
  }
}

/** The endpoints of targeting criteria (Ads Management Interface, section 4.6). */
export const targetingCriterionEndpoints = crud(targetingCriterion, targetingCriteria, {
  batch: 500,
  refersTo: { line_item_id: lineItems },
  list: { present: withLocalizedName },
  single: { present: withLocalizedName },
  create(criterion, context) {
    refuseAll(faultsOf(criterion, context))
    const { targeting_type, targeting_value } = criterion
    const { locationType: location_type } = targetingOption(targeting_type, targeting_value) ?? {}
    const name = nameOf(criterion, context) ?? targeting_value
    return { ...criterion, name, ...(location_type !== undefined && { location_type }) }
  },
  // The live service omits this column of a deleted criterion.
  answer: (row, method) => (method === 'DELETE' ? without(row, 'operator_type') : row),
})

/** The row, with its name in a language if one was requested. */
function withLocalizedName(row: TargetingCriterionRow, { params: { lang } }: { params: { lang: string | undefined } }) {
  if (lang === undefined) return row
  return { ...row, localized_name: localizedName(row.targeting_type, row.targeting_value, lang) ?? row.name }
}
