import type { Answer, Call, Plan, Step, Upstream } from '../operation/contract.ts'
import { fieldOf, isFailed } from '../operation/failure.ts'
import { count, counted } from './format.ts'

/** A run of an operation. */
export interface Run {
  upstream: Upstream
  /** The response paths of the fields that failed. */
  failed: ReadonlySet<string>
}

/** The run that an answer is of. Undefined if the answer does not have its calls. */
export function runOf({ extensions, errors = [] }: Answer): Run | undefined {
  const upstream = extensions?.upstream
  return upstream && { upstream, failed: new Set(errors.map(fieldOf)) }
}

/** How many times more or less than expected is marked. */
const FAR_FACTOR = 3

/** Whether something happened more than three times as often as expected, or less than a third as often. */
export function isFar(expected: number | null, actual: number): boolean {
  return expected !== null && (actual > FAR_FACTOR * expected || expected > FAR_FACTOR * actual)
}

/** What happened to a step in a run. */
export interface Outcome {
  /** Whether its calls were within its plan, beyond it, failed, or were not made. */
  kind: 'within' | 'beyond' | 'failed' | 'skipped'
  text: string
  /** Whether it was more than three times off what was expected. */
  isFar: boolean
}

/** The calls of a step: the first field that asks for a call makes it. Steps of one field and endpoint share their calls. */
export function outcomeOf(step: Step, { steps }: Plan, { upstream, failed }: Run): Outcome {
  const { field, method, endpoint, calls, rows } = step
  const alike = steps.filter((other) => field === other.field && method === other.method && endpoint === other.endpoint)
  const attempts = upstream.calls.filter(
    (call) => call.fields?.includes(field) && (endpoint === null || (call.method === method && call.path === endpoint)),
  )
  const own = attempts.filter(({ fields }) => fields?.[0] === field)
  const ofStep = (_: Call, at: number) => at % alike.length === alike.indexOf(step)
  // A retry is the same call.
  const made = own.filter(({ attempt }) => attempt === 1).filter(ofStep)
  const joined = attempts.filter(({ attempt, fields }) => attempt === 1 && fields?.[0] !== field).length
  const cached = upstream.fields?.find(({ path }) => path === field)?.cached ?? 0
  const status = attempts.findLast(isFailed)?.status
  if (attempts.length > 0 && (failed.has(field) || attempts.every(isFailed))) {
    const cause = status === undefined || status === null ? '' : ` with status ${status}`
    return { kind: 'failed', text: `made ${counted(made.length, 'call')}, failed${cause}`, isFar: false }
  }
  if (attempts.length + cached === 0) return { kind: 'skipped', text: 'did not run', isFar: false }
  const answered = own.filter((call) => !isFailed(call)).filter(ofStep)
  const read = sum(answered.map((call) => call.rows))
  const isWithin =
    made.length + joined + cached >= calls.min &&
    made.length <= (calls.max ?? Infinity) &&
    read <= (rows.max ?? Infinity)
  const isOff = made.length > 0 && (isFar(calls.expected, made.length) || isFar(rows.expected, read))
  const text = [
    made.length > 0 && `made ${counted(made.length, 'call')}, ${counted(read, 'row')}`,
    joined > 0 && `joined ${count(joined)}`,
    cached > 0 && `cached ${count(cached)}`,
  ]
  return { kind: isWithin && !isOff ? 'within' : 'beyond', text: text.filter(Boolean).join(', '), isFar: isOff }
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
