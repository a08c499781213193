import { listCuratedCategories, MAX_COUNTRIES, type CuratedCategoryRow } from '../../rest/account/curated-category.ts'
import { builder } from '../builder.ts'
import { connectionType, pageArgs } from '../list/connection-type.ts'
import { connection } from '../list/connection.ts'
import { listCost, lookUpCost } from '../cost/cost.ts'
import { countryCodes } from '../scalar/country.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { badUserInput } from '../errors.ts'
import { findAtRoot, findInAccount, plainOwnIdArgs, plainRootIdArgs } from '../node/reference.ts'
import { keyOnly } from '../../execute/selection.ts'
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

nodeType(
  CuratedCategory,
  ({ loaders }, account, id) => loaders.byId(listCuratedCategories, { account_id: account }, id),
  listCuratedCategories,
)

builder.queryField('curatedCategory', (t) =>
  t.field({
    type: CuratedCategory,
    description: 'One curated category.',
    extensions: lookUpCost(listCuratedCategories),
    args: plainRootIdArgs,
    resolve: (_root, args, context, info) => findAtRoot(context, info, 'CuratedCategory', listCuratedCategories, args),
  }),
)

builder.objectFields(Account, (t) => ({
  curatedCategory: t.field({
    type: CuratedCategory,
    description: 'One of the curated categories it can use.',
    extensions: { ...keyOnly, ...lookUpCost(listCuratedCategories) },
    args: plainOwnIdArgs,
    resolve: (account, args, context, info) =>
      findInAccount(context, info, 'CuratedCategory', listCuratedCategories, account.id, args),
  }),
  curatedCategories: t.field({
    type: CuratedCategoryConnection,
    nullable: false,
    description:
      'The curated categories it can use in some countries. Pages are as long as the service makes them; `first` is ' +
      'cut out of them here.',
    extensions: { ...keyOnly, ...listCost(listCuratedCategories) },
    args: {
      countryCodes: t.arg.stringList({
        required: true,
        description: 'The countries, two capital letters of ISO 3166 each, 1 to 200 of them (R-ACC-9).',
      }),
      ...pageArgs,
    },
    resolve: (account, { countryCodes: codes, ...page }, context) =>
      connection(
        context,
        {
          endpoint: listCuratedCategories,
          path: { account_id: account.id },
          filters: { country_codes: countryCodes(someOf(codes), 'countryCodes', 'R-ACC-9') },
        },
        page,
      ),
  }),
}))

function someOf(codes: readonly string[]): readonly string[] {
  if (codes.length >= 1 && codes.length <= MAX_COUNTRIES) return codes
  const message = `\`countryCodes\` names ${codes.length} countries; it can name 1 to ${MAX_COUNTRIES}`
  throw badUserInput('countryCodes', message, 'R-ACC-9')
}
