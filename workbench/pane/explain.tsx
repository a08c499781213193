import { useState, type CSSProperties } from 'react'
import { useAnswer } from '../operation/answer.ts'
import type { Calls, Plan, Rows, Step } from '../operation/contract.ts'
import { useMarkedFields } from '../operation/marks.ts'
import type { LivePlan } from '../operation/plan.ts'
import { about, between, callBounds, count, counted, range, rowBounds, shortPath, upTo } from './format.ts'
import { isFar, outcomeOf, runOf, type Outcome, type Run } from './outcome.ts'
import { Figure, Problem, ResultView } from './pane.tsx'

/** Shows the calls that the operation in the editor would make, before anything is sent. */
export function Explain({ live: { problem, isStale, isComplete }, plan, run }: { live: LivePlan } & LastRun) {
  const [field, setField] = useState<string>()
  useMarkedFields(field === undefined ? [] : [field])

  return (
    <ResultView title="Explain" summary={plan && <Summary plan={plan} run={run} />}>
      <Problem text={problem} />
      {!plan && problem === undefined && (
        <p className="pane-hint">Type an operation. Its calls are shown here, before anything is sent.</p>
      )}
      {plan && !isComplete && <p className="pane-hint">The operation is not complete. This is its last plan.</p>}
      {plan && problem === undefined && mayStop(plan) && <MayStop plan={plan} />}
      {plan?.steps.length === 0 && <p className="pane-hint">This operation needs no call.</p>}
      {plan && (
        <ol className={isStale ? 'steps steps-stale' : 'steps'} aria-label="Steps of the plan" aria-busy={isStale}>
          {plan.steps.map((step) => (
            <StepRow
              key={step.id}
              step={step}
              label={labelOf(step, plan.steps)}
              after={[...new Set(step.after.map((id) => plan.steps[id]!.field))]}
              outcome={run && outcomeOf(step, plan, run)}
              isMarked={step.field === field}
              onMark={() => setField(step.field === field ? undefined : step.field)}
            />
          ))}
        </ol>
      )}
    </ResultView>
  )
}

function Summary({ plan, run }: { plan: Plan; run: Run | undefined }) {
  const { calls, rows } = plan
  const kinds = kindsOf(plan)
  const made = run?.upstream.requests
  return (
    <>
      <Figure
        value={leading(calls, kinds.calls, range(calls))}
        unit={calls.expected === 1 ? 'call' : 'calls'}
        {...noted(calls, callBounds(plan))}
        kind={kinds.calls}
      />
      <Figure
        value={leading(rows, kinds.rows, `≤ ${count(rows.max ?? 0)}`)}
        unit={rows.expected === 1 ? 'row' : 'rows'}
        {...noted(rows, rowBounds(plan))}
        kind={kinds.rows}
      />
      {made !== undefined && (
        <Figure
          value={count(made)}
          unit={`${made === 1 ? 'call' : 'calls'} in the last run`}
          kind={run?.failed.size ? 'danger' : isFar(calls.expected, made) ? 'warning' : 'good'}
        />
      )}
    </>
  )
}

/** Bounds are a note. Where something is expected they are a tooltip. */
function noted({ expected }: Rows, bounds: string): { note: string } | { tooltip: string } {
  return expected === null ? { note: bounds } : { tooltip: bounds }
}

/** The expected calls. If nothing is known, the bounds, unless they only repeat the limit. */
function leading({ expected }: Rows, kind: string | undefined, bounds: string): string {
  if (expected !== null) return `about ${count(expected)}`
  return kind === 'unknown' ? 'not known yet' : bounds
}

/** Says what happens to an operation that may stop on the way. */
function MayStop({ plan: { calls, rows } }: { plan: Plan }) {
  return calls.expected === null || rows.expected === null ? (
    <p className="pane-hint">
      Nothing is known about these lists yet. After the first run, this says about how many calls and rows they need.
    </p>
  ) : (
    <p className="pane-hint">
      This is expected to need more than one operation may use. It stops there, and keeps what arrived. A smaller{' '}
      <code>first</code> needs less.
    </p>
  )
}

/** Whether an operation that is not refused can use up its budget. */
function mayStop(plan: Plan): boolean {
  const { calls, rows } = kindsOf(plan)
  return calls !== 'danger' && (calls ?? rows) !== undefined
}

/** Red: the operation is refused. Amber: it is expected to use up its budget. Unknown: it may do so as far as is known. */
function kindsOf({ calls, rows, allowed }: Plan) {
  return { calls: kindOf(calls, allowed.calls), rows: kindOf({ ...rows, min: 0 }, allowed.rows) }
}

function kindOf({ min, expected, max }: Calls, allowed: number): 'danger' | 'warning' | 'unknown' | undefined {
  if (min > allowed) return 'danger'
  if (expected !== null) return expected > allowed ? 'warning' : undefined
  return max === null || max > allowed ? 'unknown' : undefined
}

interface StepRowProps {
  step: Step
  label: { depth: number; name: string; trail: string }
  /** The fields of the steps that it waits for. */
  after: string[]
  outcome: Outcome | undefined
  isMarked: boolean
  onMark: () => void
}

function StepRow({ step, label: { depth, name, trail }, after, outcome, isMarked, onMark }: StepRowProps) {
  const { id, method, endpoint, parents, keysPerCall, calls, rows, rateLimit } = step
  const isOver = exceeds(step)
  const expected = about(calls, 'call')
  const bounds = `${between(calls, 'call')}, ${upTo(rows.max, 'row')}`
  const window =
    rateLimit && `${count(rateLimit.remaining)} of ${count(rateLimit.limit)} left until ${timeOf(rateLimit.resetAt)}`
  const spoken = [
    `${step.field}: ${[expected, about(rows, 'row'), bounds].filter(Boolean).join(', ')}`,
    endpoint === null ? 'endpoint not known' : `${method} ${endpoint}`,
    after.length > 0 && `waits for ${after.join(', ')}`,
    `for ${upTo(parents.max, 'parent')}, ${counted(keysPerCall, 'ID')} in one call`,
    window && (isOver ? `exceeds the rate limit: ${window}` : `rate limit: ${window}`),
    outcome?.text,
    outcome?.isFar && 'more than three times off',
  ]
  const isRed = isOver || outcome?.kind === 'failed'
  return (
    <li data-step={id} className={isRed ? 'step step-over' : 'step'} style={{ '--depth': depth } as CSSProperties}>
      <button type="button" aria-pressed={isMarked} aria-label={spoken.filter(Boolean).join('; ')} onClick={onMark}>
        <span className="step-name">
          {trail !== '' && <span className="step-trail">{trail}.</span>}
          {name}
        </span>
        <span className="step-calls" title={bounds}>
          {expected ?? <small>{between(calls, 'call')}</small>}
        </span>
        <code className="step-endpoint" title={endpoint === null ? undefined : `${method} ${endpoint}`}>
          {method !== null && method !== 'GET' && <b>{method} </b>}
          {endpoint === null ? 'endpoint not known' : shortPath(endpoint)}
        </code>
        <span className="step-rows">{about(rows, 'row') ?? <small>{upTo(rows.max, 'row')}</small>}</span>
        <span className="step-details">
          {after.some((field) => !step.field.startsWith(field)) && <span>after {after.join(', ')}</span>}
          {parents.max !== 1 && <span>{upTo(parents.max, 'parent')}</span>}
          {parents.max !== 1 && keysPerCall > 1 && <span>{count(keysPerCall)} IDs in one call</span>}
          {window && isShort(step) && <span className={isOver ? 'step-window-over' : undefined}>{window}</span>}
          {outcome && <span className={`step-happened step-${outcome.kind}`}>{outcome.text}</span>}
        </span>
      </button>
    </li>
  )
}

/** Whether a step may need more calls than its rate limit has left. */
function exceeds({ calls, rateLimit }: Step): boolean {
  return rateLimit !== null && (calls.expected ?? calls.max ?? Infinity) > rateLimit.remaining
}

/** Whether the rest of the rate limit of a step is worth a look: less than half, or less than it may need. */
function isShort(step: Step): boolean {
  return exceeds(step) || (step.rateLimit !== null && step.rateLimit.remaining < step.rateLimit.limit / 2)
}

/** The position of a step in the tree: below the last step whose field contains its own. */
function labelOf({ field }: Step, steps: readonly Step[]) {
  const above = steps.filter((other) => field.startsWith(`${other.field}.`)).map((other) => other.field)
  const parent = above.reduce((longest, each) => (each.length > longest.length ? each : longest), '')
  const keys = field.slice(parent === '' ? 0 : parent.length + 1).split('.')
  return { depth: new Set(above).size, name: keys.at(-1)!, trail: keys.slice(0, -1).join('.') }
}

interface LastRun {
  plan: Plan | undefined
  run: Run | undefined
}

/** The last run, if it was one of the operation that is planned, and the plan with what that run expected. */
export function useLastRun(plan: Plan | undefined): LastRun {
  const answer = useAnswer()
  const shape = (of: Plan | undefined) =>
    JSON.stringify(
      of?.steps.map(({ field, method, endpoint, calls: { min, max } }) => [field, method, endpoint, min, max]),
    )
  const ran = answer?.extensions?.plan
  const run = answer && runOf(answer)
  if (!plan || !ran || !run || shape(ran) !== shape(plan)) return { plan, run: undefined }
  const steps = plan.steps.map((step, index) => ({ ...step, ...expectedBy(step, ran.steps[index]!) }))
  return { plan: { ...plan, ...expectedBy(plan, ran), steps }, run }
}

/** What a run expected, or what the page expects since then. */
function expectedBy({ calls, rows }: Pick<Plan, 'calls' | 'rows'>, ran: Pick<Plan, 'calls' | 'rows'>) {
  return {
    calls: { ...calls, expected: ran.calls.expected ?? calls.expected },
    rows: { ...rows, expected: ran.rows.expected ?? rows.expected },
  }
}

function timeOf(date: string): string {
  return new Date(date).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' })
}
