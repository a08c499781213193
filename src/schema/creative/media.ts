import { listMedia, type MediaRow } from '../../rest/creative/media.ts'
import { Account } from '../account/account.ts'
import { builder } from '../builder.ts'
import { connectionType, pageArgs } from '../connection-type.ts'
import { connection } from '../connection.ts'
import { listCost, lookUpCost } from '../cost.ts'
import { Entity, Node, nodeType } from '../entity.ts'
import { openEnum } from '../open-enum.ts'
import { nameQuery } from '../query.ts'
import { findAtRoot, findInAccount, plainOwnIdArgs, plainRootIdArgs, reference } from '../reference.ts'
import { keyOnly } from '../selection.ts'
import { intOf } from './wire-number.ts'

export const Media = builder.objectRef<MediaRow>('Media')
export const MediaConnection = connectionType(Media, { counted: false })

export const MediaType = openEnum('MediaType', 'What kind of medium something in the library is.', {
  GIF: 'An animated image.',
  IMAGE: 'An image.',
  VIDEO: 'A video.',
})

export const MediaCategory = openEnum(
  'MediaCategory',
  'What a medium was uploaded for. Beyond the documents: the values seen from the live service.',
  {
    POST_IMAGE: 'An image for posts.',
    POST_GIF: 'An animated image for posts.',
    POST_VIDEO: 'A video for posts.',
    AMPLIFY_VIDEO: 'A video for prerolls; it becomes account media of type PREROLL by itself (R-CARD-19).',
  },
)

Media.implement({
  description:
    'A medium in the library of an account. Cards and posts name it by its media key, which is its `restId`; media must ' +
    'be in the library before they can be used (R-CARD-2). The interface reads one a call, so that several are read side ' +
    'by side, each once.',
  interfaces: [Node, Entity],
  fields: (t) => ({
    mediaKey: t.exposeID('media_key', { description: 'Its key, by which cards and posts name it.' }),
    mediaType: t.expose('media_type', { type: MediaType, description: 'What kind it is.' }),
    mediaCategory: t.expose('media_category', {
      type: MediaCategory,
      description: 'What it was uploaded for. Some answers leave it out.',
    }),
    mediaStatus: t.exposeString('media_status', {
      description: 'How far its processing is, e.g. TRANSCODE_COMPLETED. The list is open.',
    }),
    mediaUrl: t.exposeString('media_url', { description: 'Where it is.' }),
    name: t.exposeString('name', {
      description: 'Its name, at most 100 characters; the web console shows untitled where there is none.',
    }),
    fileName: t.exposeString('file_name', { description: 'The name of its file, at most 255 characters.' }),
    title: t.exposeString('title', { description: 'Of a video: its title, at most 70 characters.' }),
    description: t.exposeString('description', { description: 'Of a video: about it, at most 200 characters.' }),
    posterMediaKey: t.exposeID('poster_media_key', {
      description: 'Of a video: the image shown before it plays; its first frame unless set.',
    }),
    posterMedia: t.field({
      type: Media,
      description: 'Of a video: the image shown before it plays, where it is in the library.',
      extensions: lookUpCost(listMedia),
      resolve: (row, _args, context, info) => reference(context, info, listMedia, row, row.poster_media_key),
    }),
    posterMediaUrl: t.exposeString('poster_media_url', { description: 'Of a video: where that image is.' }),
    duration: t.int({
      description: 'Of a video: how long it is, in milliseconds.',
      resolve: (row) => intOf(row.duration),
    }),
    aspectRatio: t.exposeString('aspect_ratio', { description: 'Of a video: width to height, e.g. `16:9`.' }),
    posted: t.exposeBoolean('posted', { description: 'Whether a post has used it.' }),
  }),
})

nodeType(Media, ({ loaders }, account, id) => loaders.byId(listMedia, { account_id: account }, id), listMedia)

builder.queryField('media', (t) =>
  t.field({
    type: Media,
    description: 'One medium of a library, by its media key.',
    extensions: lookUpCost(listMedia),
    args: plainRootIdArgs,
    resolve: (_root, args, context, info) => findAtRoot(context, info, 'Media', listMedia, args),
  }),
)

builder.objectFields(Account, (t) => ({
  media: t.field({
    type: Media,
    description: 'One medium of its library, by its media key.',
    extensions: { ...keyOnly, ...lookUpCost(listMedia) },
    args: plainOwnIdArgs,
    resolve: (account, args, context, info) => findInAccount(context, info, 'Media', listMedia, account.id, args),
  }),
  mediaLibrary: t.field({
    type: MediaConnection,
    nullable: false,
    description:
      'Its media library. The interface neither sorts nor counts it; its pages hold at most 50, so that a larger `first` ' +
      'costs several calls (R-CONV-10).',
    extensions: { ...keyOnly, ...listCost(listMedia) },
    args: {
      mediaType: t.arg({ type: MediaType, description: 'Only this kind.' }),
      query: t.arg.string({
        description:
          'Only media with these words in name, title, file name or description, upper and lower case alike: 1 to 255 ' +
          'characters (R-CARD-18).',
      }),
      ...pageArgs,
    },
    resolve: (account, { mediaType, query, ...page }, context) =>
      connection(
        context,
        {
          endpoint: listMedia,
          path: { account_id: account.id },
          filters: { media_type: mediaType ?? undefined, q: nameQuery(query, 255, 'R-CARD-18') },
        },
        page,
      ),
  }),
}))
