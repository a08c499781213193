import { variantKey } from '../../json/json.ts'
import { pickBy } from '../../json/object.ts'
import type { LimitedEndpoint } from '../../rest/policy/rate-limit.ts'
import { type Bounds, type ChildLists, type Cost, type RowBounds, sum } from '../cost/cost.ts'

/** The values of the arguments of a field. */
export type Args = Readonly<Record<string, unknown>>

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
  args: Args
  /** Whether its rows are counted too, which is another call. */
  needsCount: boolean
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
  parents: RowBounds
  /** Whether nothing is refused before the calls. */
  isCertain: boolean
  args: Args
  /** The arguments that depend on variables whose values are not known. */
  open?: ReadonlySet<string> | undefined
}

/** A look-up that can share a call with others, with its ID, and with its endpoint if no other can join it. */
interface LookUpStep {
  step: Step
  id: unknown
  alone: LimitedEndpoint | null
}

/** The lists of children of a field. */
interface ChildrenOfField extends Pick<StepOfField, 'args' | 'open'> {
  step: Step
  lists: ChildLists
}

/** Lists of children below the same parents, their account if the operation names it, and the steps that read them. */
interface ChildrenStep extends Pick<ChildLists, 'parents' | 'each' | 'needsCount'> {
  account: string | undefined
  fields: readonly ChildrenOfField[]
}

/** The steps of a plan, in the order of their fields. */
export class PlanSteps {
  readonly all: Step[] = []
  /** The look-ups by what those that can share a call have in common. */
  readonly #lookUps = new Map<string, LookUpStep[]>()
  /** The lists of children by their endpoint and the parameter that takes the IDs of their parents. */
  readonly #children = new Map<string, ChildrenOfField[]>()

  /** Adds the calls of a field to one endpoint, if it can need any. */
  add(
    planned: PlannedField,
    { endpoint, alone, isOfParents, children, keysPerCall, fetched, waits, calls }: Cost,
    { isCertain, account, parents, after, args, open }: StepOfField,
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
      const own = isOfParents ? {} : args
      const key = joinKeyOf(step, own)
      this.#lookUps.set(key, [...(this.#lookUps.get(key) ?? []), { step, id: own['id'], alone }])
    }
    if (children) {
      const key = `${endpoint?.path} ${children.filter}`
      this.#children.set(key, [...(this.#children.get(key) ?? []), { step, lists: children, args, open }])
    }
    return step
  }

  /** Considers which steps can share calls. */
  join(): void {
    this.#separateLookUps()
    this.#joinChildren()
  }

  /**
   * Lists of children that differ only in their parents are read together, in whole pages. That can take more calls than reading each
   * by itself. An argument whose value is not known can have the value that it has in the others.
   */
  #joinChildren(): void {
    for (const fields of this.#children.values()) {
      const open = new Set(fields.flatMap((field) => [...(field.open ?? [])]))
      const byParameters = new Map<string, Map<string, ChildrenStep>>()
      for (const field of fields) {
        const key = parametersKeyOf(field.args, open)
        const byParents = byParameters.get(key) ?? new Map<string, ChildrenStep>()
        byParameters.set(key, byParents)
        addBelowParents(byParents, field)
      }
      for (const byParents of byParameters.values()) joinLists([...byParents.values()])
    }
  }

  /** Sends the look-ups that no other joins to the endpoint of their entity. */
  #separateLookUps(): void {
    for (const lookUps of this.#lookUps.values()) {
      const [first, ...others] = lookUps
      // Equal look-ups are one.
      if (!first?.alone || others.some(({ id }) => id === undefined || id !== first.id)) continue
      for (const { step } of lookUps) step.endpoint = first.alone
    }
  }

  /**
   * The calls of all steps. Those with one endpoint and account can share calls, so their common minimum is the largest of their
   * minimums. An account that is not known can be the account of any other step.
   */
  get calls(): Bounds {
    const minimums = new Map<string | undefined, Map<string | undefined, number>>()
    for (const { endpoint, account, calls } of this.all) {
      const ofEndpoint = minimums.get(endpoint?.path) ?? new Map<string | undefined, number>()
      minimums.set(endpoint?.path, ofEndpoint)
      const of = endpoint?.path.includes(':account_id') ? account : undefined
      ofEndpoint.set(of, Math.max(ofEndpoint.get(of) ?? 0, calls.min))
    }
    const min = sum([...minimums.values()], (ofEndpoint) => {
      const ofUnknown = ofEndpoint.get(undefined) ?? 0
      return Math.max(
        ofUnknown,
        sum([...ofEndpoint], ([account, calls]) => (account === undefined ? 0 : calls)),
      )
    })
    return { min, max: sum(this.all, ({ calls }) => calls.max) }
  }
}

/** What look-ups have in common if they can share a call: the list, its account and parameters, and the steps they wait for. */
function joinKeyOf({ endpoint, account, after }: Step, args: Args): string {
  const path = endpoint?.path
  const parameters = pickBy(args, (value, name) => !IDENTIFYING.has(name) && Boolean(value))
  return variantKey([path, path?.includes(':account_id') ? account : undefined, after, parameters])
}

function addBelowParents(byParents: Map<string, ChildrenStep>, field: ChildrenOfField): void {
  const { step, lists } = field
  const path = step.field.slice(0, step.field.lastIndexOf('.'))
  const { fields = [], each = 0, needsCount = false } = byParents.get(path) ?? {}
  byParents.set(path, {
    parents: lists.parents,
    each: Math.max(each, lists.each),
    needsCount: needsCount || lists.needsCount,
    account: step.account,
    fields: [...fields, field],
  })
}

/** Adds what lists below different parents need more if they are read together. */
function joinLists(all: readonly ChildrenStep[]): void {
  if (all.length <= 1) return
  const ofUnknown = all.filter(({ account }) => account === undefined)
  const accounts = new Set(all.flatMap(({ account }) => account ?? []))
  const joined = {
    parents: {
      min: 0,
      max: sum(all, ({ parents }) => parents.max),
      accounts: accounts.size + sum(ofUnknown, ({ parents }) => parents.accounts),
    },
    each: Math.max(...all.map(({ each }) => each)),
    needsCount: all.some(({ needsCount }) => needsCount),
  }
  const fields = all.flatMap((below) => below.fields)
  const steps = fields.map(({ step }) => step)
  const together = fields.map(({ lists }) => lists.together(joined))
  const maxCalls = Math.max(...together.map((each) => each.maxCalls))
  const moreCalls = maxCalls - sum(steps, ({ calls }) => calls.max)
  const moreRows = Math.max(...together.map(({ fetched }) => fetched)) - sum(steps, ({ rows }) => rows.max)
  // Calls that are shared belong to the first field. Only what is not limited can belong to any.
  for (const step of maxCalls === Infinity ? steps : steps.slice(0, 1)) {
    if (moreCalls > 0) step.calls = { ...step.calls, max: step.calls.max + moreCalls }
    if (moreRows > 0) step.rows = { max: step.rows.max + moreRows }
  }
}

/** The parameters of lists of children, without those whose values are not known. Lists with equal ones can share a call. */
function parametersKeyOf(args: Args, open: ReadonlySet<string>): string {
  const isEmpty = (value: unknown) => !value || (Array.isArray(value) && value.length === 0)
  return variantKey(pickBy(args, (value, name) => name !== 'first' && !open.has(name) && !isEmpty(value)))
}

/** The arguments that say which rows are looked up. */
const IDENTIFYING: ReadonlySet<string> = new Set(['id', 'ids', 'accountId', 'representations'])
