import { boolean, constant, constantFrom, oneof, record, type Arbitrary } from 'fast-check'
import type { Exchange } from '../support/faulty-service.ts'
import type { Demand } from '../support/random-runs.ts'
import { exampleInput } from '../wire/write-case.ts'
import { rarely, storedColumns } from './faults.ts'
import {
  budgetsRead,
  didNotHappen,
  errorAt,
  idIn,
  isUnknown,
  newIdsIn,
  toldOfOne,
  writesIn,
  type Columns,
  type Problems,
  type Told,
} from './reckoning.ts'
import type { Used } from './setup.ts'

// Mutations of one entity, and what must be reported of them.

/** A mutation of one entity: the field and the table of the entity, the input, and the ID that it names. */
interface OneWrite {
  field: string
  table: string
  input: Arbitrary<Columns>
  id?: string
  mayBeEmpty?: boolean
}

const some = (fields: Record<string, readonly unknown[]>) =>
  record(Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, constantFrom(...values)])), {
    requiredKeys: [],
  })
const always = (fields: Columns, more: Record<string, readonly unknown[]> = {}) =>
  some(more).map((drawn) => ({ ...fields, ...drawn }))

const BUDGETS = {
  dailyBudgetAmountLocalMicro: ['4', '7', null],
  totalBudgetAmountLocalMicro: ['5', '8', null],
}
/** The input of a line item that every rule accepts. */
export const LINE_ITEM = {
  campaignId: 'ca',
  objective: 'REACH',
  productType: 'PROMOTED_POSTS',
  placements: ['ALL_ON_SVC'],
  startTime: '2035-01-01T00:00:00Z',
  endTime: '2035-02-01T00:00:00Z',
  bidStrategy: 'AUTO',
}

const WRITES: Record<string, OneWrite> = {
  createCampaign: {
    field: 'campaign',
    table: 'campaigns',
    input: always(
      { fundingInstrumentId: 'f1', name: 'New' },
      { dailyBudgetAmountLocalMicro: ['4'], totalBudgetAmountLocalMicro: ['9'], entityStatus: ['PAUSED'] },
    ),
  },
  updateCampaign: {
    field: 'campaign',
    table: 'campaigns',
    id: 'ca',
    input: oneof(
      always({ campaignId: 'ca', name: 'New' }, { entityStatus: ['PAUSED'] }),
      always({ campaignId: 'ca' }, { name: ['New'], ...BUDGETS, spreadBudgetEvenly: [true] }),
    ),
  },
  deleteCampaign: { field: 'campaign', table: 'campaigns', id: 'ca', input: always({ campaignId: 'ca' }) },
  createLineItem: { field: 'lineItem', table: 'line_items', input: always(LINE_ITEM, { name: ['New'] }) },
  updateLineItem: {
    field: 'lineItem',
    table: 'line_items',
    id: 'la',
    input: always({ lineItemId: 'la' }, { name: ['New'], entityStatus: ['PAUSED'] }),
  },
  deleteLineItem: { field: 'lineItem', table: 'line_items', id: 'la', input: always({ lineItemId: 'la' }) },
  createTargetingCriterion: {
    field: 'targetingCriterion',
    table: 'targeting_criteria',
    input: always({
      lineItemId: 'la',
      targetingType: 'BROAD_KEYWORD',
      operatorType: 'EQ',
      targetingValue: 'bread',
    }),
  },
  createPromotedAccount: {
    field: 'promotedAccount',
    table: 'promoted_accounts',
    input: always({ lineItemId: 'la', userId: '7' }),
    mayBeEmpty: true,
  },
  createTrackingTag: {
    field: 'trackingTag',
    table: 'tracking_tags',
    input: always({ ...exampleInput('createTrackingTag'), lineItemId: 'la' }),
  },
}

/** A mutation with its input, and the account that it writes in. */
export interface Drawn {
  mutation: string
  input: Columns
  /** The columns of the stored row that differ. */
  stored: Columns
  hasKey: boolean
  validateOnly: boolean
}

export const drawn: Arbitrary<Drawn> = constantFrom(
  ...Object.keys(WRITES),
  ...Array<string>(5).fill('updateCampaign'),
  'createCampaign',
).chain((mutation) =>
  record({
    mutation: constant(mutation),
    input: record({
      input: WRITES[mutation]!.input,
      // The service removes the blank at the end of a name.
      hasBlank: rarely,
    }).map(({ input, hasBlank }) => (hasBlank && input['name'] !== undefined ? { ...input, name: 'New ' } : input)),
    stored: storedColumns,
    hasKey: boolean(),
    validateOnly: rarely,
  }),
)

export interface Payload {
  entity: { restId: string; raw: Columns | null } | null
  userErrors: { code: string; field: string[] | null; rule: string | null }[]
  validation: { checked: string[]; unchecked: string[] } | null
  receipt: { outcome: string; ids: string[]; candidates: string[] } | null
}

const isCreation = ({ mutation }: Drawn) => mutation.startsWith('create')

export const keyOf = (write: Drawn) => (isCreation(write) && write.hasKey ? 'key' : null)

/** The type of the input of a mutation. */
export const typeOf = ({ mutation }: Drawn) => `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`

/** The field of a mutation, with an alias, whose input is in a variable. */
export function fieldOf(write: Drawn, alias: string, variable: string): string {
  const key = keyOf(write)
  const { mutation, validateOnly } = write
  const args = `input: $${variable}, validateOnly: ${validateOnly}${key === null ? '' : `, idempotencyKey: "${key}"`}`
  return `${alias}: ${mutation}(${args}) {
    entity: ${WRITES[mutation]!.field} { restId raw } userErrors { code field rule } validation { checked unchecked }
    receipt { outcome ids candidates }
  }`
}

/** The outcome of a write as earlier uses of its key show it. */
export interface Known {
  told: Told
  outcome: string | undefined
}

/** What is demanded of one use of a write, and what is known of it afterwards. */
export function demandUse(
  write: Drawn,
  {
    payload,
    errors,
    exchanges,
    sent,
    isLate,
  }: Pick<Used<Payload>, 'payload' | 'errors' | 'exchanges' | 'sent' | 'isLate'>,
  account: string,
  known?: Known,
): { demands: Demand[]; known: Known | undefined } {
  const { mutation, input, validateOnly } = write
  const { id, mayBeEmpty = false } = WRITES[mutation]!
  const told = sent.map((each) => toldOfOne(each, id, mayBeEmpty))
  const last = isLate ? 'lost' : told.at(-1)
  const maySend = !validateOnly && (!known || didNotHappen(known.told))
  const shown = idIn([sent.at(-1)?.data].flat()[0])
  const canRecover = keyOf(write) !== null && sent.at(-1)?.happened !== undefined
  const newIds = newIdsIn(exchanges)
  const isCreate = isCreation(write)
  const demands: Demand[] = [
    ['nothing is sent', maySend || sent.length === 0],
    ['only what surely did not happen is sent again', told.slice(0, -1).every((each) => each === 'limited')],
    ...demandKnown(mutation, input, exchanges),
    ...(last === undefined
      ? demandUnsent(payload, errors, validateOnly, known)
      : demandTold({ payload, errors, id: id ?? shown, canRecover, newIds, account, isCreate }, last)),
  ]
  const outcome = payload?.receipt?.outcome
  return { demands, known: last === undefined ? known && { ...known, outcome } : { told: last, outcome } }
}

/** An update without a daily budget sends the one that was read, unless it spreads the budget. */
function demandKnown(mutation: string, input: Columns, exchanges: readonly Exchange[]): Demand[] {
  const keeps = input['dailyBudgetAmountLocalMicro'] === undefined && input['spreadBudgetEvenly'] !== true
  if (mutation !== 'updateCampaign' || !keeps) return []
  const known = budgetsRead(exchanges, 'ca')
  return writesIn(exchanges).map(({ sent }) => {
    const budget = (sent as Columns)['daily_budget_amount_local_micro'] ?? null
    return [`the budget ${budget as string} that is sent was read`, known.has(budget as string | null)]
  })
}

/** Nothing was sent: it was refused, only validated, or is known from before. */
function demandUnsent(
  payload: Payload | null,
  errors: Problems,
  validateOnly: boolean,
  known: Known | undefined,
): Demand[] {
  const { userErrors = [], validation = null, receipt = null, entity = null } = payload ?? {}
  if (known && !didNotHappen(known.told)) {
    // What was told does not become less.
    const outcomes = known.outcome === 'UNKNOWN' ? ['UNKNOWN', 'RECOVERED'] : ['REPLAYED']
    return [[`the outcome is ${outcomes.join(' or ')}`, outcomes.includes(receipt?.outcome ?? '')]]
  }
  const { checked = [], unchecked = [] } = validation ?? {}
  const isTold = userErrors.length + errors.length > 0
  return [
    ['there is no outcome', receipt === null && entity === null && !errors.some(isUnknown)],
    ['it says why nothing is sent', isTold || (validateOnly && validation !== null)],
    ['no rule is both checked and unchecked', !checked.some((rule) => unchecked.includes(rule))],
  ]
}

interface Outcome {
  payload: Payload | null
  errors: Problems
  /** The ID of the entity that was changed, or of the row that the answer shows. */
  id: string | undefined
  canRecover: boolean
  /** The IDs of rows that lists show as new. */
  newIds: ReadonlySet<string>
  account: string
  isCreate: boolean
}

/** Something was sent, and this was told of it. */
function demandTold(outcome: Outcome, told: Told): Demand[] {
  const { payload, errors, id, canRecover, newIds, account, isCreate } = outcome
  const { userErrors = [], receipt = null, entity = null } = payload ?? {}
  const ids = (receipt?.ids ?? []).map((globalId) => globalId.replace(/^\w+:/, ''))
  if (told === 'done')
    return [
      ['it is DONE', receipt?.outcome === 'DONE' && userErrors.length === 0 && !errors.some(isUnknown)],
      ['it has the ID of the answer', entity?.restId === id && ids.join() === `${account}:${id}`],
    ]
  if (told === 'empty') return [['it is DONE without an entity', receipt?.outcome === 'DONE' && entity === null]]
  if (didNotHappen(told)) {
    const isTold = told === 'refused' ? userErrors.length > 0 : errors.length === 1
    return [
      ['there is no outcome', receipt === null && entity === null && !errors.some(isUnknown)],
      ['the refusal is reported', isTold],
    ]
  }
  if (receipt?.outcome === 'RECOVERED') {
    return [
      ['it can be recovered', canRecover],
      ['it is a row that was made since', ids.length === 1 && newIds.has(ids[0]!.replace(/^\w+:/, ''))],
      ['the entity is that row', entity === null || ids[0] === `${account}:${entity.restId}`],
    ]
  }
  if (told === 'unreadable' && !isCreate && receipt?.outcome === 'DONE')
    return [['it has its ID and an error', entity?.restId === id && errors.length > 0]]
  return [
    ['the outcome is UNKNOWN', receipt?.outcome === 'UNKNOWN' && entity === null],
    ['the error says so', errorAt(errors, ['outcome', 'entity'])?.extensions['outcome'] === 'UNKNOWN'],
  ]
}
