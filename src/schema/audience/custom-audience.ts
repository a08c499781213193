import {
  listCustomAudiences,
  type CustomAudienceMetadataRow,
  type CustomAudienceRow,
  type SegmentRow,
} from '../../rest/audience/custom-audience.ts'
import { textOf } from '../../rest/value.ts'
import { Account } from '../account/account.ts'
import { TargetingCriterion } from '../campaign/targeting-criterion.ts'
import { maxParts } from '../cost/cost.ts'
import { builder, entity, openEnum } from '../kit.ts'
import { type OfAccount, partOf, partsOf } from '../node/row.ts'

export const CustomAudience = builder.objectRef<CustomAudienceRow>('CustomAudience')
const CustomAudienceMetadata = builder.objectRef<CustomAudienceMetadataRow & OfAccount>('CustomAudienceMetadata')
const SegmentNode = builder.objectRef<SegmentRow & OfAccount>('SegmentNode')

const CustomAudienceType = openEnum('CustomAudienceType', 'The source of the users of a custom audience (R-AUD-3).', {
  CRM: "Users from the advertiser's own records.",
  FLEXIBLE: 'Other audiences, combined by a tree of segments.',
  MOBILE_AUDIENCE: 'Users of an app.',
})

const TargetableType = openEnum('TargetableType', 'How an audience can be targeted (R-AUD-3).', {
  CRM: 'The audience can be included.',
  EXCLUDED_CRM: 'The audience can be excluded.',
  FLEXIBLE: 'The audience can be included as a flexible audience.',
  EXCLUDED_FLEXIBLE: 'The audience can be excluded as a flexible audience.',
})

export const PermissionLevel = openEnum('PermissionLevel', 'What an account can do with an audience.', {
  READ_ONLY: 'The account can target the audience.',
  READ_WRITE: 'The account can target and change the audience.',
})

const PermissionScope = openEnum('PermissionScope', 'The audiences to list, by owner (R-AUD-4).', {
  OWNER: 'Audiences that the account owns. This is the default.',
  SHARED: 'Audiences that other accounts share with the account.',
})

export const BooleanOperator = openEnum('BooleanOperator', 'How a segment combines its children (R-AUD-6).', {
  AND: 'Users who are in all child segments.',
  OR: 'Users who are in any child segment.',
})

export const FrequencyComparator = openEnum(
  'FrequencyComparator',
  'How the number of occurrences is compared with `frequency` (R-AUD-7). Defaults to NUM_GTE.',
  {
    NUM_GTE: 'Greater than or equal to `frequency`.',
    NUM_GT: 'Greater than `frequency`.',
    NUM_EQ: 'Equal to `frequency`.',
    NUM_LTE: 'Less than or equal to `frequency`.',
    NUM_LT: 'Less than `frequency`.',
  },
)

entity(CustomAudience, listCustomAudiences, {
  description:
    'A group of users that an advertiser defines to target or exclude. A new audience cannot be targeted yet: ' +
    '`reasonsNotTargetable` has PROCESSING and TOO_SMALL, and `audienceSize` is null (R-AUD-2).',
  fields: (t) => ({
    ...t.columns({
      name: 'The name of the audience, unique in its account (R-AUD-1).',
      description: 'The description of the audience (R-AUD-1).',
      audienceType: [CustomAudienceType, 'The source of its users.'],
      audienceSize: ['Long', 'The number of users in the audience. Null while it is not known.'],
      targetable: ['Boolean', 'Whether the audience can be targeted now (R-TGT-6).'],
      targetableTypes: [[TargetableType], 'How the audience can be targeted.'],
      reasonsNotTargetable: [
        ['String'],
        'The reasons why the audience cannot be targeted, for example PROCESSING, TOO_SMALL. The list of values is open (R-AUD-3).',
      ],
      permissionLevel: [PermissionLevel, 'What the account can do with the audience.'],
      isOwner: ['Boolean', 'Whether the account owns the audience. Null if the service does not send it.'],
      partnerSource: 'The partner that the audience comes from.',
    }),
    ownerAccountId: t.foreignKey('owner_account_id', 'the account that owns the audience'),
    ownerAccount: t.reference(
      Account,
      'owner_account_id',
      'The account that owns the audience. Null if the caller cannot see it.',
    ),
    metadata: t.field({
      type: [CustomAudienceMetadata],
      description: 'The definition of a flexible audience.',
      extensions: maxParts(MAX_DEFINITIONS),
      resolve: (row) => partsOf(row, row.metadata),
    }),
  }),
  list: [
    Account,
    'customAudiences',
    'The custom audiences that the account owns, or those shared with it if `permissionScope` is SHARED.',
  ],
  args: builder.args((t) =>
    t.optional({
      permissionScope: [
        PermissionScope,
        'Which audiences to list: those that the account owns, or those shared with it. Defaults to OWNER (R-AUD-4).',
      ],
    }),
  ),
  filters: ({ permissionScope }) => ({ permission_scope: permissionScope ?? undefined }),
})

/** The number of definitions of an audience that a plan assumes at most. The documents have no limit. */
const MAX_DEFINITIONS = 10

/** The maximum number of leaves of a tree of segments (R-AUD-9), and so of the children of a branch. */
const MAX_LEAVES = 10

CustomAudienceMetadata.implement({
  description: 'The definition of a flexible audience.',
  fields: (t) => ({
    customAudienceId: t.foreignKey('custom_audience_id', 'the audience'),
    customAudience: t.reference(CustomAudience, 'custom_audience_id', 'The audience.'),
    accountId: t.foreignKey('account_id', 'the account'),
    ...t.columns({
      name: 'The name of the audience.',
      audienceSource: 'The source of the users. The list of values is open.',
      uploadStatus: 'The processing status of the audience. The list of values is open.',
    }),
    segments: t.field({
      type: SegmentNode,
      description: 'The root segment of the tree. A tree has at most 10 leaves (R-AUD-9).',
      resolve: (row) => row.segments && partOf(row, row.segments),
    }),
  }),
})

SegmentNode.implement({
  description:
    'A segment in the tree of a flexible audience. A branch combines its child segments; a leaf refers to an audience ' +
    '(R-AUD-6). The service sets defaults for fields that were omitted.',
  fields: (t) => ({
    ...t.columns({
      booleanOperator: [BooleanOperator, 'How a branch combines its child segments.'],
      lookbackWindow: ['Int', 'The lookback window in days: 1, 7, 14 or 30 (R-AUD-7).'],
      frequency: ['Int', 'The number that `frequencyComparator` compares with the occurrences in the lookback window.'],
      frequencyComparator: [FrequencyComparator, 'How the number of occurrences is compared with `frequency`.'],
      negate: ['Boolean', 'Whether the segment is the users who do not match (R-AUD-8).'],
    }),
    childSegments: t.field({
      type: [SegmentNode],
      description: 'The child segments of a branch. A leaf has none.',
      extensions: maxParts(MAX_LEAVES),
      resolve: (row) => partsOf(row, row.child_segments),
    }),
    customAudienceId: t.foreignKey('custom_audience_id', 'the audience of a leaf'),
    customAudience: t.reference(CustomAudience, 'custom_audience_id', 'The audience of a leaf.'),
  }),
})

builder.objectField(TargetingCriterion, 'customAudience', (t) =>
  t.reference(
    CustomAudience,
    (row) => (textOf(row.targeting_type).startsWith('CUSTOM_AUDIENCE') ? row.targeting_value : null),
    'The audience, if the targeting type is CUSTOM_AUDIENCE or CUSTOM_AUDIENCE_EXPANDED. Null for other types.',
  ),
)
