import { useQuery } from '@apollo/client/react'
import { AccountsDocument } from '../graphql.ts'
import { Failure, reasonAt } from '../list/failure.tsx'
import { NextPage } from '../list/next-page.tsx'
import { go, linkTo } from '../location.ts'
import { wordsOf } from '../words.ts'

/** Brings the open account into view where the list scrolls. */
function reveal(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'center' })
}

/** The accounts that the caller can use, as links. `open` is the service's ID of the account that is open. */
export function Accounts({ open }: { open: string | undefined }) {
  const { data, error, loading, refetch, fetchMore } = useQuery(AccountsDocument)
  const accounts = data?.accounts
  if (!accounts) {
    if (loading) return <p className="loading">Loading accounts…</p>
    return <Failure what="The accounts" reason={reasonAt(error, 'accounts')} onRetry={refetch} />
  }
  return (
    <nav aria-label="Accounts">
      <ul className="accounts">
        {accounts.edges.map(({ node: { id, restId, name, approvalStatus } }) => (
          <li key={id}>
            <a
              ref={restId === open ? reveal : undefined}
              href={linkTo({ account: restId })}
              aria-current={restId === open ? 'page' : undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                go({ account: restId })
              }}
            >
              {name ?? restId}
              {approvalStatus !== null && approvalStatus !== 'ACCEPTED' && (
                <span className="note">{wordsOf(approvalStatus)}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
      <NextPage
        what="Accounts"
        cursor={accounts.pageInfo.hasNextPage ? accounts.pageInfo.endCursor : null}
        load={(after) => fetchMore({ variables: { after }, errorPolicy: 'none' })}
        path={['accounts']}
        label="More accounts"
      />
    </nav>
  )
}
