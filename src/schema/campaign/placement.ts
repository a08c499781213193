import { listPlacements, type PlacementRow } from '../../rest/campaign/placement.ts'
import { callCost } from '../cost/cost.ts'
import { builder, connectionType } from '../kit.ts'
import { LineItem, Placement, ProductType } from './line-item.ts'

const LineItemPlacements = builder.objectRef<PlacementRow>('LineItemPlacements')
const LineItemPlacementsConnection = connectionType(LineItemPlacements, { isWhole: true })

LineItemPlacements.implement({
  description: 'The permitted placements of line items of one product type (R-ACC-10).',
  fields: (t) => ({
    ...t.columns({
      productType: [ProductType, 'The product type.'],
      placements: [
        t.listRef(t.listRef(Placement)),
        'The permitted combinations. `placements` of a line item must be one of these lists.',
      ],
    }),
    raw: t.raw('The row as the service sent it.'),
  }),
})

builder.queryField('lineItemPlacements', (t) =>
  t.whole(
    LineItemPlacementsConnection,
    listPlacements,
    'The permitted combinations of placements by product type (R-ACC-10). The service strictly limits these ' +
      'requests, so responses are cached for a day.',
    {
      args: t.arg.optional({
        productType: [ProductType, 'Return only the placements of this product type.'],
      }),
      filters: ({ productType }) => ({ product_type: productType ?? undefined }),
    },
  ),
)

builder.objectField(LineItem, 'permittedPlacements', (t) =>
  t.field({
    type: t.listRef(t.listRef(Placement)),
    description:
      'The permitted combinations of placements for its product type (R-ACC-10). One call reads the placements of all ' +
      'product types.',
    extensions: callCost(listPlacements),
    async resolve({ product_type: productType }, _args, { loaders }) {
      const rows = await loaders.whole(listPlacements, {})
      return rows.find((row) => row.product_type === productType)?.placements
    },
  }),
)
