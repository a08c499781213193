import { listAccounts } from '../../rest/account/account.ts'
import {
  grantTailoredAudiencePermission,
  listTailoredAudiencePermissions,
  revokeTailoredAudiencePermission,
  type TailoredAudiencePermissionRow,
} from '../../rest/audience/tailored-audience-permission.ts'
import { Account } from '../account/account.ts'
import { builder } from '../builder.ts'
import { connectionType, sortArg } from '../list/connection-type.ts'
import { Entity } from '../node/entity.ts'
import { restId, restIds } from '../node/global-id.ts'
import { accountField, toParams } from '../write/input.ts'
import { Payload, type Outcome } from '../write/mutation.ts'
import { writeField } from '../write/mutation-field.ts'
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
    grantedAccount: t.reference({
      type: Account,
      endpoint: listAccounts,
      description: 'The account that is allowed it; null where the caller may not see it.',
      id: (row) => row.granted_account_id,
    }),
    permissionLevel: t.expose('permission_level', { type: PermissionLevel, description: 'What it may do.' }),
  }),
})

builder.objectField(Account, 'tailoredAudiencePermissions', (t) =>
  t.list({
    type: TailoredAudiencePermissionConnection,
    endpoint: listTailoredAudiencePermissions,
    description: 'Who else may use one of its tailored audiences (R-AUD-19).',
    args: {
      tailoredAudienceId: t.arg.id({ required: true, description: "The audience, by the service's own id." }),
      ids: t.arg.idList({ description: "Only the items with these IDs (the API's own), at most 200." }),
      grantedAccountIds: t.arg.idList({ description: 'Only the items granted to these accounts, at most 200.' }),
      ...sortArg,
    },
    path: (account, { tailoredAudienceId }) => ({
      account_id: account.id,
      tailored_audience_id: restId('TailoredAudience', account.id, tailoredAudienceId, 'tailoredAudienceId'),
    }),
    filters: ({ ids, grantedAccountIds }, account) => ({
      tailored_audience_permission_ids: restIds('TailoredAudiencePermission', account.id, ids, 'ids'),
      granted_account_ids: restIds('Account', account.id, grantedAccountIds, 'grantedAccountIds'),
    }),
  }),
)

const GrantTailoredAudiencePermissionInput = builder.inputType('GrantTailoredAudiencePermissionInput', {
  description: 'What another account is to be allowed with a tailored audience.',
  fields: (t) => ({
    ...accountField(t),
    tailoredAudienceId: t.id({ required: true, description: "The audience, by the service's own id." }),
    grantedAccountId: t.id({
      required: true,
      description: 'The account that is to be allowed it, by either kind of id.',
    }),
    permissionLevel: t.field({ type: PermissionLevel, required: true, description: 'What it may do.' }),
  }),
})

const RevokeTailoredAudiencePermissionInput = builder.inputType('RevokeTailoredAudiencePermissionInput', {
  description: 'The permission to revoke.',
  fields: (t) => ({
    ...accountField(t),
    tailoredAudienceId: t.id({ required: true, description: "The audience, by the service's own id." }),
    permissionId: t.id({ required: true, description: "The permission, by the service's own id." }),
  }),
})

const permissionPayload = (name: string, description: string) =>
  builder.objectRef<Outcome<TailoredAudiencePermissionRow>>(name).implement({
    description,
    interfaces: [Payload],
    fields: (t) => ({
      tailoredAudiencePermission: t.field({
        type: TailoredAudiencePermission,
        description: 'The permission as the service answered; null if it was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })
const GrantTailoredAudiencePermissionPayload = permissionPayload(
  'GrantTailoredAudiencePermissionPayload',
  'The result of granting a permission.',
)
const RevokeTailoredAudiencePermissionPayload = permissionPayload(
  'RevokeTailoredAudiencePermissionPayload',
  'The result of revoking a permission.',
)

builder.mutationFields((t) => ({
  grantTailoredAudiencePermission: writeField(t, {
    payload: GrantTailoredAudiencePermissionPayload,
    description:
      'Lets another account use a tailored audience, or changes what it may do with it, in version 5 of the interface ' +
      '(R-AUD-19). Only the owner may (R-AUD-16), inside one business or with the feature SHARE_AUDIENCE_OUTSIDE_BUSINESS ' +
      '(R-AUD-17).',
    input: GrantTailoredAudiencePermissionInput,
    inputDescription: 'The permission.',
    prepare(check, context) {
      const { input } = check
      const account = check.account('accountId')
      const audience = check.id('tailoredAudienceId', 'TailoredAudience', account) ?? ''
      const grantedAccountId = check.id('grantedAccountId', 'Account', '')
      check.leaveUnchecked('R-AUD-16', 'R-AUD-17')
      const params = toParams({ grantedAccountId, permissionLevel: input.permissionLevel })
      const path = { account_id: account, tailored_audience_id: audience }
      return { send: () => context.rest.call(grantTailoredAudiencePermission, path, params) }
    },
  }),

  revokeTailoredAudiencePermission: writeField(t, {
    payload: RevokeTailoredAudiencePermissionPayload,
    description:
      'Takes back what another account was allowed with a tailored audience, in version 5 of the interface (R-AUD-19): it ' +
      'cannot target the audience in future campaigns; running campaigns go on, but cannot be copied afterwards (R-AUD-18).',
    input: RevokeTailoredAudiencePermissionInput,
    inputDescription: 'The permission.',
    prepare(check, context) {
      const account = check.account('accountId')
      const audience = check.id('tailoredAudienceId', 'TailoredAudience', account) ?? ''
      const permission = check.id('permissionId', 'TailoredAudiencePermission', account) ?? ''
      const path = {
        account_id: account,
        tailored_audience_id: audience,
        tailored_audience_permission_id: permission,
      }
      return { send: () => context.rest.call(revokeTailoredAudiencePermission, path), fieldOf: () => 'permissionId' }
    },
  }),
}))
