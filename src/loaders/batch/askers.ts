import type { Endpoint } from '../../rest/endpoint.ts'
import type { Session } from '../../rest/session.ts'
import { type LoaderScope, variantMap, type VariantMap } from './variant.ts'

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

/** Reads that several fields can ask for. Equal reads are one. */
export class SharedReads<T> {
  readonly #scope: LoaderScope
  readonly #reads: VariantMap<SharedRead<T>>

  constructor(scope: LoaderScope) {
    this.#scope = scope
    this.#reads = variantMap(scope.onForget)
  }

  /** The answer of a read of this variant, for an asker. The first one starts it with `read`. */
  answer(endpoint: Endpoint, variant: Variant, asker: Asker, read: (session: Session) => Promise<T>): Promise<T> {
    const { answer, askers } = this.#reads(endpoint, variant, () => {
      const askers = new ReadAskers()
      askers.add(ONLY, asker)
      this.#scope.read.keys += 1
      return { askers, answer: read(askers.sessionFor([ONLY], this.#scope.session)) }
    })
    askers.add(ONLY, asker)
    return answer
  }
}

/** What tells the reads of an endpoint apart. */
type Variant = readonly unknown[]
