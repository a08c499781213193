import type { Allowance } from '../../rest/budget.ts'
import type { Session } from '../../rest/session.ts'
import type { Bounds } from '../cost/cost.ts'
import type { Plan, Step } from './plan.ts'

/** The form of a plan in `extensions.plan`. A maximum that only the service knows is null. */
export interface PlanReport {
  calls: Bounds
  rows: Pick<Bounds, 'max'>
  /** The calls and rows that one operation may use. */
  allowed: Allowance
  steps: StepReport[]
}

/** The form of a step. */
export interface StepReport extends Omit<Step, 'endpoint' | 'account'> {
  /** The path template of the endpoint. */
  endpoint: string | null
  /** The rate limit that the calls count against. Null if it is not known. */
  rateLimit: { limit: number; remaining: number; resetAt: string } | null
}

/** Reports a plan to a caller, with the rate limits that are known for it. */
export function planReport(
  { calls, rows, steps }: Plan,
  { calls: allowedCalls, rows: allowedRows }: Allowance,
  rest: Pick<Session, 'rateLimit'>,
): PlanReport {
  return {
    calls,
    rows,
    allowed: { calls: allowedCalls, rows: allowedRows },
    steps: steps.map(({ id, field, endpoint, account, parents, keysPerCall, calls, rows, after }) => ({
      id,
      field,
      endpoint: endpoint?.path ?? null,
      parents,
      keysPerCall,
      calls,
      rows,
      after,
      rateLimit: rateLimitOf(endpoint && rest.rateLimit(endpoint, account)),
    })),
  }
}

function rateLimitOf(known: ReturnType<Session['rateLimit']>): StepReport['rateLimit'] {
  if (!known) return null
  const { limit, remaining, resetAt } = known
  return { limit, remaining, resetAt: new Date(resetAt).toISOString() }
}

/** A number of calls in a message. The maximum is Infinity if only the service knows it. */
export function callsText(calls: number): string {
  return calls === Infinity ? 'any number of calls' : `${calls} calls`
}
