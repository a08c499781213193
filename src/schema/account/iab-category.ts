import { listIabCategories, type IabCategoryRow } from '../../rest/account/iab-category.ts'
import { builder } from '../builder.ts'
import { connectionType } from '../list/connection-type.ts'
import { lookUpCost } from '../cost/cost.ts'
import { listedReferences } from '../node/reference.ts'
import { keyOnly } from '../../execute/selection.ts'

export const IabCategory = builder.objectRef<IabCategoryRow>('IabCategory')
export const IabCategoryConnection = connectionType(IabCategory)

IabCategory.implement({
  description:
    'A category of apps and content by the Interactive Advertising Bureau. Line items in the publisher network name such ' +
    'categories (R-LI-3), and content is targeted by them, with the type IAB_CATEGORY (R-TGT-8).',
  fields: (t) => ({
    restId: t.id({
      nullable: false,
      description: "The service's own id, e.g. IAB2-3: what line items and targeting criteria take.",
      extensions: keyOnly,
      resolve: ({ id }) => id,
    }),
    name: t.exposeString('name', { description: 'Its name.' }),
    parentId: t.exposeID('parent_id', { description: "The category it is part of, by the service's own id." }),
    parent: t.field({
      type: IabCategory,
      description: 'The category it is part of; null at the top.',
      extensions: lookUpCost(listIabCategories),
      resolve: async ({ parent_id: parent }, _args, context, info) =>
        (await listedReferences(context, info, listIabCategories, parent ? [parent] : []))?.[0],
    }),
    raw: t.field({ type: 'JSON', description: 'The row as the service sent it.', resolve: (row) => row }),
  }),
})

builder.queryField('iabCategories', (t) =>
  t.list({
    type: IabCategoryConnection,
    endpoint: listIabCategories,
    description:
      'The categories of apps and content by the Interactive Advertising Bureau. The service allows few such requests: ' +
      'pages are kept for a day.',
  }),
)
