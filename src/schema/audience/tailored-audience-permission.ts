import { listAccounts } from '../../rest/account/account.ts'
import {
  listTailoredAudiencePermissions,
  type TailoredAudiencePermissionRow,
} from '../../rest/audience/tailored-audience-permission.ts'
import { Account } from '../account/account.ts'
import { builder } from '../builder.ts'
import { connectionType, pageArgs, sortArg } from '../connection-type.ts'
import { connection } from '../connection.ts'
import { listCost, lookUpCost } from '../cost.ts'
import { Entity } from '../entity.ts'
import { restId, restIds } from '../global-id.ts'
import { accountReference } from '../reference.ts'
import { keyOnly } from '../selection.ts'
import { PermissionLevel } from './custom-audience.ts'

export const TailoredAudiencePermission = builder.objectRef<TailoredAudiencePermissionRow>('TailoredAudiencePermission')
export const TailoredAudiencePermissionConnection = connectionType(TailoredAudiencePermission)

TailoredAudiencePermission.implement({
  description:
    'What another account may do with a tailored audience. The interface shows of such audiences nothing but this, in ' +
    'its version 5 (R-AUD-19).',
  interfaces: [Entity],
  fields: (t) => ({
    tailoredAudienceId: t.exposeID('tailored_audience_id', { description: "The audience, by the service's own id." }),
    grantedAccountId: t.exposeID('granted_account_id', {
      description: "The account that is allowed it, by the service's own id.",
    }),
    grantedAccount: t.field({
      type: Account,
      description: 'The account that is allowed it; null where the caller may not see it.',
      extensions: lookUpCost(listAccounts),
      resolve: (row, _args, context, info) => accountReference(context, info, row.granted_account_id),
    }),
    permissionLevel: t.expose('permission_level', { type: PermissionLevel, description: 'What it may do.' }),
  }),
})

builder.objectField(Account, 'tailoredAudiencePermissions', (t) =>
  t.field({
    type: TailoredAudiencePermissionConnection,
    nullable: false,
    description: 'Who else may use one of its tailored audiences (R-AUD-19).',
    extensions: { ...keyOnly, ...listCost(listTailoredAudiencePermissions) },
    args: {
      tailoredAudienceId: t.arg.id({ required: true, description: "The audience, by the service's own id." }),
      ids: t.arg.idList({ description: "Only these, by the service's own ids, at most 200." }),
      grantedAccountIds: t.arg.idList({ description: 'Only those of these accounts, at most 200.' }),
      ...pageArgs,
      ...sortArg,
    },
    resolve: (account, { tailoredAudienceId, ids, grantedAccountIds, ...page }, context) =>
      connection(
        context,
        {
          endpoint: listTailoredAudiencePermissions,
          path: {
            account_id: account.id,
            tailored_audience_id: restId('TailoredAudience', account.id, tailoredAudienceId, 'tailoredAudienceId'),
          },
          filters: {
            tailored_audience_permission_ids: restIds('TailoredAudiencePermission', account.id, ids, 'ids'),
            granted_account_ids: restIds('Account', account.id, grantedAccountIds, 'grantedAccountIds'),
          },
        },
        page,
      ),
  }),
)
