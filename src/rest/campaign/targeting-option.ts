import { list, REFERENCE_MAX_AGE_MS, type CachePolicy } from '../endpoint.ts'
import type { ListParams, Long, Row } from '../types.ts'

/** The columns that all targeting options share. */
export interface TargetingOptionRow extends Row {
  name?: string | null
  /** Absent for events. */
  targeting_type?: string | null
  targeting_value?: Long | null
}

export interface AppStoreCategoryRow extends TargetingOptionRow {
  os_type?: string | null
}

export interface ConversationRow extends TargetingOptionRow {
  conversation_type?: string | null
}

export interface DeviceRow extends TargetingOptionRow {
  manufacturer?: string | null
  os_type?: string | null
}

export interface EventRow extends TargetingOptionRow {
  event_type?: string | null
  start_time?: string | null
  end_time?: string | null
  is_global?: boolean | null
  country_code?: string | null
  reach?: { total_reach?: Long | null } | null
  top_users?: Long[] | null
  top_posts?: Long[] | null
  top_hashtags?: string[] | null
  gender_breakdown_percentage?: Record<string, unknown> | null
  device_breakdown_percentage?: Record<string, unknown> | null
  country_breakdown_percentage?: Record<string, unknown> | null
}

interface AppStoreCategoryFilters extends ListParams {
  q?: string
  os_type?: string
}

interface ConversationFilters extends ListParams {
  conversation_type?: string
}

interface DeviceFilters extends ListParams {
  q?: string
}

interface EventFilters extends ListParams {
  event_types?: readonly string[]
  country_codes?: readonly string[]
}

// Targeting values should be refreshed every week (section 4.6).
const cache: CachePolicy = { maxAgeMs: REFERENCE_MAX_AGE_MS, scope: 'public' }

export const listAppStoreCategories = list<AppStoreCategoryRow, AppStoreCategoryFilters>()(
  'targeting_criteria/app_store_categories',
  { key: 'targeting_value', sized: false, counted: false, cache },
)
export const listConversations = list<ConversationRow, ConversationFilters>()('targeting_criteria/conversations', {
  key: 'targeting_value',
  counted: false,
  cache,
})
export const listDevices = list<DeviceRow, DeviceFilters>()('targeting_criteria/devices', {
  key: 'targeting_value',
  counted: false,
  cache,
})
export const listEvents = list<EventRow, EventFilters>()('targeting_criteria/events', {
  key: 'targeting_value',
  counted: false,
  cache,
})
