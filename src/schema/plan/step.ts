import type { LimitedEndpoint } from '../../rest/policy/rate-limit-keys.ts'
import { type Bounds, type Cost, type Rows, sum } from '../cost/cost.ts'
import type { Args } from './arguments.ts'

/** The calls of one field to one endpoint. */
export interface Step {
  /** The index of the step in the plan. */
  id: number
  /** The response path of the field, without `nodes`, `edges` and `node` of connections, for example `account.campaigns`. */
  field: string
  /** Undefined if the field does not declare it. */
  endpoint: LimitedEndpoint | undefined
  /** The account of the calls, if the operation names it. */
  account: string | undefined
  /** The values that the field is resolved for. */
  parents: Pick<Bounds, 'max'>
  /** The maximum number of IDs or parents in one call. */
  keysPerCall: number
  calls: Bounds
  rows: Pick<Bounds, 'max'>
  /** The steps whose rows this step waits for. */
  after: readonly number[]
}

/** A field for which calls can be made, even if this use of it needs none. */
export interface PlannedField {
  /** The type of its parents, its name, and the names of its arguments that filter: its statistics are kept by it. */
  kind: string
  /** The response path, as in a step. */
  path: string
  /** The account of its rows, if the operation names it. */
  account: string | undefined
  /** The nearest such field above it. Undefined below the operation itself. */
  above: PlannedField | undefined
  /** The maximum number of values for one parent. */
  each: number
  /** The number of its values, if the operation determines it. */
  values: number | undefined
  /** Whether it is a connection. */
  isList: boolean
  /** Whether it is a mutation. */
  isWrite: boolean
  steps: Step[]
}

/** What the steps of a field have in common. */
interface StepOfField extends Pick<Step, 'account' | 'after'> {
  parents: Rows
  /** Whether nothing is refused before the calls. */
  isCertain: boolean
  args: Args
}

/** A look-up that can share a call with others, with its ID, and with its endpoint if no other can join it. */
interface LookUpStep {
  step: Step
  id: unknown
  alone: LimitedEndpoint | null
}

/** The steps of a plan, in the order of their fields. */
export class Steps {
  readonly all: Step[] = []
  /** The look-ups by what those that can share a call have in common. */
  readonly #lookUps = new Map<string, LookUpStep[]>()

  /** Adds the calls of a field to one endpoint, if it can need any. */
  add(
    planned: PlannedField,
    { endpoint, alone, keysPerCall, fetched, waits, calls }: Cost,
    { isCertain, account, parents, after, args }: StepOfField,
  ): Step | undefined {
    if (calls.max === 0) return undefined
    const step: Step = {
      id: this.all.length,
      field: planned.path,
      endpoint,
      account,
      parents: { max: parents.max },
      keysPerCall,
      calls: isCertain ? calls : { ...calls, min: 0 },
      rows: { max: fetched },
      after: waits && planned.steps.length > 0 ? planned.steps.map(({ id }) => id) : after,
    }
    this.all.push(step)
    planned.steps.push(step)
    if (alone !== undefined) {
      const key = joinKeyOf(step, args)
      this.#lookUps.set(key, [...(this.#lookUps.get(key) ?? []), { step, id: args['id'], alone }])
    }
    return step
  }

  /** Sends the look-ups that no other joins to the endpoint of their entity. */
  separateLookUps(): void {
    for (const lookUps of this.#lookUps.values()) {
      const [first, ...others] = lookUps
      // Equal look-ups are one.
      if (!first?.alone || others.some(({ id }) => id === undefined || id !== first.id)) continue
      for (const { step } of lookUps) step.endpoint = first.alone
    }
  }

  /** The calls of all steps. Those with one endpoint can share calls, so their common minimum is the largest of their minimums. */
  get calls(): Bounds {
    const minimums = new Map<string | undefined, number>()
    for (const { endpoint, calls } of this.all)
      minimums.set(endpoint?.path, Math.max(minimums.get(endpoint?.path) ?? 0, calls.min))
    return { min: sum([...minimums.values()], Number), max: sum(this.all, ({ calls }) => calls.max) }
  }
}

/** What look-ups have in common if they can share a call: the list, its account and parameters, and the steps they wait for. */
function joinKeyOf({ endpoint, account, after }: Step, args: Args): string {
  const path = endpoint?.path
  const parameters = Object.entries(args).filter(([name, value]) => !IDENTIFYING.has(name) && value)
  return JSON.stringify([path, path?.includes(':account_id') ? account : undefined, after, parameters])
}

/** The arguments that say which rows are looked up. */
const IDENTIFYING: ReadonlySet<string> = new Set(['id', 'ids', 'accountId', 'representations'])
