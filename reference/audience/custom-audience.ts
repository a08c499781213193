import type { Entity } from '../entity.ts'

export const customAudience = {
  endpoints: {
    'GET 12 accounts/:account_id/custom_audiences': {
      source: '2 §4.9',
      documents: [
        'custom_audience_ids',
        'permission_scope',
        'q',
        'count',
        'cursor',
        'sort_by',
        'with_deleted',
        'with_total_count',
      ],
    },
    'GET 12 accounts/:account_id/custom_audiences/:custom_audience_id': {
      source: '2 §4.9',
      documents: ['with_deleted'],
    },
    'POST 12 accounts/:account_id/custom_audiences': {
      source: '2 §3, §4.9',
      body: 'query/form',
      documents: ['name!', 'description'],
    },
    'PUT 12 accounts/:account_id/custom_audiences/:custom_audience_id': {
      source: '2 §4.9',
      body: 'query/form',
      documents: ['name', 'description'],
    },
    'DELETE 12 accounts/:account_id/custom_audiences/:custom_audience_id': {
      source: '2 §3, §4.9',
      body: 'none',
      documents: [],
    },
    'POST 12 batch/accounts/:account_id/custom_audiences': {
      source: '2 §4.9',
      body: 'JSON array',
      documents: ['operation_type!', 'audience_type', 'name', 'segments'],
      service: ['custom_audience_id!', 'description'],
    },
  },
  parameters: {
    permission_scope: 'PermissionScope',
    audience_type: 'FlexibleAudienceType',
  },
  rows: {
    CustomAudience: {
      documents: [
        'name',
        'description',
        'targetable',
        'targetable_types',
        'audience_type',
        'permission_level',
        'owner_account_id',
        'is_owner',
        'reasons_not_targetable',
        'partner_source',
        'audience_size',
        'metadata',
        'id',
        'created_at',
        'updated_at',
        'deleted',
      ],
    },
    CustomAudienceMetadata: {
      documents: ['custom_audience_id', 'account_id', 'name', 'audience_source', 'upload_status', 'segments'],
    },
    SegmentNode: {
      documents: [
        'boolean_operator',
        'custom_audience_id',
        'lookback_window',
        'frequency',
        'frequency_comparator',
        'negate',
        'child_segments',
      ],
    },
  },
  objects: {
    SegmentInput: {
      documents: [
        'boolean_operator',
        'custom_audience_id',
        'lookback_window',
        'frequency',
        'frequency_comparator',
        'negate',
        'child_segments',
      ],
    },
  },
  enumerations: {
    PermissionScope: { documents: ['OWNER', 'SHARED'] },
    CustomAudienceType: { documents: ['CRM', 'FLEXIBLE', 'MOBILE_AUDIENCE'] },
    FlexibleAudienceType: { documents: ['FLEXIBLE', 'MOBILE_AUDIENCE'] },
    TargetableType: { documents: ['CRM', 'EXCLUDED_CRM', 'FLEXIBLE', 'EXCLUDED_FLEXIBLE'] },
    BooleanOperator: { documents: ['AND', 'OR'] },
    FrequencyComparator: { documents: ['NUM_GTE', 'NUM_GT', 'NUM_EQ', 'NUM_LTE', 'NUM_LT'] },
    CustomAudienceOperation: { documents: ['Create', 'Update', 'Delete'] },
    lookback_window: { documents: ['1', '7', '14', '30'] },
    reasons_not_targetable: { documents: ['PROCESSING', 'TOO_SMALL'] },
  },
  rules: {
    'R-AUD-1': {
      text: 'A custom audience needs a name that is unique in its account.',
      source: '2 §2, §4.9, §7',
      kinds: 'V E',
    },
    'R-AUD-2': {
      text: 'A new audience is not targetable yet (PROCESSING, TOO_SMALL) and has no size.',
      source: '2 §3',
      kinds: 'M D',
    },
    'R-AUD-3': {
      text: 'The reasons why an audience is not targetable are an open list.',
      source: '2 §2',
      kinds: 'W D',
    },
    'R-AUD-4': {
      text: 'Audiences are listed in the scope OWNER (the default) or SHARED.',
      source: '2 §4.9',
      kinds: 'V',
    },
    'R-AUD-5': {
      text: 'A batch of audiences has at most 10 operations. It is a closed beta for flexible audiences that are built from mobile audiences.',
      source: '2 §4.9, §8',
      kinds: 'V E',
    },
    'R-AUD-6': {
      text: 'A segment with child segments needs a boolean operator; a segment without any names an audience.',
      source: '2 §2',
      kinds: 'V',
    },
    'R-AUD-7': {
      text: 'The lookback window of a segment is 1, 7, 14 or 30 days. Its frequency is 1 by default, compared with NUM_GTE.',
      source: '2 §2',
      kinds: 'V',
    },
    'R-AUD-8': {
      text: 'The documents contradict each other on the default of `negate`, so it is always sent.',
      source: '2 §2',
      kinds: 'W D',
    },
    'R-AUD-9': {
      text: 'A flexible audience has at most 10 leaf segments, and its segments cannot be changed.',
      source: '2 §4.9, §8',
      kinds: 'V E',
    },
  },
} as const satisfies Entity
