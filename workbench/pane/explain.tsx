import { useState, type CSSProperties } from 'react'
import type { GraphiQLPlugin } from '@graphiql/react'
import { useAnswer } from '../operation/answer.ts'
import type { Call, Calls, Plan, Step } from '../operation/contract.ts'
import { about, between, callBounds, count, counted, range, rowBounds, shortPath, upTo } from './format.ts'
import { ExplainIcon } from './icons.tsx'
import { useMarkedFields } from '../operation/marks.ts'
import { useLivePlan } from '../operation/plan.ts'
import { Figure, Pane } from './pane.tsx'

/** Shows the calls that the operation in the editor would make, before anything is sent. */
export const EXPLAIN: GraphiQLPlugin = { title: 'Explain', icon: ExplainIcon, content: Explain }

function Explain() {
  const { plan: livePlan, problem, isStale, isComplete } = useLivePlan()
  const { plan, made } = useLastRun(livePlan)
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
              made={made && callsOf(step, plan, made)}
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
  const isKnown = calls.expected !== null
  return (
    <>
      <Figure
        value={isKnown ? `about ${count(calls.expected!)}` : range({ ...calls, max: lower(calls.max, allowed.calls) })}
        unit={calls.expected === 1 ? 'call' : 'calls'}
        note={callBounds(plan)}
        kind={kinds.calls}
      />
      <Figure
        value={rows.expected === null ? `≤ ${count(lower(rows.max, allowed.rows))}` : `about ${count(rows.expected)}`}
        unit={rows.expected === 1 ? 'row' : 'rows'}
        note={rowBounds(plan)}
        kind={kinds.rows}
      />
      {made && (
        <Figure
          value={count(made.length)}
          unit={`${made.length === 1 ? 'call' : 'calls'} in the last run`}
          kind={isFar(calls.expected, made.length) ? 'warning' : 'good'}
        />
      )}
    </>
  )
}

function lower(max: number | null, allowed: number): number {
  return Math.min(max ?? allowed, allowed)
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

/** Red: the operation is refused. Amber: it is expected to use up its budget, or may do so as far as is known. */
function kindsOf({ calls, rows, allowed }: Plan) {
  return { calls: kindOf(calls, allowed.calls), rows: kindOf({ ...rows, min: 0 }, allowed.rows) }
}

function kindOf({ min, expected, max }: Calls, allowed: number): 'danger' | 'warning' | undefined {
  if (min > allowed) return 'danger'
  return (expected ?? max ?? Infinity) > allowed ? 'warning' : undefined
}

/** How many times more or less than expected is marked. */
const FAR_FACTOR = 3

function isFar(expected: number | null, actual: number): boolean {
  return expected !== null && (actual > FAR_FACTOR * expected || expected > FAR_FACTOR * actual)
}

interface StepRowProps {
  step: Step
  label: { depth: number; name: string; trail: string }
  /** The fields of the steps that it waits for. */
  after: string[]
  made: StepCalls | undefined
  isMarked: boolean
  onMark: () => void
}

function StepRow({ step, label: { depth, name, trail }, after, made, isMarked, onMark }: StepRowProps) {
  const { id, endpoint, parents, keysPerCall, calls, rows, rateLimit } = step
  const isOver = exceeds(step)
  const joined = made && made.joined > 0 ? `, joined ${count(made.joined)}` : ''
  const happened = made && `made ${counted(made.calls, 'call')}, ${counted(made.rows, 'row')}${joined}`
  const isSurprise = made && (isFar(calls.expected, made.calls) || isFar(rows.expected, made.rows))
  const expected = about(calls, 'call')
  const bounds = `${between(calls, 'call')}, ${upTo(rows.max, 'row')}`
  const window =
    rateLimit && `${count(rateLimit.remaining)} of ${count(rateLimit.limit)} left until ${timeOf(rateLimit.resetAt)}`
  const spoken = [
    `${step.field}: ${[expected, about(rows, 'row'), bounds].filter(Boolean).join(', ')}`,
    `endpoint ${endpoint ?? 'not known'}`,
    after.length > 0 && `waits for ${after.join(', ')}`,
    `for ${upTo(parents.max, 'parent')}, ${counted(keysPerCall, 'key')} a call`,
    window && (isOver ? `exceeds the rate limit: ${window}` : `rate limit: ${window}`),
    happened,
    isSurprise && 'more than three times off',
  ]
  return (
    <li data-step={id} className={isOver ? 'step step-over' : 'step'} style={{ '--depth': depth } as CSSProperties}>
      <button type="button" aria-pressed={isMarked} aria-label={spoken.filter(Boolean).join('; ')} onClick={onMark}>
        <span className="step-name">
          {trail !== '' && <span className="step-trail">{trail}.</span>}
          {name}
        </span>
        <span className="step-calls">{expected ?? between(calls, 'call')}</span>
        <code className="step-endpoint" title={endpoint ?? undefined}>
          {endpoint === null ? 'endpoint not known' : shortPath(endpoint)}
        </code>
        <span className="step-rows">
          {about(rows, 'row') ?? (rows.max === null ? 'rows: any' : `≤ ${counted(rows.max, 'row')}`)}
        </span>
        <span className="step-details">
          {expected !== undefined && calls.min !== calls.max && <small>{bounds}</small>}
          {after.some((field) => !step.field.startsWith(field)) && <span>after {after.join(', ')}</span>}
          {parents.max !== 1 && <span>{upTo(parents.max, 'parent')}</span>}
          {parents.max !== 1 && keysPerCall > 1 && <span>{count(keysPerCall)} keys a call</span>}
          {window && <span className={isOver ? 'step-window step-window-over' : 'step-window'}>{window}</span>}
          {happened && (
            <span className={`step-happened step-${!isSurprise && isWithin(step, made) ? 'within' : 'beyond'}`}>
              {happened}
            </span>
          )}
        </span>
      </button>
    </li>
  )
}

/** The calls that a step made, without retries, and those of other fields that served it too. */
interface StepCalls {
  calls: number
  rows: number
  joined: number
}

/** Whether the calls that a step made are within its plan. */
function isWithin({ calls, rows }: Step, made: StepCalls): boolean {
  return (
    made.calls + made.joined >= calls.min &&
    made.calls <= (calls.max ?? Infinity) &&
    made.rows <= (rows.max ?? Infinity)
  )
}

/** Whether a step may need more calls than its rate limit has left. */
function exceeds({ calls, rateLimit }: Step): boolean {
  return rateLimit !== null && (calls.expected ?? calls.max ?? Infinity) > rateLimit.remaining
}

/** The position of a step in the tree: below the last step whose field contains its own. */
function labelOf({ field }: Step, steps: readonly Step[]) {
  const above = steps.filter((other) => field.startsWith(`${other.field}.`)).map((other) => other.field)
  const parent = above.reduce((longest, each) => (each.length > longest.length ? each : longest), '')
  const keys = field.slice(parent === '' ? 0 : parent.length + 1).split('.')
  return { depth: new Set(above).size, name: keys.at(-1)!, trail: keys.slice(0, -1).join('.') }
}

/** The calls of the last run, if it was a run of the operation that is planned, and the plan with what that run expected. */
function useLastRun(plan: Plan | undefined): { plan: Plan | undefined; made: Call[] | undefined } {
  const extensions = useAnswer()?.extensions
  const shape = (of: Plan | undefined) =>
    JSON.stringify(of?.steps.map(({ field, endpoint, calls: { min, max } }) => [field, endpoint, min, max]))
  const ran = extensions?.plan
  const made = extensions?.upstream?.calls
  if (!plan || !ran || !made || shape(ran) !== shape(plan)) return { plan, made: undefined }
  const steps = plan.steps.map((step, index) => ({ ...step, ...expectedBy(step, ran.steps[index]!) }))
  return { plan: { ...plan, ...expectedBy(plan, ran), steps }, made }
}

/** What a run expected, or what is expected since then. */
function expectedBy({ calls, rows }: Pick<Plan, 'calls' | 'rows'>, ran: Pick<Plan, 'calls' | 'rows'>) {
  return {
    calls: { ...calls, expected: ran.calls.expected ?? calls.expected },
    rows: { ...rows, expected: ran.rows.expected ?? rows.expected },
  }
}

/** The calls of a step: the first field that asks for a call makes it. Steps of one field and path share their calls. */
function callsOf(step: Step, { steps }: Plan, calls: readonly Call[]): StepCalls {
  const alike = steps.filter(({ field, endpoint }) => field === step.field && endpoint === step.endpoint)
  const own = calls.filter(({ path, attempt }) => attempt === 1 && (step.endpoint === null || path === step.endpoint))
  const made = own
    .filter(({ fields }) => fields?.[0] === step.field)
    .filter((_, index) => index % alike.length === alike.indexOf(step))
  const joined = own.filter(({ fields }) => fields?.includes(step.field) && fields[0] !== step.field)
  return { calls: made.length, rows: sum(made.map(({ rows }) => rows)), joined: joined.length }
}

function timeOf(date: string): string {
  return new Date(date).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' })
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
