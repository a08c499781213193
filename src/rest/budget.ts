import type { Endpoint } from './endpoint.ts'
import { invalidateBearerToken } from './oauth/bearer-token.ts'
import type { Session } from './session.ts'
import { UpstreamError } from './errors.ts'
import { eachPage } from './pages.ts'
import type { ListParams, Page, Row } from './types.ts'

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
    if (this.used.calls >= this.allowed.calls) throw this.#spent('calls', remarkOn(endpoint))
    if (this.used.rows >= this.allowed.rows) throw this.#spent('rows', remarkOn(endpoint))
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

const ADVICE = 'Request fewer rows with `first`, or fewer fields in one operation'

/** What a refused call means to the caller, who must know of a write that it did not happen. A write can need reads before it. */
function remarkOn({ safe, method, path }: Endpoint): string {
  if (safe) return `nothing more was sent for this. ${ADVICE}`
  return `${method} ${path} was not sent. Request fewer mutations in one operation`
}

/** A session whose calls and rows are counted against a budget. A call is counted before it is sent, rows as they arrive. */
export function withinBudget(session: Session, budget: Budget): Session {
  return {
    ...session,
    async call(endpoint, path, params) {
      budget.spendCall(endpoint)
      const data = await session.call(endpoint, path, params)
      if (endpoint.safe) budget.spendRows(rowsIn(data))
      return data
    },
    async envelope(endpoint, path, params) {
      budget.spendCall(endpoint)
      return session.envelope(endpoint, path, params)
    },
    page,
    pages: (endpoint, path, params) => eachPage(page, endpoint, path, params),
    async revokeAppToken(token) {
      budget.spendCall(invalidateBearerToken)
      return session.revokeAppToken(token)
    },
    as: (token) => withinBudget(session.as(token), budget),
    askedBy: (askers) => withinBudget(session.askedBy(askers), budget),
  }

  async function page<Path extends string, Params extends ListParams, R extends Row>(
    ...[endpoint, path, params]: Parameters<typeof session.page<Path, Params, R>>
  ): Promise<Page<R>> {
    budget.spendCall(endpoint)
    const page = await session.page(endpoint, path, params)
    budget.spendRows(page.rows.length)
    return page
  }
}

function rowsIn(data: unknown): number {
  return Array.isArray(data) ? data.length : 1
}
