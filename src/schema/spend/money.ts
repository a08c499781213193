import { comparableId, isSameId, momentOf } from '../../rest/value.ts'
import { snakeCase } from '../wire-name.ts'
import {
  budgetColumn,
  flagColumn,
  type Known,
  longColumn,
  readColumn,
  wordColumn,
  timeColumn,
  UNKNOWN,
} from '../write/known.ts'
import type { Stored } from '../write/stored.ts'
import { directlyAbove, isInTree, pathUp, type EntityPlace, type PlaceRow, rowAsReadAt, rowAt } from './above.ts'
import type { MoneyAmount, MoneyWrite } from './excess.ts'
import type { Subject } from './subject.ts'

/** The place of an amount in the memory of the lowest ones. */
export const placeOfAmount = ({ type, account, id }: EntityPlace, field: string): string =>
  [comparableId(account), type, comparableId(id), field].join(':')

/**
 * The currency of the funding instrument that pays for what an operation changes or adds to. UNKNOWN also if what it pays for has
 * amounts in another one.
 */
export function currencyOf({ does, input, places }: Subject, stored: Stored): Known<string> {
  if (does.type === 'FundingInstrument') return typeof input['currency'] === 'string' ? input['currency'] : UNKNOWN
  const place = places.find(({ type }) => isInTree(type))
  return place ? currencyAbove(place, stored, rowAt(place, stored)) : UNKNOWN
}

function currencyAbove(place: EntityPlace, stored: Stored, row: PlaceRow): Known<string> {
  const currencies = pathUp(place, stored, row).map((at) =>
    at === UNKNOWN ? at : readColumn(at === place ? row : rowAt(at, stored), 'currency', wordColumn),
  )
  const paying = currencies.at(-1)
  return typeof paying === 'string' && currencies.every((each) => typeof each !== 'string' || each === paying)
    ? paying
    : UNKNOWN
}

/** Whether a write makes amounts that are there count in this currency, which were in another one, or can have been. */
export function isInOtherCurrency(
  { input, target }: Subject,
  currency: string,
  { before, stored }: Pick<Values, 'before' | 'stored'>,
): boolean {
  return (
    Boolean(target) && input['fundingInstrumentId'] !== undefined && currencyAbove(target!, stored, before) !== currency
  )
}

interface Values {
  before: PlaceRow
  /** The stored data after the write. */
  stored: Stored
  /** The lowest amounts that were seen, by their places. */
  lowest: ReadonlyMap<string, bigint>
  /** The time until which the write may be sent, by the clock of the service. */
  sentBy: number
}

/** The statuses in which nothing is spent. An entity with any other status, or an unknown one, can be ACTIVE. */
const INACTIVE: readonly unknown[] = ['PAUSED', 'DRAFT']

const statusOf = (row: PlaceRow) => readColumn(row, 'entity_status', wordColumn)
const levelOf = (row: PlaceRow) => readColumn(row, 'budget_optimization', wordColumn)

/** Whether a row has ended by a time, or can have. */
function hasEnded(row: PlaceRow, by: number): boolean {
  const end = readColumn(row, 'end_time', timeColumn)
  return end === UNKNOWN || (end !== null && momentOf(end) <= by)
}

/** Whether a row has not started by a time, or can have not. */
function isAhead(row: PlaceRow, by: number): boolean {
  const start = readColumn(row, 'start_time', timeColumn)
  return typeof start !== 'string' || momentOf(start) > by
}

/** Whether a write moves a campaign away from a funding instrument that is not known to be able to fund it. */
function isFundedAnew(target: EntityPlace | undefined, before: PlaceRow, stored: Stored): boolean {
  const [from, to] = [before, rowAt(target, stored)].map((row) => target && directlyAbove(target, row))
  if (typeof from !== 'object' || typeof to !== 'object' || !from || !to || isSameId(from.id, to.id)) return false
  return readColumn(rowAt(from, stored), 'able_to_fund', flagColumn) !== true
}

const amountIn = (value: unknown) => (typeof value === 'bigint' || value === null ? value : undefined)

/** The values that a write finds, and those that it would leave behind. */
export function moneyWriteOf(
  subject: Subject,
  currency: string,
  { before, stored, lowest, sentBy }: Values,
): MoneyWrite {
  const { does, input, target, places } = subject
  const { money = {}, settings = {} } = does
  const isNew = does.action === 'CREATE'
  const after = rowAt(target, stored)
  const asRead = rowAsReadAt(target, stored)
  const status = isNew ? (does.serves ? (input['entityStatus'] ?? 'ACTIVE') : 'PAUSED') : statusOf(after)
  const isActive = !INACTIVE.includes(status)
  const parent = isNew ? places[0] : target && directlyAbove(target, after)
  const campaign = does.type === 'LineItem' && typeof parent === 'object' && parent !== null ? parent : undefined
  const above = rowAt(campaign, stored)
  const optimization = input['budgetOptimization']
  const isOfOtherLevel = optimization !== undefined && optimization !== levelOf(before)
  const isRestarted =
    !isNew &&
    (isOfOtherLevel ||
      (input['startTime'] !== undefined && isAhead(before, sentBy)) ||
      (input['endTime'] !== undefined && hasEnded(before, sentBy)) ||
      (input['fundingInstrumentId'] !== undefined && isFundedAnew(target, before, stored)))
  const strategy = isNew ? input['bidStrategy'] : readColumn(after, 'bid_strategy', wordColumn)
  return {
    currency,
    isNew,
    isActivated:
      (isRestarted && isActive) ||
      (input['entityStatus'] === 'ACTIVE'
        ? isNew || statusOf(before) !== 'ACTIVE'
        : isNew && isActive && Object.keys(money).length > 0),
    isActive,
    isResettled: Object.entries(settings).some(([name, what]) => what === 'limit' && input[name] !== undefined),
    isAboveActive: campaign === undefined || !INACTIVE.includes(statusOf(above)),
    amounts: Object.entries(money).map(([field, kind]): MoneyAmount => {
      const name = snakeCase(field)
      const read = kind === 'bid' ? longColumn : budgetColumn
      const given = amountIn(input[field])
      const current = isNew ? null : readColumn(before, name, read)
      const left = isNew ? (given ?? null) : readColumn(after, name, read)
      // The service can leave the budgets of such a campaign out, so only one that it has shown is known to hold.
      const shown = readColumn(asRead, name, read)
      const isKnownToHold =
        does.type !== 'Campaign' ||
        isNew ||
        !isActive ||
        levelOf(after) === 'CAMPAIGN' ||
        (levelOf(after) === levelOf(asRead) && typeof shown === 'bigint' && shown > 0n)
      const isLimiting = kind === 'bid' ? strategy === 'MAX' || strategy === 'TARGET' : isKnownToHold
      return {
        field,
        kind,
        given,
        before: current,
        after: isLimiting || left === null ? left : UNKNOWN,
        above: campaign && kind !== 'bid' ? readColumn(above, name, budgetColumn) : null,
        lowest: target && lowest.get(placeOfAmount(target, field)),
        ...(kind === 'bid' && { fix: `set \`bidStrategy\` to MAX or TARGET, and \`${field}\`` }),
        ...(kind !== 'bid' &&
          !isKnownToHold && { fix: `set \`${field}\` in another mutation, while the campaign is paused` }),
      }
    }),
  }
}
