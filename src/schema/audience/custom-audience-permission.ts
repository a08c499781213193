import {
  type CustomAudiencePermissionRow,
  grantCustomAudiencePermission,
  listCustomAudiencePermissions,
  revokeCustomAudiencePermission,
} from '../../rest/audience/custom-audience-permission.ts'
import { Account } from '../account/account.ts'
import {
  accountOf,
  AUDIENCE_EDITORS,
  builder,
  connectionType,
  decide,
  entityType,
  inputType,
  ownAccountField,
  restIds,
  rulesFor,
  sortArg,
  wholeKey,
  withParents,
  writeField,
} from '../kit.ts'
import { idsArg } from '../list/connection-type.ts'
import { paramsOf } from '../write/input.ts'
import { audienceKey, isOwn } from './custom-audience-write.ts'
import { CustomAudience, PermissionLevel } from './custom-audience.ts'
import { grantRule, revocationRule, sharingKey, sharingRule } from './sharing.ts'

const CustomAudiencePermission = builder.objectRef<CustomAudiencePermissionRow>('CustomAudiencePermission')
const CustomAudiencePermissionConnection = connectionType(CustomAudiencePermission)

entityType(CustomAudiencePermission, listCustomAudiencePermissions, {
  description:
    'A permission for another account to use a custom audience. Only the owner of the audience can grant it (R-AUD-16): ' +
    'to accounts of the same business, or to any account if the owner has the feature SHARE_AUDIENCE_OUTSIDE_BUSINESS ' +
    '(R-AUD-17). After it is revoked, running campaigns continue, but cannot be copied (R-AUD-18).',
  fields: (t) => ({
    customAudienceId: t.foreignKey('custom_audience_id', 'the audience'),
    customAudience: t.reference(CustomAudience, 'custom_audience_id', 'The audience.'),
    grantedAccountId: t.foreignKey('granted_account_id', 'the account that the audience is shared with'),
    grantedAccount: t.reference(
      Account,
      'granted_account_id',
      'The account that the audience is shared with. Null if the caller cannot see it.',
    ),
    ...t.columns({ permissionLevel: [PermissionLevel, 'What the account can do with the audience.'] }),
  }),
  scope: { parent: 'custom_audience_id' },
})

builder.objectField(CustomAudience, 'permissions', (t) =>
  t.list(
    CustomAudiencePermissionConnection,
    listCustomAudiencePermissions,
    'The accounts that the audience is shared with. Takes one call per audience.',
    {
      args: {
        ...idsArg,
        grantedAccountIds: t.arg.idList({
          description: 'Return only the permissions granted to these accounts, up to 200 IDs.',
        }),
        ...sortArg,
      },
      path: (audience) => ({ account_id: accountOf(audience), custom_audience_id: audience.id }),
      filters: ({ grantedAccountIds }) => ({
        granted_account_ids: restIds('Account', '', grantedAccountIds, 'grantedAccountIds'),
      }),
    },
  ),
)

const rule = rulesFor<{ customAudienceId: string }>()

builder.mutationFields((t) => ({
  grantCustomAudiencePermission: writeField(t, {
    row: CustomAudiencePermission,
    endpoint: grantCustomAudiencePermission,
    // An account has one for each audience.
    does: {
      action: 'CREATE',
      parent: { type: 'CustomAudience', id: 'customAudienceId' },
      recognized: { filter: withParents('granted_account_ids') },
    },
    editors: AUDIENCE_EDITORS,
    description:
      'Shares a custom audience with another account, or changes what that account can do with it. Only the owner of the ' +
      'audience can share it (R-AUD-16): with accounts of the same business, or with any account if the owner has the ' +
      'feature SHARE_AUDIENCE_OUTSIDE_BUSINESS (R-AUD-17). With `validateOnly`, the owner of the audience and the ' +
      'businesses of both accounts are read.',
    input: inputType('GrantCustomAudiencePermissionInput', 'The permission to grant to another account.', (t) => ({
      ...t.required({
        customAudienceId: ['ID', "The global ID of the audience, or the service's ID together with `accountId`."],
        grantedAccountId: ['ID', "The account to share the audience with: its global ID or the service's ID."],
        permissionLevel: [PermissionLevel, 'What the account can do with the audience.'],
      }),
      ...ownAccountField(t),
    })),
    prepare(check) {
      const { account, id } = check.ids.own('customAudienceId', 'CustomAudience')
      const grantedAccountId = check.ids.one('grantedAccountId', 'Account', '')
      decide(check, [grantRule(account, grantedAccountId)])
      const [sharing, audience] = [sharingKey(account, grantedAccountId), audienceKey(account, id)]
      return {
        params: paramsOf(check, { customAudienceId: undefined }),
        dependsOn: [sharing, audience],
        review(stored) {
          const row = stored.get(audience)
          decide(check, [
            rule(
              'R-AUD-16',
              ['customAudienceId'],
              () => row !== null && isOwn(account, row),
              'is not the ID of an audience that the account owns',
            ),
            sharingRule(stored.get(sharing)),
          ])
        },
      }
    },
  }),

  revokeCustomAudiencePermission: writeField(t, {
    row: CustomAudiencePermission,
    endpoint: revokeCustomAudiencePermission,
    does: { action: 'DELETE', id: 'permissionId' },
    editors: AUDIENCE_EDITORS,
    description:
      'Revokes the permission of another account to use a custom audience. The account cannot target the audience in future ' +
      'campaigns. Running campaigns continue, but cannot be copied (R-AUD-18).',
    input: inputType('RevokeCustomAudiencePermissionInput', 'The permission to revoke.', (t) => ({
      ...t.required({
        customAudienceId: ['ID', "The global ID of the audience, or the service's ID together with `accountId`."],
        permissionId: ['ID', "The permission: its global ID or the service's ID."],
      }),
      ...ownAccountField(t),
    })),
    prepare(check) {
      const { account, id } = check.ids.own('customAudienceId', 'CustomAudience')
      const permission = check.ids.deletedBelow('permissionId', 'CustomAudiencePermission')
      const path = { account_id: account, custom_audience_id: id }
      const filter = { custom_audience_permission_ids: [permission] }
      return revocationRule(check, wholeKey(listCustomAudiencePermissions, path, filter))
    },
  }),
}))
