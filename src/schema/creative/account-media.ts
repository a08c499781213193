import { deleteAccountMedia, listAccountMedia, type AccountMediaRow } from '../../rest/creative/account-media.ts'
import { Account } from '../account/account.ts'
import { builder } from '../builder.ts'
import { CreativeType, MediaCreative } from '../campaign/media-creative.ts'
import { connectionType, sortArg, withDeletedArg, idsArg } from '../list/connection-type.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { restIds } from '../node/global-id.ts'
import { ownAccountField } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { writeField } from '../write/mutation-field.ts'

export const AccountMedia = builder.objectRef<AccountMediaRow>('AccountMedia')
export const AccountMediaConnection = connectionType(AccountMedia)

AccountMedia.implement({
  description:
    'A medium that media creatives show: an image for apps of publishers, or a preroll video. Media that come into the ' +
    'library as AMPLIFY_VIDEO become PREROLL account media by themselves (R-CARD-19).',
  interfaces: [Node, Entity],
  fields: (t) => ({
    creativeType: t.expose('creative_type', { type: CreativeType, description: 'What kind it is.' }),
    mediaUrl: t.exposeString('media_url', { description: 'Where the image or video is.' }),
    videoId: t.exposeID('video_id', { description: 'The video; null for images.' }),
  }),
})

nodeType(AccountMedia, listAccountMedia)

builder.queryField('accountMedia', (t) =>
  t.byId({
    type: AccountMedia,
    endpoint: listAccountMedia,
    description: 'One medium of an account.',
    args: withDeletedArg,
  }),
)

builder.objectFields(Account, (t) => ({
  accountMediaItem: t.byId({
    type: AccountMedia,
    endpoint: listAccountMedia,
    description: 'One of its media.',
    args: withDeletedArg,
  }),
  accountMedia: t.list({
    type: AccountMediaConnection,
    endpoint: listAccountMedia,
    description: 'Its media that media creatives can show.',
    args: {
      ...idsArg,
      creativeTypes: t.arg({ type: [CreativeType], description: 'Only these kinds.' }),
      ...sortArg,
      ...withDeletedArg,
    },
    filters: ({ ids, creativeTypes }, account) => ({
      account_media_ids: restIds('AccountMedia', account.id, ids, 'ids'),
      creative_types: creativeTypes ?? undefined,
    }),
  }),
}))

builder.objectField(MediaCreative, 'accountMedia', (t) =>
  t.reference({
    type: AccountMedia,
    endpoint: listAccountMedia,
    description: 'The medium. Those of up to 200 media creatives are read in one call.',
    id: (row) => row.account_media_id,
  }),
)

const DeleteAccountMediaInput = builder.inputType('DeleteAccountMediaInput', {
  description: 'The medium to delete.',
  fields: (t) => ({
    accountMediaId: t.id({
      required: true,
      description: "The global id, or the service's own together with `accountId`.",
    }),
    ...ownAccountField(t),
  }),
})

const DeleteAccountMediaPayload = builder.objectRef<Outcome<AccountMediaRow>>('DeleteAccountMediaPayload').implement({
  description: 'The result of deleting a medium of an account.',
  interfaces: [Payload, DeletePayload],
  fields: (t) => ({
    accountMedia: t.field({
      type: AccountMedia,
      description: 'The medium as the service answered; null if it was refused.',
      resolve: ({ data }) => data,
    }),
  }),
})

builder.mutationField('deleteAccountMedia', (t) =>
  writeField(t, {
    payload: DeleteAccountMediaPayload,
    description: 'Deletes a medium that media creatives show. From then on it is shown only with `withDeleted`.',
    input: DeleteAccountMediaInput,
    inputDescription: 'The medium.',
    prepare(check, context) {
      const { account, id } = check.changes('accountMediaId', 'AccountMedia')
      return { send: () => context.rest.call(deleteAccountMedia, { account_id: account, account_media_id: id }) }
    },
  }),
)
