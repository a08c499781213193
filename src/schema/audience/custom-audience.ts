import { listAccounts } from '../../rest/account/account.ts'
import {
  listCustomAudiences,
  type CustomAudienceMetadataRow,
  type CustomAudienceRow,
  type SegmentRow,
} from '../../rest/audience/custom-audience.ts'
import { Account } from '../account/account.ts'
import { builder } from '../builder.ts'
import { TargetingCriterion } from '../campaign/targeting-criterion.ts'
import { connectionType, pageArgs, queryArg, sortArg, withDeletedArg } from '../connection-type.ts'
import { connection } from '../connection.ts'
import { listCost, lookUpCost } from '../cost.ts'
import { Entity, Node, nodeType, partOf, type OfAccount } from '../entity.ts'
import { restIds } from '../global-id.ts'
import { openEnum } from '../open-enum.ts'
import { nameQuery } from '../query.ts'
import { accountReference, findAtRoot, findInAccount, ownIdArgs, reference, rootIdArgs } from '../reference.ts'
import { keyOnly } from '../selection.ts'

export const CustomAudience = builder.objectRef<CustomAudienceRow>('CustomAudience')
export const CustomAudienceConnection = connectionType(CustomAudience)
export const CustomAudienceMetadata = builder.objectRef<CustomAudienceMetadataRow & OfAccount>('CustomAudienceMetadata')
export const SegmentNode = builder.objectRef<SegmentRow & OfAccount>('SegmentNode')

export const CustomAudienceType = openEnum('CustomAudienceType', 'What a custom audience is made of (R-AUD-3).', {
  CRM: "Users out of the advertiser's own records.",
  FLEXIBLE: 'Other audiences, joined by a tree of segments.',
  MOBILE_AUDIENCE: 'Users of an app.',
})

export const TargetableType = openEnum('TargetableType', 'As what an audience can be targeted (R-AUD-3).', {
  CRM: 'Included.',
  EXCLUDED_CRM: 'Excluded.',
  FLEXIBLE: 'Included, as a flexible audience.',
  EXCLUDED_FLEXIBLE: 'Excluded, as a flexible audience.',
})

export const PermissionLevel = openEnum('PermissionLevel', 'What an account may do with an audience.', {
  READ_ONLY: 'Target it.',
  READ_WRITE: 'Target and change it.',
})

export const PermissionScope = openEnum('PermissionScope', 'Whose audiences are listed (R-AUD-4).', {
  OWNER: "The account's own. The default.",
  SHARED: 'Those that other accounts share with it.',
})

export const BooleanOperator = openEnum('BooleanOperator', 'How a segment joins its children (R-AUD-6).', {
  AND: 'Users who are in all of them.',
  OR: 'Users who are in any of them.',
})

export const FrequencyComparator = openEnum(
  'FrequencyComparator',
  'How `frequency` compares (R-AUD-7). NUM_GTE is the default.',
  {
    NUM_GTE: 'At least so often.',
    NUM_GT: 'More often.',
    NUM_EQ: 'Exactly so often.',
    NUM_LTE: 'At most so often.',
    NUM_LT: 'Less often.',
  },
)

CustomAudience.implement({
  description:
    'Users that an advertiser has put together, to target or exclude them. A new one cannot be targeted yet: it is ' +
    'PROCESSING and TOO_SMALL, and its size is null (R-AUD-2).',
  interfaces: [Node, Entity],
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, of which an account has each once (R-AUD-1).' }),
    description: t.exposeString('description', { description: 'What it holds, in words (R-AUD-1).' }),
    audienceType: t.expose('audience_type', { type: CustomAudienceType, description: 'What it is made of.' }),
    audienceSize: t.expose('audience_size', {
      type: 'Long',
      description: 'How many users it holds; null while it is not known.',
    }),
    targetable: t.exposeBoolean('targetable', { description: 'Whether it can be targeted now (R-TGT-6).' }),
    targetableTypes: t.expose('targetable_types', {
      type: [TargetableType],
      nullable: { list: true, items: false },
      description: 'As what it can be targeted.',
    }),
    reasonsNotTargetable: t.exposeStringList('reasons_not_targetable', {
      nullable: { list: true, items: false },
      description: 'Why it cannot be targeted, e.g. PROCESSING, TOO_SMALL. The list is open (R-AUD-3).',
    }),
    permissionLevel: t.expose('permission_level', {
      type: PermissionLevel,
      description: 'What this account may do with it.',
    }),
    isOwner: t.exposeBoolean('is_owner', { description: 'Whether this account owns it. Some answers leave it out.' }),
    ownerAccountId: t.exposeID('owner_account_id', { description: "Who owns it, by the service's own id." }),
    ownerAccount: t.field({
      type: Account,
      description: 'Who owns it; null where the caller may not see that account.',
      extensions: lookUpCost(listAccounts),
      resolve: (row, _args, context, info) => accountReference(context, info, row.owner_account_id),
    }),
    partnerSource: t.exposeString('partner_source', { description: 'Which partner it comes from.' }),
    metadata: t.field({
      type: [CustomAudienceMetadata],
      nullable: { list: true, items: false },
      description: 'Of a flexible audience: what it is made of.',
      resolve: (row) => row.metadata?.map((metadata) => partOf(row, metadata)),
    }),
  }),
})

CustomAudienceMetadata.implement({
  description: 'What a flexible audience is made of.',
  fields: (t) => ({
    customAudienceId: t.exposeID('custom_audience_id', { description: "The audience, by the service's own id." }),
    accountId: t.exposeID('account_id', { description: "The account, by the service's own id." }),
    name: t.exposeString('name', { description: 'The name.' }),
    audienceSource: t.exposeString('audience_source', { description: 'Where its users come from. The list is open.' }),
    uploadStatus: t.exposeString('upload_status', { description: 'How far its making is. The list is open.' }),
    segments: t.field({
      type: SegmentNode,
      description: 'The root of its tree, which has at most 10 leaves (R-AUD-9).',
      resolve: (row) => row.segments && partOf(row, row.segments),
    }),
  }),
})

SegmentNode.implement({
  description:
    'A node of the tree of a flexible audience: a branch joins its children, a leaf names an audience (R-AUD-6). The ' +
    'service fills in what was not set.',
  fields: (t) => ({
    booleanOperator: t.expose('boolean_operator', { type: BooleanOperator, description: 'How it joins its children.' }),
    childSegments: t.field({
      type: [SegmentNode],
      nullable: { list: true, items: false },
      description: 'What it joins; none on a leaf.',
      resolve: (row) => row.child_segments?.map((child) => partOf(row, child)),
    }),
    customAudienceId: t.exposeID('custom_audience_id', {
      description: "The audience of a leaf, by the service's own id.",
    }),
    customAudience: t.field({
      type: CustomAudience,
      description: 'The audience of a leaf.',
      extensions: lookUpCost(listCustomAudiences),
      resolve: (row, _args, context, info) =>
        reference(context, info, listCustomAudiences, row, row.custom_audience_id),
    }),
    lookbackWindow: t.exposeInt('lookback_window', {
      description: 'Over how many days it looks back: 1, 7, 14 or 30 (R-AUD-7).',
    }),
    frequency: t.exposeInt('frequency', { description: 'How often in that time, together with the comparator.' }),
    frequencyComparator: t.expose('frequency_comparator', {
      type: FrequencyComparator,
      description: 'How `frequency` compares.',
    }),
    negate: t.exposeBoolean('negate', { description: 'Whether those are meant who do not match (R-AUD-8).' }),
  }),
})

nodeType(
  CustomAudience,
  ({ loaders }, account, id) => loaders.byId(listCustomAudiences, { account_id: account }, id),
  listCustomAudiences,
)

builder.queryField('customAudience', (t) =>
  t.field({
    type: CustomAudience,
    description: 'One custom audience.',
    extensions: lookUpCost(listCustomAudiences),
    args: rootIdArgs,
    resolve: (_root, args, context, info) => findAtRoot(context, info, 'CustomAudience', listCustomAudiences, args),
  }),
)

builder.objectFields(Account, (t) => ({
  customAudience: t.field({
    type: CustomAudience,
    description: 'One of the custom audiences it may use.',
    extensions: { ...keyOnly, ...lookUpCost(listCustomAudiences) },
    args: ownIdArgs,
    resolve: (account, args, context, info) =>
      findInAccount(context, info, 'CustomAudience', listCustomAudiences, account.id, args),
  }),
  customAudiences: t.field({
    type: CustomAudienceConnection,
    nullable: false,
    description: 'The custom audiences it owns or, by `permissionScope`, those shared with it.',
    extensions: { ...keyOnly, ...listCost(listCustomAudiences) },
    args: {
      ids: t.arg.idList({ description: 'Only these, at most 200.' }),
      permissionScope: t.arg({ type: PermissionScope, description: 'Whose audiences. Left out: its own (R-AUD-4).' }),
      ...queryArg,
      ...pageArgs,
      ...sortArg,
      ...withDeletedArg,
    },
    resolve: (account, { ids, permissionScope, query, ...page }, context) =>
      connection(
        context,
        {
          endpoint: listCustomAudiences,
          path: { account_id: account.id },
          filters: {
            custom_audience_ids: restIds('CustomAudience', account.id, ids, 'ids'),
            permission_scope: permissionScope ?? undefined,
            q: nameQuery(query),
          },
        },
        page,
      ),
  }),
}))

builder.objectField(TargetingCriterion, 'customAudience', (t) =>
  t.field({
    type: CustomAudience,
    description: 'The audience that a CUSTOM_AUDIENCE or CUSTOM_AUDIENCE_EXPANDED names; null on other types.',
    extensions: lookUpCost(listCustomAudiences),
    resolve: (row, _args, context, info) =>
      row.targeting_type?.startsWith('CUSTOM_AUDIENCE')
        ? reference(context, info, listCustomAudiences, row, row.targeting_value)
        : null,
  }),
)
