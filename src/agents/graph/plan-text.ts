import { counted, plural, type PlanReport } from '../../schema/plan/plan-report.ts'
import { Refusal } from '../value/refusal.ts'
import { jsonOf } from '../value/json.ts'

/** A plan as it arrives. Numbers that only the service knows are null. */
export interface AgentPlan extends Omit<PlanReport, 'calls'> {
  calls: PlanReport['calls'] & { expected?: number | null }
}

/** The maximum number of calls of one query of an agent. */
export const MAX_CALLS = 50

/** The maximum number of steps in a text. */
const MAX_STEPS = 30

/** A plan in a few lines, with what is left of the rate limits. It has nothing that came from the service but numbers. */
export function planText({ calls, rows, steps }: AgentPlan): string {
  const expected = calls.expected === undefined || calls.expected === null ? '' : `, ${calls.expected} expected`
  const lines = steps.slice(0, MAX_STEPS).map(({ field, endpoint, calls, rateLimit }) => {
    const limit = rateLimit
      ? `; ${rateLimit.remaining} of ${rateLimit.limit} requests left until ${rateLimit.resetAt}`
      : ''
    return `- ${field}: ${between(calls)} of ${endpoint ?? 'an unknown endpoint'}${limit}`
  })
  const more =
    steps.length > MAX_STEPS
      ? [`- and ${steps.length - MAX_STEPS} more ${plural('step', steps.length - MAX_STEPS)}`]
      : []
  return [
    `${between(calls)}${expected}; ${rows.max === null ? 'any number of rows' : `at most ${counted(rows.max, 'row')}`}.`,
    ...lines,
    ...more,
  ].join('\n')
}

/** Throws a Refusal for a plan that needs too many calls, with what would make it smaller. */
export function assertFewCalls(plan: AgentPlan): void {
  const { min, expected } = plan.calls
  const needed = Math.max(min, expected ?? 0)
  if (needed <= MAX_CALLS) return
  const costly = [...plan.steps].sort(
    (a, b) => b.calls.min - a.calls.min || (b.calls.max ?? Infinity) - (a.calls.max ?? Infinity),
  )[0]
  const above = costly && plan.steps.find(({ id }) => id === costly.after.at(-1))
  const hint = costly
    ? `Most of them are for ${costly.field}${above ? `, because of the rows of ${above.field}` : ''}. ` +
      `Request fewer rows${above ? ` of ${above.field}` : ''} with \`first\`, leave ${costly.field} out, or read it in several queries`
    : 'Request fewer rows with `first`'
  throw new Refusal(
    `The query needs ${needed} calls; ${MAX_CALLS} are allowed. Nothing was sent. ${hint}.\n\n${planText(plan)}`,
    { plan: jsonOf(plan) },
  )
}

function between({ min, max }: { min: number; max: number | null }): string {
  const count = min === max ? String(min) : max === null ? `${min} or more` : `${min} to ${max}`
  return `${count} ${plural('call', min === max ? min : 2)}`
}
