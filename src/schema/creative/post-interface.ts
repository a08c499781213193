import { listCardsByUri } from '../../rest/creative/card.ts'
import { MAX_MEDIA_PER_POST } from '../../rest/creative/draft-post.ts'
import { listMedia } from '../../rest/creative/media.ts'
import { listPostPreviews } from '../../rest/creative/post-preview.ts'
import type { PostRow } from '../../rest/creative/post.ts'
import { idOf, type Long } from '../../rest/types.ts'
import { accountOf, builder, connectionType, keyOnly, lookUpCost, type Recognition, Node } from '../kit.ts'
import { restUserId } from '../node/global-id.ts'
import { Entity } from '../node/node-type.ts'
import { typeNameOf } from '../node/row.ts'
import { Card } from './card.ts'
import { MediaConnection } from './media.ts'
import { PostPreview } from './post-preview.ts'
import { postTypeOf } from './post-type.ts'

/** A post of any type. The lists of drafts and of scheduled posts have the author's ID in `user_id`, and no `user`. */
type PostOfAnyTypeRow = PostRow & { user_id?: Long | null }

export const Post = builder.interfaceRef<PostOfAnyTypeRow>('Post')
export const PostConnection = connectionType(Post, { counted: false })

Post.implement({
  description: 'A post of any type: draft, scheduled or published.',
  interfaces: [Node, Entity],
  resolveType: typeNameOf,
  fields: (t) => ({
    ...t.columns({
      name: 'The name of the post, up to 80 characters. Only advertisers see it.',
      nullcast: [
        'Boolean',
        'Whether the post is for promotion only and is not shown to the followers of its author (R-CARD-22).',
      ],
      cardUri: 'The URI of the card of the post. Null if the post has no card (R-CARD-1).',
      createdAt: [
        'DateTime',
        'When the post was created, in UTC. Always in ISO 8601 format, even where the service uses another format.',
        isoDate,
      ],
      updatedAt: [
        'DateTime',
        'When the post was last changed, in UTC. Some responses of the service omit it.',
        isoDate,
      ],
      mediaKeys: [
        ['ID'],
        "The service's IDs of the media items of the post: up to 4 images, or 1 animated GIF, or 1 video (R-CARD-21). " +
          'Some responses of the service omit them.',
      ],
    }),
    text: t.field({
      type: 'String',
      description: 'The text of the post: the full text, if the service sends it.',
      resolve: (row) => row.full_text ?? row.text,
    }),
    userId: t.foreignKey(
      ({ user_id: id, user }) => id ?? user?.id_str ?? user?.id,
      'the user who wrote the post',
      '@beyondDocuments',
    ),
    mediaItems: t.references(
      MediaConnection,
      listMedia,
      'The media items of the post, in order. Those that are not in the library are left out.',
      {
        ids: (row) => row.media_keys,
        maxIds: MAX_MEDIA_PER_POST,
      },
    ),
    card: t.reference(
      Card,
      'card_uri',
      'The card of the post, of any type. The cards of up to 200 posts are read in one call.',
      listCardsByUri,
    ),
    preview: t.field({
      type: PostPreview,
      description:
        'The preview of the post. The previews of up to 200 posts of one type are read in one call (R-CARD-25).',
      extensions: { ...keyOnly, ...lookUpCost(listPostPreviews) },
      resolve(row, _args, { loaders }, { parentType }) {
        const params = { post_type: postTypeOf(parentType.name) }
        return loaders.byId(listPostPreviews, { account_id: accountOf(row) }, { params })(idOf(row))
      },
    }),
  }),
})

/** The argument that filters a list of posts by their author. */
export const authorArg = builder.args((t) =>
  t.optional({
    userId: ['ID', "Return only posts of this user, by the service's ID. Defaults to the FULL promotable user."],
  }),
)

/** The filter of the argument `userId` of posts. */
export const authorFilter = ({ userId }: { userId?: string | null }) => ({ user_id: restUserId(userId) })

/** The posts of the author of a new post. By default, lists have the posts of the FULL promotable user. */
export const ofAuthor: NonNullable<Recognition['filter']> = ([sent]) => ({ user_id: sent?.['as_user_id'] })

const POST_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{2} \d{2}:\d{2}:\d{2} [+-]\d{4} \d{4}$/

/**
 * Converts the date format of the list of posts (`Tue Aug 27 22:22:12 +0000 2019`) to ISO 8601 in UTC. Returns text in
 * any other format unchanged: the lists of drafts and of scheduled posts already use ISO 8601.
 */
function isoDate(text: string): string {
  const timeMs = POST_DATE.test(text) ? Date.parse(text) : NaN
  return isNaN(timeMs) ? text : new Date(timeMs).toISOString().replace('.000Z', 'Z')
}
