import { counted, plural, type PlanReport } from '../../../schema/plan/plan-report.ts'
import { Refusal } from '../value/refusal.ts'
import { jsonOf } from '../value/json.ts'

/** The maximum number of calls of one query of an agent. */
export const MAX_CALLS = 50

/** The maximum number of steps in a text. */
const MAX_STEPS = 30

/** A plan in a few lines, with what is left of the rate limits. It has nothing that came from the service but numbers. */
export function planText({ calls, rows, steps }: PlanReport): string {
  const expected = calls.expected === null ? '' : `, ${calls.expected} expected`
  const maxRows = rows.max === null ? 'any number of rows' : `at most ${counted(rows.max, 'row')}`
  const lines = steps.slice(0, MAX_STEPS).map(({ field, endpoint, calls, rateLimit }) => {
    const limit = rateLimit
      ? `; ${rateLimit.remaining} of ${rateLimit.limit} requests left until ${rateLimit.resetAt}`
      : ''
    return `- ${field}: ${between(calls)} of ${endpoint ?? 'an unknown endpoint'}${limit}`
  })
  const more = steps.length - MAX_STEPS
  if (more > 0) lines.push(`- and ${more} more ${plural('step', more)}`)
  return [`${between(calls)}${expected}; ${maxRows}.`, ...lines].join('\n')
}

/** Throws a Refusal for a plan that needs too many calls, with what would make it smaller. */
export function assertFewCalls(plan: PlanReport): void {
  const { min, expected } = plan.calls
  const needed = Math.max(min, expected ?? 0)
  const [costly] = plan.steps.toSorted(
    (a, b) => b.calls.min - a.calls.min || (b.calls.max ?? Infinity) - (a.calls.max ?? Infinity),
  )
  if (!costly || needed <= MAX_CALLS) return
  const { field, after } = costly
  const above = plan.steps.find(({ id }) => id === after.at(-1))
  const hint =
    `Most of them are for ${field}${above ? `, because of the rows of ${above.field}` : ''}. ` +
    `Request fewer rows${above ? ` of ${above.field}` : ''} with \`first\`, leave ${field} out, or read it in several queries`
  throw new Refusal(
    `The query needs ${needed} calls; ${MAX_CALLS} are allowed. Nothing was sent. ${hint}.\n\n${planText(plan)}`,
    { plan: jsonOf(plan) },
  )
}

function between({ min, max }: PlanReport['calls']): string {
  if (min === max) return `${min} ${plural('call', min)}`
  return max === null ? `${min} or more calls` : `${min} to ${max} calls`
}
