import { listFeatures } from '../../rest/account/feature.ts'
import { builder } from '../builder.ts'
import { callCost } from '../cost.ts'
import { keyOnly } from '../selection.ts'
import { Account } from './account.ts'

export const ReadableFeature = builder.enumType('ReadableFeature', {
  description: 'The features that can be asked for by name (R-ACC-3). Accounts can be granted others too.',
  values: {
    REACH_AND_FREQUENCY_ANALYTICS: { description: 'Statistics of reach and frequency.' },
    REACH_FREQUENCY_CAP: { description: 'Frequency caps of the objective REACH.' },
    WEBSITE_CLICKS_CPM_BILLING: { description: 'Website clicks billed by impressions. Readable only (R-ACC-4).' },
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
