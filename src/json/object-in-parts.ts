/** A JSON object of which each member is made when it is written, because all of them take long together. */
export class ObjectInParts {
  /** Its names and values. */
  readonly #members: () => Iterable<readonly [name: string, value: unknown]>
  readonly #bytes: () => number

  /** `bytes` estimates its length as JSON, in far less time than writing it takes. */
  constructor(members: () => Iterable<readonly [name: string, value: unknown]>, bytes: () => number) {
    this.#members = members
    this.#bytes = bytes
  }

  members(): Iterable<readonly [name: string, value: unknown]> {
    return this.#members()
  }

  bytes(): number {
    return this.#bytes()
  }

  toJSON(): object {
    return Object.fromEntries(this.#members())
  }
}
