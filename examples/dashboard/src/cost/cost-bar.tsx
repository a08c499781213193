import { countOf } from '../words.ts'
import { costs, type OperationCost } from './cost.ts'

/** The REST calls that the screen cost so far, and the calls of each operation. */
export function CostBar() {
  const all = costs.use((value) => value)
  const calls = all.flatMap((cost) => cost.calls)
  const cached = sum(all.map((cost) => cost.cached))
  return (
    <details className="cost">
      <summary>
        <span>
          <strong>{countOf(calls.length, 'REST call')}</strong> <span className="optional">for this screen</span>
        </span>
        <span className="minor">
          <span className="optional">{countOf(all.length, 'operation')}, </span>
          {countOf(sum(calls.map(({ rows }) => rows)), 'row')}
          {cached > 0 && `, ${cached} from the cache`}
        </span>
      </summary>
      <ol tabIndex={0} aria-label="Operations, latest first">
        {all.toReversed().map((cost) => (
          <Operation key={cost.id} {...cost} />
        ))}
      </ol>
    </details>
  )
}

function Operation({ name, calls, cached }: OperationCost) {
  return (
    <li>
      <p>
        <strong>{name}</strong> {calls.length === 0 && (cached > 0 ? 'from the cache, no call' : 'no call')}
      </p>
      {calls.map(({ method, path, status, rows, durationMs }, index) => (
        <p key={index} className={status !== undefined && status < 400 ? 'call' : 'call failed'}>
          <code>
            {method} {path}
          </code>
          <span>{status ?? 'no answer'}</span>
          <span>{countOf(rows, 'row')}</span>
          <span>{Math.round(durationMs)} ms</span>
        </p>
      ))}
    </li>
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
