import { listAccountHistory, type AccountHistoryRow } from '../../rest/account/account-history.ts'
import { idOf, type Row } from '../../rest/types.ts'
import { Campaign } from '../campaign/campaign.ts'
import { LineItem } from '../campaign/line-item.ts'
import { PromotedAccount } from '../campaign/promoted-account.ts'
import { PromotedPost } from '../campaign/promoted-post.ts'
import { TargetingCriterion } from '../campaign/targeting-criterion.ts'
import { anyNodeCost } from '../cost/cost.ts'
import { accountOf, badUserInput, builder, connectionType, Node, openEnum, restId } from '../kit.ts'
import { restUserId } from '../node/global-id.ts'
import { finderOf } from '../node/node-type.ts'
import { setTypeName } from '../node/row.ts'
import { Account } from './account.ts'

const AccountHistory = builder.objectRef<AccountHistoryRow>('AccountHistory')
const AccountHistoryConnection = connectionType(AccountHistory, { counted: false })

const AccountHistoryEntityType = openEnum(
  'AccountHistoryEntityType',
  'The types of entities that have a history (R-ACC-5).',
  {
    CAMPAIGN: 'A campaign.',
    LINE_ITEM: 'A line item.',
    PROMOTED_POST: 'A promoted post.',
    TARGETING_CRITERIA: 'A targeting criterion.',
    PROMOTED_ACCOUNT: 'A promoted account.',
  },
)

const AccountHistoryAuthor = builder
  .objectRef<NonNullable<AccountHistoryRow['change_by']>>('AccountHistoryAuthor')
  .implement({
    description: 'The author of a change. @beyondDocuments',
    fields: (t) => ({
      userId: t.foreignKey('user_id', 'the user'),
      ...t.columns({ platform: 'The platform that was used for the change. The list of values is open.' }),
    }),
  })

interface FieldChange {
  field: string
  from: unknown
  to: unknown
}

const FieldChange = builder.objectRef<FieldChange>('AccountHistoryChange').implement({
  description: 'The change of one field. @beyondDocuments',
  fields: (t) =>
    t.columns({
      field: 'The name of the field in the REST interface.',
      from: ['JSON', 'The value before the change.'],
      to: ['JSON', 'The value after the change.'],
    }),
})

/** A member of the changes in a row; empty if it is not of the form `{ old, new }`. */
function fieldChange([field, change]: [string, unknown]): FieldChange[] {
  const { old: from, new: to } = Object(change) as { old?: unknown; new?: unknown }
  return from === undefined && to === undefined ? [] : [{ field, from, to }]
}

AccountHistory.implement({
  description:
    'One change to an entity. Beta: the service must enable the history for an account, and refuses other accounts (R-ACC-6). ' +
    '@beyondDocuments',
  fields: (t) => ({
    ...t.columns({
      entity: [AccountHistoryEntityType, 'The type of the changed entity.'],
      changeType: 'The kind of change, for example CREATE or UPDATE. The list of values is open.',
      changeTime: ['DateTime', 'The time of the change, in UTC.'],
      changeBy: [AccountHistoryAuthor, 'The author of the change.'],
      entityData: ['JSON', 'The entity after the change.'],
    }),
    entityId: t.foreignKey('entity_id', 'the changed entity'),
    node: t.field({
      type: Node,
      description:
        'The changed entity as it is now. Null if it is deleted. Entities of one type are read together, up to 200 in ' +
        'one call; a targeting criterion takes a call of its own.',
      extensions: anyNodeCost,
      resolve(row, _args, context) {
        const type = TYPE_NAMES.get(row.entity)
        if (type === undefined || !row.entity_id) return null
        const found = finderOf(type)?.(context, accountOf(row))(row.entity_id)
        return found?.then((entity) => entity && setTypeName(entity, type))
      },
    }),
    changes: t.field({
      type: [FieldChange],
      description: 'The changed fields. A change that has neither an old nor a new value is only in `raw`.',
      resolve: ({ changes }) => changes && Object.entries(changes).flatMap(fieldChange),
    }),
    raw: t.raw(),
  }),
})

const historyArgs = builder.args((t) => ({
  ...t.required({
    startTime: ['DateTime', 'The start of the time range. It must be a whole hour (R-ACC-5).'],
    endTime: ['DateTime', 'The end of the time range. It must be a whole hour (R-ACC-5).'],
  }),
  userId: t.id({ description: "Return only changes made by this user, by the service's ID." }),
}))

interface HistoryArgs {
  startTime: string
  endTime: string
  userId?: string | null
}

/** The filters for the changes to one entity: the interface lists one entity per call. */
function historyFilters({ startTime, endTime, userId }: HistoryArgs, entityType: string, entityId: string) {
  return {
    entity_type: entityType,
    entity_id: entityId,
    start_time: wholeHour(startTime, 'startTime'),
    end_time: wholeHour(endTime, 'endTime'),
    user_id: restUserId(userId),
  }
}

function wholeHour(time: string, field: string): string {
  if (/T\d{2}:00(:00(\.0+)?)?(Z|[+-]\d{2}(:?00)?)$/.test(time)) return time
  throw badUserInput(field, `\`${field}\` is ${time}; it must be a whole hour`, 'R-ACC-5')
}

const TYPE_NAMES: ReadonlyMap<unknown, string> = new Map(
  Object.entries({
    CAMPAIGN: 'Campaign',
    LINE_ITEM: 'LineItem',
    PROMOTED_POST: 'PromotedPost',
    TARGETING_CRITERIA: 'TargetingCriterion',
    PROMOTED_ACCOUNT: 'PromotedAccount',
  }),
)

builder.objectField(Account, 'history', (t) =>
  t.list(
    AccountHistoryConnection,
    listAccountHistory,
    'The changes to one entity of the account. The API has no history of a whole account: select `history` of a page ' +
      'of its campaigns instead, which takes one call per campaign.',
    {
      args: {
        ...t.arg.required({
          entityType: [AccountHistoryEntityType, 'The type of the entity.'],
          entityId: ['ID', "The global ID of the entity, or the service's ID."],
        }),
        ...historyArgs,
      },
      filters: ({ entityType, entityId, ...args }, account) =>
        historyFilters(args, entityType, restId(TYPE_NAMES.get(entityType) ?? '', account.id, entityId, 'entityId')),
    },
  ),
)

/** Adds the field with the changes to an entity. */
function addHistory<R extends Row>(
  type: ReturnType<typeof builder.objectRef<R>>,
  entityType: string,
  description: string,
): void {
  builder.objectField(type, 'history', (t) =>
    t.list(AccountHistoryConnection, listAccountHistory, description, {
      args: historyArgs,
      filters: (args, entity) => historyFilters(args, entityType, idOf(entity)),
    }),
  )
}

addHistory(
  Campaign,
  'CAMPAIGN',
  'The changes to this campaign. Takes one call per campaign. Up to 16 of them are made at the same time, within the ' +
    'rate limits, and the plan of the operation counts them.',
)
addHistory(LineItem, 'LINE_ITEM', 'The changes to this line item. Takes one call per line item.')
addHistory(PromotedPost, 'PROMOTED_POST', 'The changes to this promoted post. Takes one call per promoted post.')
addHistory(
  TargetingCriterion,
  'TARGETING_CRITERIA',
  'The changes to this targeting criterion. Takes one call per targeting criterion.',
)
addHistory(
  PromotedAccount,
  'PROMOTED_ACCOUNT',
  'The changes to this promoted account. Takes one call per promoted account.',
)
