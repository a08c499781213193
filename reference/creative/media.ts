import type { Entity } from '../entity.ts'

export const media = {
  endpoints: {
    'GET 12 accounts/:account_id/media_library': {
      source: '3 §4.5, §8',
      documents: ['count', 'cursor', 'media_type', 'q'],
    },
    'GET 12 accounts/:account_id/media_library/:media_key': { source: '3 §4.5', documents: [] },
    'POST 12 accounts/:account_id/media_library': {
      source: '3 §2, §4.5',
      body: 'query/form',
      documents: ['media_key!', 'name', 'file_name', 'title', 'description', 'poster_media_key'],
    },
    'PUT 12 accounts/:account_id/media_library/:media_key': {
      source: '3 §4.5',
      body: 'query/form',
      documents: ['name', 'file_name', 'title', 'description', 'poster_media_key'],
    },
    'DELETE 12 accounts/:account_id/media_library/:media_key': { source: '3 §4.5', body: 'none', documents: [] },
  },
  parameters: {
    media_type: 'MediaType',
    name: { type: 'text', max: 100 },
    file_name: { type: 'text', max: 255 },
    title: { type: 'text', max: 70 },
    description: { type: 'text', max: 200 },
  },
  rows: {
    Media: {
      documents: [
        'media_key',
        'name',
        'file_name',
        'title',
        'description',
        'poster_media_key',
        'created_at',
        'updated_at',
        'deleted',
      ],
      service: [
        'media_type',
        'media_category',
        'media_status',
        'media_url',
        'poster_media_url',
        'duration',
        'aspect_ratio',
        'posted',
      ],
    },
  },
  enumerations: {
    MediaType: { documents: ['GIF', 'IMAGE', 'VIDEO'] },
    MediaCategory: { documents: ['AMPLIFY_VIDEO'], service: ['POST_IMAGE', 'POST_GIF', 'POST_VIDEO'] },
  },
  rules: {
    'R-CARD-2': {
      text: "Media must be in the account's media library before they are used.",
      source: '3 §2',
      kinds: 'V E',
    },
    'R-CARD-18': {
      text: 'In the media library a name has at most 100, a file name 255, a title 70 and a description 200 characters. Titles, descriptions and posters are for videos only. Beyond the documents: a poster is an image.',
      source: '3 §2, §4.5, §8',
      kinds: 'V',
    },
    'R-CARD-20': {
      text: 'Adgraph does not upload media. Inputs refer to uploaded media by their media keys.',
      source: '3 §4.5, §4.8',
      kinds: 'D',
    },
  },
} as const satisfies Entity
