import { addFeatures, listFeatures, removeFeatures } from '../../rest/account/feature.ts'
import {
  accountField,
  builder,
  type Check,
  closedEnum,
  decide,
  type InputFields,
  inputType,
  rulesFor,
  writeField,
} from '../kit.ts'
import { type Outcome, Payload } from '../write/payload.ts'
import { Account } from './account.ts'

/** The description of a feature that the documents only name. */
const UNDESCRIBED = 'The documentation of the interface does not describe this feature.'

const ReadableFeature = closedEnum(
  'ReadableFeature',
  'The features that `Account.features` can be filtered by (R-ACC-3). Accounts can have other features too.',
  {
    REACH_AND_FREQUENCY_ANALYTICS: 'Reach and frequency statistics.',
    REACH_FREQUENCY_CAP: 'Frequency caps for the objective REACH.',
    WEBSITE_CLICKS_CPM_BILLING: 'Website clicks that are billed by impressions. Read-only (R-ACC-4).',
  },
)

const GrantableFeature = closedEnum(
  'GrantableFeature',
  'The 22 features that can be added and removed in the sandbox (R-ACC-4). Not all of them can be used as a filter.',
  {
    AGE_TARGETING: 'Targeting by age.',
    ALLOW_SKIPPABLE_VIDEOS_FOR_PREROLL_VIEWS_OBJECTIVE: 'Skippable videos for the objective PREROLL_VIEWS.',
    AWARENESS_OBJECTIVE: 'The awareness objective.',
    BRAND_TPN: UNDESCRIBED,
    CHARGE_FOR_GOOD_CLICK: UNDESCRIBED,
    CONVERSATION_CARD: 'Conversation cards.',
    CONVERSATION_CARD_FOUR_OPTIONS: 'Conversation cards with four options.',
    CONVERSATION_CARD_UNLOCK: 'Conversation cards that unlock content.',
    CPI_CHARGING: UNDESCRIBED,
    DIRECT_MESSAGE_CARD: 'Direct message cards.',
    DR_TAP: UNDESCRIBED,
    ENGAGER_RETARGETING: 'Retargeting of users who engaged.',
    EVENT_TARGETING: 'Targeting by event.',
    INSTALLED_APP_CATEGORY_TARGETING: 'Targeting by the category of installed apps.',
    MOBILE_CONVERSION_TRANSACTION_VALUE: UNDESCRIBED,
    OPTIMIZED_ACTION_BIDDING: UNDESCRIBED,
    REACH_AND_FREQUENCY_ANALYTICS: 'Reach and frequency statistics.',
    REACH_FREQUENCY_CAP: 'Frequency caps for the objective REACH.',
    VALIDATED_AGE_TARGETING: 'Targeting by validated age.',
    VIDEO_VIEWS_MIDROLL_OBJECTIVE: UNDESCRIBED,
    PREROLL_VIEWS_OBJECTIVE: 'The objective PREROLL_VIEWS.',
    VIDEO_APP_DOWNLOAD_CARD: 'Video app download cards.',
  },
)

builder.objectField(Account, 'features', (t) =>
  t.single(
    ['String'],
    listFeatures,
    'The keys of the beta features that the account has. The list of values is open. Takes one call per account.',
    {
      args: t.arg.optional({
        keys: [[ReadableFeature], 'Return only these features. Defaults to all features of the account.'],
      }),
      params: ({ keys }) => ({ feature_keys: keys ?? undefined }),
    },
  ),
)

const featureFields = (t: InputFields) => ({
  ...accountField(t),
  ...t.required({
    featureKeys: [[GrantableFeature], 'The features: at least one (R-ACC-4).'],
  }),
})

const AddAccountFeaturesInput = inputType(
  'AddAccountFeaturesInput',
  'The features to add to an account.',
  featureFields,
)

const featuresPayload = (name: string, description: string) =>
  builder.objectRef<Outcome<string[]>>(name).implement({
    description,
    interfaces: [Payload],
    fields: (t) => ({
      features: t.stringList({
        description: 'The keys of features as the service returned them. Null if the input was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })

const RULES = [
  rulesFor<{ featureKeys: readonly string[] }>()(
    'R-ACC-4',
    ['featureKeys'],
    ({ featureKeys }) => featureKeys?.length !== 0,
    'is empty; it must have at least one feature',
  ),
]

function featureWrite(check: Check<typeof AddAccountFeaturesInput.$inferInput>) {
  check.ids.account()
  decide(check, RULES)
  return {}
}

builder.mutationFields((t) => ({
  addAccountFeatures: writeField(t, {
    payload: featuresPayload('AddAccountFeaturesPayload', 'The result of adding features to an account.'),
    endpoint: addFeatures,
    does: { action: 'UPDATE', type: 'Account', id: 'accountId' },
    description:
      'Adds features to an account. Available only in the sandbox of the service: in production it fails with ' +
      'SANDBOX_ONLY, and nothing is sent (R-ACC-1).',
    input: AddAccountFeaturesInput,
    prepare: featureWrite,
  }),

  removeAccountFeatures: writeField(t, {
    payload: featuresPayload('RemoveAccountFeaturesPayload', 'The result of removing features from an account.'),
    endpoint: removeFeatures,
    does: { action: 'UPDATE', type: 'Account', id: 'accountId' },
    description:
      'Removes features from an account. Available only in the sandbox of the service: in production it fails with ' +
      'SANDBOX_ONLY, and nothing is sent (R-ACC-1).',
    input: inputType('RemoveAccountFeaturesInput', 'The features to remove from an account.', featureFields),
    prepare: featureWrite,
  }),
}))
