import { listCardsByUri } from '../../rest/creative/card.ts'
import { listPostPreviews } from '../../rest/creative/post-preview.ts'
import type { PostRow } from '../../rest/creative/post.ts'
import { idOf, type Long } from '../../rest/types.ts'
import { builder } from '../builder.ts'
import { connectionType } from '../list/connection-type.ts'
import { lookUpCost } from '../cost/cost.ts'
import { Node, typeNameOf, accountOf } from '../node/entity.ts'
import { keyOnly } from '../../execute/selection.ts'
import { Card } from './card.ts'
import { isoDate } from './post-date.ts'
import { PostPreview } from './post-preview.ts'
import { postTypeOf } from './post-type.ts'

/** A post of any type. In lists of their own, drafts and scheduled posts tell their author's id beside no user. */
export type AnyPostRow = PostRow & { user_id?: Long | null }

export const AnyPost = builder.interfaceRef<AnyPostRow>('AnyPost')
export const AnyPostConnection = connectionType(AnyPost, { counted: false })

AnyPost.implement({
  description: 'A post of any type: a draft, a scheduled one, or a published one.',
  interfaces: [Node],
  resolveType: typeNameOf,
  fields: (t) => ({
    restId: t.id({
      nullable: false,
      description: "The service's own id, a 64-bit number, to the digit.",
      extensions: keyOnly,
      resolve: idOf,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was written, in UTC. Lists of posts tell it in another form; here it is always ISO 8601.',
      resolve: (row) => isoDate(row.created_at),
    }),
    name: t.exposeString('name', { description: 'Its name for the advertiser, at most 80 characters.' }),
    text: t.field({
      type: 'String',
      description: 'Its text, whole wherever the service sends it whole.',
      resolve: (row) => row.full_text ?? row.text,
    }),
    userId: t.field({
      type: 'ID',
      description: 'Who has written it.',
      resolve: ({ user_id: id, user }) => id ?? user?.id_str ?? user?.id,
    }),
    nullcast: t.exposeBoolean('nullcast', {
      description: 'Whether it is for promotion only, and not shown to the followers of its author (R-CARD-22).',
    }),
    cardUri: t.exposeString('card_uri', { description: 'The URI of its card; null where it has none (R-CARD-1).' }),
    card: t.reference({
      type: Card,
      endpoint: listCardsByUri,
      description: 'Its card, of whatever kind. Those of up to 200 posts are read in one call.',
      id: (row) => row.card_uri,
    }),
    preview: t.field({
      type: PostPreview,
      description: 'How it looks. Those of up to 200 posts of one type are read in one call (R-CARD-25).',
      extensions: { ...keyOnly, ...lookUpCost(listPostPreviews) },
      resolve(row, _args, { loaders }, { parentType }) {
        const params = { post_type: postTypeOf(parentType.name) }
        return loaders.byId(listPostPreviews, { account_id: accountOf(row) }, idOf(row), { params })
      },
    }),
    raw: t.field({
      type: 'JSON',
      description: 'The row as the service sent it, fields included that this graph does not know.',
      resolve: (row) => row,
    }),
  }),
})
