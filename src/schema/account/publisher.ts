import { listContentCategories } from '../../rest/account/content-category.ts'
import { listPublishers, type PublisherRow } from '../../rest/account/publisher.ts'
import { builder } from '../builder.ts'
import { lookUpCost } from '../cost/cost.ts'
import { listedReferences } from '../node/reference.ts'
import { ContentCategory } from './content-category.ts'

export const Publisher = builder.objectRef<PublisherRow>('Publisher').implement({
  description: 'A user beside whose content ads can be shown.',
  fields: (t) => ({
    userId: t.exposeID('user_id', { description: 'The user.' }),
    username: t.exposeString('username', { description: 'The name of the user.' }),
    contentCategories: t.field({
      type: [ContentCategory],
      nullable: { list: true, items: false },
      description: 'The kinds of its content (R-ACC-11).',
      extensions: lookUpCost(listContentCategories),
      resolve: (row, _args, context, info) =>
        listedReferences(context, info, listContentCategories, row.content_category_ids),
    }),
    monetizableCountryCodes: t.exposeStringList('monetizable_country_codes', {
      nullable: { list: true, items: false },
      description: 'The countries in which its content can be monetized, two letters of ISO 3166-1 each.',
    }),
    promotionEligibleCountryCodes: t.exposeStringList('promotion_eligible_country_codes', {
      nullable: { list: true, items: false },
      description: 'The countries in which its content can be promoted, two letters of ISO 3166-1 each.',
    }),
    monetizationRestricted: t.exposeBoolean('monetization_restricted', {
      description: 'Whether monetizing its content is restricted.',
    }),
    raw: t.field({ type: 'JSON', description: 'The row as the service sent it.', resolve: (row) => row }),
  }),
})

builder.queryField('publishers', (t) =>
  t.whole({
    type: Publisher,
    endpoint: listPublishers,
    description:
      'The users beside whose content ads can be shown. The service allows few such requests: the answer is kept for a day.',
  }),
)
