import {
  addMediaToLibrary,
  listMedia,
  removeMediaFromLibrary,
  updateMedia,
  type MediaRow,
} from '../../rest/creative/media.ts'
import { Account } from '../account/account.ts'
import type { InputOf } from '../builder.ts'
import {
  builder,
  type Check,
  connectionType,
  CREATIVE_EDITORS,
  decide,
  entityType,
  type InputFields,
  inputType,
  length,
  openEnum,
  ownAccountField,
  queryNode,
  rowKey,
  rulesFor,
  type Stored,
  writeField,
} from '../kit.ts'
import { nameQuery } from '../list/read.ts'
import { known, wordColumn } from '../write/known.ts'
import { leftToService, need } from '../write/rule.ts'
import { inLibrary, mediaKey, needMediaType } from './library.ts'
import { intOf } from './wire-number.ts'

export const Media = builder.objectRef<MediaRow>('Media')
export const MediaConnection = connectionType(Media, { counted: false })

const MediaType = openEnum('MediaType', 'The type of a media item in the library.', {
  GIF: 'An animated GIF.',
  IMAGE: 'An image.',
  VIDEO: 'A video.',
})

const MediaCategory = openEnum('MediaCategory', 'The purpose for which a media item was uploaded.', {
  POST_IMAGE: 'An image for posts. @beyondDocuments',
  POST_GIF: 'An animated GIF for posts. @beyondDocuments',
  POST_VIDEO: 'A video for posts. @beyondDocuments',
  AMPLIFY_VIDEO: 'A video for prerolls. It becomes account media of type PREROLL automatically (R-CARD-19).',
})

entityType(Media, listMedia, {
  description:
    'A media item in the library of an account. Cards and posts refer to it by its media key, which is also its ' +
    '`restId`. Media must be in the library before it can be used (R-CARD-2). The service returns one media item ' +
    'per call, so several media items need several parallel calls.',
  fields: (t) => ({
    ...t.columns({
      mediaKey: ['ID', 'The media key. Cards and posts use it to refer to the media item.'],
      mediaType: [MediaType, 'The type of the media item. @beyondDocuments'],
      mediaCategory: [
        MediaCategory,
        'The purpose for which the media item was uploaded. Some responses do not have it. @beyondDocuments',
      ],
      mediaStatus:
        'The status of the processing, for example TRANSCODE_COMPLETED. The service can add values. ' +
        '@beyondDocuments',
      mediaUrl: 'The URL of the media item. @beyondDocuments',
      name: 'The name, up to 100 characters. The web console shows "untitled" if there is no name.',
      fileName: 'The file name, up to 255 characters.',
      title: 'The title of a video, up to 70 characters.',
      description: 'The description of a video, up to 200 characters.',
      posterMediaUrl: 'The URL of the image that is shown before a video plays. @beyondDocuments',
      aspectRatio: 'The aspect ratio of a video: width to height, for example `16:9`. @beyondDocuments',
      posted: ['Boolean', 'Whether a post has used the media item. @beyondDocuments'],

      duration: ['Int', 'The duration of a video in milliseconds. @beyondDocuments', intOf],
    }),
    posterMediaKey: t.foreignKey(
      'poster_media_key',
      'the image that is shown before a video plays',
      'Defaults to the first frame.',
    ),
    posterMedia: t.reference(
      Media,
      'poster_media_key',
      'The image that is shown before a video plays. Null if it is not in the library.',
    ),
  }),
})

queryNode('media', Media, listMedia)

builder.objectField(Account, 'mediaItems', (t) =>
  t.list(
    MediaConnection,
    listMedia,
    'The media library of the account. The service neither sorts nor counts it. Its pages have up to 50 media ' +
      'items, so a larger `first` needs several calls (R-CONV-10).',
    {
      args: t.arg.optional({
        mediaType: [MediaType, 'Return only media items of this type.'],
        words:
          'Return only media items with these words in the name, title, file name or description, ignoring case: 1 ' +
          'to 255 characters (R-CARD-18).',
      }),
      filters: ({ mediaType, words }) => ({
        media_type: mediaType ?? undefined,
        q: nameQuery(words, { field: 'words', rule: 'R-CARD-18' }),
      }),
    },
  ),
)

/** The writable fields of a media item (Ads Creative Interface, section 2). */
const writableFields = (t: InputFields) =>
  t.optional({
    name: 'The name, up to 100 characters (R-CARD-18). The web console shows "untitled" if there is no name.',
    fileName: 'The file name, up to 255 characters (R-CARD-18).',
    title: 'The title, up to 70 characters. Only for videos (R-CARD-18).',
    description: 'The description, up to 200 characters. Only for videos (R-CARD-18).',
    posterMediaKey: [
      'ID',
      'The image that is shown before the video plays, by media key or global ID. Defaults to the first frame. Only ' +
        'for videos (R-CARD-18). It must be in the library (R-CARD-2).',
    ],
  })

type MediaInput = Partial<InputOf<typeof writableFields>>

const rule = rulesFor<MediaInput>()

/** The rules for the fields of a media item by themselves. */
const RULES = [
  ...length('R-CARD-18', 'name', { max: 100 }),
  ...length('R-CARD-18', 'fileName', { max: 255 }),
  ...length('R-CARD-18', 'title', { max: 70 }),
  ...length('R-CARD-18', 'description', { max: 200 }),
]

/** The fields that only videos have. */
const VIDEO_FIELDS = ['title', 'description', 'posterMediaKey'] as const

/**
 * The write of a media item, with the rules of the fields that only videos have. A media item that is not in the library yet
 * cannot be read, so its type is not known then.
 */
function mediaWrite(check: Check<MediaInput>, account: string, key: string) {
  decide(check, RULES)
  const fields = VIDEO_FIELDS.filter((field) => check.input[field])
  const poster = check.ids.one('posterMediaKey', 'Media', account)
  const item = rowKey(listMedia, account, key)
  return {
    dependsOn: fields.length > 0 ? [item, poster === undefined ? undefined : mediaKey(account, poster)] : [],
    review(stored: Stored) {
      const type = () => need(known(stored.get(item), 'media_type', wordColumn))
      const ofVideos = fields.map((field) =>
        rule(
          'R-CARD-18',
          [field],
          () => type() === 'VIDEO',
          () => `is only for videos; the media item is of type ${type()}`,
        ),
      )
      const posterType = () => needMediaType(account, poster ?? '', stored)
      const ofPoster = rule(
        'R-CARD-18',
        ['posterMediaKey'],
        () => posterType() === 'IMAGE',
        () => `is of type ${posterType()}; it must be an image`,
      )
      decide(check, [
        ...(poster === undefined ? [] : [inLibrary(account, 'posterMediaKey', [poster], stored), ofPoster]),
        ...ofVideos,
      ])
    },
  }
}

builder.mutationFields((t) => ({
  addMediaToLibrary: writeField(t, {
    row: Media,
    endpoint: addMediaToLibrary,
    does: { action: 'CREATE' },
    editors: CREATIVE_EDITORS,
    description:
      'Adds an uploaded media item to the library, so that cards and posts can use it (R-CARD-2). Media that was ' +
      'uploaded with the category AMPLIFY_VIDEO also becomes account media of type PREROLL (R-CARD-19). With ' +
      '`validateOnly`, the poster is read, and so is the media item if the input has fields that only videos have.',
    input: inputType('AddMediaToLibraryInput', 'An uploaded media item and its details.', (t) => ({
      ...ownAccountField(t),
      ...t.required({
        mediaKey: [
          'ID',
          'The media key from the upload. The file must be uploaded with a media category. This API does not upload ' +
            'files (R-CARD-20).',
        ],
      }),
      ...writableFields(t),
    })),
    prepare(check) {
      const account = check.ids.account('mediaKey')
      // The upload is not known before it is in the library.
      decide(check, [leftToService('R-CARD-20', 'mediaKey')])
      return mediaWrite(check, account, check.ids.one('mediaKey', 'Media', account) ?? '')
    },
  }),

  updateMedia: writeField(t, {
    row: Media,
    endpoint: updateMedia,
    does: { action: 'UPDATE', id: 'mediaKey' },
    editors: CREATIVE_EDITORS,
    description:
      'Updates the details of a media item in the library. With `validateOnly`, the poster is read, and so is the media ' +
      'item if the input has fields that only videos have.',
    input: inputType(
      'UpdateMediaInput',
      'Changes to a media item in the library. Omitted fields keep their value; null removes the value.',
      (t) => ({
        ...t.required({
          mediaKey: ['ID', 'The global ID, or the media key together with `accountId`.'],
        }),
        ...ownAccountField(t),
        ...writableFields(t),
      }),
    ),
    prepare(check) {
      const { account, id } = check.ids.changed('mediaKey', 'Media')
      return mediaWrite(check, account, id)
    },
  }),

  removeMediaFromLibrary: writeField(t, {
    row: Media,
    endpoint: removeMediaFromLibrary,
    does: { action: 'DELETE', id: 'mediaKey' },
    editors: CREATIVE_EDITORS,
    description:
      "Removes a media item from the library. New cards and posts cannot use it. The media key is the service's ID.",
    input: inputType('RemoveMediaFromLibraryInput', 'The `Media` to delete.', (t) => ({
      mediaKey: t.id({
        required: true,
        description: "The ID of the `Media` itself: the global ID, or the service's ID together with `accountId`.",
      }),
      ...ownAccountField(t),
    })),
    prepare(check) {
      check.ids.changed('mediaKey', 'Media')
    },
  }),
}))
