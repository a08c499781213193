import { useQuery } from '@apollo/client/react'
import { CampaignStatesDocument } from '../graphql.ts'
import { Failure, reasonAt } from '../list/failure.tsx'
import { stateOf, STATES, type State } from '../row/delivery.tsx'
import { countOf } from '../words.ts'

interface OverviewProps {
  accountId: string
  namePrefix: string | undefined
  /** How many campaigns are loaded. */
  loaded: number
  filter: string | undefined
  onFilter: (filter: string | undefined) => void
}

/** How many campaigns serve, and what the others do. Each number filters the list, and counts all campaigns, loaded or not. */
export function Overview({ accountId, namePrefix, loaded, filter, onFilter }: OverviewProps) {
  const query = useQuery(CampaignStatesDocument, { variables: { accountId, namePrefix } })
  const counted = (query.data ?? query.previousData)?.account?.campaigns
  const { totalCount, edges = [], pageInfo } = counted ?? {}
  const states = edges.map(({ node }) => stateOf(node))
  const all = (Object.keys(STATES) as State[])
    .map((state) => ({ state, count: states.filter((each) => each === state).length }))
    .filter(({ state, count }) => count > 0 || state === filter)
  return (
    <div className="overview">
      <div className="shares" aria-hidden="true">
        {all.map(({ state, count }) => (
          <i key={state} className={state} style={{ flexGrow: count }} />
        ))}
      </div>
      <div className="filters" role="group" aria-label="Filter by delivery">
        <button type="button" aria-pressed={filter === undefined} onClick={() => onFilter(undefined)}>
          All {counted && <b>{edges.length.toLocaleString()}</b>}
        </button>
        {all.map(({ state, count }) => (
          <button
            key={state}
            type="button"
            className={state}
            aria-pressed={filter === state}
            onClick={() => onFilter(filter === state ? undefined : state)}
          >
            {STATES[state]} <b>{count.toLocaleString()}</b>
          </button>
        ))}
        <p role="status">
          {totalCount === undefined || totalCount === null
            ? `${countOf(loaded, 'campaign')} loaded`
            : `${loaded.toLocaleString()} of ${countOf(totalCount, 'campaign')} loaded`}
          {pageInfo?.hasNextPage && `, the first ${edges.length.toLocaleString()} counted`}
        </p>
      </div>
      {!counted && !query.loading && loaded > 0 && (
        <Failure
          what="The counts"
          reason={reasonAt(query.error, 'account', 'campaigns')}
          onRetry={() => query.refetch()}
        />
      )}
    </div>
  )
}
