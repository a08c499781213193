import { wordsOf } from '../words.ts'

/** Whether and why something serves, in one word for its color: paused on purpose is not a problem. */
export type Tone = 'serving' | 'paused' | 'attention' | 'unknown'

interface DeliveryState {
  servable: boolean | null
  reasonsNotServable: readonly string[] | null
}

export function toneOf({ servable, reasonsNotServable }: DeliveryState): Tone {
  if (servable === null) return 'unknown'
  if (servable) return 'serving'
  return reasonsNotServable?.every((reason) => reason === 'PAUSED_BY_ADVERTISER') ? 'paused' : 'attention'
}

const MARKS: Record<Tone, string> = {
  serving: 'M2.5 6.5 5 9l4.5-6',
  paused: 'M4 2.5v7M8 2.5v7',
  attention: 'M6 2v5M6 9.5v.5',
  unknown: 'M3 6h6',
}

/** Whether it can serve and, if not, why, as the service says. */
export function Delivery(state: DeliveryState) {
  const tone = toneOf(state)
  const { servable, reasonsNotServable } = state
  return (
    <div className={`delivery ${tone}`}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d={MARKS[tone]} />
      </svg>
      <p>
        <strong>{servable === null ? 'Not known' : servable ? 'Serving' : 'Not serving'}</strong>
        {reasonsNotServable && reasonsNotServable.length > 0 && (
          <span className="reasons">{reasonsNotServable.map(wordsOf).join(' · ')}</span>
        )}
      </p>
    </div>
  )
}
