import { useState, type CSSProperties } from 'react'
import type { GraphiQLPlugin } from '@graphiql/react'
import { useAnswer } from '../operation/answer.ts'
import type { Call, Plan, Step } from '../operation/contract.ts'
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
      {plan && problem === undefined && mayStop(plan) && (
        <p className="pane-hint">It may need more than is allowed: then it stops there, and keeps what arrived.</p>
      )}
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

function Summary({ plan: { calls, rows, allowed }, made }: { plan: Plan; made: Call[] | undefined }) {
  return (
    <>
      <Figure
        value={range(calls)}
        unit={`calls, ${count(allowed.calls)} allowed`}
        kind={kindOf(calls, allowed.calls)}
      />
      <Figure
        value={rows.max === null ? 'any' : `≤ ${count(rows.max)}`}
        unit={`rows, ${count(allowed.rows)} allowed`}
        kind={kindOf({ min: 0, max: rows.max }, allowed.rows)}
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

/** Whether an operation that is not refused can use up its budget. */
function mayStop({ calls, rows, allowed }: Plan): boolean {
  return [kindOf(calls, allowed.calls), kindOf({ min: 0, max: rows.max }, allowed.rows)].includes('warning')
}

/** Red: the operation is refused. Amber: it may run out of budget. */
function kindOf({ min, max }: { min: number; max: number | null }, allowed: number) {
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
