import { deleteAccountMedia, listAccountMedia, type AccountMediaRow } from '../../rest/creative/account-media.ts'
import { listMedia } from '../../rest/creative/media.ts'
import { idOf } from '../../rest/types.ts'
import { Account } from '../account/account.ts'
import { CreativeType, MediaCreative } from '../campaign/media-creative.ts'
import { builder, CREATIVE_EDITORS, deleteField, entity } from '../kit.ts'
import { Media } from './media.ts'

const AccountMedia = builder.objectRef<AccountMediaRow>('AccountMedia')

entity(AccountMedia, listAccountMedia, {
  description:
    'A media item for media creatives: an image for the apps of publishers, or a preroll video. Media that is added ' +
    'to the library with the category AMPLIFY_VIDEO becomes PREROLL account media automatically (R-CARD-19).',
  fields: (t) => ({
    ...t.columns({
      creativeType: [CreativeType, 'The type of the media item. @beyondDocuments'],
      mediaUrl: 'The URL of the image or video. @beyondDocuments',
    }),
    videoId: t.foreignKey('video_id', 'the video', 'Null for images. @beyondDocuments'),
    media: t.match(
      Media,
      listMedia,
      'The video in the media library: the media item whose media key ends with `videoId`. Null for images, and if ' +
        'the video is not in the library. The videos of the library are read, 50 per call, once for all media items. ' +
        '@beyondDocuments',
      {
        value: (row) => row.video_id,
        valueOf: (row) => idOf(row).replace(/^.*?_/, ''),
        filters: { media_type: 'VIDEO' },
      },
    ),
  }),
  list: [Account, 'accountMediaItems', 'The media items of the account that media creatives can use.'],
  args: builder.args((t) => t.optional({ creativeTypes: [[CreativeType], 'Return only media items of these types.'] })),
  filters: ({ creativeTypes }) => ({ creative_types: creativeTypes ?? undefined }),
})

builder.objectField(MediaCreative, 'accountMedia', (t) =>
  t.reference(
    AccountMedia,
    'account_media_id',
    'The media item. The media items of up to 200 media creatives are read in one call.',
  ),
)

builder.mutationField('deleteAccountMedia', (t) =>
  deleteField(t, {
    row: AccountMedia,
    endpoint: deleteAccountMedia,
    editors: CREATIVE_EDITORS,
    description:
      'Deletes a media item that media creatives can use. After that it is returned only if `withDeleted` is true.',
  }),
)
