import {
  createDraftPost,
  deleteDraftPost,
  listDraftPosts,
  sendDraftPostPreview,
  updateDraftPost,
  type DraftPostRow,
} from '../../rest/creative/draft-post.ts'
import { Account } from '../account/account.ts'
import {
  accountField,
  builder,
  CREATIVE_EDITORS,
  deleteField,
  entity,
  type InputFields,
  inputType,
  ownAccountField,
  ownId,
  type Recognition,
  rowKey,
  writeField,
} from '../kit.ts'
import { type Outcome, Payload } from '../write/payload.ts'
import { asUserField, postFields, postWrite } from './post-input.ts'
import { authorArg, authorFilter, ofAuthor, Post } from './post-interface.ts'

const DraftPost = builder.objectRef<DraftPostRow>('DraftPost')

entity(DraftPost, listDraftPosts, {
  description:
    'A post that is not published yet. The service returns one draft per call, so several drafts need several ' +
    'parallel calls. Drafts from `posts` can lack `media` and `updatedAt`.',
  interfaces: [Post],
  fields: (t) =>
    t.columns({
      status: 'DELETED in the response to a deletion, otherwise null. @beyondDocuments',
    }),
  list: [
    Account,
    'draftPosts',
    'The drafts of the account. The service neither sorts nor counts them. Its pages have up to 200 drafts, so a ' +
      'larger `first` needs several calls (R-CONV-10).',
  ],
  args: authorArg,
  filters: authorFilter,
})

function namedDraftPost(t: InputFields) {
  return {
    draftPostId: t.id(ownId),
    ...ownAccountField(t),
  }
}

const SendDraftPostPreviewPayload = builder.objectRef<Outcome<true | Error>>('SendDraftPostPreviewPayload').implement({
  description: 'The result of sending the preview of a draft. The service returns no data for it.',
  interfaces: [Payload],
  fields: (t) => ({
    isSent: t.boolean({
      description:
        'Whether the service accepted the preview. False if the input was refused or only validated. Null if it is not known.',
      resolve({ data, receipt }) {
        // The data of a preview that may have been sent is its error.
        if (data instanceof Error) throw data
        return data === true || receipt?.outcome === 'REPLAYED'
      },
    }),
  }),
})

/** How a new draft is recognized. */
const NEW_DRAFT: Recognition = { filter: ofAuthor, shownBy: { as_user_id: (row) => row.user_id } }

builder.mutationFields((t) => ({
  createDraftPost: writeField(t, {
    row: DraftPost,
    endpoint: createDraftPost,
    does: { action: 'CREATE', recognized: NEW_DRAFT },
    editors: CREATIVE_EDITORS,
    description:
      'Creates a draft. Nobody sees it. With `validateOnly`, its media items (one call each), its card, its author and the ' +
      'permissions of the caller are read.',
    input: inputType('CreateDraftPostInput', 'A new draft.', (t) => ({
      ...accountField(t),
      ...asUserField(t),
      ...postFields(t),
    })),
    prepare: (check) => postWrite(check, check.ids.account()),
  }),

  updateDraftPost: writeField(t, {
    row: DraftPost,
    endpoint: updateDraftPost,
    does: { action: 'UPDATE', id: 'draftPostId' },
    editors: CREATIVE_EDITORS,
    description:
      'Updates a draft. With `validateOnly`, the draft, its media items (one call each), its card and the permissions of ' +
      'the caller are read.',
    input: inputType(
      'UpdateDraftPostInput',
      'Changes to a draft. Omitted fields keep their value; null removes the value (R-CARD-23).',
      (t) => ({
        ...namedDraftPost(t),
        ...postFields(t),
      }),
    ),
    prepare(check) {
      const { account, id } = check.ids.changed('draftPostId', 'DraftPost')
      return postWrite(check, account, rowKey(listDraftPosts, account, id))
    },
  }),

  deleteDraftPost: deleteField(t, {
    row: DraftPost,
    endpoint: deleteDraftPost,
    editors: CREATIVE_EDITORS,
    description: 'Deletes a draft permanently. The service does not return it any more.',
  }),

  sendDraftPostPreview: writeField(t, {
    payload: SendDraftPostPreviewPayload,
    endpoint: sendDraftPostPreview,
    does: { action: 'UPDATE', type: 'DraftPost', id: 'draftPostId', recognized: { list: undefined } },
    editors: CREATIVE_EDITORS,
    description:
      'Sends a notification with a preview of the draft to all devices on which the caller uses an official app. ' +
      'Only the caller sees the preview. Every call sends another notification (R-CARD-24). A call is repeated only if the ' +
      'service certainly did not carry it out, for example after status 429.',
    input: inputType('SendDraftPostPreviewInput', 'The draft to preview.', namedDraftPost),
    prepare(check) {
      const { account, id } = check.ids.own('draftPostId', 'DraftPost')
      return {
        send: async (rest) => {
          await rest.call(sendDraftPostPreview, { account_id: account, draft_post_id: id })
          return true as const
        },
      }
    },
  }),
}))
