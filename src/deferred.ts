/**
 * A value that comes together with others. Whoever reads many of them at once waits for one promise and takes each from
 * here, instead of waiting for a promise of each; for anybody else it is a promise.
 */
export abstract class Deferred<T> implements Promise<T> {
  get [Symbol.toStringTag](): string {
    return 'Deferred'
  }

  /** When all that come together are here, or are known to have failed. It never rejects. */
  abstract readonly arrived: Promise<void>

  /** The value, once it has arrived. Throws what has happened instead. */
  abstract take(): T

  // oxlint-disable-next-line unicorn/no-thenable -- Whoever does not know it takes it for the promise that it is.
  then<Value = T, Reason = never>(
    onValue?: ((value: T) => Value | PromiseLike<Value>) | null,
    onError?: ((error: unknown) => Reason | PromiseLike<Reason>) | null,
  ): Promise<Value | Reason> {
    return this.arrived.then(() => this.take()).then(onValue, onError)
  }

  catch<Reason = never>(onError?: ((error: unknown) => Reason | PromiseLike<Reason>) | null): Promise<T | Reason> {
    return this.then(undefined, onError)
  }

  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.then(undefined, undefined).finally(onEnd)
  }
}

/** What becomes of a value that may come later, as late as it. */
export function after<T, Next>(value: Promise<T>, use: (value: T) => Next): Promise<Next> {
  return value instanceof Deferred ? new Derived(value, use) : value.then(use)
}

class Derived<T, Next> extends Deferred<Next> {
  readonly arrived: Promise<void>
  readonly #source: Deferred<T>
  readonly #use: (value: T) => Next

  constructor(source: Deferred<T>, use: (value: T) => Next) {
    super()
    this.arrived = source.arrived
    this.#source = source
    this.#use = use
  }

  take(): Next {
    return this.#use(this.#source.take())
  }
}

/** A value that has been asked for. It is brought, or fails, before its batch ends: what happens first counts. */
export class PendingValue<T> extends Deferred<T> {
  readonly arrived: Promise<void>
  #state: 'awaited' | 'brought' | 'failed' = 'awaited'
  #content: unknown

  constructor(batch: Batch) {
    super()
    this.arrived = batch.ended
  }

  bring(value: T): void {
    this.#settle('brought', value)
  }

  fail(error: unknown): void {
    this.#settle('failed', error)
  }

  take(): T {
    if (this.#state === 'brought') return this.#content as T
    throw this.#state === 'failed' ? this.#content : new TypeError('A value is taken before it has been brought')
  }

  #settle(state: 'brought' | 'failed', content: unknown): void {
    if (this.#state !== 'awaited') return
    this.#state = state
    this.#content = content
  }
}

/** What is fetched together, and handed out together at its end. */
export class Batch {
  readonly ended: Promise<void>
  readonly end: () => void

  constructor() {
    let end = () => {}
    this.ended = new Promise((resolve) => {
      end = resolve
    })
    this.end = end
  }
}
