import { postJson, type BatchOperation } from '../endpoint.ts'
import { type ParamsOf, resource, type RowOf } from '../resource.ts'
import type { Columns } from '../types.ts'
import { flag, id, ids, LISTED, long, NAMED, type Sent, text, texts, value, word, words } from '../value.ts'

/** The columns that can be set. */
const details = {
  /** The name. It must be unique in the account (R-AUD-1). */
  name: text,
  /** The description (R-AUD-1). */
  description: text,
}

/** Custom audiences (Ads Management Interface, sections 3 and 4.9). */
const customAudiences = resource(
  'accounts/:account_id/custom_audiences/:custom_audience_id',
  {
    columns: {
      audience_type: word('CustomAudienceType'),
      audience_size: long,
      targetable: flag,
      targetable_types: words('TargetableType'),
      reasons_not_targetable: texts,
      permission_level: word('PermissionLevel'),
      owner_account_id: id,
      is_owner: flag,
      partner_source: text,
      /** Sent for flexible audiences only. */
      metadata: value<CustomAudienceMetadataRow[]>('CustomAudienceMetadata'),
    },
    list: {
      ...LISTED,
      ...NAMED,

      /** Only rows with one of these IDs, at most 200. */
      custom_audience_ids: ids,
      /** Which audiences to list: those that the account owns, or those shared with it. Defaults to OWNER (R-AUD-4). */
      permission_scope: word('PermissionScope'),
    },
    create: {},
    update: details,
    delete: true,
  },
  // Audiences that other accounts share are listed only with their own scope.
  { furtherLookUps: { params: () => [{ permission_scope: 'SHARED' }], max: 1 } },
)

export interface CustomAudienceRow extends RowOf<typeof customAudiences> {}
/** The parameters of creates and updates of custom audiences. */
export interface CustomAudienceParams extends ParamsOf<typeof createCustomAudience> {}

/** The definition of a flexible audience. */
export interface CustomAudienceMetadataRow extends Columns<{
  custom_audience_id: string
  account_id: string
  name: string
  audience_source: string
  upload_status: string
  segments: SegmentRow
}> {}

/** A segment in the tree of a flexible audience. A leaf refers to an audience; a branch combines its child segments. */
export interface SegmentRow extends Columns<{
  boolean_operator: string
  custom_audience_id: string
  lookback_window: number
  frequency: number
  frequency_comparator: string
  negate: boolean
  child_segments: SegmentRow[]
}> {}

const flexible = {
  ...details,
  /** The type of the audience (R-AUD-5, R-AUD-9). */
  audience_type: word('FlexibleAudienceType'),
  /** The root segment of the tree, with at most 10 leaves. Required unless `audience_type` is MOBILE_AUDIENCE. */
  segments: value<SegmentRow, SegmentParams>('SegmentInput'),
}

/** The parameters of operations for flexible audiences, in batches only. */
export interface FlexibleAudienceParams extends CustomAudienceParams, Sent<typeof flexible> {}

/** A segment in the tree of a flexible audience to create. The service sets defaults for omitted fields. */
export interface SegmentParams {
  /** How a branch combines its child segments. Required for a branch (R-AUD-6). */
  boolean_operator?: string
  /** The ID of the audience. */
  custom_audience_id?: string | undefined
  /** The lookback window in days: 1, 7, 14 or 30 (R-AUD-7). */
  lookback_window?: number
  /**
   * The number that `frequency_comparator` compares with the occurrences in the lookback window. Defaults to 1
   * (R-AUD-7).
   */
  frequency?: number
  /** How the number of occurrences is compared with `frequency`. Defaults to NUM_GTE (R-AUD-7). */
  frequency_comparator?: string
  /**
   * Whether the segment is the users who do not match. It is always sent, because the default of the service is not
   * certain (R-AUD-8).
   */
  negate: boolean
  /** The child segments of a branch. Omit it for a leaf (R-AUD-6). */
  child_segments: SegmentParams[]
}

/** The maximum numbers of operations in a batch and of leaves of a flexible audience (Ads Management Interface, section 8). */
export const MAX_CUSTOM_AUDIENCE_OPERATIONS = 10
export const MAX_SEGMENT_LEAVES = 10

/** The custom audiences that the account owns, or those shared with it if `permission_scope` is SHARED. */
export const listCustomAudiences = customAudiences.list
/** One custom audience. */
export const getCustomAudience = customAudiences.get
/** Creates a custom audience. */
export const createCustomAudience = customAudiences.create
/** Changes the name and description of a custom audience. */
export const updateCustomAudience = customAudiences.update
/** Deletes a custom audience of the account. */
export const deleteCustomAudience = customAudiences.delete
/** Creates, changes and deletes custom audiences. Only batches can create flexible audiences. */
export const batchCustomAudiences = postJson<
  CustomAudienceRow[],
  BatchOperation<FlexibleAudienceParams & { custom_audience_id?: string | undefined }>[]
>()('batch/accounts/:account_id/custom_audiences', {
  params: { operation_type: text, ...flexible, custom_audience_id: id },
  answer: 'rows',
})
