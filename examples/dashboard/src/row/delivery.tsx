import { wordsOf } from '../words.ts'

/** What somebody should know first about the delivery of a campaign or line item. */
export type State = 'serving' | 'attention' | 'waiting' | 'paused' | 'draft' | 'ended' | 'unknown'

/** The states with their names, today's first: only `attention` asks for something to be done. */
export const STATES: Readonly<Record<State, string>> = {
  serving: 'Serving',
  attention: 'Cannot serve',
  waiting: 'Not serving yet',
  paused: 'Paused',
  draft: 'Draft',
  unknown: 'Not known',
  ended: 'Ended',
}

interface Delivering {
  entityStatus: string | null
  servable: boolean | null
  reasonsNotServable: readonly string[] | null
}

const PAST = new Set(['EXPIRED', 'DELETED'])

/** What passes by itself. */
const PASSING = new Set(['STARTS_IN_FUTURE', 'ACCOUNT_UNDER_REVIEW'])

export function stateOf({ entityStatus, servable, reasonsNotServable }: Delivering): State {
  if (servable) return 'serving'
  const reasons = reasonsNotServable ?? []
  if (reasons.some((reason) => PAST.has(reason))) return 'ended'
  if (entityStatus === 'DRAFT') return 'draft'
  if (entityStatus === 'PAUSED' || reasons.includes('PAUSED_BY_ADVERTISER')) return 'paused'
  if (servable === null) return 'unknown'
  return reasons.length > 0 && reasons.every((reason) => PASSING.has(reason)) ? 'waiting' : 'attention'
}

/** Whether something that is wrong with it matters now: it serves, or it should. */
export function isLive(entity: Delivering): boolean {
  return ['serving', 'attention', 'waiting'].includes(stateOf(entity))
}

const MARKS: Record<State, string> = {
  serving: 'M2.5 6.5 5 9l4.5-6',
  attention: 'M6 2v5M6 9.5v.5',
  waiting: 'M6 2.5V6l2.5 2',
  paused: 'M4 2.5v7M8 2.5v7',
  draft: 'M3 6h6',
  unknown: 'M3 6h6',
  ended: 'M3 3h6v6H3z',
}

/** The reasons that the names of these states say already. */
const SAID = new Set(['EXPIRED', 'INCOMPLETE', 'PAUSED_BY_ADVERTISER'])

/** Whether it can serve and, if not, why, as the service says. */
export function Delivery({ entity, warnings }: { entity: Delivering; warnings: readonly string[] }) {
  const state = stateOf(entity)
  const reasons = (entity.reasonsNotServable ?? []).filter((reason) => state === 'attention' || !SAID.has(reason))
  return (
    <div className={`delivery ${state}`}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d={MARKS[state]} />
      </svg>
      <p>
        <strong>{STATES[state]}</strong>
        {reasons.length > 0 && <span className="reasons">{reasons.map(wordsOf).join(' · ')}</span>}
        {warnings.length > 0 && <span className="warnings">{warnings.join(' · ')}</span>}
      </p>
    </div>
  )
}
