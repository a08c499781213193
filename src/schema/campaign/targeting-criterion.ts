import { listLineItems } from '../../rest/campaign/line-item.ts'
import { listTargetingCriteria, type TargetingCriterionRow } from '../../rest/campaign/targeting-criterion.ts'
import { Account } from '../account/account.ts'
import { builder } from '../builder.ts'
import { connectionType, pageArgs, sortArg, withDeletedArg } from '../connection-type.ts'
import { childConnection, connection } from '../connection.ts'
import { childrenCost, listCost, lookUpCost } from '../cost.ts'
import { Entity, Node, nodeType } from '../entity.ts'
import { badUserInput } from '../errors.ts'
import { restIds } from '../global-id.ts'
import { openEnum } from '../open-enum.ts'
import { findAtRoot, findInAccount, ownIdArgs, reference, rootIdArgs } from '../reference.ts'
import { keyOnly } from '../selection.ts'
import { LineItem } from './line-item.ts'

export const TargetingCriterion = builder.objectRef<TargetingCriterionRow>('TargetingCriterion')
export const TargetingCriterionConnection = connectionType(TargetingCriterion)

export const TargetingType = openEnum('TargetingType', 'What a targeting criterion looks at.', {
  AGE: 'Age bucket; one per line item (R-TGT-5).',
  DEVICE: 'Device.',
  EVENT: 'Event; one per line item (R-TGT-5).',
  CAMPAIGN_ENGAGEMENT: 'People who engaged with a campaign.',
  CAMPAIGN_ENGAGEMENT_LOOKALIKE: 'People like those who engaged with a campaign.',
  CONVERSATION: 'Conversation topic.',
  ENGAGEMENT_TYPE: 'Kind of engagement.',
  FOLLOWERS_OF_USER: 'Followers of a user.',
  GENDER: 'Gender.',
  INTEREST: 'Interest.',
  LANGUAGE: 'Language.',
  LIVE_TV_EVENT: 'Live TV event.',
  LOCATION: 'Location.',
  NETWORK_ACTIVATION_DURATION: 'How long ago the device was activated in its network.',
  NETWORK_OPERATOR: 'Network operator.',
  PLATFORM: 'Platform.',
  PLATFORM_VERSION: 'Version of a platform.',
  SIMILAR_TO_FOLLOWERS_OF_USER: 'People like the followers of a user.',
  TV_SHOW: 'TV show; needs a LOCATION of the same locale before it (R-TGT-7).',
  USER_ENGAGEMENT: 'People who engaged with a user.',
  USER_ENGAGEMENT_LOOKALIKE: 'People like those who engaged with a user.',
  WIFI_ONLY: 'Wi-Fi only.',
  BROAD_KEYWORD: 'Keyword, broad match; NE excludes (R-TGT-4).',
  EXACT_KEYWORD: 'Keyword, exact match; NE excludes (R-TGT-4).',
  PHRASE_KEYWORD: 'Phrase; NE excludes (R-TGT-4).',
  UNORDERED_KEYWORD: 'Keywords in any order; NE excludes (R-TGT-4).',
  CUSTOM_AUDIENCE: 'Custom audience; it must be targetable (R-TGT-6).',
  CUSTOM_AUDIENCE_EXPANDED: 'Custom audience, expanded.',
  APP_STORE_CATEGORY: 'App store category.',
  APP_STORE_CATEGORY_LOOKALIKE: 'People like the users of an app store category.',
  APP_LIST: 'List of apps; with NE only (R-TGT-4).',
  IAB_CATEGORY: 'Content category by its IAB categories (R-TGT-8).',
})

export const OperatorType = openEnum('OperatorType', 'How a criterion compares (R-TGT-2).', {
  EQ: 'Is: includes.',
  NE: 'Is not: excludes.',
  GTE: 'At least.',
  LT: 'Less than.',
})

const langArg = builder.args((t) => ({
  lang: t.string({ description: 'The language of `localizedName`, two letters of ISO 639-1.' }),
}))

/** The language as the wire takes it (R-TGT-10); undefined where it was left out. */
function language(lang: string | null | undefined): string | undefined {
  if (lang === null || lang === undefined) return undefined
  if (/^[a-z]{2}$/.test(lang)) return lang
  throw badUserInput('lang', `\`lang\`: ${JSON.stringify(lang.slice(0, 80))} is no language of ISO 639-1`, 'R-TGT-10')
}

TargetingCriterion.implement({
  description: 'One condition on who sees the ads of a line item.',
  interfaces: [Node, Entity],
  fields: (t) => ({
    lineItemId: t.exposeID('line_item_id', { description: "Its line item, by the service's own id." }),
    lineItem: t.field({
      type: LineItem,
      description: 'Its line item.',
      extensions: lookUpCost(listLineItems),
      resolve: (row, _args, context, info) => reference(context, info, listLineItems, row, row.line_item_id),
    }),
    name: t.exposeString('name', { description: 'What it says, in words.' }),
    localizedName: t.exposeString('localized_name', {
      description: 'What it says in the language of `lang`; null without one (R-TGT-10).',
    }),
    targetingType: t.expose('targeting_type', { type: TargetingType, description: 'What it looks at.' }),
    targetingValue: t.field({
      type: 'String',
      description: 'The value it looks for.',
      resolve: ({ targeting_value: value }) => value?.toString(),
    }),
    operatorType: t.expose('operator_type', {
      type: OperatorType,
      description: 'How it compares. Some answers leave it out.',
    }),
    locationType: t.exposeString('location_type', {
      description: 'What kind of place a LOCATION is, e.g. COUNTRY or CITY. The list is open.',
    }),
  }),
})

nodeType(
  TargetingCriterion,
  ({ loaders }, account, id) => loaders.byId(listTargetingCriteria, { account_id: account }, id),
  listTargetingCriteria,
)

builder.queryField('targetingCriterion', (t) =>
  t.field({
    type: TargetingCriterion,
    description: 'One targeting criterion.',
    extensions: lookUpCost(listTargetingCriteria),
    args: { ...rootIdArgs, ...langArg },
    resolve: (_root, { lang, ...args }, context, info) =>
      findAtRoot(context, info, 'TargetingCriterion', listTargetingCriteria, args, { lang: language(lang) }),
  }),
)

builder.objectFields(Account, (t) => ({
  targetingCriterion: t.field({
    type: TargetingCriterion,
    description: 'One of its targeting criteria.',
    extensions: { ...keyOnly, ...lookUpCost(listTargetingCriteria) },
    args: { ...ownIdArgs, ...langArg },
    resolve: (account, { lang, ...args }, context, info) =>
      findInAccount(context, info, 'TargetingCriterion', listTargetingCriteria, account.id, args, {
        lang: language(lang),
      }),
  }),
  targetingCriteria: t.field({
    type: TargetingCriterionConnection,
    nullable: false,
    description: 'Its targeting criteria, of the line items named: the interface lists no others (R-TGT-1).',
    extensions: { ...keyOnly, ...listCost(listTargetingCriteria) },
    args: {
      ids: t.arg.idList({ description: 'Only these, at most 200.' }),
      lineItemIds: t.arg.idList({ required: true, description: 'Those of these line items, 1 to 200.' }),
      ...langArg,
      ...pageArgs,
      ...sortArg,
      ...withDeletedArg,
    },
    resolve: (account, { ids, lineItemIds, lang, ...page }, context) =>
      connection(
        context,
        {
          endpoint: listTargetingCriteria,
          path: { account_id: account.id },
          filters: {
            targeting_criterion_ids: restIds('TargetingCriterion', account.id, ids, 'ids'),
            line_item_ids: restIds('LineItem', account.id, lineItemIds, 'lineItemIds'),
            lang: language(lang),
          },
        },
        page,
      ),
  }),
}))

builder.objectField(LineItem, 'targetingCriteria', (t) =>
  t.field({
    type: TargetingCriterionConnection,
    nullable: false,
    description: 'Who sees its ads. Lists of up to 200 line items are read in one call.',
    extensions: { ...keyOnly, ...childrenCost(listTargetingCriteria, 'line_item_ids') },
    args: { ...langArg, ...pageArgs, ...sortArg, ...withDeletedArg },
    resolve: (lineItem, { lang, ...page }, context) =>
      childConnection(
        context,
        {
          endpoint: listTargetingCriteria,
          parent: lineItem,
          filter: 'line_item_ids',
          parentOf: (row) => row.line_item_id,
          filters: { lang: language(lang) },
        },
        page,
      ),
  }),
)
