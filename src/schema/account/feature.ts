import { addFeatures, listFeatures, removeFeatures, type FeatureParams } from '../../rest/account/feature.ts'
import { builder, type InputFields } from '../builder.ts'
import { callCost } from '../cost/cost.ts'
import { accountField, toParams, type Check } from '../write/input.ts'
import { Payload, type Outcome } from '../write/mutation.ts'
import { writeField } from '../write/mutation-field.ts'
import { keyOnly } from '../../execute/selection.ts'
import { Account } from './account.ts'

export const ReadableFeature = builder.enumType('ReadableFeature', {
  description: 'The features that can be asked for by name (R-ACC-3). Accounts can be granted others too.',
  values: {
    REACH_AND_FREQUENCY_ANALYTICS: { description: 'Statistics of reach and frequency.' },
    REACH_FREQUENCY_CAP: { description: 'Frequency caps of the objective REACH.' },
    WEBSITE_CLICKS_CPM_BILLING: { description: 'Website clicks billed by impressions. Readable only (R-ACC-4).' },
  } as const,
})

export const GrantableFeature = builder.enumType('GrantableFeature', {
  description:
    'The features that a sandbox adds and removes: 22, which are not quite those that can be asked for by name (R-ACC-4).',
  values: {
    AGE_TARGETING: { description: 'Targeting by age.' },
    ALLOW_SKIPPABLE_VIDEOS_FOR_PREROLL_VIEWS_OBJECTIVE: {
      description: 'Videos that can be skipped, for the objective PREROLL_VIEWS.',
    },
    AWARENESS_OBJECTIVE: { description: 'The objective of awareness.' },
    BRAND_TPN: { description: 'Not described by the documents.' },
    CHARGE_FOR_GOOD_CLICK: { description: 'Not described by the documents.' },
    CONVERSATION_CARD: { description: 'Conversation cards.' },
    CONVERSATION_CARD_FOUR_OPTIONS: { description: 'Conversation cards with four options.' },
    CONVERSATION_CARD_UNLOCK: { description: 'Conversation cards that unlock something.' },
    CPI_CHARGING: { description: 'Not described by the documents.' },
    DIRECT_MESSAGE_CARD: { description: 'Direct message cards.' },
    DR_TAP: { description: 'Not described by the documents.' },
    ENGAGER_RETARGETING: { description: 'Retargeting of those who engaged.' },
    EVENT_TARGETING: { description: 'Targeting by event.' },
    INSTALLED_APP_CATEGORY_TARGETING: { description: 'Targeting by the category of installed apps.' },
    MOBILE_CONVERSION_TRANSACTION_VALUE: { description: 'Not described by the documents.' },
    OPTIMIZED_ACTION_BIDDING: { description: 'Not described by the documents.' },
    REACH_AND_FREQUENCY_ANALYTICS: { description: 'Statistics of reach and frequency.' },
    REACH_FREQUENCY_CAP: { description: 'Frequency caps of the objective REACH.' },
    VALIDATED_AGE_TARGETING: { description: 'Targeting by validated age.' },
    VIDEO_VIEWS_MIDROLL_OBJECTIVE: { description: 'Not described by the documents.' },
    PREROLL_VIEWS_OBJECTIVE: { description: 'The objective PREROLL_VIEWS.' },
    VIDEO_APP_DOWNLOAD_CARD: { description: 'Video app download cards.' },
  } as const,
})

builder.objectField(Account, 'features', (t) =>
  t.stringList({
    nullable: { list: true, items: false },
    description: 'The beta features it is granted, by their keys; all others it does not have. The list is open.',
    extensions: { ...keyOnly, ...callCost() },
    args: {
      keys: t.arg({ type: [ReadableFeature], description: 'Only these of them. Left out: all it is granted.' }),
    },
    resolve(account, { keys }, { loaders }) {
      // Sent empty, the filter would not filter at all.
      if (keys?.length === 0) return []
      return loaders.once(listFeatures, { account_id: account.id }, { feature_keys: keys ?? undefined })
    },
  }),
)

const featureFields = (t: InputFields) => ({
  ...accountField(t),
  featureKeys: t.field({
    type: [GrantableFeature],
    required: true,
    description: 'The features, at least one (R-ACC-4).',
  }),
})

const SandboxAddAccountFeaturesInput = builder.inputType('SandboxAddAccountFeaturesInput', {
  description: 'Features that an account is to have.',
  fields: featureFields,
})

const SandboxRemoveAccountFeaturesInput = builder.inputType('SandboxRemoveAccountFeaturesInput', {
  description: 'Features that an account is no longer to have.',
  fields: featureFields,
})

const featuresPayload = (name: string, description: string) =>
  builder.objectRef<Outcome<string[]>>(name).implement({
    description,
    interfaces: [Payload],
    fields: (t) => ({
      features: t.stringList({
        nullable: { list: true, items: false },
        description: 'The keys of features as the service answered; null where the input was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })
const SandboxAddAccountFeaturesPayload = featuresPayload(
  'SandboxAddAccountFeaturesPayload',
  'The result of adding features to an account.',
)
const SandboxRemoveAccountFeaturesPayload = featuresPayload(
  'SandboxRemoveAccountFeaturesPayload',
  'The result of removing features from an account.',
)

/** Holds the rule for features, and gives what goes on the wire of them. */
function featureParams(check: Check<typeof SandboxAddAccountFeaturesInput.$inferInput>): FeatureParams {
  check.that(check.input.featureKeys.length > 0, 'featureKeys', 'R-ACC-4', 'is empty; it needs at least one feature')
  return toParams(check.input, ['accountId'])
}

builder.mutationFields((t) => ({
  sandboxAddAccountFeatures: writeField(t, {
    payload: SandboxAddAccountFeaturesPayload,
    description:
      'Adds features to an account. Only the sandbox of the service has this; elsewhere it is SANDBOX_ONLY and nothing is ' +
      'sent (R-ACC-1).',
    input: SandboxAddAccountFeaturesInput,
    inputDescription: 'The features.',
    prepare(check, context) {
      context.rest.assertOffered(addFeatures)
      const account = check.account('accountId')
      const params = featureParams(check)
      return { send: () => context.rest.call(addFeatures, { account_id: account }, params) }
    },
  }),

  sandboxRemoveAccountFeatures: writeField(t, {
    payload: SandboxRemoveAccountFeaturesPayload,
    description:
      'Removes features from an account. Only the sandbox of the service has this; elsewhere it is SANDBOX_ONLY and ' +
      'nothing is sent (R-ACC-1).',
    input: SandboxRemoveAccountFeaturesInput,
    inputDescription: 'The features.',
    prepare(check, context) {
      context.rest.assertOffered(removeFeatures)
      const account = check.account('accountId')
      const params = featureParams(check)
      return { send: () => context.rest.call(removeFeatures, { account_id: account }, params) }
    },
  }),
}))
