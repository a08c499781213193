import { readsColumn } from '../../execute/response/leaf-column.ts'
import { listTargetingCriteria, type TargetingCriterionRow } from '../../rest/campaign/targeting-criterion.ts'
import { Account } from '../account/account.ts'
import { show } from '../errors.ts'
import {
  badUserInput,
  builder,
  connectionType,
  entityType,
  openEnum,
  restIds,
  sortArg,
  withDeletedArg,
} from '../kit.ts'
import { idsArg } from '../list/connection-type.ts'
import { LineItem } from './line-item.ts'

export const TargetingCriterion = builder.objectRef<TargetingCriterionRow>('TargetingCriterion')
const TargetingCriterionConnection = connectionType(TargetingCriterion)

export const TargetingType = openEnum('TargetingType', 'The type of a targeting criterion (R-TGT-3).', {
  AGE: 'Age bucket. A line item can have only one (R-TGT-5). The service defines the values, and no list has them.',
  DEVICE: 'Device.',
  EVENT: 'Event. A line item can have only one (R-TGT-5).',
  CAMPAIGN_ENGAGEMENT: 'People who engaged with a campaign.',
  CAMPAIGN_ENGAGEMENT_LOOKALIKE: 'People who are similar to those who engaged with a campaign.',
  CONVERSATION: 'Conversation topic.',
  ENGAGEMENT_TYPE: 'Type of engagement.',
  FOLLOWERS_OF_USER: 'Followers of a user.',
  GENDER: 'Gender. The service defines the values, and no list has them.',
  INTEREST: 'Interest.',
  LANGUAGE: 'Language.',
  LIVE_TV_EVENT: 'Live TV event.',
  LOCATION: 'Location.',
  NETWORK_ACTIVATION_DURATION: 'Time since the device was activated in its network.',
  NETWORK_OPERATOR: 'Network operator.',
  PLATFORM: 'Platform.',
  PLATFORM_VERSION: 'Version of a platform.',
  SIMILAR_TO_FOLLOWERS_OF_USER: 'People who are similar to the followers of a user.',
  TV_SHOW: 'TV show. Requires an earlier LOCATION of the same locale (R-TGT-7).',
  USER_ENGAGEMENT: 'People who engaged with a user.',
  USER_ENGAGEMENT_LOOKALIKE: 'People who are similar to those who engaged with a user.',
  WIFI_ONLY: 'Wi-Fi only.',
  BROAD_KEYWORD: 'Keyword, broad match. The operator NE excludes it (R-TGT-4).',
  EXACT_KEYWORD: 'Keyword, exact match. The operator NE excludes it (R-TGT-4).',
  PHRASE_KEYWORD: 'Phrase. The operator NE excludes it (R-TGT-4).',
  UNORDERED_KEYWORD: 'Keywords in any order. The operator NE excludes them (R-TGT-4).',
  CUSTOM_AUDIENCE: 'Custom audience. It must be targetable (R-TGT-6).',
  CUSTOM_AUDIENCE_EXPANDED: 'Custom audience, expanded.',
  APP_STORE_CATEGORY: 'App store category.',
  APP_STORE_CATEGORY_LOOKALIKE: 'People who are similar to the users of an app store category.',
  APP_LIST: 'List of apps. Allowed only with the operator NE (R-TGT-4).',
  IAB_CATEGORY: 'IAB category. Content categories are targeted by their IAB categories (R-TGT-8).',
})

export const OperatorType = openEnum('OperatorType', 'The operator of a targeting criterion (R-TGT-2).', {
  EQ: 'Equal: includes matching people.',
  NE: 'Not equal: excludes matching people.',
  GTE: 'Greater than or equal.',
  LT: 'Less than.',
})

const langArg = builder.args((t) =>
  t.optional({
    lang: 'The language of `localizedName`, as an ISO 639-1 code of two lowercase letters (R-TGT-10).',
  }),
)

/** The language as sent on the wire (R-TGT-10); undefined if the argument was omitted. */
function language(lang: string | null | undefined): string | undefined {
  if (lang === null || lang === undefined) return undefined
  if (/^[a-z]{2}$/.test(lang)) return lang
  throw badUserInput('lang', `\`lang\`: ${show(lang)} is not a language code of ISO 639-1`, 'R-TGT-10')
}

entityType(TargetingCriterion, listTargetingCriteria, {
  description: 'A condition that selects who sees the ads of a line item.',
  fields: (t) => ({
    lineItemId: t.foreignKey('line_item_id', 'the line item'),
    lineItem: t.reference(LineItem, 'line_item_id', 'The line item.'),
    ...t.columns({
      name: 'A readable name of the criterion. @beyondDocuments',
      localizedName: 'The name in the language of the argument `lang`. Null without `lang` (R-TGT-10).',
      targetingType: [TargetingType, 'The type of targeting.'],
      operatorType: [OperatorType, 'The operator. Some responses of the service omit it.'],
      locationType: 'The type of a LOCATION, for example COUNTRY or CITY. The service may add values. @beyondDocuments',
    }),
    targetingValue: t.field({
      type: 'String',
      description: 'The targeting value.',
      resolve: readsColumn(({ targeting_value: value }) => value?.toString(), 'targeting_value'),
    }),
  }),
})

builder.queryField('targetingCriterion', (t) =>
  t.byId(TargetingCriterion, listTargetingCriteria, 'A targeting criterion by its ID.', {
    args: { ...langArg, ...withDeletedArg },
    params: ({ lang }) => ({ lang: language(lang) }),
  }),
)

builder.objectField(Account, 'targetingCriteria', (t) =>
  t.list(
    TargetingCriterionConnection,
    listTargetingCriteria,
    'The targeting criteria of the given line items. The API requires line items (R-TGT-1).',
    {
      args: {
        ...idsArg,
        ...t.arg.required({
          lineItemIds: [['ID'], 'The line items whose criteria to list, 1 to 200.'],
        }),
        ...langArg,
        ...sortArg,
        ...withDeletedArg,
      },
      filters: ({ ids, lang, lineItemIds }, account) => ({
        targeting_criterion_ids: restIds('TargetingCriterion', account.id, ids, 'ids'),
        line_item_ids: restIds('LineItem', account.id, lineItemIds, 'lineItemIds'),
        lang: language(lang),
      }),
    },
  ),
)

builder.objectField(LineItem, 'targetingCriteria', (t) =>
  t.children(
    TargetingCriterionConnection,
    listTargetingCriteria,
    'line_item_ids',
    'The targeting criteria of the line item, which select who sees its ads. Criteria of up to 200 line items are ' +
      'read in one call.',
    {
      args: { ...langArg, ...sortArg, ...withDeletedArg },
      filters: (args) => ({ lang: language(args.lang) }),
    },
  ),
)
