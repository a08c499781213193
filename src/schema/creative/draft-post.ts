import {
  createDraftPost,
  deleteDraftPost,
  listDraftPosts,
  MAX_MEDIA_PER_POST,
  sendDraftPostPreview,
  updateDraftPost,
  type DraftPostParams,
  type DraftPostRow,
} from '../../rest/creative/draft-post.ts'
import { listMedia } from '../../rest/creative/media.ts'
import { Account } from '../account/account.ts'
import { builder, type InputFields } from '../builder.ts'
import { connectionType } from '../list/connection-type.ts'
import { Node, nodeType } from '../node/entity.ts'
import { accountField, ownAccountField } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { writeField } from '../write/mutation-field.ts'
import { AnyPost } from './any-post.ts'
import { Media } from './media.ts'
import { asUserField, checkPost, validatePost, postFields, postParams } from './post-input.ts'

export const DraftPost = builder.objectRef<DraftPostRow>('DraftPost')
export const DraftPostConnection = connectionType(DraftPost, { counted: false })

DraftPost.implement({
  description:
    'A post that is not published yet. The interface reads one a call, so that several are read side by side, each once. ' +
    'As `posts` lists it, it has no media and no time of its last change.',
  interfaces: [Node, AnyPost],
  fields: (t) => ({
    updatedAt: t.expose('updated_at', { type: 'DateTime', description: 'When it was last changed, in UTC.' }),
    mediaKeys: t.idList({
      nullable: { list: true, items: false },
      description: 'The keys of its media: up to 4 images, or 1 animated image, or 1 video (R-CARD-21).',
      resolve: (row) => row.media_keys,
    }),
    media: t.references({
      type: Media,
      endpoint: listMedia,
      description: 'Its media, in order; an item is null if the library does not have it.',
      ids: (row) => row.media_keys,
      maxIds: MAX_MEDIA_PER_POST,
    }),
    status: t.exposeString('status', {
      description: 'Beyond the documents: DELETED in the answer to its removal, else absent.',
    }),
  }),
})

nodeType(DraftPost, listDraftPosts)

builder.queryField('draftPost', (t) => t.byId({ type: DraftPost, endpoint: listDraftPosts, description: 'One draft.' }))

builder.objectFields(Account, (t) => ({
  draftPost: t.byId({ type: DraftPost, endpoint: listDraftPosts, description: 'One of its drafts.' }),
  draftPosts: t.list({
    type: DraftPostConnection,
    endpoint: listDraftPosts,
    description:
      'Its drafts. The interface neither sorts nor counts them; its pages hold at most 200, so that a larger `first` costs ' +
      'several calls (R-CONV-10).',
    args: {
      userId: t.arg({ type: 'Long', description: 'Only those of this user. Defaults to the FULL promotable user.' }),
    },
    filters: ({ userId }) => ({ user_id: userId?.toString() }),
  }),
}))

const CreateDraftPostInput = builder.inputType('CreateDraftPostInput', {
  description: 'A new draft.',
  fields: (t) => ({
    ...accountField(t),
    ...asUserField(t),
    ...postFields(t),
  }),
})

const UpdateDraftPostInput = builder.inputType('UpdateDraftPostInput', {
  description: 'What is to change of a draft: what is left out stays, null removes (R-CARD-23).',
  fields: (t) => ({
    ...namedDraftPost(t),
    ...postFields(t),
  }),
})

const DeleteDraftPostInput = builder.inputType('DeleteDraftPostInput', {
  description: 'The draft to delete.',
  fields: namedDraftPost,
})

const SendDraftPostPreviewInput = builder.inputType('SendDraftPostPreviewInput', {
  description: 'The draft to show.',
  fields: namedDraftPost,
})

function namedDraftPost(t: InputFields) {
  return {
    draftPostId: t.id({
      required: true,
      description: "The global id, or the service's own together with `accountId`.",
    }),
    ...ownAccountField(t),
  }
}

const draftPostPayload = (name: string, description: string, interfaces = [Payload]) =>
  builder.objectRef<Outcome<DraftPostRow>>(name).implement({
    description,
    interfaces,
    fields: (t) => ({
      draftPost: t.field({
        type: DraftPost,
        description: 'The draft as the service answered; null if it was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })
const CreateDraftPostPayload = draftPostPayload('CreateDraftPostPayload', 'The result of creating a draft.')
const UpdateDraftPostPayload = draftPostPayload('UpdateDraftPostPayload', 'The result of changing a draft.')
const DeleteDraftPostPayload = draftPostPayload('DeleteDraftPostPayload', 'The result of deleting a draft.', [
  Payload,
  DeletePayload,
])

const SendDraftPostPreviewPayload = builder.objectRef<Outcome<true>>('SendDraftPostPreviewPayload').implement({
  description: 'The result of sending the preview of a draft. The service tells nothing about it.',
  interfaces: [Payload],
  fields: (t) => ({
    isSent: t.boolean({
      nullable: false,
      description: 'Whether the service has taken it; false where it was refused, or only validated.',
      resolve: ({ data }) => data === true,
    }),
  }),
})

builder.mutationFields((t) => ({
  createDraftPost: writeField(t, {
    payload: CreateDraftPostPayload,
    description:
      'Creates a draft, which nobody sees. With `validateOnly` its media are read, a call each, and what the caller may do.',
    input: CreateDraftPostInput,
    inputDescription: 'The new draft.',
    prepare(check, context) {
      const account = check.account('accountId')
      checkPost(check, 'Create')
      const params = postParams<DraftPostParams>(check, account)
      const send = () => context.rest.call(createDraftPost, { account_id: account }, params)
      return { send, validate: () => validatePost(context, check, account) }
    },
  }),

  updateDraftPost: writeField(t, {
    payload: UpdateDraftPostPayload,
    description: 'Changes a draft. With `validateOnly` its media are read, a call each.',
    input: UpdateDraftPostInput,
    inputDescription: 'What is to change.',
    prepare(check, context) {
      const { account, id } = check.changes('draftPostId', 'DraftPost')
      checkPost(check, 'Update')
      const params = postParams<DraftPostParams>(check, account, ['draftPostId'])
      const send = () => context.rest.call(updateDraftPost, { account_id: account, draft_post_id: id }, params)
      return { send, validate: () => validatePost(context, check, account) }
    },
  }),

  deleteDraftPost: writeField(t, {
    payload: DeleteDraftPostPayload,
    description: 'Deletes a draft, for good: the interface shows it never again.',
    input: DeleteDraftPostInput,
    inputDescription: 'The draft.',
    prepare(check, context) {
      const { account, id } = check.changes('draftPostId', 'DraftPost')
      return { send: () => context.rest.call(deleteDraftPost, { account_id: account, draft_post_id: id }) }
    },
  }),

  sendDraftPostPreview: writeField(t, {
    payload: SendDraftPostPreviewPayload,
    description:
      'Sends a notification to all devices on which the caller runs an official app: it shows the draft, to this user ' +
      'alone. Every call sends one more; none is repeated, also where its outcome is unclear (R-CARD-24).',
    input: SendDraftPostPreviewInput,
    inputDescription: 'The draft.',
    prepare(check, context) {
      const { account, id } = check.row('draftPostId', 'DraftPost')
      return {
        send: async () => {
          await context.rest.call(sendDraftPostPreview, { account_id: account, draft_post_id: id })
          return true as const
        },
      }
    },
  }),
}))
