/** The form of `extensions.plan`. A maximum that only the service knows is null. */
export interface Plan {
  calls: Calls
  rows: Rows
  /** The calls and rows that one operation may use. */
  allowed: { calls: number; rows: number }
  steps: Step[]
}

export interface Bounds {
  min: number
  max: number | null
}

/** `expected` follows from what was read before; null where nothing is known. */
export interface Calls extends Bounds {
  expected: number | null
}

export type Rows = Omit<Calls, 'min'>

/** The calls of one field to one endpoint. */
export interface Step {
  /** The index of the step in the plan. */
  id: number
  /** The response path of the field, such as `account.campaigns`. */
  field: string
  /** The method and the path template of the endpoint. Null if the field does not declare it. */
  method: string | null
  endpoint: string | null
  parents: { max: number | null }
  keysPerCall: number
  calls: Calls
  rows: Rows
  /** The steps whose rows this step waits for. */
  after: number[]
  rateLimit: { limit: number; remaining: number; resetAt: string } | null
}

/** The form of `extensions.upstream`. */
export interface Upstream {
  requests: number
  cached: number
  stale: number
  /** How often a field was served by a call that another field had made. */
  joined?: number
  planned?: { calls: Calls }
  fields?: FieldCount[]
  calls: Call[]
}

/** The calls of a field, and how often it was served without a call of its own. */
export interface FieldCount {
  path: string
  calls: number
  joined: number
  cached: number
}

/** One attempt of a call. */
export interface Call {
  method: string
  /** The path template of the endpoint. */
  path: string
  /** The path and query as sent. Absent if they can identify a person. */
  url?: string
  /** The body as sent, under the same condition. */
  body?: string
  /** Null if there was no answer. */
  status: number | null
  startMs: number
  durationMs: number
  waitedMs?: number
  attempt: number
  keys: number
  rows: number
  fields?: string[]
}

/** An answer of the graph, as far as the page reads it. */
export interface Answer {
  data?: Record<string, unknown> | null
  errors?: GraphError[]
  extensions?: { plan?: Plan; upstream?: Upstream }
}

export interface GraphError {
  message: string
  path?: (string | number)[]
  extensions?: { code?: string; upstream?: { status?: number } }
}
