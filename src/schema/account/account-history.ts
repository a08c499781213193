import { listAccountHistory, type AccountHistoryRow } from '../../rest/account/account-history.ts'
import type { Long } from '../../rest/types.ts'
import { builder } from '../builder.ts'
import { Campaign } from '../campaign/campaign.ts'
import { LineItem } from '../campaign/line-item.ts'
import { PromotedAccount } from '../campaign/promoted-account.ts'
import { PromotedPost } from '../campaign/promoted-post.ts'
import { TargetingCriterion } from '../campaign/targeting-criterion.ts'
import { connectionType } from '../list/connection-type.ts'
import { badUserInput } from '../errors.ts'
import { restId } from '../node/global-id.ts'
import { openEnum } from '../scalar/open-enum.ts'
import { Account } from './account.ts'

export const AccountHistory = builder.objectRef<AccountHistoryRow>('AccountHistory')
export const AccountHistoryConnection = connectionType(AccountHistory, { counted: false })

export const AccountHistoryEntityType = openEnum(
  'AccountHistoryEntityType',
  'The entities whose changes are kept (R-ACC-5).',
  {
    CAMPAIGN: 'A campaign.',
    LINE_ITEM: 'A line item.',
    PROMOTED_POST: 'A promoted post.',
    TARGETING_CRITERIA: 'A targeting criterion.',
    PROMOTED_ACCOUNT: 'A promoted account.',
  },
)

interface Author {
  user_id?: Long | null
  platform?: string | null
}

const AccountHistoryAuthor = builder.objectRef<Author>('AccountHistoryAuthor').implement({
  description: 'Who made a change.',
  fields: (t) => ({
    userId: t.exposeID('user_id', { description: 'The user.' }),
    platform: t.exposeString('platform', { description: 'Through which platform. The list is open.' }),
  }),
})

AccountHistory.implement({
  description:
    'One change of an entity. Beta: the service has to allow an account its history, and refuses others (R-ACC-6).',
  fields: (t) => ({
    entity: t.expose('entity', { type: AccountHistoryEntityType, description: 'The type of what was changed.' }),
    entityId: t.exposeID('entity_id', { description: "What was changed, by the service's own id." }),
    changeType: t.exposeString('change_type', {
      description: 'How it was changed, e.g. CREATE, UPDATE. The list is open.',
    }),
    changeTime: t.expose('change_time', { type: 'DateTime', description: 'When it was changed, in UTC.' }),
    changeBy: t.expose('change_by', { type: AccountHistoryAuthor, description: 'Who changed it.' }),
    changes: t.expose('changes', { type: 'JSON', description: 'What was changed: the old and new value by field.' }),
    entityData: t.expose('entity_data', { type: 'JSON', description: 'What it was like after the change.' }),
    raw: t.field({ type: 'JSON', description: 'The row as the service sent it.', resolve: (row) => row }),
  }),
})

const historyArgs = builder.args((t) => ({
  startTime: t.field({ type: 'DateTime', required: true, description: 'From when: a whole hour (R-ACC-5).' }),
  endTime: t.field({ type: 'DateTime', required: true, description: 'Until when: a whole hour (R-ACC-5).' }),
  userId: t.field({ type: 'Long', description: 'Only changes by this user.' }),
}))

interface HistoryArgs {
  startTime: string
  endTime: string
  userId?: bigint | null | undefined
}

/** The filters of the changes of one entity: the interface lists those of one entity per call. */
function historyFilters({ startTime, endTime, userId }: HistoryArgs, entityType: string, entityId: string) {
  return {
    entity_type: entityType,
    entity_id: entityId,
    start_time: wholeHour(startTime, 'startTime'),
    end_time: wholeHour(endTime, 'endTime'),
    user_id: userId?.toString(),
  }
}

function wholeHour(time: string, field: string): string {
  if (/T\d{2}:00(:00(\.0+)?)?(Z|[+-]\d{2}(:?00)?)$/.test(time)) return time
  throw badUserInput(field, `\`${field}\` is ${time}; it must be a whole hour`, 'R-ACC-5')
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  CAMPAIGN: 'Campaign',
  LINE_ITEM: 'LineItem',
  PROMOTED_POST: 'PromotedPost',
  TARGETING_CRITERIA: 'TargetingCriterion',
  PROMOTED_ACCOUNT: 'PromotedAccount',
}

builder.objectField(Account, 'history', (t) =>
  t.list({
    type: AccountHistoryConnection,
    endpoint: listAccountHistory,
    description: 'The changes of one of its entities.',
    args: {
      entityType: t.arg({ type: AccountHistoryEntityType, required: true, description: 'The type of the entity.' }),
      entityId: t.arg.id({ required: true, description: "The entity, by its global ID or the API's own." }),
      ...historyArgs,
    },
    filters: ({ entityType, entityId, ...args }, account) =>
      historyFilters(args, entityType, restId(TYPE_NAMES[entityType] ?? '', account.id, entityId, 'entityId')),
  }),
)

builder.objectField(Campaign, 'history', (t) =>
  t.list({
    type: AccountHistoryConnection,
    endpoint: listAccountHistory,
    description: 'The changes of this campaign. One call for each.',
    args: historyArgs,
    filters: (args, campaign) => historyFilters(args, 'CAMPAIGN', campaign.id),
  }),
)

builder.objectField(LineItem, 'history', (t) =>
  t.list({
    type: AccountHistoryConnection,
    endpoint: listAccountHistory,
    description: 'The changes of this line item. One call for each.',
    args: historyArgs,
    filters: (args, lineItem) => historyFilters(args, 'LINE_ITEM', lineItem.id),
  }),
)

builder.objectField(PromotedPost, 'history', (t) =>
  t.list({
    type: AccountHistoryConnection,
    endpoint: listAccountHistory,
    description: 'The changes of this promoted post. One call for each.',
    args: historyArgs,
    filters: (args, promotedPost) => historyFilters(args, 'PROMOTED_POST', promotedPost.id),
  }),
)

builder.objectField(TargetingCriterion, 'history', (t) =>
  t.list({
    type: AccountHistoryConnection,
    endpoint: listAccountHistory,
    description: 'The changes of this targeting criterion. One call for each.',
    args: historyArgs,
    filters: (args, criterion) => historyFilters(args, 'TARGETING_CRITERIA', criterion.id),
  }),
)

builder.objectField(PromotedAccount, 'history', (t) =>
  t.list({
    type: AccountHistoryConnection,
    endpoint: listAccountHistory,
    description: 'The changes of this promoted account. One call for each.',
    args: historyArgs,
    filters: (args, promotedAccount) => historyFilters(args, 'PROMOTED_ACCOUNT', promotedAccount.id),
  }),
)
