import { useApolloClient, useQuery } from '@apollo/client/react'
import { useCallback, useMemo, useState, type KeyboardEvent } from 'react'
import { CampaignsDocument, LineItemsOfCampaignsDocument } from '../graphql.ts'
import { Failure, reasonAt } from '../list/failure.tsx'
import { NextPage } from '../list/next-page.tsx'
import { go, type Place } from '../location.ts'
import { CampaignItem } from './campaign.tsx'
import { filterOf, Overview } from './overview.tsx'
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

/** The campaigns of an account, page by page, as the place says to search and sort them. */
export function Campaigns({ account, place }: { account: string; place: Place }) {
  const client = useApolloClient()
  const sortBy = place.sort && SORTS[place.sort] ? [SORTS[place.sort]!.by] : undefined
  const { data, previousData, error, loading, fetchMore, refetch } = useQuery(CampaignsDocument, {
    variables: { accountId: `Account:${account}`, namePrefix: place.search || undefined, sortBy, count: true },
  })
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [filter, setFilter] = useState<string>()
  const [unopened, setUnopened] = useState<Error>()
  // The list stays while the next one is searched.
  const campaigns = (data ?? (loading ? previousData : undefined))?.account?.campaigns
  const rows = useMemo(() => campaigns?.edges.map(({ node }) => node) ?? [], [campaigns])
  const shown = useMemo(() => rows.filter(filterOf(filter)), [rows, filter])

  const toggle = useCallback((id: string) => {
    setOpen((before) =>
      before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id]),
    )
  }, [])

  /** Opens all campaigns that are shown. Their line items are one query and, up to 200 campaigns, one list call. */
  async function openAll() {
    const campaignIds = shown.map(({ id }) => id)
    const variables = { campaignIds, count: true }
    const result = await client.query({ query: LineItemsOfCampaignsDocument, variables })
    setUnopened(result.data ? undefined : result.error)
    if (result.data) setOpen(new Set(campaignIds))
  }

  return (
    <section id="campaigns" aria-label="Campaigns" tabIndex={-1}>
      <Toolbar
        place={place}
        onPlace={(changed) => go({ ...place, account, ...changed }, { replace: true })}
        isAnyOpen={open.size > 0}
        onToggleAll={() => (open.size > 0 ? setOpen(new Set()) : void openAll())}
      />
      {campaigns && (
        <Overview campaigns={rows} totalCount={campaigns.totalCount ?? null} filter={filter} onFilter={setFilter} />
      )}
      {unopened && <Failure what="Line items" reason={reasonAt(unopened)} onRetry={openAll} />}
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
            <span className="amount">Daily budget</span>
            <span className="amount">Total budget</span>
            <span>Active</span>
          </div>
          <ul className="campaigns" onKeyDown={onArrow}>
            {shown.map((campaign) => (
              <CampaignItem key={campaign.id} campaign={campaign} isOpen={open.has(campaign.id)} onToggle={toggle} />
            ))}
          </ul>
          {shown.length === 0 && <p className="empty">None of the campaigns that are loaded matches.</p>}
        </div>
      )}
      <NextPage
        what="Campaigns"
        cursor={campaigns?.pageInfo.hasNextPage ? campaigns.pageInfo.endCursor : null}
        load={(after) => fetchMore({ variables: { after, count: false }, errorPolicy: 'none' })}
        path={['account', 'campaigns']}
      />
    </section>
  )
}
