import { needsRow } from '../../execute/selection/selection.ts'
import type { ContentCategoryRow } from '../../rest/account/content-category.ts'
import { listIabCategories, type IabCategoryRow } from '../../rest/account/iab-category.ts'
import { referenceIn } from '../../rest/id.ts'
import { builder, connectionType, lookUpCost, Node, nodeType } from '../kit.ts'
import { restIdOption } from '../node/node-type.ts'

const IabCategory = builder.objectRef<IabCategoryRow>('IabCategory')
export const IabCategoryConnection = connectionType(IabCategory)

/** The number of IAB categories of a row that a plan assumes at most. The documents have no limit. */
export const MAX_IAB_CATEGORIES = 20

/** What descriptions say of categories that are not in their list. */
export const ONLY_ID = 'A category that is missing from the cached list has only its ID.'

/** A category that is not in the list of categories. */
export function unknownCategory(id: string): { id: string } {
  return { id }
}

/** What `t.references` takes for the categories in a row, which the description names. */
export const iabCategoriesOfRow = (description: string) =>
  [
    IabCategoryConnection,
    listIabCategories,
    `${description} ${ONLY_ID}`,
    {
      ids: (row: Pick<ContentCategoryRow, 'iab_categories'>) => row.iab_categories,
      maxIds: MAX_IAB_CATEGORIES,
      unknown: unknownCategory,
    },
  ] as const

IabCategory.implement({
  description:
    'A category of apps and content of the Interactive Advertising Bureau (IAB). Line items with the placement ' +
    'PUBLISHER_NETWORK need such categories (R-LI-3), and targeting criteria of the type IAB_CATEGORY target them ' +
    '(R-TGT-8). @beyondDocuments',
  interfaces: [Node],
  fields: (t) => ({
    restId: t.id(restIdOption("The service's ID, for example IAB2-3, which line items and targeting criteria take.")),
    ...t.columns({ name: 'The name of the category.' }),
    parentId: t.foreignKey('parent_id', 'the parent category', 'Null if the category has no parent.'),
    parent: t.field({
      type: IabCategory,
      description: 'The parent category. Null if the category has no parent.',
      extensions: lookUpCost(listIabCategories),
      async resolve({ parent_id: given }, _args, { loaders }, info) {
        const parent = referenceIn(given)
        if (parent === null) return null
        if (parent instanceof Error) throw parent
        const found = needsRow(info) ? await loaders.byId(listIabCategories, {})(parent) : null
        return found ?? unknownCategory(parent)
      },
    }),
    raw: t.raw(),
  }),
})

nodeType(IabCategory, listIabCategories, { scope: 'none' })

builder.queryField('iabCategories', (t) =>
  t.list(
    IabCategoryConnection,
    listIabCategories,
    'The categories of apps and content of the Interactive Advertising Bureau. The service allows few of these ' +
      'requests, so pages are cached, by default for a day.',
    {},
  ),
)
