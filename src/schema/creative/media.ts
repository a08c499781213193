import type { Context } from '../../context.ts'
import {
  addMediaToLibrary,
  listMedia,
  removeMediaFromLibrary,
  updateMedia,
  type MediaParams,
  type MediaRow,
} from '../../rest/creative/media.ts'
import { Account } from '../account/account.ts'
import { builder, type InputFields } from '../builder.ts'
import { connectionType } from '../list/connection-type.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { accountField, ownAccountField, toParams, type Check } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { writeField } from '../write/mutation-field.ts'
import { openEnum } from '../scalar/open-enum.ts'
import { nameQuery } from '../list/name-query.ts'
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
    posterMedia: t.reference({
      type: Media,
      endpoint: listMedia,
      description: 'Of a video: the image shown before it plays, where it is in the library.',
      id: (row) => row.poster_media_key,
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

nodeType(Media, listMedia)

builder.queryField('media', (t) =>
  t.byId({ type: Media, endpoint: listMedia, description: 'One medium of a library, by its media key.' }),
)

builder.objectFields(Account, (t) => ({
  media: t.byId({ type: Media, endpoint: listMedia, description: 'One medium of its library, by its media key.' }),
  mediaLibrary: t.list({
    type: MediaConnection,
    endpoint: listMedia,
    description:
      'Its media library. The interface neither sorts nor counts it; its pages hold at most 50, so that a larger `first` ' +
      'costs several calls (R-CONV-10).',
    args: {
      mediaType: t.arg({ type: MediaType, description: 'Only this kind.' }),
      query: t.arg.string({
        description:
          'Only media with these words in name, title, file name or description, upper and lower case alike: 1 to 255 ' +
          'characters (R-CARD-18).',
      }),
    },
    filters: ({ mediaType, query }) => ({ media_type: mediaType ?? undefined, q: nameQuery(query, 255, 'R-CARD-18') }),
  }),
}))

/** The fields of a medium that can be written (Ads Creative Interface, section 2). */
const writableFields = (t: InputFields) => ({
  name: t.string({
    description: 'Its name, at most 100 characters; the web console shows untitled where there is none.',
  }),
  fileName: t.string({ description: 'The name of its file, at most 255 characters.' }),
  title: t.string({ description: 'Its title, at most 70 characters. For videos only (R-CARD-18).' }),
  description: t.string({ description: 'About it, at most 200 characters. For videos only (R-CARD-18).' }),
  posterMediaKey: t.id({
    description:
      'The image shown before it plays, by its media key or global id: its first frame unless set. For videos only ' +
      '(R-CARD-18).',
  }),
})

/** A medium of the library, which its media key names. */
function namedMedia(t: InputFields) {
  return {
    mediaKey: t.id({ required: true, description: 'The global id, or the media key together with `accountId`.' }),
    ...ownAccountField(t),
  }
}

const AddMediaToLibraryInput = builder.inputType('AddMediaToLibraryInput', {
  description: 'A medium that was uploaded, and what is to be known of it.',
  fields: (t) => ({
    ...accountField(t),
    mediaKey: t.id({
      required: true,
      description:
        'The key that the upload of a file with a media category has given. Files are not uploaded here (R-CARD-20).',
    }),
    ...writableFields(t),
  }),
})

const UpdateMediaInput = builder.inputType('UpdateMediaInput', {
  description: 'What is to change of a medium in the library: what is left out stays, null removes.',
  fields: (t) => ({
    ...namedMedia(t),
    ...writableFields(t),
  }),
})

const RemoveMediaFromLibraryInput = builder.inputType('RemoveMediaFromLibraryInput', {
  description: 'The medium to remove.',
  fields: namedMedia,
})

const mediaPayload = (name: string, description: string, interfaces = [Payload]) =>
  builder.objectRef<Outcome<MediaRow>>(name).implement({
    description,
    interfaces,
    fields: (t) => ({
      media: t.field({
        type: Media,
        description: 'The medium as the service answered; null if it was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })
const AddMediaToLibraryPayload = mediaPayload(
  'AddMediaToLibraryPayload',
  'The result of adding a medium to the library.',
)
const UpdateMediaPayload = mediaPayload('UpdateMediaPayload', 'The result of changing a medium.')
const RemoveMediaFromLibraryPayload = mediaPayload(
  'RemoveMediaFromLibraryPayload',
  'The result of removing a medium from the library.',
  [Payload, DeletePayload],
)

interface MediaInput {
  name?: string | null
  fileName?: string | null
  title?: string | null
  description?: string | null
  posterMediaKey?: string | null
}

/** Holds the rules for what can be written of a medium. */
function checkMedia(check: Check<MediaInput>): void {
  check.length('name', { max: 100 }, 'R-CARD-18')
  check.length('fileName', { max: 255 }, 'R-CARD-18')
  check.length('title', { max: 70 }, 'R-CARD-18')
  check.length('description', { max: 200 }, 'R-CARD-18')
  if (ofVideos(check.input).length > 0) check.leaveUnchecked('R-CARD-18')
  if (check.input.posterMediaKey) check.leaveUnchecked('R-CARD-2')
}

/** The fields that were given and that only videos have. */
function ofVideos(input: MediaInput) {
  return (['title', 'description', 'posterMediaKey'] as const).filter((field) => input[field])
}

/** Holds what can be read of the medium to be changed: whether it is a video. */
async function validateMedium(context: Context, check: Check<MediaInput>, account: string, key: string): Promise<void> {
  const fields = ofVideos(check.input)
  if (fields.length === 0) return
  const media = await context.loaders.byId(listMedia, { account_id: account }, key)
  if (!media?.media_type) return
  check.markChecked('R-CARD-18')
  const isVideo = media.media_type === 'VIDEO'
  for (const field of fields) check.that(isVideo, field, 'R-CARD-18', `is for videos only; this is ${media.media_type}`)
}

builder.mutationFields((t) => ({
  addMediaToLibrary: writeField(t, {
    payload: AddMediaToLibraryPayload,
    description:
      'Adds an uploaded medium to the library, so that cards and posts can use it (R-CARD-2). One that was uploaded as ' +
      'AMPLIFY_VIDEO becomes account media of type PREROLL too (R-CARD-19).',
    input: AddMediaToLibraryInput,
    inputDescription: 'The medium.',
    prepare(check, context) {
      const { input } = check
      const account = check.account('accountId')
      checkMedia(check)
      check.leaveUnchecked('R-CARD-20')
      const mediaKey = check.id('mediaKey', 'Media', account)
      const posterMediaKey = input.posterMediaKey && check.id('posterMediaKey', 'Media', account)
      const params = toParams<MediaParams>({ ...input, mediaKey, posterMediaKey }, ['accountId'])
      return { send: () => context.rest.call(addMediaToLibrary, { account_id: account }, params) }
    },
  }),

  updateMedia: writeField(t, {
    payload: UpdateMediaPayload,
    description:
      'Changes what is known of a medium in the library. With `validateOnly` it is read where fields are given that only ' +
      'videos have.',
    input: UpdateMediaInput,
    inputDescription: 'What is to change.',
    prepare(check, context) {
      const { input } = check
      const { account, id } = check.changes('mediaKey', 'Media')
      checkMedia(check)
      const posterMediaKey = input.posterMediaKey && check.id('posterMediaKey', 'Media', account)
      const params = toParams<MediaParams>({ ...input, posterMediaKey }, ['accountId', 'mediaKey'])
      const send = () => context.rest.call(updateMedia, { account_id: account, media_key: id }, params)
      return { send, validate: () => validateMedium(context, check, account, id) }
    },
  }),

  removeMediaFromLibrary: writeField(t, {
    payload: RemoveMediaFromLibraryPayload,
    description: 'Removes a medium from the library: nothing new can use it.',
    input: RemoveMediaFromLibraryInput,
    inputDescription: 'The medium.',
    prepare(check, context) {
      const { account, id } = check.changes('mediaKey', 'Media')
      return { send: () => context.rest.call(removeMediaFromLibrary, { account_id: account, media_key: id }) }
    },
  }),
}))
