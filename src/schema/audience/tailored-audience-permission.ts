import {
  grantTailoredAudiencePermission,
  listTailoredAudiencePermissions,
  revokeTailoredAudiencePermission,
  type TailoredAudiencePermissionRow,
} from '../../rest/audience/tailored-audience-permission.ts'
import { Account } from '../account/account.ts'
import { callsCost } from '../cost/cost.ts'
import {
  accountField,
  AUDIENCE_EDITORS,
  builder,
  connectionType,
  decide,
  entityType,
  inputType,
  ownAccountField,
  registerReference,
  restId,
  restIds,
  sortArg,
  wholeKey,
  withParents,
  writeField,
} from '../kit.ts'
import { idsArg } from '../list/connection-type.ts'
import { rowOf } from '../node/row.ts'
import { paramsOf } from '../write/input.ts'
import { leftToService } from '../write/rule.ts'
import { PermissionLevel } from './custom-audience.ts'
import { grantRule, revocationRule, sharingKey, sharingRule } from './sharing.ts'

const TailoredAudiencePermission = builder.objectRef<TailoredAudiencePermissionRow>('TailoredAudiencePermission')
const TailoredAudiencePermissionConnection = connectionType(TailoredAudiencePermission)

entityType(TailoredAudiencePermission, listTailoredAudiencePermissions, {
  description:
    'A permission for another account to use a tailored audience. In version 5 of the interface, tailored audiences have ' +
    'only permissions (R-AUD-19).',
  fields: (t) => ({
    tailoredAudienceId: t.foreignKey('tailored_audience_id', 'the audience'),
    grantedAccountId: t.foreignKey('granted_account_id', 'the account that the audience is shared with'),
    grantedAccount: t.reference(
      Account,
      'granted_account_id',
      'The account that the audience is shared with. Null if the caller cannot see it.',
    ),
    ...t.columns({ permissionLevel: [PermissionLevel, 'What the account can do with the audience.'] }),
  }),
  scope: { parent: 'tailored_audience_id' },
})

builder.objectField(Account, 'tailoredAudiencePermissions', (t) =>
  t.list(
    TailoredAudiencePermissionConnection,
    listTailoredAudiencePermissions,
    'The accounts that a tailored audience of the account is shared with (R-AUD-19).',
    {
      args: {
        ...t.arg.required({
          tailoredAudienceId: ['ID', "The service's ID of the audience."],
        }),
        ...idsArg,
        grantedAccountIds: t.arg.idList({
          description: 'Return only the permissions granted to these accounts, up to 200 IDs.',
        }),
        ...sortArg,
      },
      path: (account, { tailoredAudienceId }) => ({
        account_id: account.id,
        tailored_audience_id: restId('TailoredAudience', account.id, tailoredAudienceId, 'tailoredAudienceId'),
      }),
      filters: ({ grantedAccountIds }, account) => ({
        granted_account_ids: restIds('Account', account.id, grantedAccountIds, 'grantedAccountIds'),
      }),
    },
  ),
)

// The interface has no endpoint for tailored audiences. Their list of permissions gives 404 for an unknown one.
registerReference('TailoredAudience', (account, id) => ({
  id: `tailored audience ${account} ${id}`,
  group: `tailored audiences ${account}`,
  costs: ({ max }) => [callsCost(listTailoredAudiencePermissions, max)],
  async read({ loaders }) {
    const path = { account_id: account, tailored_audience_id: id }
    const permissions = await loaders.onceIfFound(listTailoredAudiencePermissions, path, { count: 1 })
    return permissions && rowOf(account, id)
  },
}))

builder.mutationFields((t) => ({
  grantTailoredAudiencePermission: writeField(t, {
    row: TailoredAudiencePermission,
    endpoint: grantTailoredAudiencePermission,
    // An account has one for each audience.
    does: {
      action: 'CREATE',
      parent: { type: 'TailoredAudience', id: 'tailoredAudienceId' },
      recognized: { filter: withParents('granted_account_ids') },
    },
    editors: AUDIENCE_EDITORS,
    description:
      'Shares a tailored audience with another account, or changes what that account can do with it, in version 5 of the ' +
      'interface (R-AUD-19). Only the owner of the audience can share it (R-AUD-16): with accounts of the same business, ' +
      'or with any account if the owner has the feature SHARE_AUDIENCE_OUTSIDE_BUSINESS (R-AUD-17). With `validateOnly`, ' +
      'the businesses of both ' +
      'accounts are read.',
    input: inputType('GrantTailoredAudiencePermissionInput', 'The permission to grant to another account.', (t) => ({
      ...accountField(t),
      ...t.required({
        tailoredAudienceId: ['ID', "The service's ID of the audience."],
        grantedAccountId: ['ID', "The account to share the audience with: its global ID or the service's ID."],
        permissionLevel: [PermissionLevel, 'What the account can do with the audience.'],
      }),
    })),
    prepare(check) {
      const account = check.ids.account()
      const audience = check.ids.one('tailoredAudienceId', 'TailoredAudience', account) ?? ''
      check.ids.follows('tailoredAudienceId', audience)
      const grantedAccountId = check.ids.one('grantedAccountId', 'Account', '')
      // Only the service knows the owner of a tailored audience.
      decide(check, [grantRule(account, grantedAccountId), leftToService('R-AUD-16', 'tailoredAudienceId')])
      const sharing = sharingKey(account, grantedAccountId)
      return {
        params: paramsOf(check, { tailoredAudienceId: undefined }),
        dependsOn: [sharing],
        review: (stored) => decide(check, [sharingRule(stored.get(sharing))]),
      }
    },
  }),

  revokeTailoredAudiencePermission: writeField(t, {
    row: TailoredAudiencePermission,
    endpoint: revokeTailoredAudiencePermission,
    does: { action: 'DELETE', id: 'permissionId' },
    editors: AUDIENCE_EDITORS,
    description:
      'Revokes the permission of another account to use a tailored audience, in version 5 of the interface (R-AUD-19). The ' +
      'account cannot target the audience in future campaigns. Running campaigns continue, but cannot be copied ' +
      '(R-AUD-18).',
    input: inputType('RevokeTailoredAudiencePermissionInput', 'The permission to revoke.', (t) => ({
      ...ownAccountField(t),
      ...t.required({
        tailoredAudienceId: ['ID', "The service's ID of the audience."],
        permissionId: ['ID', "The permission: its global ID or the service's ID."],
      }),
    })),
    prepare(check) {
      const account = check.ids.account('permissionId')
      const audience = check.ids.one('tailoredAudienceId', 'TailoredAudience', account) ?? ''
      check.ids.follows('tailoredAudienceId', audience)
      const permission = check.ids.deletedBelow('permissionId', 'TailoredAudiencePermission')
      const path = { account_id: account, tailored_audience_id: audience }
      const filter = { tailored_audience_permission_ids: [permission] }
      return revocationRule(check, wholeKey(listTailoredAudiencePermissions, path, filter))
    },
  }),
}))
