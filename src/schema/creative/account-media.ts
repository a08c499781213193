import { deleteAccountMedia, listAccountMedia, type AccountMediaRow } from '../../rest/creative/account-media.ts'
import { listMedia } from '../../rest/creative/media.ts'
import { Account } from '../account/account.ts'
import { builder } from '../builder.ts'
import { CreativeType, MediaCreative } from '../campaign/media-creative.ts'
import { connectionType, withDeletedArg, idsArg } from '../list/connection-type.ts'
import { sortArg } from '../list/sort-by.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { restIds } from '../node/global-id.ts'
import { ownAccountField } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { CREATIVE_EDITORS } from '../write/existence.ts'
import { writeField } from '../write/mutation-field.ts'
import { Media } from './media.ts'

export const AccountMedia = builder.objectRef<AccountMediaRow>('AccountMedia')
export const AccountMediaConnection = connectionType(AccountMedia)

AccountMedia.implement({
  description:
    'A media item for media creatives: an image for the apps of publishers, or a preroll video. Media that is added ' +
    'to the library with the category AMPLIFY_VIDEO becomes PREROLL account media automatically (R-CARD-19).',
  interfaces: [Node, Entity],
  fields: (t) => ({
    creativeType: t.expose('creative_type', {
      type: CreativeType,
      description: 'The type of the media item. @beyondDocuments',
    }),
    mediaUrl: t.exposeString('media_url', { description: 'The URL of the image or video. @beyondDocuments' }),
    videoId: t.foreignKey('video_id', 'the video', 'Null for images. @beyondDocuments'),
    media: t.match({
      type: Media,
      endpoint: listMedia,
      description:
        'The video in the media library: the media item whose media key ends with `videoId`. Null for images, and if ' +
        'the video is not in the library. The videos of the library are read, 50 per call, once for all media items. ' +
        '@beyondDocuments',
      value: (row) => row.video_id,
      valueOf: ({ media_key: key }) => key?.slice(key.indexOf('_') + 1),
      filters: { media_type: 'VIDEO' },
    }),
  }),
})

nodeType(AccountMedia, listAccountMedia)

builder.queryField('accountMedia', (t) =>
  t.byId({
    type: AccountMedia,
    endpoint: listAccountMedia,
    description: 'One media item of an account.',
    args: withDeletedArg,
  }),
)

builder.objectFields(Account, (t) => ({
  accountMediaItems: t.list({
    type: AccountMediaConnection,
    endpoint: listAccountMedia,
    description: 'The media items of the account that media creatives can use.',
    args: {
      ...idsArg,
      creativeTypes: t.arg({ type: [CreativeType], description: 'Return only media items of these types.' }),
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
    description: 'The media item. The media items of up to 200 media creatives are read in one call.',
    id: 'account_media_id',
  }),
)

const DeleteAccountMediaInput = builder.inputType('DeleteAccountMediaInput', {
  description: 'The media item to delete.',
  fields: (t) => ({
    accountMediaId: t.id({
      required: true,
      description: "The global ID, or the service's ID together with `accountId`.",
    }),
    ...ownAccountField(t),
  }),
})

const DeleteAccountMediaPayload = builder.objectRef<Outcome<AccountMediaRow>>('DeleteAccountMediaPayload').implement({
  description: 'The result of deleting a media item of an account.',
  interfaces: [Payload, DeletePayload],
  fields: (t) => ({
    accountMedia: t.field({
      type: AccountMedia,
      description: 'The media item as the service returned it. Null if the input was refused.',
      resolve: ({ data }) => data,
    }),
  }),
})

builder.mutationField('deleteAccountMedia', (t) =>
  writeField(t, {
    payload: DeleteAccountMediaPayload,
    endpoint: deleteAccountMedia,
    editors: CREATIVE_EDITORS,
    description:
      'Deletes a media item that media creatives can use. After that it is returned only if `withDeleted` is true.',
    input: DeleteAccountMediaInput,
    inputDescription: 'The media item.',
    prepare(check) {
      const { account, id } = check.changes('accountMediaId', 'AccountMedia')
      return { send: (rest) => rest.call(deleteAccountMedia, { account_id: account, account_media_id: id }) }
    },
  }),
)
