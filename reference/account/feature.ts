import type { Entity } from '../entity.ts'

export const feature = {
  endpoints: {
    'GET 12 accounts/:account_id/features': { source: '2 §4.2', documents: ['feature_keys'] },
    'POST 12 accounts/:account_id/features': {
      source: '2 §4.2',
      sandboxOnly: true,
      body: 'query/form',
      documents: ['feature_keys!'],
    },
    'DELETE 12 accounts/:account_id/features': {
      source: '2 §4.2',
      sandboxOnly: true,
      body: 'query',
      documents: ['feature_keys!'],
    },
  },
  parameters: {
    feature_keys: 'GrantableFeature[]',
  },
  enumerations: {
    ReadableFeature: {
      documents: ['REACH_AND_FREQUENCY_ANALYTICS', 'REACH_FREQUENCY_CAP', 'WEBSITE_CLICKS_CPM_BILLING'],
    },
    GrantableFeature: {
      documents: [
        'AGE_TARGETING',
        'ALLOW_SKIPPABLE_VIDEOS_FOR_PREROLL_VIEWS_OBJECTIVE',
        'AWARENESS_OBJECTIVE',
        'BRAND_TPN',
        'CHARGE_FOR_GOOD_CLICK',
        'CONVERSATION_CARD',
        'CONVERSATION_CARD_FOUR_OPTIONS',
        'CONVERSATION_CARD_UNLOCK',
        'CPI_CHARGING',
        'DIRECT_MESSAGE_CARD',
        'DR_TAP',
        'ENGAGER_RETARGETING',
        'EVENT_TARGETING',
        'INSTALLED_APP_CATEGORY_TARGETING',
        'MOBILE_CONVERSION_TRANSACTION_VALUE',
        'OPTIMIZED_ACTION_BIDDING',
        'REACH_AND_FREQUENCY_ANALYTICS',
        'REACH_FREQUENCY_CAP',
        'VALIDATED_AGE_TARGETING',
        'VIDEO_VIEWS_MIDROLL_OBJECTIVE',
        'PREROLL_VIEWS_OBJECTIVE',
        'VIDEO_APP_DOWNLOAD_CARD',
      ],
    },
  },
  rules: {
    'R-ACC-3': {
      text: 'Features can be filtered by three keys, and only granted beta features are returned.',
      source: '2 §4.2',
      kinds: 'V',
    },
    'R-ACC-4': { text: 'The sandbox can add and remove 22 features.', source: '2 §4.2, §4.9, 3 §4.4', kinds: 'V D' },
  },
} as const satisfies Entity
