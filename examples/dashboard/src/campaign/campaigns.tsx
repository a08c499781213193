import { useApolloClient, useQuery } from '@apollo/client/react'
import { useMemo, useState, type KeyboardEvent } from 'react'
import { CampaignsDocument, CampaignStatesDocument } from '../graphql.ts'
import { useLineItems } from '../line-item/read.ts'
import { Failure, reasonAt } from '../list/failure.tsx'
import { useFollow } from '../list/follow.ts'
import { NextPage } from '../list/next-page.tsx'
import { go, type Place } from '../location.ts'
import { stateOf } from '../row/delivery.tsx'
import { setOpen, useIsAnyOpen } from '../row/open.ts'
import { countOf } from '../words.ts'
import { CampaignItem } from './campaign.tsx'
import { Overview } from './overview.tsx'
import { SORTS } from './sort.ts'
import { Toolbar } from './toolbar.tsx'

/** Moves through the rows that are shown with the arrow keys, as in a tree: right opens, left closes or goes up. */
function onArrow(event: KeyboardEvent<HTMLElement>): void {
  const toggle = (event.target as HTMLElement).closest<HTMLElement>('[data-toggle]')
  if (!toggle) return
  const toggles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-toggle]')]
  const isOpen = toggle.ariaExpanded === 'true'
  const index = toggles.indexOf(toggle)
  const parent = toggle.closest('li')?.parentElement?.closest('li')?.querySelector<HTMLElement>('[data-toggle]')
  const actions: Record<string, () => void> = {
    ArrowDown: () => toggles[index + 1]?.focus(),
    ArrowUp: () => toggles[index - 1]?.focus(),
    ArrowRight: () => (isOpen ? toggles[index + 1]?.focus() : toggle.click()),
    ArrowLeft: () => (isOpen ? toggle.click() : parent?.focus()),
  }
  const action = actions[event.key]
  if (!action) return
  event.preventDefault()
  action()
}

/** The number of campaigns in a page: larger while a filter shows only some of them. */
const PAGE = 25
const FILTERED_PAGE = 200

/** The number of campaigns that are read again in one page. */
const MAX_REREAD = 500

/** The campaigns of an account, page by page, as the place says to search, sort and filter them. */
export function Campaigns({ account, place }: { account: string; place: Place }) {
  const client = useApolloClient()
  const sortBy = place.sort && SORTS[place.sort] ? [SORTS[place.sort]!.by] : undefined
  const scope = { accountId: `Account:${account}`, namePrefix: place.search || undefined }
  const { data, previousData, error, loading, refetch } = useQuery(CampaignsDocument, {
    variables: { ...scope, sortBy, first: PAGE },
  })
  const [outdated, setOutdated] = useState<Error>()
  // The list stays while the next one is searched.
  const campaigns = (data ?? (loading ? previousData : undefined))?.account?.campaigns
  const rows = useMemo(() => campaigns?.edges.map(({ node }) => node) ?? [], [campaigns])
  const filter = place.show
  const shown = useMemo(() => rows.filter((row) => filter === undefined || stateOf(row) === filter), [rows, filter])
  const ids = useMemo(() => shown.map(({ id }) => id), [shown])
  const isAnyOpen = useIsAnyOpen(ids)
  const { read, readAgain: readLineItems, failures, unreviewed, unspent } = useLineItems(scope.accountId)
  const onPlace = (changed: Place) => go({ ...place, account, ...changed }, { replace: true })

  // `fetchMore` would drop what a change writes to the cache while the page is on its way.
  function loadAfter(after: string) {
    const variables = { ...scope, sortBy, after, first: filter ? FILTERED_PAGE : PAGE }
    return client.query({ query: CampaignsDocument, variables, fetchPolicy: 'network-only', errorPolicy: 'none' })
  }

  /** Reads again all that is shown: as many campaigns as there are, in one page, and what follows from them. */
  async function readAgain() {
    const fetchPolicy = 'network-only'
    const first = Math.min(Math.max(rows.length, PAGE), MAX_REREAD)
    const [{ error: failed }] = await Promise.all([
      client.query({ query: CampaignsDocument, variables: { ...scope, sortBy, first }, fetchPolicy }),
      client.query({ query: CampaignStatesDocument, variables: scope, fetchPolicy }),
    ])
    setOutdated(failed)
    readLineItems()
  }
  useFollow(readAgain)

  return (
    <section id="campaigns" aria-label="Campaigns" tabIndex={-1}>
      <Toolbar place={place} onPlace={onPlace} isAnyOpen={isAnyOpen} onToggleAll={() => setOpen(ids, !isAnyOpen)} />
      <Overview {...scope} loaded={rows.length} filter={filter} onFilter={(show) => onPlace({ show })} />
      {outdated && (
        <Failure what="The latest changes" reason={reasonAt(outdated, 'account', 'campaigns')} onRetry={readAgain} />
      )}
      {failures.size > 0 && (
        <Failure
          what={`Line items of ${countOf(failures.size, 'campaign')}`}
          reason={[...failures.values()][0]}
          onRetry={() => read([...failures.keys()])}
        />
      )}
      {unreviewed && <Failure what="Reviews of posts" reason={unreviewed} onRetry={readLineItems} />}
      {unspent && <Failure what="Spend" reason={unspent} onRetry={readLineItems} />}
      {!campaigns && loading && (
        <div className="placeholder rows" role="status">
          Loading campaigns…
        </div>
      )}
      {!campaigns && !loading && (
        <Failure what="Campaigns" reason={reasonAt(error, 'account', 'campaigns')} onRetry={refetch} />
      )}
      {campaigns && rows.length === 0 && (
        <p className="empty">
          {place.search
            ? `No campaign has a name that starts with “${place.search}”.`
            : 'This account has no campaigns.'}
        </p>
      )}
      {campaigns && rows.length > 0 && (
        <div className="tree" aria-busy={loading}>
          <div className="columns" aria-hidden="true">
            <span>Campaign</span>
            <span>Delivery</span>
            <span className="amount">Spend</span>
            <span className="amount">Daily budget</span>
            <span className="amount">Total budget</span>
            <span>Active</span>
          </div>
          <ul className="campaigns" onKeyDown={onArrow}>
            {shown.map((campaign) => (
              <CampaignItem key={campaign.id} campaign={campaign} failure={failures.get(campaign.id)} onRead={read} />
            ))}
          </ul>
          {shown.length === 0 && <p className="empty">None of the campaigns that are loaded matches.</p>}
        </div>
      )}
      <NextPage
        what="Campaigns"
        cursor={campaigns?.pageInfo.hasNextPage ? campaigns.pageInfo.endCursor : null}
        load={loadAfter}
        path={['account', 'campaigns']}
      />
    </section>
  )
}
