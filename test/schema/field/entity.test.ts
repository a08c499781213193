import { isObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../../src/graph.ts'
import { listTrackingTags, type TrackingTagRow } from '../../../src/rest/campaign/tracking-tag.ts'
import { Account } from '../../../src/schema/account/account.ts'
import { LineItem } from '../../../src/schema/campaign/line-item.ts'
import { builder, entity } from '../../../src/schema/kit.ts'

/** The names of the arguments of a field. */
function argumentsOf(coordinate: string): string[] {
  const [typeName = '', name = ''] = coordinate.split('.')
  const type = schema.getType(typeName)
  const field = isObjectType(type) ? type.getFields()[name] : undefined
  return field?.args.map((argument) => argument.name).toSorted() ?? []
}

describe('the lists of an entity', () => {
  it.each([
    ['Account.trackingTags', ['after', 'first', 'ids', 'lineItemIds', 'sortBy', 'withDeleted']],
    ['LineItem.trackingTags', ['after', 'first', 'sortBy', 'withDeleted']],
    ['Account.campaigns', 'after first fundingInstrumentIds ids namePrefix sortBy withDeleted withDraft'.split(' ')],
    ['FundingInstrument.campaigns', ['after', 'first', 'namePrefix', 'sortBy', 'withDeleted', 'withDraft']],
    // The service neither sorts these nor filters them by ID.
    ['Account.curatedCategories', ['after', 'countryCodes', 'first']],
  ])('have the arguments that the list of the service has: %s', (field, args) => {
    expect(argumentsOf(field)).toEqual(args)
  })
})

describe('the declaration of an entity', () => {
  const Thing = builder.objectRef<TrackingTagRow>('Thing')
  const list = [Account, 'things', 'The things.'] as const

  // Types are built when a schema is, so these declarations are only compiled.
  const compiled = [
    () =>
      entity(Thing, listTrackingTags, {
        description: 'A thing.',
        // @ts-expect-error The row has no such column.
        fields: (t) => t.columns({ trackingTagUri: 'The URL.' }),
        list,
      }),
    () =>
      entity(Thing, listTrackingTags, {
        description: 'A thing.',
        fields: () => ({}),
        list,
        // @ts-expect-error The list has no such filter.
        parents: { campaign_ids: [LineItem, 'things', 'The things.', 'Of these.'] },
      }),
    () =>
      entity(Thing, listTrackingTags, {
        description: 'A thing.',
        fields: () => ({}),
        list,
        // @ts-expect-error The list has no such filter.
        filters: () => ({ line_items: ['l1'] }),
      }),
    () =>
      // @ts-expect-error The entity has no list.
      entity(Thing, listTrackingTags, { description: 'A thing.', fields: () => ({}) }),
  ]

  it('does not compile with a column or a filter that does not exist', () => {
    expect(compiled).toHaveLength(4)
  })
})
