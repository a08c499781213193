import { useState, type CSSProperties } from 'react'
import type { GraphiQLPlugin } from '@graphiql/react'
import { useAnswer } from '../operation/answer.ts'
import type { Bounds, Call, Plan, Step } from '../operation/contract.ts'
import { between, count, counted, range, shortPath, upTo } from './format.ts'
import { ExplainIcon } from './icons.tsx'
import { useMarkedFields } from '../operation/marks.ts'
import { useLivePlan } from '../operation/plan.ts'
import { Figure, Pane } from './pane.tsx'

/** Shows the calls that the operation in the editor would make, before anything is sent. */
export const EXPLAIN: GraphiQLPlugin = { title: 'Explain', icon: ExplainIcon, content: Explain }

function Explain() {
  const { plan, problem, isStale, isComplete } = useLivePlan()
  const made = useCallsOf(plan)
  const [field, setField] = useState<string>()
  useMarkedFields(field === undefined ? [] : [field])

  return (
    <Pane title="Explain" summary={plan && <Summary plan={plan} made={made} />}>
      {problem !== undefined && (
        <p className="notice notice-danger" role="alert">
          {problem}
        </p>
      )}
      {!plan && problem === undefined && (
        <p className="pane-hint">Type an operation. Its calls are shown here, before anything is sent.</p>
      )}
      {plan && !isComplete && <p className="pane-hint">The operation is not complete. This is its last plan.</p>}
      {plan && problem === undefined && mayStop(plan) && <WorstCase plan={plan} />}
      {plan?.steps.length === 0 && <p className="pane-hint">This operation needs no call.</p>}
      {plan && (
        <ol className={isStale ? 'steps steps-stale' : 'steps'} aria-label="Steps of the plan" aria-busy={isStale}>
          {plan.steps.map((step) => (
            <StepRow
              key={step.id}
              step={step}
              label={labelOf(step, plan.steps)}
              after={[...new Set(step.after.map((id) => plan.steps[id]!.field))]}
              made={made?.filter((call) => isOf(call, step))}
              isMarked={step.field === field}
              onMark={() => setField(step.field === field ? undefined : step.field)}
            />
          ))}
        </ol>
      )}
    </Pane>
  )
}

function Summary({ plan, made }: { plan: Plan; made: Call[] | undefined }) {
  const { calls, rows, allowed } = plan
  const kinds = kindsOf(plan)
  // An operation stops at what is allowed, so it never makes all calls of a higher maximum.
  const limitOf = (of: 'calls' | 'rows') =>
    kinds[of] === 'warning' ? 'then it stops' : `${count(allowed[of])} allowed`
  return (
    <>
      <Figure
        value={range(kinds.calls === 'warning' ? { ...calls, max: allowed.calls } : calls)}
        unit={`calls, ${limitOf('calls')}`}
        kind={kinds.calls}
      />
      <Figure
        value={kinds.rows === 'warning' ? count(allowed.rows) : `≤ ${count(rows.max ?? allowed.rows)}`}
        unit={`rows, ${limitOf('rows')}`}
        kind={kinds.rows}
      />
      {made && (
        <Figure
          value={count(made.length)}
          unit={`${made.length === 1 ? 'call' : 'calls'} in the last run`}
          kind="good"
        />
      )}
    </>
  )
}

/** Says what an operation would need that may stop on the way, and how to need less. */
function WorstCase({ plan: { calls, rows } }: { plan: Plan }) {
  return (
    <p className="pane-hint">
      If every list is full, and its rows are spread as unevenly as possible, this needs {upTo(calls.max, 'call')} and{' '}
      {upTo(rows.max, 'row')}. It stops at what is allowed, and keeps what arrived. A smaller <code>first</code> lowers
      the maximum.
    </p>
  )
}

/** Whether an operation that is not refused can use up its budget. */
function mayStop(plan: Plan): boolean {
  const { calls, rows } = kindsOf(plan)
  return calls !== 'danger' && (calls === 'warning' || rows === 'warning')
}

/** Red: the operation is refused. Amber: it may use up its budget. */
function kindsOf({ calls, rows, allowed }: Plan) {
  return { calls: kindOf(calls, allowed.calls), rows: kindOf({ min: 0, max: rows.max }, allowed.rows) }
}

function kindOf({ min, max }: Bounds, allowed: number): 'danger' | 'warning' | undefined {
  if (min > allowed) return 'danger'
  return max === null || max > allowed ? 'warning' : undefined
}

interface StepRowProps {
  step: Step
  label: { depth: number; name: string; trail: string }
  /** The fields of the steps that it waits for. */
  after: string[]
  made: Call[] | undefined
  isMarked: boolean
  onMark: () => void
}

function StepRow({ step, label: { depth, name, trail }, after, made, isMarked, onMark }: StepRowProps) {
  const { id, endpoint, parents, keysPerCall, calls, rows, rateLimit } = step
  const isOver = exceeds(step)
  const happened = made && `made ${counted(made.length, 'call')}, ${counted(sum(made.map((call) => call.rows)), 'row')}`
  const window =
    rateLimit && `${count(rateLimit.remaining)} of ${count(rateLimit.limit)} left until ${timeOf(rateLimit.resetAt)}`
  const spoken = [
    `${step.field}: ${between(calls, 'call')}, ${upTo(rows.max, 'row')}`,
    `endpoint ${endpoint ?? 'not known'}`,
    after.length > 0 && `waits for ${after.join(', ')}`,
    `for ${upTo(parents.max, 'parent')}, ${counted(keysPerCall, 'key')} a call`,
    window && (isOver ? `exceeds the rate limit: ${window}` : `rate limit: ${window}`),
    happened,
  ]
  return (
    <li data-step={id} className={isOver ? 'step step-over' : 'step'} style={{ '--depth': depth } as CSSProperties}>
      <button type="button" aria-pressed={isMarked} aria-label={spoken.filter(Boolean).join('; ')} onClick={onMark}>
        <span className="step-name">
          {trail !== '' && <span className="step-trail">{trail}.</span>}
          {name}
        </span>
        <span className="step-calls">{between(calls, 'call')}</span>
        <code className="step-endpoint" title={endpoint ?? undefined}>
          {endpoint === null ? 'endpoint not known' : shortPath(endpoint)}
        </code>
        <span className="step-rows">{rows.max === null ? 'rows: any' : `≤ ${counted(rows.max, 'row')}`}</span>
        <span className="step-details">
          {after.some((field) => !step.field.startsWith(field)) && <span>after {after.join(', ')}</span>}
          {parents.max !== 1 && <span>{upTo(parents.max, 'parent')}</span>}
          {parents.max !== 1 && keysPerCall > 1 && <span>{count(keysPerCall)} keys a call</span>}
          {window && <span className={isOver ? 'step-window step-window-over' : 'step-window'}>{window}</span>}
          {happened && (
            <span className={`step-happened step-${isWithin(step, made) ? 'within' : 'beyond'}`}>{happened}</span>
          )}
        </span>
      </button>
    </li>
  )
}

/** Whether the calls that a step made are within its plan. The plan does not include retries. */
function isWithin({ calls, rows }: Step, made: Call[]): boolean {
  const first = made.filter(({ attempt }) => attempt === 1).length
  return (
    first >= calls.min && first <= (calls.max ?? first) && sum(made.map((call) => call.rows)) <= (rows.max ?? Infinity)
  )
}

/** Whether a step may need more calls than its rate limit has left. */
function exceeds({ calls, rateLimit }: Step): boolean {
  return rateLimit !== null && (calls.max === null || calls.max > rateLimit.remaining)
}

/** The position of a step in the tree: below the last step whose field contains its own. */
function labelOf({ field }: Step, steps: readonly Step[]) {
  const above = steps.filter((other) => field.startsWith(`${other.field}.`)).map((other) => other.field)
  const parent = above.reduce((longest, each) => (each.length > longest.length ? each : longest), '')
  const keys = field.slice(parent === '' ? 0 : parent.length + 1).split('.')
  return { depth: new Set(above).size, name: keys.at(-1)!, trail: keys.slice(0, -1).join('.') }
}

/** The calls of the last run, if it was a run of the operation that is planned. */
function useCallsOf(plan: Plan | undefined): Call[] | undefined {
  const extensions = useAnswer()?.extensions
  const shape = (of: Plan | undefined) =>
    JSON.stringify(of?.steps.map(({ field, endpoint, calls }) => [field, endpoint, calls]))
  return plan && extensions?.plan && shape(extensions.plan) === shape(plan) ? extensions.upstream?.calls : undefined
}

function isOf({ path, fields }: Call, step: Step): boolean {
  return (step.endpoint === null || path === step.endpoint) && (fields?.includes(step.field) ?? false)
}

function timeOf(date: string): string {
  return new Date(date).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' })
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
