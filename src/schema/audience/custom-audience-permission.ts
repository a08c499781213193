import { listAccounts } from '../../rest/account/account.ts'
import {
  grantCustomAudiencePermission,
  listCustomAudiencePermissions,
  revokeCustomAudiencePermission,
  type CustomAudiencePermissionRow,
} from '../../rest/audience/custom-audience-permission.ts'
import { listCustomAudiences } from '../../rest/audience/custom-audience.ts'
import { Account } from '../account/account.ts'
import { builder } from '../builder.ts'
import { connectionType, sortArg } from '../list/connection-type.ts'
import { Entity, accountOf } from '../node/entity.ts'
import { restIds } from '../node/global-id.ts'
import { ownAccountField, toParams } from '../write/input.ts'
import { Payload, type Outcome } from '../write/mutation.ts'
import { writeField } from '../write/mutation-field.ts'
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
    customAudience: t.reference({
      type: CustomAudience,
      endpoint: listCustomAudiences,
      description: 'The audience.',
      id: (row) => row.custom_audience_id,
    }),
    grantedAccountId: t.exposeID('granted_account_id', {
      description: "The account that is allowed it, by the service's own id.",
    }),
    grantedAccount: t.reference({
      type: Account,
      endpoint: listAccounts,
      description: 'The account that is allowed it; null where the caller may not see it.',
      id: (row) => row.granted_account_id,
    }),
    permissionLevel: t.expose('permission_level', { type: PermissionLevel, description: 'What it may do.' }),
  }),
})

builder.objectField(CustomAudience, 'permissions', (t) =>
  t.list({
    type: CustomAudiencePermissionConnection,
    endpoint: listCustomAudiencePermissions,
    description: 'The accounts it is shared with. One call for each audience.',
    args: {
      ids: t.arg.idList({ description: "Only the items with these IDs (the API's own), at most 200." }),
      grantedAccountIds: t.arg.idList({ description: 'Only the items granted to these accounts, at most 200.' }),
      ...sortArg,
    },
    path: (audience) => ({ account_id: accountOf(audience), custom_audience_id: audience.id }),
    filters: ({ ids, grantedAccountIds }, audience) => ({
      custom_audience_permission_ids: restIds('CustomAudiencePermission', accountOf(audience), ids, 'ids'),
      granted_account_ids: restIds('Account', '', grantedAccountIds, 'grantedAccountIds'),
    }),
  }),
)

const GrantCustomAudiencePermissionInput = builder.inputType('GrantCustomAudiencePermissionInput', {
  description: 'What another account is to be allowed with a custom audience.',
  fields: (t) => ({
    customAudienceId: t.id({
      required: true,
      description: "The audience, by its global id, or the service's own together with `accountId`.",
    }),
    ...ownAccountField(t),
    grantedAccountId: t.id({
      required: true,
      description: 'The account that is to be allowed it, by either kind of id.',
    }),
    permissionLevel: t.field({ type: PermissionLevel, required: true, description: 'What it may do.' }),
  }),
})

const RevokeCustomAudiencePermissionInput = builder.inputType('RevokeCustomAudiencePermissionInput', {
  description: 'The permission to revoke.',
  fields: (t) => ({
    customAudienceId: t.id({
      required: true,
      description: "The audience, by its global id, or the service's own together with `accountId`.",
    }),
    ...ownAccountField(t),
    permissionId: t.id({ required: true, description: "The permission, by the service's own id." }),
  }),
})

const permissionPayload = (name: string, description: string) =>
  builder.objectRef<Outcome<CustomAudiencePermissionRow>>(name).implement({
    description,
    interfaces: [Payload],
    fields: (t) => ({
      customAudiencePermission: t.field({
        type: CustomAudiencePermission,
        description: 'The permission as the service answered; null if it was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })
const GrantCustomAudiencePermissionPayload = permissionPayload(
  'GrantCustomAudiencePermissionPayload',
  'The result of granting a permission.',
)
const RevokeCustomAudiencePermissionPayload = permissionPayload(
  'RevokeCustomAudiencePermissionPayload',
  'The result of revoking a permission.',
)

builder.mutationFields((t) => ({
  grantCustomAudiencePermission: writeField(t, {
    payload: GrantCustomAudiencePermissionPayload,
    description:
      'Lets another account use a custom audience, or changes what it may do with it. Only the owner may (R-AUD-16), inside ' +
      'one business or with the feature SHARE_AUDIENCE_OUTSIDE_BUSINESS (R-AUD-17). With `validateOnly` the audience is read ' +
      'for its owner.',
    input: GrantCustomAudiencePermissionInput,
    inputDescription: 'The permission.',
    prepare(check, context) {
      const { input } = check
      const { account, id } = check.row('customAudienceId', 'CustomAudience')
      const grantedAccountId = check.id('grantedAccountId', 'Account', '')
      check.leaveUnchecked('R-AUD-16', 'R-AUD-17')
      const params = toParams({ grantedAccountId, permissionLevel: input.permissionLevel })
      const path = { account_id: account, custom_audience_id: id }
      const send = () => context.rest.call(grantCustomAudiencePermission, path, params)
      return {
        send,
        async validate() {
          const audience = await context.loaders.byId(listCustomAudiences, { account_id: account }, id)
          const owner = audience?.owner_account_id
          // Some answers leave the owner out.
          if (audience && !owner) return
          check.markChecked('R-AUD-16')
          check.that(owner === account, 'customAudienceId', 'R-AUD-16', 'names no audience that the account owns')
        },
      }
    },
  }),

  revokeCustomAudiencePermission: writeField(t, {
    payload: RevokeCustomAudiencePermissionPayload,
    description:
      'Takes back what another account was allowed with a custom audience: it cannot target the audience in future ' +
      'campaigns; running campaigns go on, but cannot be copied afterwards (R-AUD-18).',
    input: RevokeCustomAudiencePermissionInput,
    inputDescription: 'The permission.',
    prepare(check, context) {
      const { account, id } = check.row('customAudienceId', 'CustomAudience')
      const permission = check.id('permissionId', 'CustomAudiencePermission', account) ?? ''
      const path = { account_id: account, custom_audience_id: id, custom_audience_permission_id: permission }
      return { send: () => context.rest.call(revokeCustomAudiencePermission, path), fieldOf: () => 'permissionId' }
    },
  }),
}))
