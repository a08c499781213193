import { del, get, list, post, postJson, put, type BatchOperation } from '../endpoint.ts'
import type { EntityRow, ListParams, Long } from '../types.ts'

export interface CustomAudienceRow extends EntityRow {
  name?: string | null
  description?: string | null
  audience_type?: string | null
  audience_size?: Long | null
  targetable?: boolean | null
  targetable_types?: string[] | null
  reasons_not_targetable?: string[] | null
  permission_level?: string | null
  owner_account_id?: string | null
  is_owner?: boolean | null
  partner_source?: string | null
  /** Sent for flexible audiences only. */
  metadata?: CustomAudienceMetadataRow[] | null
}

/** The definition of a flexible audience. */
export interface CustomAudienceMetadataRow {
  custom_audience_id?: string | null
  account_id?: string | null
  name?: string | null
  audience_source?: string | null
  upload_status?: string | null
  segments?: SegmentRow | null
}

/** A segment in the tree of a flexible audience. A leaf refers to an audience; a branch combines its child segments. */
export interface SegmentRow {
  boolean_operator?: string | null
  custom_audience_id?: string | null
  lookback_window?: number | null
  frequency?: number | null
  frequency_comparator?: string | null
  negate?: boolean | null
  child_segments?: SegmentRow[] | null
}

export interface CustomAudienceFilters extends ListParams {
  custom_audience_ids?: readonly string[]
  permission_scope?: string
  q?: string
}

export const getCustomAudience = get<CustomAudienceRow, { with_deleted?: boolean }>()(
  'accounts/:account_id/custom_audiences/:custom_audience_id',
)
export const listCustomAudiences = list<CustomAudienceRow, CustomAudienceFilters>()(
  'accounts/:account_id/custom_audiences',
  {
    ids: 'custom_audience_ids',
    get: getCustomAudience,
    // Audiences that other accounts share are listed only with their own scope.
    furtherLookUps: { params: () => [{ permission_scope: 'SHARED' }], max: 1 },
  },
)

/** The parameters of creates and updates of custom audiences (Ads Management Interface, section 4.9). */
export interface CustomAudienceParams {
  name?: string
  description?: string
}

/** The parameters of operations for flexible audiences, in batches only. */
export interface FlexibleAudienceParams extends CustomAudienceParams {
  audience_type?: string
  segments?: SegmentParams | undefined
}

/** A segment in the tree of a flexible audience to create. The service sets defaults for omitted fields. */
export interface SegmentParams {
  boolean_operator?: string
  custom_audience_id?: string | undefined
  lookback_window?: number
  frequency?: number
  frequency_comparator?: string
  negate: boolean
  child_segments: SegmentParams[]
}

/** The maximum numbers of operations in a batch and of leaves of a flexible audience (Ads Management Interface, section 8). */
export const MAX_CUSTOM_AUDIENCE_OPERATIONS = 10
export const MAX_SEGMENT_LEAVES = 10

export const createCustomAudience = post<CustomAudienceRow, CustomAudienceParams>()(
  'accounts/:account_id/custom_audiences',
)
export const updateCustomAudience = put<CustomAudienceRow, CustomAudienceParams>()(
  'accounts/:account_id/custom_audiences/:custom_audience_id',
)
export const deleteCustomAudience = del<CustomAudienceRow>()(
  'accounts/:account_id/custom_audiences/:custom_audience_id',
)
export const batchCustomAudiences = postJson<
  CustomAudienceRow[],
  BatchOperation<FlexibleAudienceParams & { custom_audience_id?: string | undefined }>[]
>()('batch/accounts/:account_id/custom_audiences', { many: true })
