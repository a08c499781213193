import type { Context } from '../../context.ts'
import { listBusinessCategories, type BusinessCategoryRow } from '../../rest/account/business-category.ts'
import { listIabCategories } from '../../rest/account/iab-category.ts'
import type { LineItemRow } from '../../rest/campaign/line-item.ts'
import type { ListEndpoint } from '../../rest/endpoint.ts'
import { referencesIn } from '../../rest/id.ts'
import { idOf, type ListParams, type Row } from '../../rest/types.ts'
import { LineItem } from '../campaign/line-item.ts'
import type { FieldUse } from '../cost/cost.ts'
import { semanticNonNull } from '../directive.ts'
import { accountOf, builder, connectionType, lookUpCost, Node, nodeType } from '../kit.ts'
import { pageArgs } from '../list/connection-type.ts'
import type { Connection } from '../list/connection.ts'
import { listName } from '../list/cursor.ts'
import { MAX_FIRST, rangeOf, wholePage, type PageArgs } from '../list/read.ts'
import { restIdOption } from '../node/node-type.ts'
import { iabCategoriesOfRow, IabCategoryConnection, MAX_IAB_CATEGORIES } from './iab-category.ts'

const AdvertiserBusinessCategory = builder.objectRef<BusinessCategoryRow>('AdvertiserBusinessCategory')
const AdvertiserBusinessCategoryConnection = connectionType(AdvertiserBusinessCategory, { isWhole: true })

AdvertiserBusinessCategory.implement({
  description:
    'A business category of advertisers. Line items with the objective PREROLL_VIEWS need one or two of them in ' +
    '`categories` (R-ACC-14). @beyondDocuments',
  interfaces: [Node],
  fields: (t) => ({
    restId: t.id(restIdOption("The service's ID, which line items take in `categories`.")),
    ...t.columns({ name: 'The name of the category.' }),
    iabCategories: t.references(...iabCategoriesOfRow('The IAB categories that the category represents.')),
    raw: t.raw(),
  }),
})

nodeType(AdvertiserBusinessCategory, listBusinessCategories, { scope: 'none' })

builder.queryField('advertiserBusinessCategories', (t) =>
  t.whole(
    AdvertiserBusinessCategoryConnection,
    listBusinessCategories,
    'The business categories of advertisers. Line items with the objective PREROLL_VIEWS need one or two of them ' +
      '(R-ACC-14). The service allows few of these requests, so the response is cached, by default for a day.',
  ),
)

builder.objectField(LineItem, 'advertiserBusinessCategories', (t) =>
  t.field({
    type: AdvertiserBusinessCategoryConnection,
    description:
      'The advertiser business categories in `categories`: one or two if the objective is PREROLL_VIEWS (R-ACC-14). Other ' +
      'IDs are left out.',
    ...categoriesIn(listBusinessCategories),
  }),
)

builder.objectField(LineItem, 'iabCategories', (t) =>
  t.field({
    type: IabCategoryConnection,
    description:
      'The IAB categories in `categories`. Required for the placement PUBLISHER_NETWORK (R-LI-3). Other IDs are left out.',
    ...categoriesIn(listIabCategories),
  }),
)

/** The options of a field for a page of those categories of a line item that are in a catalog. */
function categoriesIn<R extends Row>(endpoint: ListEndpoint<string, ListParams, R>) {
  const { cost } = lookUpCost(endpoint, { each: MAX_IAB_CATEGORIES })
  return {
    args: pageArgs(MAX_FIRST),
    // Only the catalog shows which IDs are its own, so it is read even for a selection of IDs.
    extensions: { ...semanticNonNull, cost: (use: FieldUse) => cost({ ...use, needsRow: true }) },
    async resolve(row: LineItemRow, args: PageArgs, { loaders }: Context): Promise<Connection<R>> {
      const name = () => listName(endpoint.path, {}, { account: accountOf(row), parent: idOf(row) })
      const range = rangeOf(name, args, MAX_FIRST)
      const found = await Promise.all(referencesIn(row.categories).map(loaders.byId(endpoint, {})))
      return wholePage(
        endpoint,
        name,
        found.filter((category) => category !== null),
        range,
      )
    },
  }
}
