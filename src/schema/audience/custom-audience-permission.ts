import { listAccounts } from '../../rest/account/account.ts'
import {
  listCustomAudiencePermissions,
  type CustomAudiencePermissionRow,
} from '../../rest/audience/custom-audience-permission.ts'
import { listCustomAudiences } from '../../rest/audience/custom-audience.ts'
import { accountId } from '../../rest/types.ts'
import { Account } from '../account/account.ts'
import { builder } from '../builder.ts'
import { connectionType, pageArgs, sortArg } from '../connection-type.ts'
import { connection } from '../connection.ts'
import { listCost, lookUpCost } from '../cost.ts'
import { Entity } from '../entity.ts'
import { restIds } from '../global-id.ts'
import { accountReference, reference } from '../reference.ts'
import { keyOnly } from '../selection.ts'
import { CustomAudience, PermissionLevel } from './custom-audience.ts'

export const CustomAudiencePermission = builder.objectRef<CustomAudiencePermissionRow>('CustomAudiencePermission')
export const CustomAudiencePermissionConnection = connectionType(CustomAudiencePermission)

CustomAudiencePermission.implement({
  description:
    'What another account may do with a custom audience. Only its owner may grant it, to accounts of one business or ' +
    'with the feature SHARE_AUDIENCE_OUTSIDE_BUSINESS (R-AUD-16, R-AUD-17). Once revoked, running campaigns go on, ' +
    'but cannot be copied (R-AUD-18).',
  interfaces: [Entity],
  fields: (t) => ({
    customAudienceId: t.exposeID('custom_audience_id', { description: "The audience, by the service's own id." }),
    customAudience: t.field({
      type: CustomAudience,
      description: 'The audience.',
      extensions: lookUpCost(listCustomAudiences),
      resolve: (row, _args, context, info) =>
        reference(context, info, listCustomAudiences, row, row.custom_audience_id),
    }),
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

builder.objectField(CustomAudience, 'permissions', (t) =>
  t.field({
    type: CustomAudiencePermissionConnection,
    nullable: false,
    description: 'Who else may use it. One call for each audience.',
    extensions: { ...keyOnly, ...listCost(listCustomAudiencePermissions) },
    args: {
      ids: t.arg.idList({ description: "Only these, by the service's own ids, at most 200." }),
      grantedAccountIds: t.arg.idList({ description: 'Only those of these accounts, at most 200.' }),
      ...pageArgs,
      ...sortArg,
    },
    resolve: (audience, { ids, grantedAccountIds, ...page }, context) => {
      const account = audience[accountId] ?? ''
      return connection(
        context,
        {
          endpoint: listCustomAudiencePermissions,
          path: { account_id: account, custom_audience_id: audience.id },
          filters: {
            custom_audience_permission_ids: restIds('CustomAudiencePermission', account, ids, 'ids'),
            granted_account_ids: restIds('Account', account, grantedAccountIds, 'grantedAccountIds'),
          },
        },
        page,
      )
    },
  }),
)
