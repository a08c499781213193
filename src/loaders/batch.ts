import type { RunTask } from '../async/promise.ts'
import { variantKey } from '../json/json.ts'
import type { Endpoint } from '../rest/endpoint.ts'
import type { Session } from '../rest/session.ts'

/** The tasks of the current tick. */
let tasks: (() => void)[] = []

/**
 * Runs a task, which must not throw, once all reads of the current tick have been requested: when the promises that are
 * settled now, and those that these settle, have been handled. DataLoader dispatches its batches at the same time.
 */
export function atEndOfTick(task: () => void): void {
  if (tasks.push(task) === 1) void Promise.resolve().then(() => process.nextTick(runAll))
}

function runAll(): void {
  const due = tasks
  tasks = []
  for (const task of due) task()
}

/** The loader of an endpoint and a variant. `make` is called at its first use. */
type VariantMap<Loader> = <E extends object, Variant extends readonly unknown[]>(
  endpoint: E,
  variant: Variant,
  make: (endpoint: E, variant: Variant) => Loader,
) => Loader

/**
 * A map from an endpoint and a variant, which is everything else that changes the answer, to the loader that serves
 * both. A loader is created at its first use. Reads share a loader, and so a call, only if their variants are deeply
 * equal.
 */
export function variantMap<Loader>(onForget: OnForget): VariantMap<Loader> {
  // Most of these maps stay empty.
  let byEndpoint: Map<object, Map<string, Loader>> | undefined
  onForget(() => (byEndpoint = undefined))

  return (endpoint, variant, make) => {
    byEndpoint ??= new Map()
    let loaders = byEndpoint.get(endpoint)
    if (!loaders) byEndpoint.set(endpoint, (loaders = new Map()))
    const key = variantKey(variant)
    let loader = loaders.get(key)
    if (!loader) loaders.set(key, (loader = make(endpoint, variant)))
    return loader
  }
}

/** Registers a function that drops what a loader has read. */
type OnForget = (forget: () => void) => void

/** What the loaders of one operation share. */
export interface LoaderScope {
  session: Session
  /** Limits how many calls with one key each are made at the same time. */
  runLimited: RunTask
  onForget: OnForget
  read: ReadCount
}

/** How much the loaders of an operation have started to read. */
export interface ReadCount {
  /** The number of IDs, lists and parents, each once. */
  keys: number
}

/** The response path of a field for which a read is made. Undefined unless the operation is traced. */
export type Asker = string | undefined

/** A loader, for the reads of one asker. */
export type ForAsker<Loader> = (asker: Asker) => Loader

/** The askers of the reads of a loader, by the key of the read. */
export class ReadAskers {
  /** For each key, the set of its askers, and the set of askers of each call that was made for it. */
  #byKey: Map<string, Set<string>[]> | undefined

  /** Adds an asker of a key, also to the calls that have already been made for the key. */
  add(key: string, asker: Asker): void {
    if (asker === undefined) return
    this.#byKey ??= new Map()
    let askers = this.#byKey.get(key)
    if (!askers) this.#byKey.set(key, (askers = [new Set()]))
    for (const names of askers) names.add(asker)
  }

  /** The session for a call that reads these keys. */
  sessionFor(keys: readonly string[], session: Session): Session {
    if (!this.#byKey) return session
    const names = new Set<string>()
    for (const key of keys) {
      const askers = this.#byKey.get(key)
      for (const name of askers?.[0] ?? []) names.add(name)
      askers?.push(names)
    }
    return session.with({ askers: names })
  }
}

/** A read that several fields can ask for. */
interface SharedRead<T> {
  answer: Promise<T>
  askers: ReadAskers
}

/** The key of a read that has askers of its own. */
const ONLY = ''

/** Reads that several fields can ask for. Equal reads are one, and those of one endpoint and tick end together. */
export class SharedReads<T> {
  readonly #scope: LoaderScope
  readonly #reads: VariantMap<SharedRead<T>>
  readonly #batches: VariantMap<RunTask>

  constructor(scope: LoaderScope) {
    this.#scope = scope
    this.#reads = variantMap(scope.onForget)
    this.#batches = variantMap(scope.onForget)
  }

  /** The answer of a read of this variant, for an asker. The first one starts it with `read`. */
  answer(endpoint: Endpoint, variant: Variant, asker: Asker, read: (session: Session) => Promise<T>): Promise<T> {
    const { session, runLimited } = this.#scope
    const { answer, askers } = this.#reads(endpoint, variant, () => {
      const askers = new ReadAskers()
      askers.add(ONLY, asker)
      this.#scope.read.keys += 1
      const runInBatch = this.#batches(endpoint, [], () => inBatches(runLimited))
      return { askers, answer: runInBatch(() => read(askers.sessionFor([ONLY], session))) }
    })
    askers.add(ONLY, asker)
    return answer
  }
}

/** What distinguishes the reads of an endpoint. */
type Variant = readonly unknown[]

/** Runs tasks with `run`, and settles the tasks of one tick together, so that the reads below them are batched. */
export function inBatches(run: RunTask): RunTask {
  let next: Waiting[] | undefined

  return <T>(task: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      next ??= newBatch()
      next.push({ task, resolve: (value) => resolve(value as T), reject })
    })

  function newBatch(): Waiting[] {
    const tasks: Waiting[] = []
    atEndOfTick(() => {
      next = undefined
      void runTogether(tasks)
    })
    return tasks
  }

  async function runTogether(tasks: readonly Waiting[]): Promise<void> {
    const [only] = tasks
    if (only && tasks.length === 1) return run(only.task).then(only.resolve, only.reject)
    const outcomes = await Promise.allSettled(tasks.map(({ task }) => run(task)))
    for (const [nth, outcome] of outcomes.entries())
      if (outcome.status === 'fulfilled') tasks[nth]?.resolve(outcome.value)
      else tasks[nth]?.reject(outcome.reason)
  }
}

/** A task of a batch, and what settles its promise. */
interface Waiting {
  task: () => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
}

/**
 * The parameters with which rows of an account were found in an operation, so that look-ups that can have one of several
 * parameters try these first.
 */
export interface FoundWith {
  add(path: object, params: object): void
  /** The parameters of look-ups in this account, those first that have found rows. */
  sort<Params extends object>(path: object, params: readonly Params[]): Params[]
}

export function createFoundWith(onForget: OnForget): FoundWith {
  /** Found since the last look-up: most operations have none that could have several parameters. */
  let added: { path: object; params: object }[] = []
  let byPath = new Map<string, ReadonlyMap<string, unknown>[]>()
  onForget(() => {
    added = []
    byPath = new Map()
  })

  return {
    add: (path, params) => void added.push({ path, params }),
    sort(path, params) {
      for (const { path, params } of added) {
        const key = JSON.stringify(path)
        const found = new Map(Object.entries(params))
        const known = byPath.get(key)
        if (known) known.push(found)
        else byPath.set(key, [found])
      }
      added = []
      const known = byPath.get(JSON.stringify(path)) ?? []
      const isKnown = (wanted: object) =>
        known.some((found) => Object.entries(wanted).every(([name, value]) => found.get(name) === value))
      return [...params.filter(isKnown), ...params.filter((wanted) => !isKnown(wanted))]
    },
  }
}
