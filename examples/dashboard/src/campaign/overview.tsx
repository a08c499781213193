import type { CampaignFragment } from '../graphql.ts'
import { toneOf, type Tone } from '../row/delivery.tsx'
import { countOf, wordsOf } from '../words.ts'

const SERVING = 'SERVING'

const TONES: readonly Tone[] = ['serving', 'paused', 'attention', 'unknown']

/** Which campaigns a filter of the overview leaves: those that serve, or those with a reason why they do not. */
export function filterOf(filter: string | undefined): (campaign: CampaignFragment) => boolean {
  if (filter === undefined) return () => true
  if (filter === SERVING) return ({ servable }) => servable === true
  return ({ reasonsNotServable }) => reasonsNotServable?.includes(filter) ?? false
}

interface OverviewProps {
  campaigns: readonly CampaignFragment[]
  totalCount: number | null
  filter: string | undefined
  onFilter: (filter: string | undefined) => void
}

/** How many of the campaigns that are loaded serve, and why the others do not. Each number filters the list. */
export function Overview({ campaigns, totalCount, filter, onFilter }: OverviewProps) {
  const reasons = new Map<string, number>()
  for (const reason of campaigns.flatMap(({ reasonsNotServable }) => reasonsNotServable ?? []))
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  const tones = campaigns.map(toneOf)
  const countOfTone = (tone: Tone) => tones.filter((each) => each === tone).length
  const filters: [string, string, number][] = [
    [SERVING, 'Serving', countOfTone('serving')],
    ...[...reasons]
      .sort(([, one], [, other]) => other - one)
      .map(([reason, count]): [string, string, number] => [reason, wordsOf(reason), count]),
  ]
  return (
    <div className="overview">
      <div className="shares" aria-hidden="true">
        {TONES.filter((tone) => tones.includes(tone)).map((tone) => (
          <i key={tone} className={tone} style={{ flexGrow: countOfTone(tone) }} />
        ))}
      </div>
      <div className="filters" role="group" aria-label="Filter by delivery">
        <button type="button" aria-pressed={filter === undefined} onClick={() => onFilter(undefined)}>
          All <b>{campaigns.length}</b>
        </button>
        {filters.map(([value, label, count]) => (
          <button
            key={value}
            type="button"
            aria-pressed={filter === value}
            onClick={() => onFilter(filter === value ? undefined : value)}
          >
            {label} <b>{count}</b>
          </button>
        ))}
        <p role="status">
          {totalCount === null
            ? `${countOf(campaigns.length, 'campaign')} loaded`
            : `${campaigns.length.toLocaleString()} of ${countOf(totalCount, 'campaign')} loaded`}
        </p>
      </div>
    </div>
  )
}
