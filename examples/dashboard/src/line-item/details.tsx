import { useApolloClient, useQuery } from '@apollo/client/react'
import { LineItemDetailsDocument, PromotedPostsDocument, type LineItemDetailsQuery } from '../graphql.ts'
import { Failure, reasonAt } from '../list/failure.tsx'
import { NextPage } from '../list/next-page.tsx'
import { wordsOf } from '../words.ts'

type Details = NonNullable<LineItemDetailsQuery['lineItem']>
type Criterion = NonNullable<Details['targetingCriteria']>['edges'][number]['node']

/** What a line item promotes and to whom: two lists of one query. Each can fail alone. */
export function LineItemDetails({ lineItemId }: { lineItemId: string }) {
  const client = useApolloClient()
  const { data, error, loading, refetch } = useQuery(LineItemDetailsDocument, { variables: { lineItemId } })
  const posts = data?.lineItem?.promotedPosts
  const criteria = data?.lineItem?.targetingCriteria
  if (loading && !data) return <p className="loading details">Loading posts and targeting…</p>
  return (
    <div className="details">
      <section aria-label="Promoted posts">
        <h3>Promoted posts</h3>
        {!posts && (
          <Failure what="Promoted posts" reason={reasonAt(error, 'lineItem', 'promotedPosts')} onRetry={refetch} />
        )}
        {posts?.edges.length === 0 && <p className="empty">It promotes no posts.</p>}
        <ul className="posts">
          {posts?.edges.map(({ node: { id, postId, approvalStatus, post } }) => (
            <li key={id}>
              <p>{post?.text ?? <i>Post {postId} could not be loaded.</i>}</p>
              {approvalStatus && (
                <span className={`badge ${approvalStatus.toLowerCase()}`}>{wordsOf(approvalStatus)}</span>
              )}
            </li>
          ))}
        </ul>
        <NextPage
          what="Promoted posts"
          cursor={posts?.pageInfo.hasNextPage ? posts.pageInfo.endCursor : null}
          load={(after) =>
            client.query({
              query: PromotedPostsDocument,
              variables: { lineItemId, after },
              fetchPolicy: 'network-only',
              errorPolicy: 'none',
            })
          }
          path={['lineItem', 'promotedPosts']}
          label="More posts"
        />
      </section>
      <section aria-label="Targeting">
        <h3>Targeting</h3>
        {!criteria && (
          <Failure what="Targeting" reason={reasonAt(error, 'lineItem', 'targetingCriteria')} onRetry={refetch} />
        )}
        {criteria?.edges.length === 0 && <p className="empty">Everybody: it has no targeting criteria.</p>}
        {criteria && <Targeting criteria={criteria.edges.map(({ node }) => node)} />}
      </section>
    </div>
  )
}

/** Criteria by type: more criteria of a type widen the audience, and each type narrows it. */
function Targeting({ criteria }: { criteria: readonly Criterion[] }) {
  const byType = new Map<string, Criterion[]>()
  for (const criterion of criteria) {
    const type = criterion.targetingType ?? 'OTHER'
    byType.set(type, [...(byType.get(type) ?? []), criterion])
  }
  return (
    <dl>
      {[...byType].map(([type, ofType]) => (
        <div key={type}>
          <dt>{wordsOf(type)}</dt>
          <dd>
            {ofType.map(({ id, name, targetingValue, operatorType }) => (
              <span key={id} className={operatorType === 'NE' ? 'criterion excluded' : 'criterion'}>
                {operatorType === 'NE' && 'Not '}
                {name ?? targetingValue}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
