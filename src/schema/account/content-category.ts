import { listContentCategories, type ContentCategoryRow } from '../../rest/account/content-category.ts'
import { listIabCategories } from '../../rest/account/iab-category.ts'
import { builder } from '../builder.ts'
import { lookUpCost } from '../cost/cost.ts'
import { listedReferences } from '../node/reference.ts'
import { keyOnly } from '../../execute/selection.ts'
import { IabCategory } from './iab-category.ts'

export const ContentCategory = builder.objectRef<ContentCategoryRow>('ContentCategory').implement({
  description:
    "A kind of publishers' content. It is targeted by its IAB categories, with criteria of the type IAB_CATEGORY " +
    '(R-ACC-11, R-TGT-8).',
  fields: (t) => ({
    restId: t.id({
      nullable: false,
      description: "The service's own id.",
      extensions: keyOnly,
      resolve: ({ id }) => id,
    }),
    name: t.exposeString('name', { description: 'Its name.' }),
    iabCategories: t.field({
      type: [IabCategory],
      nullable: { list: true, items: false },
      description: 'The IAB categories it is targeted by.',
      extensions: lookUpCost(listIabCategories),
      resolve: (row, _args, context, info) => listedReferences(context, info, listIabCategories, row.iab_categories),
    }),
    publishersInLastThirtyDays: t.exposeInt('publishers_in_last_thirty_days', {
      description: 'How many publishers had such content in the last thirty days.',
    }),
    videosMonetizedInLastThirtyDays: t.exposeInt('videos_monetized_in_last_thirty_days', {
      description: 'How many of their videos were monetized in the last thirty days.',
    }),
    raw: t.field({ type: 'JSON', description: 'The row as the service sent it.', resolve: (row) => row }),
  }),
})

builder.queryField('contentCategories', (t) =>
  t.whole({
    type: ContentCategory,
    endpoint: listContentCategories,
    description:
      "The kinds of publishers' content, each with the IAB categories it is targeted by (R-ACC-11). The service allows " +
      'few such requests: the answer is kept for a day.',
  }),
)
