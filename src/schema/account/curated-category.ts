import { listCuratedCategories, MAX_COUNTRIES, type CuratedCategoryRow } from '../../rest/account/curated-category.ts'
import { listPublishers } from '../../rest/account/publisher.ts'
import { badUserInput, builder, entity } from '../kit.ts'
import { countryCodes } from '../scalar/country.ts'
import { Account } from './account.ts'
import { PublisherConnection } from './publisher.ts'

export const CuratedCategory = builder.objectRef<CuratedCategoryRow>('CuratedCategory')

/** The number of publishers per category that a plan assumes at most. The documents have no limit. */
const MAX_PUBLISHERS = 1000

entity(CuratedCategory, listCuratedCategories, {
  description: 'A group of publishers, curated by the service. Ads can be shown alongside their content.',
  fields: (t) => ({
    ...t.columns({
      name: 'The name of the category. @beyondDocuments',
      description: 'The description of the category. @beyondDocuments',
      countryCodes: [['String'], 'The countries in which the category is available: two-letter ISO 3166-1 codes.'],
      videosMonetizedInLastThirtyDays: [
        'Long',
        'The number of videos of the category that were monetized in the last 30 days. @beyondDocuments',
      ],
    }),
    publisherUserIds: t.field({
      type: ['ID'],
      description: "The service's IDs of the users who are the publishers in the category. @beyondDocuments",
      resolve: ({ publisher_user_ids: ids }) => ids,
    }),
    publishers: t.references(
      PublisherConnection,
      listPublishers,
      'The publishers in the category, in the order of `publisherUserIds`. Publishers that are missing from the cached ' +
        'list are left out, but `totalCount` counts them.',
      {
        ids: (row) => row.publisher_user_ids,
        maxIds: MAX_PUBLISHERS,
      },
    ),
  }),
  list: [
    Account,
    'curatedCategories',
    'The curated categories that the account can use in some countries. The service decides the size of its pages; ' +
      '`first` is applied to them here.',
  ],
  args: builder.args((t) =>
    t.required({
      countryCodes: [['String'], 'The countries: 1 to 200 two-letter ISO 3166-1 codes, in uppercase (R-ACC-9).'],
    }),
  ),
  filters: ({ countryCodes: codes }) => ({
    country_codes: countryCodes(withinLimit(codes), 'countryCodes', 'R-ACC-9'),
  }),
})

/** Checks the number of countries. */
function withinLimit(codes: readonly string[]): readonly string[] {
  if (codes.length >= 1 && codes.length <= MAX_COUNTRIES) return codes
  const message = `\`countryCodes\` has ${codes.length} countries; it must have 1 to ${MAX_COUNTRIES}`
  throw badUserInput('countryCodes', message, 'R-ACC-9')
}
