/**
 * A value that becomes available together with others. Whoever reads many of them waits for one promise and takes the
 * result of each, instead of waiting for a promise of each. To everybody else it is an ordinary promise.
 */
export abstract class Deferred<T> implements Promise<T> {
  get [Symbol.toStringTag](): string {
    return 'Deferred'
  }

  /** Fulfilled when all results that become available together are known, failures included. It never rejects. */
  abstract readonly settled: Promise<void>

  /** The result, once it is settled. Throws the reason where it has been rejected. */
  abstract result(): T

  // oxlint-disable-next-line unicorn/no-thenable -- It is a promise to those who do not know it.
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

/** The promise of what `use` makes of a promise's value. It is deferred, without a promise of its own, where that is. */
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
    // It is used once, however often the result is taken, as by `then`.
    if (this.#use) {
      this.#value = this.#use(this.#source.result())
      this.#use = undefined
    }
    return this.#value as Next
  }
}

/** A deferred that its batch settles: it is resolved or rejected before the batch ends. The first of these counts. */
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
    throw this.#state === 'rejected' ? this.#content : new TypeError('The result of a deferred that is still pending')
  }

  #settle(state: 'fulfilled' | 'rejected', content: unknown): void {
    if (this.#state !== 'pending') return
    this.#state = state
    this.#content = content
  }
}

/** Reads that are made together, and whose results become available together when it ends. */
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
