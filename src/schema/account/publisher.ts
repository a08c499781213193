import { listContentCategories } from '../../rest/account/content-category.ts'
import { listPublishers, type PublisherRow } from '../../rest/account/publisher.ts'
import { builder, connectionType } from '../kit.ts'
import { ContentCategoryConnection } from './content-category.ts'
import { ONLY_ID, unknownCategory } from './iab-category.ts'

const Publisher = builder.objectRef<PublisherRow>('Publisher')
export const PublisherConnection = connectionType(Publisher, { isWhole: true })

/** The number of content categories of a publisher that a plan assumes at most. The documents have no limit. */
const MAX_CONTENT_CATEGORIES = 20

Publisher.implement({
  description: 'A user whose content can carry ads. @beyondDocuments',
  fields: (t) => ({
    userId: t.foreignKey('user_id', 'the user'),
    ...t.columns({
      username: 'The username.',
      monetizableCountryCodes: [
        ['String'],
        'The countries in which the content can be monetized: two-letter ISO 3166-1 codes.',
      ],
      promotionEligibleCountryCodes: [
        ['String'],
        'The countries in which the content can be promoted: two-letter ISO 3166-1 codes.',
      ],
      monetizationRestricted: ['Boolean', 'Whether monetization of the content is restricted.'],
    }),
    contentCategories: t.references(
      ContentCategoryConnection,
      listContentCategories,
      `The categories of the content of the publisher (R-ACC-11). ${ONLY_ID}`,
      {
        ids: (row) => row.content_category_ids,
        maxIds: MAX_CONTENT_CATEGORIES,
        parentKey: (row) => row.user_id,
        unknown: unknownCategory,
      },
    ),
    raw: t.raw(),
  }),
})

builder.queryField('publishers', (t) =>
  t.whole(
    PublisherConnection,
    listPublishers,
    'The users whose content can carry ads. The service allows few of these requests, so the response is cached, by ' +
      'default for a day.',
  ),
)
