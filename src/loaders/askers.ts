import type { Session } from '../rest/client.ts'

/** Those who ask for the reads of a loader while an operation is traced, by the key of the read. */
export class ReadAskers {
  /** For each key the names of all who asked for it, and of all who asked for each call that was made for it. */
  #byKey: Map<string, Set<string>[]> | undefined

  /** Adds who asks for a key. Calls name it, those that have been made for the key too. Undefined adds nobody. */
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

/** A read that several can ask for. */
export interface SharedRead<T> {
  answer: Promise<T>
  askers: ReadAskers
}

/** The key of a read that has askers of its own. */
const ONLY = ''

/** Begins a read that several can ask for. The first asks now. */
export function startRead<T>(
  session: Session,
  asker: string | undefined,
  read: (session: Session) => Promise<T>,
): SharedRead<T> {
  const askers = new ReadAskers()
  askers.add(ONLY, asker)
  return { askers, answer: read(askers.sessionFor([ONLY], session)) }
}

/** The answer of a read that may have begun. */
export function answerOf<T>({ answer, askers }: SharedRead<T>, asker: string | undefined): Promise<T> {
  askers.add(ONLY, asker)
  return answer
}
