import type { JsonObject } from '../value/json.ts'
import type { AgentPlan } from './plan-text.ts'
import type { OperationBounds } from '../../server/admission/admission.ts'
import type { AgentCaller, GraphAccess } from '../../server/agent-access.ts'
import { PLAN_HEADER } from '../../server/observe/plan.ts'

/** The result of an operation, as `/graphql` answers it. */
export interface RunResult {
  data: JsonObject | null
  errors: RunError[]
  plan: AgentPlan | undefined
  /** The calls that were made, by their methods. Undefined if the response has no trace. */
  calls: readonly { method: string }[] | undefined
}

/** An error of a response. */
export interface RunError {
  message: string
  path?: (string | number)[] | undefined
  extensions?: { code?: string; [name: string]: unknown }
}

/** An operation to run for a caller. */
export interface Operation {
  /** The text of the document. */
  document: string
  variables: JsonObject
  /** The ID of the trusted document that it was made from. */
  documentId?: string | undefined
}

/** Runs operations for one caller. */
export interface Run {
  /** Runs an operation within these bounds. */
  (operation: Operation, bounds?: Pick<OperationBounds, 'maxCalls' | 'maxRows'>): Promise<RunResult>
  /** Checks and plans an operation. Nothing is sent. */
  plan(operation: Operation): Promise<RunResult>
}

/** The maximum number of bytes of a response. More cannot be read without a pause of other requests. */
const MAX_RESPONSE_BYTES = 8_000_000

/** Creates the function that runs operations for a caller, behind the guards of `/graphql`. `signal` ends them. */
export function createRun({ answer }: GraphAccess, { headers }: AgentCaller, signal?: AbortSignal): Run {
  const run: Run = (operation, bounds) => send(operation, {}, bounds)
  run.plan = (operation) => send(operation, { [PLAN_HEADER]: 'dry-run' })
  return run

  async function send(
    { document, variables, documentId }: Operation,
    asked: Record<string, string>,
    bounds: OperationBounds = {},
  ): Promise<RunResult> {
    const request = new Request('http://localhost/graphql', {
      method: 'POST',
      headers: {
        ...headers,
        ...asked,
        'x-upstream-trace': '1',
        accept: 'application/json',
        'content-type': 'application/json',
      },
      body: JSON.stringify(documentId === undefined ? { query: document, variables } : { documentId, variables }),
      ...(signal && { signal }),
    })
    const derivedDocument = documentId === undefined ? undefined : document
    const response = await answer(request, { ...bounds, maxBytes: MAX_RESPONSE_BYTES, derivedDocument })
    const body: ResponseBody = JSON.parse(await response.text())
    const { data = null, errors = [], extensions } = body
    return { data, errors, plan: extensions?.plan, calls: extensions?.upstream?.calls }
  }
}

/** The body of a response of `/graphql`. */
interface ResponseBody {
  data?: JsonObject | null
  errors?: RunError[]
  extensions?: { plan?: AgentPlan; upstream?: { calls: { method: string }[] } }
}
