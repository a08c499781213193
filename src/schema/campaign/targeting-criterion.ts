import type { Context } from '../../context.ts'
import { listContentCategories } from '../../rest/account/content-category.ts'
import { listIabCategories } from '../../rest/account/iab-category.ts'
import { listCustomAudiences } from '../../rest/audience/custom-audience.ts'
import { listLineItems } from '../../rest/campaign/line-item.ts'
import {
  batchTargetingCriteria,
  createTargetingCriterion,
  deleteTargetingCriterion,
  listTargetingCriteria,
  MAX_TARGETING_OPERATIONS,
  type TargetingCriterionParams,
  type TargetingCriterionRow,
} from '../../rest/campaign/targeting-criterion.ts'
import { Account } from '../account/account.ts'
import { BatchPayload, type BatchOutcome } from '../write/batch.ts'
import { MAX_BATCH_ITEMS, maxItems } from '../cost/list-limit.ts'
import { builder } from '../builder.ts'
import { connectionType, sortArg, withDeletedArg, idsArg } from '../list/connection-type.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { badUserInput } from '../errors.ts'
import { restIds } from '../node/global-id.ts'
import { accountField, ownAccountField, toParams, type Check } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { batchField, writeField } from '../write/mutation-field.ts'
import { openEnum } from '../scalar/open-enum.ts'
import { readsColumn } from '../../execute/passthrough.ts'
import { inLineItem } from './in-line-item.ts'
import { LineItem } from './line-item.ts'

export const TargetingCriterion = builder.objectRef<TargetingCriterionRow>('TargetingCriterion')
export const TargetingCriterionConnection = connectionType(TargetingCriterion)

export const TargetingType = openEnum('TargetingType', 'What a targeting criterion looks at.', {
  AGE: 'Age bucket; one per line item (R-TGT-5).',
  DEVICE: 'Device.',
  EVENT: 'Event; one per line item (R-TGT-5).',
  CAMPAIGN_ENGAGEMENT: 'People who engaged with a campaign.',
  CAMPAIGN_ENGAGEMENT_LOOKALIKE: 'People like those who engaged with a campaign.',
  CONVERSATION: 'Conversation topic.',
  ENGAGEMENT_TYPE: 'Kind of engagement.',
  FOLLOWERS_OF_USER: 'Followers of a user.',
  GENDER: 'Gender.',
  INTEREST: 'Interest.',
  LANGUAGE: 'Language.',
  LIVE_TV_EVENT: 'Live TV event.',
  LOCATION: 'Location.',
  NETWORK_ACTIVATION_DURATION: 'How long ago the device was activated in its network.',
  NETWORK_OPERATOR: 'Network operator.',
  PLATFORM: 'Platform.',
  PLATFORM_VERSION: 'Version of a platform.',
  SIMILAR_TO_FOLLOWERS_OF_USER: 'People like the followers of a user.',
  TV_SHOW: 'TV show; needs a LOCATION of the same locale before it (R-TGT-7).',
  USER_ENGAGEMENT: 'People who engaged with a user.',
  USER_ENGAGEMENT_LOOKALIKE: 'People like those who engaged with a user.',
  WIFI_ONLY: 'Wi-Fi only.',
  BROAD_KEYWORD: 'Keyword, broad match; NE excludes (R-TGT-4).',
  EXACT_KEYWORD: 'Keyword, exact match; NE excludes (R-TGT-4).',
  PHRASE_KEYWORD: 'Phrase; NE excludes (R-TGT-4).',
  UNORDERED_KEYWORD: 'Keywords in any order; NE excludes (R-TGT-4).',
  CUSTOM_AUDIENCE: 'Custom audience; it must be targetable (R-TGT-6).',
  CUSTOM_AUDIENCE_EXPANDED: 'Custom audience, expanded.',
  APP_STORE_CATEGORY: 'App store category.',
  APP_STORE_CATEGORY_LOOKALIKE: 'People like the users of an app store category.',
  APP_LIST: 'List of apps; with NE only (R-TGT-4).',
  IAB_CATEGORY: 'Content category by its IAB categories (R-TGT-8).',
})

export const OperatorType = openEnum('OperatorType', 'How a criterion compares (R-TGT-2).', {
  EQ: 'Is: includes.',
  NE: 'Is not: excludes.',
  GTE: 'At least.',
  LT: 'Less than.',
})

const langArg = builder.args((t) => ({
  lang: t.string({ description: 'The language of `localizedName`, two letters of ISO 639-1.' }),
}))

/** The language as the wire takes it (R-TGT-10); undefined where it was left out. */
function language(lang: string | null | undefined): string | undefined {
  if (lang === null || lang === undefined) return undefined
  if (/^[a-z]{2}$/.test(lang)) return lang
  throw badUserInput('lang', `\`lang\`: ${JSON.stringify(lang.slice(0, 80))} is no language of ISO 639-1`, 'R-TGT-10')
}

TargetingCriterion.implement({
  description: 'One condition on who sees the ads of a line item.',
  interfaces: [Node, Entity],
  fields: (t) => ({
    lineItemId: t.exposeID('line_item_id', { description: "Its line item, by the service's own id." }),
    lineItem: t.reference({
      type: LineItem,
      endpoint: listLineItems,
      description: 'Its line item.',
      id: (row) => row.line_item_id,
    }),
    name: t.exposeString('name', { description: 'What it says, in words.' }),
    localizedName: t.exposeString('localized_name', {
      description: 'What it says in the language of `lang`; null without one (R-TGT-10).',
    }),
    targetingType: t.expose('targeting_type', { type: TargetingType, description: 'What it looks at.' }),
    targetingValue: t.field({
      type: 'String',
      description: 'The value it looks for.',
      resolve: readsColumn(({ targeting_value: value }) => value?.toString(), 'targeting_value'),
    }),
    operatorType: t.expose('operator_type', {
      type: OperatorType,
      description: 'How it compares. Some answers leave it out.',
    }),
    locationType: t.exposeString('location_type', {
      description: 'What kind of place a LOCATION is, e.g. COUNTRY or CITY. The list is open.',
    }),
  }),
})

nodeType(TargetingCriterion, listTargetingCriteria)

builder.queryField('targetingCriterion', (t) =>
  t.byId({
    type: TargetingCriterion,
    endpoint: listTargetingCriteria,
    description: 'One targeting criterion.',
    args: { ...langArg, ...withDeletedArg },
    params: ({ lang }) => ({ lang: language(lang) }),
  }),
)

builder.objectFields(Account, (t) => ({
  targetingCriterion: t.byId({
    type: TargetingCriterion,
    endpoint: listTargetingCriteria,
    description: 'One of its targeting criteria.',
    args: { ...langArg, ...withDeletedArg },
    params: ({ lang }) => ({ lang: language(lang) }),
  }),
  targetingCriteria: t.list({
    type: TargetingCriterionConnection,
    endpoint: listTargetingCriteria,
    description: 'Its targeting criteria, for the given line items: the API requires them (R-TGT-1).',
    args: {
      ...idsArg,
      lineItemIds: t.arg.idList({ required: true, description: 'The line items whose criteria to list, 1 to 200.' }),
      ...langArg,
      ...sortArg,
      ...withDeletedArg,
    },
    filters: ({ ids, lineItemIds, lang }, account) => ({
      targeting_criterion_ids: restIds('TargetingCriterion', account.id, ids, 'ids'),
      line_item_ids: restIds('LineItem', account.id, lineItemIds, 'lineItemIds'),
      lang: language(lang),
    }),
  }),
}))

builder.objectField(LineItem, 'targetingCriteria', (t) =>
  t.children({
    type: TargetingCriterionConnection,
    endpoint: listTargetingCriteria,
    description: 'Who sees its ads. Lists of up to 200 line items are read in one call.',
    parentFilter: 'line_item_ids',
    parentOf: (row) => row.line_item_id,
    args: { ...langArg, ...sortArg, ...withDeletedArg },
    filters: (args) => ({ lang: language(args.lang) }),
  }),
)

const CreateTargetingCriterionInput = builder.inputType('CreateTargetingCriterionInput', {
  description: 'A new targeting criterion.',
  fields: (t) => ({
    ...inLineItem(t),
    targetingType: t.field({
      type: TargetingType,
      required: true,
      description: 'What it looks at (R-TGT-3). For content categories: IAB_CATEGORY (R-TGT-8).',
    }),
    operatorType: t.field({
      type: OperatorType,
      required: true,
      description: 'How it compares: EQ includes, NE excludes (R-TGT-2). APP_LIST takes NE only (R-TGT-4).',
    }),
    targetingValue: t.string({
      required: true,
      description: 'The value it looks for, as `targetingOptions` tell it for its type (R-TGT-2).',
    }),
  }),
})

const DeleteTargetingCriterionInput = builder.inputType('DeleteTargetingCriterionInput', {
  description: 'The targeting criterion to delete.',
  fields: (t) => ({
    targetingCriterionId: t.id({
      required: true,
      description: "The global id, or the service's own together with `accountId`.",
    }),
    ...ownAccountField(t),
  }),
})

const TargetingOperationType = builder.enumType('TargetingOperationType', {
  description: 'What an operation of a batch of targeting criteria does. There is no update (R-TGT-9).',
  values: {
    Create: { description: 'Creates a criterion.' },
    Delete: { description: 'Deletes the criterion that the operation names.' },
  },
})

const TargetingCriterionOperation = builder.inputType('TargetingCriterionOperation', {
  description: 'One operation of a batch of targeting criteria.',
  fields: (t) => ({
    operationType: t.field({ type: TargetingOperationType, required: true, description: 'What it does.' }),
    targetingCriterionId: t.id({
      description: 'The criterion, by either kind of id. Required for Delete, which takes nothing else.',
    }),
    lineItemId: t.id({ description: 'The line item, by either kind of id. Required for Create (R-TGT-2).' }),
    targetingType: t.field({ type: TargetingType, description: 'What it looks at. Required for Create (R-TGT-2).' }),
    operatorType: t.field({ type: OperatorType, description: 'How it compares. Required for Create (R-TGT-2).' }),
    targetingValue: t.string({ description: 'The value it looks for. Required for Create (R-TGT-2).' }),
  }),
})

const BatchTargetingCriteriaInput = builder.inputType('BatchTargetingCriteriaInput', {
  description: 'Targeting criteria to create and delete in one call.',
  fields: (t) => ({
    ...accountField(t),
    operations: t.field({
      type: [TargetingCriterionOperation],
      required: true,
      extensions: maxItems(MAX_BATCH_ITEMS),
      description:
        `The operations, in order: 1 to ${MAX_TARGETING_OPERATIONS} in a call (R-TGT-9). The LOCATION that a TV_SHOW needs ` +
        'comes before it (R-TGT-7).',
    }),
  }),
})

const targetingCriterionPayload = (name: string, description: string, interfaces = [Payload]) =>
  builder.objectRef<Outcome<TargetingCriterionRow>>(name).implement({
    description,
    interfaces,
    fields: (t) => ({
      targetingCriterion: t.field({
        type: TargetingCriterion,
        description: 'The criterion as the service answered; null if it was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })
const CreateTargetingCriterionPayload = targetingCriterionPayload(
  'CreateTargetingCriterionPayload',
  'The result of creating a targeting criterion.',
)
const DeleteTargetingCriterionPayload = targetingCriterionPayload(
  'DeleteTargetingCriterionPayload',
  'The result of deleting a targeting criterion.',
  [Payload, DeletePayload],
)

const BatchTargetingCriteriaPayload = builder
  .objectRef<BatchOutcome<TargetingCriterionRow>>('BatchTargetingCriteriaPayload')
  .implement({
    description: 'The result of a batch of targeting criteria.',
    interfaces: [Payload, BatchPayload],
    fields: (t) => ({
      targetingCriteria: t.field({
        type: [TargetingCriterion],
        nullable: { list: true, items: true },
        description:
          'The criteria as the service answered, in the order of the operations; null where nothing was changed.',
        resolve: ({ data }) => data,
      }),
    }),
  })

/** All that any of these inputs may hold. */
type TargetingInput = Partial<typeof TargetingCriterionOperation.$inferInput> & { accountId?: string | null }

/** Of these a line item has one at most (R-TGT-5). */
const SINGLE_TYPES = ['AGE', 'EVENT']
const AUDIENCE_TYPES = ['CUSTOM_AUDIENCE', 'CUSTOM_AUDIENCE_EXPANDED']

/** Holds the rules for a new criterion by itself. */
function checkCriterion(check: Check<TargetingInput>): void {
  for (const field of ['lineItemId', 'targetingType', 'operatorType', 'targetingValue'] as const)
    check.required(field, 'R-TGT-2')
  const type = check.input.targetingType ?? ''
  const excludes = type !== 'APP_LIST' || check.input.operatorType === 'NE'
  check.that(excludes, 'operatorType', 'R-TGT-4', 'can only be NE for APP_LIST')
  const operator = check.input.operatorType ?? 'EQ'
  const takesOperator = !type.endsWith('_KEYWORD') || operator === 'EQ' || operator === 'NE'
  check.that(takesOperator, 'operatorType', 'R-TGT-4', `is ${operator}; keywords take EQ or, to exclude them, NE`)
  if (SINGLE_TYPES.includes(type)) check.leaveUnchecked('R-TGT-5')
  if (AUDIENCE_TYPES.includes(type)) check.leaveUnchecked('R-TGT-6')
  if (type === 'TV_SHOW') check.leaveUnchecked('R-TGT-7')
  if (type === 'IAB_CATEGORY') check.leaveUnchecked('R-TGT-8')
}

/** What goes on the wire of a new criterion. */
function criterionParams(check: Check<TargetingInput>, account: string): TargetingCriterionParams {
  const lineItemId = check.id('lineItemId', 'LineItem', account)
  return toParams({ ...check.input, lineItemId }, ['accountId', 'operationType', 'targetingCriterionId'])
}

/** An operation of a batch, ready to be sent. */
interface Operation {
  check: Check<TargetingInput>
  operation_type: 'Create' | 'Delete'
  params: TargetingCriterionParams & { targeting_criterion_id?: string | undefined }
}

function criterionOperation(check: Check<typeof TargetingCriterionOperation.$inferInput>, account: string): Operation {
  const { operationType, targetingCriterionId } = check.input
  const targeting_criterion_id = check.id('targetingCriterionId', 'TargetingCriterion', account)
  const named = (operationType === 'Create') === !targetingCriterionId
  check.that(named, 'targetingCriterionId', 'R-TGT-9', 'names the criterion of a Delete, and of nothing else')
  if (operationType === 'Delete') return { check, operation_type: operationType, params: { targeting_criterion_id } }
  checkCriterion(check)
  return { check, operation_type: operationType, params: criterionParams(check, account) }
}

/** Holds the rules for the criteria that a batch gives to one line item. */
function checkTogether(operations: readonly Operation[]): void {
  const types = new Map<string, Map<string, number>>()
  const typesOf = (lineItem = '') => types.get(lineItem) ?? new Map<string, number>()
  operations.forEach(({ check, operation_type, params }, index) => {
    const { line_item_id: lineItem = '', targeting_type: type = '' } = params
    if (operation_type === 'Delete' || check.isRefused) return
    const firsts = typesOf(lineItem)
    const isOnly = !SINGLE_TYPES.includes(type) || !firsts.has(type)
    check.that(
      isOnly,
      'targetingType',
      'R-TGT-5',
      `is ${type}, as operation ${firsts.get(type)} is for the same line item`,
    )
    if (!check.isRefused) types.set(lineItem, firsts.set(type, firsts.get(type) ?? index))
  })
  operations.forEach(({ check, params }, index) => {
    if (params.targeting_type !== 'TV_SHOW' || check.isRefused) return
    const location = typesOf(params.line_item_id).get('LOCATION') ?? -1
    check.that(
      location < index,
      'targetingType',
      'R-TGT-7',
      `is TV_SHOW; put the LOCATION of operation ${location} before it`,
    )
  })
}

/** Holds what can be read for a new criterion, beside what comes with it in a batch. */
async function validateCriterion(
  context: Context,
  operation: Operation,
  account: string,
  batch: readonly Operation[] = [],
): Promise<void> {
  const { check, params } = operation
  const { targeting_type: type = '', targeting_value: value = '' } = params
  if (SINGLE_TYPES.includes(type) || type === 'TV_SHOW') await validateSiblings(context, operation, account, batch)

  if (AUDIENCE_TYPES.includes(type)) {
    const audience = await context.loaders.byId(listCustomAudiences, { account_id: account }, value)
    check.markChecked('R-TGT-6')
    const isTargetable = audience?.targetable ?? false
    check.that(isTargetable, 'targetingValue', 'R-TGT-6', 'names no custom audience that is targetable')
  }

  if (type === 'IAB_CATEGORY') {
    const [category, contents] = await Promise.all([
      context.loaders.byId(listIabCategories, {}, value),
      context.loaders.whole(listContentCategories, {}),
    ])
    check.markChecked('R-TGT-8')
    const isKnown = category !== null || contents.some(({ iab_categories: ids }) => ids?.includes(value))
    check.that(isKnown, 'targetingValue', 'R-TGT-8', 'names no IAB category')
  }
}

/** How many criteria of a line item are read to hold a rule. */
const MAX_CRITERIA_READ = 1000

/** Holds what rests on the criteria that the line item has already. */
async function validateSiblings(
  { loaders }: Context,
  { check, params }: Operation,
  account: string,
  batch: readonly Operation[],
): Promise<void> {
  const { line_item_id: parent = '', targeting_type: type } = params
  const ofLineItem = { filter: 'line_item_ids', parentOf: (row: TargetingCriterionRow) => row.line_item_id } as const
  const wish = { parent, first: MAX_CRITERIA_READ, more: true }
  const { rows, complete } = await loaders
    .byParent(listTargetingCriteria, ofLineItem, { account_id: account })
    .read(wish)
  if (!complete) return

  const leaving = new Set(batch.map((other) => other.params.targeting_criterion_id))
  const staying = rows.filter(({ id }) => !leaving.has(id))
  if (type === 'TV_SHOW') {
    const coming = batch.map((other) => other.params).filter((other) => other.line_item_id === parent)
    const isPlaced = [...staying, ...coming].some(({ targeting_type }) => targeting_type === 'LOCATION')
    // Whether it is of the same locale only the service knows: the rule stays left to it.
    check.that(
      isPlaced,
      'targetingType',
      'R-TGT-7',
      'is TV_SHOW; the line item has no LOCATION, which must come before',
    )
  } else {
    check.markChecked('R-TGT-5')
    const isOnly = !staying.some(({ targeting_type }) => targeting_type === type)
    check.that(isOnly, 'targetingType', 'R-TGT-5', `is ${type}, of which the line item has one already`)
  }
}

builder.mutationFields((t) => ({
  createTargetingCriterion: writeField(t, {
    payload: CreateTargetingCriterionPayload,
    description:
      'Creates a targeting criterion; there is no update. A line item has one AGE bucket and one EVENT (R-TGT-5), custom ' +
      'audiences must be targetable (R-TGT-6), and a TV_SHOW needs a LOCATION of the same locale before it (R-TGT-7): with ' +
      '`validateOnly` what these rest on is read.',
    input: CreateTargetingCriterionInput,
    inputDescription: 'The criterion.',
    prepare(check: Check<TargetingInput>, context) {
      const account = check.account('accountId')
      checkCriterion(check)
      const params = criterionParams(check, account)
      const send = () => context.rest.call(createTargetingCriterion, { account_id: account }, params)
      return {
        send,
        validate: () => validateCriterion(context, { check, operation_type: 'Create', params }, account),
        // The refusal that is documented without a parameter is of content categories under another type.
        fieldOf: () => 'targetingType',
      }
    },
  }),

  deleteTargetingCriterion: writeField(t, {
    payload: DeleteTargetingCriterionPayload,
    description: 'Deletes a targeting criterion. From then on it is shown only with `withDeleted`.',
    input: DeleteTargetingCriterionInput,
    inputDescription: 'The criterion.',
    prepare(check, context) {
      const { account, id } = check.changes('targetingCriterionId', 'TargetingCriterion')
      return {
        send: () => context.rest.call(deleteTargetingCriterion, { account_id: account, targeting_criterion_id: id }),
      }
    },
  }),

  batchTargetingCriteria: batchField(t, {
    payload: BatchTargetingCriteriaPayload,
    description:
      `Creates and deletes targeting criteria, ${MAX_TARGETING_OPERATIONS} in a call, which succeeds or fails as a whole ` +
      '(R-TGT-9).',
    input: BatchTargetingCriteriaInput,
    inputDescription: 'The operations.',
    prepare(check, context) {
      const { input } = check
      const account = check.account('accountId')
      const operations = check.each('operations', input.operations).map((item) => criterionOperation(item, account))
      checkTogether(operations)
      return {
        field: 'operations',
        maxItems: MAX_TARGETING_OPERATIONS,
        rule: 'R-TGT-9',
        operations,
        target: ({ params: { targeting_criterion_id: id } }: Operation) =>
          id === undefined ? undefined : { account, id },
        send(batch: Operation[]) {
          const body = batch.map(({ operation_type, params }) => ({ operation_type, params }))
          return context.rest.call(batchTargetingCriteria, { account_id: account }, body)
        },
        async validate(sent: Operation[]) {
          const creates = sent.filter(({ operation_type }) => operation_type === 'Create')
          await Promise.all(creates.map((operation) => validateCriterion(context, operation, account, sent)))
        },
      }
    },
  }),
}))
