import type { SpendFragment } from '../graphql.ts'
import { formatMoney } from '../money.ts'
import { Money } from '../row/money.tsx'
import { DAYS, pathOf, totalOf } from './period.ts'

const WIDTH = 52
const HEIGHT = 22

interface SpendProps {
  name: string
  /** Null if they could not be read, or the service does not have the campaign. */
  stats: SpendFragment['stats']
}

/**
 * What a campaign cost today and in the last days, and a line with each day, which a table has in numbers. Nothing is shown if
 * that is not known, because a dash means that nothing was counted.
 */
export function Spend({ name, stats }: SpendProps) {
  if (!stats) return null
  const { intervals: days, billing, currency } = stats
  // A metric without any counts has no values.
  const amounts = days.map((_, index) => billing.billedChargeLocalMicro?.[index] ?? null)
  const total = totalOf(amounts)
  return (
    <>
      {total !== null && (
        <>
          <svg
            viewBox={`-2 -2 ${WIDTH + 4} ${HEIGHT + 4}`}
            role="img"
            aria-label={`Spend of ${name} by day: ${inWords(days, amounts, currency)}`}
            tabIndex={0}
          >
            <path className="zero" d={`M0 ${HEIGHT}H${WIDTH}`} />
            <path d={pathOf(amounts, WIDTH, HEIGHT)} />
          </svg>
          <div className="hidden">
            <table>
              <caption>Spend of {name} by day</caption>
              <tbody>
                {days.map(({ startTime }, index) => (
                  <tr key={startTime}>
                    <th scope="row">{dayOf(startTime)}</th>
                    <td>{amountOf(amounts[index] ?? null, currency)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      <p>
        <Amount micros={amounts.at(-1) ?? null} currency={currency} label="today" />
        <Amount micros={total} currency={currency} label={`${DAYS} days`} />
      </p>
    </>
  )
}

function Amount({ micros, currency, label }: { micros: string | null; currency: string | null; label: string }) {
  return (
    <span className={micros === null ? 'none' : undefined}>
      {micros === null ? '–' : <Money micros={micros} currency={currency} />} <small>{label}</small>
    </span>
  )
}

type Days = readonly { startTime: string }[]

/** What the line shows: its ends and its highest day. */
function inWords(days: Days, amounts: readonly (string | null)[], currency: string | null): string {
  const at = (index: number) => `${amountOf(amounts[index]!, currency)} on ${dayOf(days[index]!.startTime)}`
  const counted = [...amounts.keys()].filter((index) => amounts[index] !== null)
  const highest = counted.reduce((most, index) => (BigInt(amounts[index]!) > BigInt(amounts[most]!) ? index : most))
  return `from ${at(counted[0]!)} to ${at(counted.at(-1)!)}, at most ${at(highest)}`
}

function amountOf(micros: string | null, currency: string | null): string {
  return micros === null ? '–' : formatMoney(micros, currency)
}

/** The day of the account that begins at this time, which has the offset of the account: "May 26". */
function dayOf(startTime: string): string {
  const date = new Date(startTime.slice(0, 10))
  return date.toLocaleDateString([], { day: 'numeric', month: 'short', timeZone: 'UTC' })
}
