import { listBusinessCategories, type BusinessCategoryRow } from '../../rest/account/business-category.ts'
import { listIabCategories } from '../../rest/account/iab-category.ts'
import { builder } from '../builder.ts'
import { connectionType } from '../list/connection-type.ts'
import { LineItem } from '../campaign/line-item.ts'
import { lookUpCost } from '../cost/cost.ts'
import { Node, nodeType } from '../node/entity.ts'
import { listedReferences } from '../node/reference.ts'
import { keyOnly } from '../../execute/selection/selection.ts'
import { IabCategory } from './iab-category.ts'

export const AdvertiserBusinessCategory = builder.objectRef<BusinessCategoryRow>('AdvertiserBusinessCategory')
export const AdvertiserBusinessCategoryConnection = connectionType(AdvertiserBusinessCategory, { isWhole: true })

AdvertiserBusinessCategory.implement({
  description:
    'A business category of advertisers. Line items with the objective PREROLL_VIEWS need one or two of them in ' +
    '`categories` (R-ACC-14). @beyondDocuments',
  interfaces: [Node],
  fields: (t) => ({
    restId: t.id({
      nullable: false,
      description: "The service's ID, which line items take in `categories`.",
      extensions: keyOnly,
      resolve: ({ id }) => id,
    }),
    name: t.exposeString('name', { description: 'The name of the category.' }),
    iabCategories: t.field({
      type: [IabCategory],
      nullable: { list: true, items: false },
      description: 'The IAB categories that the category represents.',
      extensions: lookUpCost(listIabCategories),
      resolve: (row, _args, context, info) => listedReferences(context, info, listIabCategories, row.iab_categories),
    }),
    raw: t.field({ type: 'JSON', description: 'The JSON object as the service sent it.', resolve: (row) => row }),
  }),
})

nodeType(AdvertiserBusinessCategory, listBusinessCategories, { scope: 'none' })

builder.queryField('advertiserBusinessCategories', (t) =>
  t.whole({
    type: AdvertiserBusinessCategoryConnection,
    endpoint: listBusinessCategories,
    description:
      'The business categories of advertisers. Line items with the objective PREROLL_VIEWS need one or two of them ' +
      '(R-ACC-14). The service allows few of these requests, so the response is cached, by default for a day.',
  }),
)

builder.objectField(LineItem, 'advertiserBusinessCategories', (t) =>
  t.field({
    type: [AdvertiserBusinessCategory],
    nullable: { list: true, items: false },
    description:
      'The advertiser business categories in `categories`: one or two if the objective is PREROLL_VIEWS (R-ACC-14).',
    extensions: lookUpCost(listBusinessCategories),
    async resolve({ categories }, _args, { loaders }) {
      if (!categories) return null
      const found = await Promise.all(categories.map(loaders.byId(listBusinessCategories, {})))
      return found.filter((row) => row !== null)
    },
  }),
)

builder.objectField(LineItem, 'iabCategories', (t) =>
  t.field({
    type: [IabCategory],
    nullable: { list: true, items: false },
    description: 'The IAB categories in `categories`. Required for the placement PUBLISHER_NETWORK (R-LI-3).',
    extensions: lookUpCost(listIabCategories),
    async resolve({ categories }, _args, { loaders }) {
      if (!categories) return null
      const found = await Promise.all(categories.map(loaders.byId(listIabCategories, {})))
      return found.filter((row) => row !== null)
    },
  }),
)
