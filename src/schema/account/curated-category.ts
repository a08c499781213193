import { listCuratedCategories, MAX_COUNTRIES, type CuratedCategoryRow } from '../../rest/account/curated-category.ts'
import { builder } from '../builder.ts'
import { connectionType } from '../list/connection-type.ts'
import { countryCodes } from '../scalar/country.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { badUserInput } from '../errors.ts'
import { Account } from './account.ts'

export const CuratedCategory = builder.objectRef<CuratedCategoryRow>('CuratedCategory')
export const CuratedCategoryConnection = connectionType(CuratedCategory, { counted: false })

CuratedCategory.implement({
  description: 'A group of publishers, put together by the service, beside whose content ads can be shown.',
  interfaces: [Node, Entity],
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    description: t.exposeString('description', { description: 'What it holds, in words.' }),
    countryCodes: t.exposeStringList('country_codes', {
      nullable: { list: true, items: false },
      description: 'The countries it is offered in, two letters of ISO 3166 each.',
    }),
    publisherUserIds: t.field({
      type: ['ID'],
      nullable: { list: true, items: false },
      description: 'The users its publishers are.',
      resolve: ({ publisher_user_ids: ids }) => ids?.map(String),
    }),
    videosMonetizedInLastThirtyDays: t.expose('videos_monetized_in_last_thirty_days', {
      type: 'Long',
      description: 'How many of its videos carried ads in the last 30 days.',
    }),
  }),
})

nodeType(CuratedCategory, listCuratedCategories)

builder.queryField('curatedCategory', (t) =>
  t.byId({ type: CuratedCategory, endpoint: listCuratedCategories, description: 'One curated category.' }),
)

builder.objectFields(Account, (t) => ({
  curatedCategory: t.byId({
    type: CuratedCategory,
    endpoint: listCuratedCategories,
    description: 'One of the curated categories it can use.',
  }),
  curatedCategories: t.list({
    type: CuratedCategoryConnection,
    endpoint: listCuratedCategories,
    description:
      'The curated categories it can use in some countries. Pages are as long as the service makes them; `first` is ' +
      'cut out of them here.',
    args: {
      countryCodes: t.arg.stringList({
        required: true,
        description: 'The countries, two capital letters of ISO 3166 each, 1 to 200 of them (R-ACC-9).',
      }),
    },
    filters: ({ countryCodes: codes }) => ({ country_codes: countryCodes(someOf(codes), 'countryCodes', 'R-ACC-9') }),
  }),
}))

function someOf(codes: readonly string[]): readonly string[] {
  if (codes.length >= 1 && codes.length <= MAX_COUNTRIES) return codes
  const message = `\`countryCodes\` names ${codes.length} countries; it can name 1 to ${MAX_COUNTRIES}`
  throw badUserInput('countryCodes', message, 'R-ACC-9')
}
