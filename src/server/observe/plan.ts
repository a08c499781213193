import type { IncomingRequest } from '../http/exchange.ts'

/** The request header that requests the plan: `1` together with the data, `dry-run` instead of it. */
export const PLAN_HEADER = 'x-upstream-plan'

/** Whether a request asks for the plan together with the data, or instead of it, without sending anything. */
export function planAskedBy({ headers }: IncomingRequest): 'beside' | 'instead' | undefined {
  const value = headers[PLAN_HEADER]
  if (value === '1') return 'beside'
  return value === 'dry-run' ? 'instead' : undefined
}
