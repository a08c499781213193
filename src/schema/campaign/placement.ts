import { listPlacements, type PlacementRow } from '../../rest/campaign/placement.ts'
import { builder } from '../builder.ts'
import { callCost } from '../cost/cost.ts'
import { LineItem, Placement, ProductType } from './line-item.ts'

export const LineItemPlacements = builder.objectRef<PlacementRow>('LineItemPlacements').implement({
  description: 'Where line items of one product type may be shown (R-ACC-10).',
  fields: (t) => ({
    productType: t.expose('product_type', { type: ProductType, description: 'The product type.' }),
    placements: t.field({
      type: t.listRef(t.listRef(Placement)),
      description: 'The combinations that are permitted: `placements` of a line item must be one of these lists.',
      resolve: ({ placements }) => placements,
    }),
    raw: t.field({ type: 'JSON', description: 'The row as the service sent it.', resolve: (row) => row }),
  }),
})

builder.queryField('lineItemPlacements', (t) =>
  t.whole({
    type: LineItemPlacements,
    endpoint: listPlacements,
    description:
      'The combinations of placements that line items may have, by product type (R-ACC-10). The service allows few such ' +
      'requests: answers are kept for a day.',
    args: { productType: t.arg({ type: ProductType, description: 'Only those of this product type.' }) },
    filters: ({ productType }) => ({ product_type: productType ?? undefined }),
  }),
)

builder.objectField(LineItem, 'permittedPlacements', (t) =>
  t.field({
    type: t.listRef(t.listRef(Placement)),
    description:
      'The combinations of placements that line items of its product type may have (R-ACC-10). One call brings those of ' +
      'all product types.',
    extensions: callCost(1, listPlacements),
    async resolve({ product_type: productType }, _args, { loaders }) {
      const rows = await loaders.whole(listPlacements, {})
      return rows.find((row) => row.product_type === productType)?.placements
    },
  }),
)
