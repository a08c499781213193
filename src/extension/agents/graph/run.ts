import type { JsonObject } from '../value/json.ts'
import type { PlanReport } from '../../../schema/plan/plan-report.ts'
import type { OperationBounds } from '../../../server/admission/admission.ts'
import type { AgentCaller, GraphAccess } from '../access.ts'
import { PLAN_HEADER } from '../../../server/observe/plan.ts'

/** The result of an operation, as `/graphql` answers it. */
export interface RunResult {
  data: JsonObject | null
  errors: RunError[]
  /** Numbers that only the service knows are null. */
  plan: PlanReport | undefined
  /** The calls that were made, by their methods. Undefined if the response has no trace. */
  calls: readonly { method: string }[] | undefined
  /** Whether its execution began. If not, nothing was sent. */
  hasBegun: boolean
}

/** An error of a response. */
export interface RunError {
  message: string
  path?: (string | number)[]
  extensions?: { code?: string; [name: string]: unknown }
}

/** An operation to run for a caller. */
export interface Operation {
  /** The text of the document. */
  document: string
  variables: JsonObject
  /** The ID of the trusted document that it was made from. */
  documentId?: string
}

interface RunOptions extends Pick<OperationBounds, 'maxCalls' | 'maxRows'> {
  /** Whether it is only checked and planned, and nothing is sent. */
  isDryRun?: boolean
}

/** Runs an operation for one caller. */
export type Run = (operation: Operation, options?: RunOptions) => Promise<RunResult>

/** The maximum number of bytes of a response. More cannot be read without a pause of other requests. */
const MAX_RESPONSE_BYTES = 8_000_000

/** Creates the function that runs operations for a caller, behind the guards of `/graphql`. `signal` ends them. */
export function createRun({ answer }: GraphAccess, { headers }: AgentCaller, signal?: AbortSignal): Run {
  return async ({ document, variables, documentId }, { isDryRun, ...bounds } = {}) => {
    const request = new Request('http://localhost/graphql', {
      method: 'POST',
      headers: {
        ...headers,
        ...(isDryRun && { [PLAN_HEADER]: 'dry-run' }),
        'x-upstream-trace': '1',
        accept: 'application/json',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ variables, ...(documentId === undefined ? { query: document } : { documentId }) }),
      signal: signal ?? null,
    })
    const derivedDocument = documentId === undefined ? undefined : document
    let hasBegun = false
    const onExecution = () => void (hasBegun = true)
    const response = await answer(request, { ...bounds, maxBytes: MAX_RESPONSE_BYTES, derivedDocument, onExecution })
    const { data = null, errors = [], extensions }: ResponseBody = JSON.parse(await response.text())
    return { data, errors, plan: extensions?.plan, calls: extensions?.upstream?.calls, hasBegun }
  }
}

/** The body of a response of `/graphql`. */
interface ResponseBody extends Partial<Pick<RunResult, 'data' | 'errors'>> {
  extensions?: { plan?: PlanReport; upstream?: Pick<RunResult, 'calls'> }
}
