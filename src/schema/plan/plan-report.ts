import type { Allowance } from '../../rest/budget.ts'
import type { Session } from '../../rest/session.ts'
import type { Bounds } from '../cost/cost.ts'
import { expectationOf, type Expectation, type Expected } from './expectation.ts'
import type { Plan } from './plan.ts'
import type { Step } from './step.ts'

/** A minimum and a maximum, and what is expected from what was read before: null where nothing is known. */
interface ExpectedBounds extends Bounds {
  expected: number | null
}

/** The form of a plan in `extensions.plan`. A maximum that only the service knows is null. */
export interface PlanReport {
  calls: ExpectedBounds
  rows: Omit<ExpectedBounds, 'min'>
  /** The calls and rows that one operation may use. */
  allowed: Allowance
  steps: StepReport[]
}

/** The form of a step. */
export interface StepReport extends Omit<Step, 'endpoint' | 'account' | 'calls' | 'rows'> {
  calls: ExpectedBounds
  rows: Omit<ExpectedBounds, 'min'>
  /** The path template of the endpoint. */
  endpoint: string | null
  /** The rate limit that the calls count against. Null if it is not known. */
  rateLimit: { limit: number; remaining: number; resetAt: string } | null
}

/** Reports a plan to a caller, with the rate limits that are known for it, and what is expected: by default nothing. */
export function planReport(
  plan: Plan,
  { calls: allowedCalls, rows: allowedRows }: Allowance,
  rest: Pick<Session, 'rateLimit'>,
  expectation: Expectation = expectationOf(plan, () => undefined),
): PlanReport {
  const { calls, rows, steps } = plan
  return {
    calls: expectedCalls(calls, expectation),
    rows: { expected: expectation.rows, max: rows.max },
    allowed: { calls: allowedCalls, rows: allowedRows },
    steps: steps.map(({ id, field, endpoint, account, parents, keysPerCall, calls, rows, after }) => ({
      id,
      field,
      endpoint: endpoint?.path ?? null,
      parents,
      keysPerCall,
      calls: expectedCalls(calls, expectation.steps[id]),
      rows: { expected: expectation.steps[id]?.rows ?? null, max: rows.max },
      after,
      rateLimit: rateLimitOf(endpoint && rest.rateLimit(endpoint, account)),
    })),
  }
}

/** The bounds of a number of calls, with what is expected. */
export function expectedCalls({ min, max }: Bounds, expected: Expected | undefined): ExpectedBounds {
  return { min, expected: expected?.calls ?? null, max }
}

function rateLimitOf(known: ReturnType<Session['rateLimit']>): StepReport['rateLimit'] {
  if (!known) return null
  const { limit, remaining, resetAt } = known
  return { limit, remaining, resetAt: new Date(resetAt).toISOString() }
}

/** A number with its noun, such as `1 call` or `1,250 calls`. A maximum is Infinity if only the service knows it. */
export function counted(count: number, noun: string): string {
  if (count === Infinity) return `any number of ${noun}s`
  return `${count.toLocaleString('en-US')} ${plural(noun, count)}`
}

export function plural(noun: string, count: number): string {
  return count === 1 ? noun : `${noun}s`
}
