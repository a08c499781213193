import { MAX_CUSTOM_AUDIENCE_OPERATIONS, MAX_SEGMENT_LEAVES } from '../../rest/audience/custom-audience.ts'
import { accountField, builder, inputType, closedEnum, type InputFields, ownAccountField } from '../kit.ts'
import { operationsField } from '../write/batch.ts'
import { BooleanOperator, FrequencyComparator } from './custom-audience.ts'

export const CreateCustomAudienceInput = inputType(
  'CreateCustomAudienceInput',
  'A custom audience to create.',
  (t) => ({
    ...accountField(t),
    ...t.required({
      name: 'The name. It must be unique in the account (R-AUD-1).',
    }),
    ...t.optional({
      description: 'The description (R-AUD-1).',
    }),
  }),
)

export const customAudienceIdField = (t: InputFields) => ({
  ...t.required({
    customAudienceId: ['ID', "The global ID of the audience, or the service's ID together with `accountId`."],
  }),
  ...ownAccountField(t),
})

export const UpdateCustomAudienceInput = inputType(
  'UpdateCustomAudienceInput',
  'The changes to a custom audience. Fields that are omitted stay as they are; null removes the value.',
  (t) => ({
    ...customAudienceIdField(t),
    ...t.optional({
      name: 'The name. It must be unique in the account (R-AUD-1).',
      description: 'The description. Null removes it (R-AUD-1).',
    }),
  }),
)

export const DeleteCustomAudienceInput = inputType(
  'DeleteCustomAudienceInput',
  'The custom audience to delete.',
  customAudienceIdField,
)

const FlexibleAudienceType = closedEnum(
  'FlexibleAudienceType',
  'The types of audiences that a batch can create (R-AUD-5).',
  {
    FLEXIBLE: 'Mobile audiences, combined by a tree of segments.',
    MOBILE_AUDIENCE: 'Users of an app.',
  },
)

export interface SegmentFields {
  booleanOperator?: string | null
  childSegments?: SegmentFields[] | null
  customAudienceId?: string | null
  lookbackWindow?: number | null
  frequency?: number | null
  frequencyComparator?: string | null
  negate: boolean
}

const SegmentInput = builder.inputRef<SegmentFields>('SegmentInput').implement({
  description:
    'A segment in the tree of a flexible audience. A branch combines its child segments; a leaf refers to an audience.',
  fields: (t) => ({
    ...t.optional({
      booleanOperator: [BooleanOperator, 'How a branch combines its child segments. Required for a branch (R-AUD-6).'],
      childSegments: [[SegmentInput], 'The child segments of a branch. Omit it for a leaf (R-AUD-6).'],
      customAudienceId: [
        'ID',
        "The audience of a leaf: its global ID or the service's ID. It must be of the type MOBILE_AUDIENCE (R-AUD-5, R-AUD-6).",
      ],
      lookbackWindow: ['Int', 'The lookback window in days: 1, 7, 14 or 30 (R-AUD-7).'],
      frequency: [
        'Int',
        'The number that `frequencyComparator` compares with the occurrences in the lookback window. Defaults to 1 (R-AUD-7).',
      ],
      frequencyComparator: [
        FrequencyComparator,
        'How the number of occurrences is compared with `frequency`. Defaults to NUM_GTE (R-AUD-7).',
      ],
    }),
    negate: t.flag(
      'Whether the segment consists of the users who do not match. It is always sent, because the default of the service ' +
        'is not ' +
        'certain (R-AUD-8).',
    ),
  }),
})

const CreateFlexibleAudienceInput = inputType(
  'CreateFlexibleAudienceInput',
  'A mobile audience, or a flexible audience that combines mobile audiences.',
  (t) => ({
    ...ownAccountField(t),
    ...t.optional({
      audienceType: [FlexibleAudienceType, 'The type of the audience (R-AUD-5, R-AUD-9).'],
      description: 'The description (R-AUD-1). @beyondDocuments',
      segments: [
        SegmentInput,
        `The root segment of the tree, with at most ${MAX_SEGMENT_LEAVES} leaves. Required unless \`audienceType\` is ` +
          'MOBILE_AUDIENCE. The segments of an audience cannot be changed (R-AUD-9).',
      ],
    }),
    ...t.required({
      name: 'The name. It must be unique in the account (R-AUD-1).',
    }),
  }),
)

const UpdateFlexibleAudienceInput = inputType(
  'UpdateFlexibleAudienceInput',
  'The changes to an audience. Fields that are omitted stay as they are; null removes the value. Its type and segments ' +
    'cannot be changed (R-AUD-9).',
  (t) => ({
    ...customAudienceIdField(t),
    ...t.optional({
      name: 'The name. It must be unique in the account (R-AUD-1).',
      description: 'The description. Null removes it (R-AUD-1). @beyondDocuments',
    }),
  }),
)

const CustomAudienceOperation = builder.inputType('CustomAudienceOperation', {
  description: 'One operation of a batch of custom audiences. `accountId` can be omitted in it.',
  isOneOf: true,
  fields: (t) =>
    t.optional({
      create: [CreateFlexibleAudienceInput, 'The audience to create.'],
      update: [UpdateFlexibleAudienceInput, 'The changes to an audience.'],
      delete: [DeleteCustomAudienceInput, 'The audience to delete.'],
    }),
})

export const BatchCustomAudiencesInput = inputType(
  'BatchCustomAudiencesInput',
  'Custom audiences to create, change and delete in one batch.',
  (t) => ({
    ...accountField(t),
    ...operationsField(
      t,
      CustomAudienceOperation,
      `The operations, in order. One call takes 1 to ${MAX_CUSTOM_AUDIENCE_OPERATIONS} operations (R-AUD-5).`,
    ),
  }),
)

/** The fields of all inputs that set values. */
export type CustomAudienceInput = Partial<typeof UpdateCustomAudienceInput.$inferInput>
export type FlexibleCreation = typeof CreateFlexibleAudienceInput.$inferInput
