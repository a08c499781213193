import { listContentCategories, type ContentCategoryRow } from '../../rest/account/content-category.ts'
import { builder, connectionType, Node, nodeType } from '../kit.ts'
import { restIdOption } from '../node/node-type.ts'
import { iabCategoriesOfRow } from './iab-category.ts'

const ContentCategory = builder.objectRef<ContentCategoryRow>('ContentCategory')
export const ContentCategoryConnection = connectionType(ContentCategory, { isWhole: true })

ContentCategory.implement({
  description:
    'A category of publisher content. To target it, create targeting criteria of the type IAB_CATEGORY for its IAB ' +
    'categories (R-ACC-11, R-TGT-8).',
  interfaces: [Node],
  fields: (t) => ({
    restId: t.id(restIdOption("The service's ID. @beyondDocuments")),
    ...t.columns({
      name: 'The name of the category. @beyondDocuments',
      publishersInLastThirtyDays: [
        'Int',
        'The number of publishers with content of this category in the last 30 days. @beyondDocuments',
      ],
      videosMonetizedInLastThirtyDays: [
        'Int',
        'The number of videos of this category that were monetized in the last 30 days. @beyondDocuments',
      ],
    }),
    iabCategories: t.references(...iabCategoriesOfRow('The IAB categories to target.')),
    raw: t.raw(),
  }),
})

nodeType(ContentCategory, listContentCategories, { scope: 'none' })

builder.queryField('contentCategories', (t) =>
  t.whole(
    ContentCategoryConnection,
    listContentCategories,
    'The categories of publisher content, each with the IAB categories to target (R-ACC-11). The service allows few of ' +
      'these requests, so the response is cached, by default for a day.',
  ),
)
