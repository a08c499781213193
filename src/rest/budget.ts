import type { Middleware } from './call.ts'
import type { Endpoint } from './endpoint.ts'
import { UpstreamError } from './errors.ts'
import { asList } from './wire/envelope.ts'

/** The calls and rows that one operation may use. */
export interface Allowance {
  /** The number of calls. Retries and the request of the client application's token are not counted. */
  calls: number
  /** The rows in the answers to those calls. */
  rows: number
}

/** The calls and rows that one operation may use, and those that it has used so far. */
export class Budget {
  readonly allowed: Readonly<Allowance>
  readonly used: Allowance = { calls: 0, rows: 0 }

  constructor(allowed: Readonly<Allowance>) {
    this.allowed = allowed
  }

  /** Counts a call that is about to be sent. Throws BUDGET_SPENT if the allowed calls or rows are used up. */
  spendCall(endpoint: Endpoint): void {
    for (const limit of LIMITS)
      if (this.used[limit] >= this.allowed[limit]) throw this.#spent(limit, remarkOn(endpoint))
    this.used.calls += 1
  }

  /**
   * Counts the rows of a page that has arrived. The page that reaches the limit is used whole. Throws BUDGET_SPENT for a
   * page that arrives later, so that at most one page more than the allowed rows is held.
   */
  spendRows(count: number): void {
    if (count > 0 && this.used.rows >= this.allowed.rows) throw this.#spent('rows', `this was not read. ${ADVICE}`)
    this.used.rows += count
  }

  #spent(limit: keyof Allowance, remark: string): UpstreamError {
    const { [limit]: allowed } = this.allowed
    const { [limit]: used } = this.used
    return new UpstreamError({
      code: 'BUDGET_SPENT',
      message: `The operation has used ${used} of its ${allowed} allowed ${limit}; ${remark}`,
      spent: { limit, allowed, used },
    })
  }
}

const LIMITS = ['calls', 'rows'] as const

const ADVICE = 'Request fewer rows with `first`, or fewer fields in one operation'

/** What a refused call means to the caller, who must know of a write that it did not happen. A write can need reads before it. */
function remarkOn({ safe, method, path }: Endpoint): string {
  if (safe) return `nothing more was sent for this. ${ADVICE}`
  return `${method} ${path} was not sent. Request fewer mutations in one operation`
}

/** Counts calls before they are sent, and rows as they arrive, against a budget. What a write returns is not counted. */
export function withinBudget(budget: Budget): Middleware {
  return async (call, next) => {
    budget.spendCall(call.endpoint)
    const envelope = await next(call)
    if (call.endpoint.safe) budget.spendRows(asList(envelope.data).length)
    return envelope
  }
}
