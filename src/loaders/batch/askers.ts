import type { Session } from '../../rest/session.ts'

/**
 * The askers of the reads of a loader, by the key of the read. An asker is the response path of a field for which a
 * read is made; there are askers only while an operation is traced.
 */
export class ReadAskers {
  /** For each key, the set of its askers, and the set of askers of each call that was made for it. */
  #byKey: Map<string, Set<string>[]> | undefined

  /** Adds an asker of a key, also to the calls that have already been made for the key. Undefined adds none. */
  add(key: string, asker: string | undefined): void {
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
    return session.askedBy(names)
  }
}

/** A read that several fields can ask for. */
export interface SharedRead<T> {
  answer: Promise<T>
  askers: ReadAskers
}

/** The key of a read that has askers of its own. */
const ONLY = ''

/** Starts a read that several fields can ask for. `asker` is the first of them. */
export function startRead<T>(
  session: Session,
  asker: string | undefined,
  read: (session: Session) => Promise<T>,
): SharedRead<T> {
  const askers = new ReadAskers()
  askers.add(ONLY, asker)
  return { askers, answer: read(askers.sessionFor([ONLY], session)) }
}

/** Returns the answer of a started read, and adds an asker to it. */
export function answerOf<T>({ answer, askers }: SharedRead<T>, asker: string | undefined): Promise<T> {
  askers.add(ONLY, asker)
  return answer
}
