import { listPostPreviews, type PostPreviewRow } from '../../rest/creative/post-preview.ts'
import { Account } from '../account/account.ts'
import { builder, keyOnly, lookUpCost } from '../kit.ts'
import { postIds, PostType } from './post-type.ts'

export const PostPreview = builder.objectRef<PostPreviewRow>('PostPreview')

PostPreview.implement({
  description: 'The preview of a post.',
  fields: (t) => ({
    postId: t.foreignKey('post_id', 'the post', '@beyondDocuments'),
    ...t.columns({
      preview:
        'An iframe in HTML. Its content is untrusted: embed it only where its scripts and forms can do no harm ' +
        '(R-CARD-25).',
    }),
    raw: t.raw('The preview as the service sent it.'),
  }),
})

builder.objectField(Account, 'postPreviews', (t) =>
  t.field({
    type: [PostPreview],
    description:
      'The previews of posts of one type, in the order of `postIds`. Posts that the service does not return are ' +
      'left out (R-CARD-25).',
    extensions: { ...keyOnly, ...lookUpCost(listPostPreviews) },
    args: t.arg.required({
      postType: [PostType, 'The type of the posts. All posts must have this type.'],
      postIds: [['ID'], 'The IDs of the posts, 1 to 200.'],
    }),
    async resolve(account, { postType, postIds: texts }, { loaders }) {
      const ids = postIds(postType, account.id, texts, 'postIds', { least: 1, rule: 'R-CARD-25' })
      const params = { post_type: postType }
      const found = ids.map(loaders.byId(listPostPreviews, { account_id: account.id }, { params }))
      return (await Promise.all(found)).filter((preview) => preview !== null)
    },
  }),
)
