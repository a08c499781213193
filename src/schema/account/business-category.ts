import { listBusinessCategories, type BusinessCategoryRow } from '../../rest/account/business-category.ts'
import { listIabCategories } from '../../rest/account/iab-category.ts'
import { builder } from '../builder.ts'
import { LineItem } from '../campaign/line-item.ts'
import { lookUpCost } from '../cost/cost.ts'
import { listedReferences } from '../node/reference.ts'
import { keyOnly } from '../../execute/selection.ts'
import { IabCategory } from './iab-category.ts'

export const AdvertiserBusinessCategory = builder
  .objectRef<BusinessCategoryRow>('AdvertiserBusinessCategory')
  .implement({
    description:
      'What an advertiser does. Line items with the objective PREROLL_VIEWS need one or two such categories in ' +
      '`categories` (R-ACC-14).',
    fields: (t) => ({
      restId: t.id({
        nullable: false,
        description: "The service's own id: what line items take in `categories`.",
        extensions: keyOnly,
        resolve: ({ id }) => id,
      }),
      name: t.exposeString('name', { description: 'Its name.' }),
      iabCategories: t.field({
        type: [IabCategory],
        nullable: { list: true, items: false },
        description: 'The IAB categories it stands for.',
        extensions: lookUpCost(listIabCategories),
        resolve: (row, _args, context, info) => listedReferences(context, info, listIabCategories, row.iab_categories),
      }),
      raw: t.field({ type: 'JSON', description: 'The row as the service sent it.', resolve: (row) => row }),
    }),
  })

builder.queryField('advertiserBusinessCategories', (t) =>
  t.whole({
    type: AdvertiserBusinessCategory,
    endpoint: listBusinessCategories,
    description:
      'What advertisers do: PREROLL_VIEWS line items need one or two of these (R-ACC-14). The service allows few such ' +
      'requests: the answer is kept for a day.',
  }),
)

builder.objectField(LineItem, 'advertiserBusinessCategories', (t) =>
  t.field({
    type: [AdvertiserBusinessCategory],
    nullable: { list: true, items: false },
    description:
      'Those of its `categories` that say what the advertiser does: one or two for PREROLL_VIEWS (R-ACC-14).',
    extensions: lookUpCost(listBusinessCategories),
    async resolve({ categories }, _args, { loaders }) {
      if (!categories) return null
      const found = await Promise.all(categories.map((id) => loaders.byId(listBusinessCategories, {}, id)))
      return found.filter((row) => row !== null)
    },
  }),
)

builder.objectField(LineItem, 'iabCategories', (t) =>
  t.field({
    type: [IabCategory],
    nullable: { list: true, items: false },
    description: 'Those of its `categories` that are IAB categories: needed in the publisher network (R-LI-3).',
    extensions: lookUpCost(listIabCategories),
    async resolve({ categories }, _args, { loaders }) {
      if (!categories) return null
      const found = await Promise.all(categories.map((id) => loaders.byId(listIabCategories, {}, id)))
      return found.filter((row) => row !== null)
    },
  }),
)
