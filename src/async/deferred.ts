/**
 * A promise that settles together with others. Code that knows this class awaits `settled` once for many of them and reads
 * each `result()`, instead of awaiting every one. All other code can use it as an ordinary promise.
 */
export abstract class Deferred<T> implements Promise<T> {
  get [Symbol.toStringTag](): string {
    return 'Deferred'
  }

  /** Fulfilled when all values of the batch are settled, including rejected ones. It never rejects. */
  abstract readonly settled: Promise<void>

  /** Returns the value, once `settled` is fulfilled. Throws the reason if it was rejected. */
  abstract result(): T

  // oxlint-disable-next-line unicorn/no-thenable -- A deferred is a promise.
  then<Value = T, Reason = never>(
    onFulfilled?: ((value: T) => Value | PromiseLike<Value>) | null,
    onRejected?: ((error: unknown) => Reason | PromiseLike<Reason>) | null,
  ): Promise<Value | Reason> {
    return this.settled.then(() => this.result()).then(onFulfilled, onRejected)
  }

  catch<Reason = never>(onRejected?: ((error: unknown) => Reason | PromiseLike<Reason>) | null): Promise<T | Reason> {
    return this.then(undefined, onRejected)
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.then(undefined, undefined).finally(onFinally)
  }
}

/**
 * Maps the value of a promise, like `then(use)`. The result for a deferred is a deferred of the same batch, and creates
 * no other promise.
 */
export function mapDeferred<T, Next>(value: Promise<T>, use: (value: T) => Next): Promise<Next> {
  return value instanceof Deferred ? new MappedDeferred(value, use) : value.then(use)
}

class MappedDeferred<T, Next> extends Deferred<Next> {
  readonly settled: Promise<void>
  readonly #source: Deferred<T>
  #use: ((value: T) => Next) | undefined
  #value: Next | undefined

  constructor(source: Deferred<T>, use: (value: T) => Next) {
    super()
    this.settled = source.settled
    this.#source = source
    this.#use = use
  }

  result(): Next {
    // `use` is called once, however often the result is read.
    if (this.#use) {
      this.#value = this.#use(this.#source.result())
      this.#use = undefined
    }
    return this.#value as Next
  }
}

/** A deferred that is rejected already. Thousands cost little, and need no handlers. */
export class RejectedDeferred extends Deferred<never> {
  readonly settled = ALREADY
  readonly #reason: unknown

  constructor(reason: unknown) {
    super()
    this.#reason = reason
  }

  result(): never {
    throw this.#reason
  }
}

const ALREADY = Promise.resolve()

/** A deferred that is resolved or rejected before its batch ends. Later calls have no effect. */
export class PendingDeferred<T> extends Deferred<T> {
  readonly settled: Promise<void>
  #state: 'pending' | 'fulfilled' | 'rejected' = 'pending'
  #content: unknown

  constructor(batch: Batch) {
    super()
    this.settled = batch.settled
  }

  resolve(value: T): void {
    this.#settle('fulfilled', value)
  }

  reject(reason: unknown): void {
    this.#settle('rejected', reason)
  }

  result(): T {
    if (this.#state === 'fulfilled') return this.#content as T
    throw this.#state === 'rejected' ? this.#content : new TypeError('A deferred has no result while it is pending')
  }

  #settle(state: 'fulfilled' | 'rejected', content: unknown): void {
    if (this.#state !== 'pending') return
    this.#state = state
    this.#content = content
  }
}

/** Reads that are made together. Their results become available when the batch ends. */
export class Batch {
  readonly settled: Promise<void>
  readonly end: () => void

  constructor() {
    let end = () => {}
    this.settled = new Promise((resolve) => {
      end = resolve
    })
    this.end = end
  }
}
