import { listDraftPosts, type DraftPostRow, MAX_MEDIA_PER_POST } from '../../rest/creative/draft-post.ts'
import { listMedia } from '../../rest/creative/media.ts'
import { Account } from '../account/account.ts'
import { builder } from '../builder.ts'
import { connectionType, pageArgs } from '../connection-type.ts'
import { connection } from '../connection.ts'
import { listCost, lookUpCost } from '../cost.ts'
import { Node, nodeType } from '../entity.ts'
import { findAtRoot, findInAccount, plainOwnIdArgs, plainRootIdArgs, reference } from '../reference.ts'
import { keyOnly } from '../selection.ts'
import { AnyPost } from './any-post.ts'
import { Media } from './media.ts'

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
    media: t.field({
      type: [Media],
      nullable: { list: true, items: true },
      description: 'Its media, in their order; null for one that the library does not have.',
      extensions: lookUpCost(listMedia, MAX_MEDIA_PER_POST),
      resolve: (row, _args, context, info) =>
        row.media_keys?.map(async (key) => reference(context, info, listMedia, row, key)),
    }),
    status: t.exposeString('status', {
      description: 'Beyond the documents: DELETED in the answer to its removal, else absent.',
    }),
  }),
})

nodeType(
  DraftPost,
  ({ loaders }, account, id) => loaders.byId(listDraftPosts, { account_id: account }, id),
  listDraftPosts,
)

builder.queryField('draftPost', (t) =>
  t.field({
    type: DraftPost,
    description: 'One draft.',
    extensions: lookUpCost(listDraftPosts),
    args: plainRootIdArgs,
    resolve: (_root, args, context, info) => findAtRoot(context, info, 'DraftPost', listDraftPosts, args),
  }),
)

builder.objectFields(Account, (t) => ({
  draftPost: t.field({
    type: DraftPost,
    description: 'One of its drafts.',
    extensions: { ...keyOnly, ...lookUpCost(listDraftPosts) },
    args: plainOwnIdArgs,
    resolve: (account, args, context, info) =>
      findInAccount(context, info, 'DraftPost', listDraftPosts, account.id, args),
  }),
  draftPosts: t.field({
    type: DraftPostConnection,
    nullable: false,
    description:
      'Its drafts. The interface neither sorts nor counts them; its pages hold at most 200, so that a larger `first` costs ' +
      'several calls (R-CONV-10).',
    extensions: { ...keyOnly, ...listCost(listDraftPosts) },
    args: {
      userId: t.arg({ type: 'Long', description: 'Of this user. Left out: of the FULL promotable user.' }),
      ...pageArgs,
    },
    resolve: (account, { userId, ...page }, context) =>
      connection(
        context,
        {
          endpoint: listDraftPosts,
          path: { account_id: account.id },
          filters: { user_id: userId?.toString() },
        },
        page,
      ),
  }),
}))
