import { comparableId } from '../../rest/value.ts'
import { listOf } from '../node/node-type.ts'
import { idColumn, type Known, readColumn, type StoredRow, UNKNOWN } from '../write/known.ts'
import { type Key, rowKey } from '../write/stored.ts'

/** An entity of an account. */
export interface Place {
  type: string
  account: string
  id: string
}

/** What each type is directly below, and the column with its ID. A funding instrument is below its account alone. */
export const BELOW: Readonly<Record<string, readonly [type: string, column: string]>> = {
  Campaign: ['FundingInstrument', 'funding_instrument_id'],
  LineItem: ['Campaign', 'campaign_id'],
  LineItemCuratedCategory: ['LineItem', 'line_item_id'],
  MediaCreative: ['LineItem', 'line_item_id'],
  PromotedAccount: ['LineItem', 'line_item_id'],
  PromotedPost: ['LineItem', 'line_item_id'],
  ScheduledPromotedPost: ['LineItem', 'line_item_id'],
  TargetingCriterion: ['LineItem', 'line_item_id'],
  TrackingTag: ['LineItem', 'line_item_id'],
}

/** Whether entities of a type are below others, or others below them. */
export function isInTree(type: string): boolean {
  return type in BELOW || type === 'FundingInstrument'
}

/** The row of an entity in the tree, which is read as rules read it. */
export const rowOfPlace = ({ type, account, id }: Place): Key<StoredRow<object> | null> =>
  rowKey(listOf(type), account, id, { alone: type === 'Campaign' })

/** What is above an entity, up to its funding instrument. Its rows are stored one by one. */
export function aboveKey(place: Place): Key<void> {
  const { type, account, id } = place
  const group = `above ${type} ${account}`
  return {
    id: `${group} ${comparableId(id)}`,
    group,
    costs: ({ max }) =>
      [...typesAbove(type)].flatMap((each) => rowOfPlace({ type: each, account, id: '' }).costs({ min: 0, max })),
    async read(context, stored) {
      for (let at: Known<Place> = place; typeof at === 'object' && at !== null;)
        at = directlyAbove(at, await stored.readOne(context, rowOfPlace(at)))
    },
  }
}

/** The types above a type, from the lowest. */
export function typesAbove(type: string): string[] {
  const [above] = BELOW[type] ?? []
  return above === undefined ? [] : [above, ...typesAbove(above)]
}

/** What a row is directly below. Null for a type that is below its account alone. */
export function directlyAbove({ type, account }: Place, row: object | null | undefined): Known<Place> {
  const [above, column] = BELOW[type] ?? []
  if (above === undefined || column === undefined) return null
  const id = readColumn(row, column, idColumn)
  return typeof id === 'string' ? { type: above, account, id } : id === null ? UNKNOWN : id
}
