const FIRST_LENGTH = 1024

/** Longer arrays are not kept for the next list: no usual page has so many integers. */
const MAX_SPARE_LENGTH = 2 ** 18

/** Arrays for the next lists. A list owns its array until `taken` is called, so that two lists never share one. */
const spares: Int32Array<ArrayBuffer>[] = []

const MAX_SPARES = 2

/** A growing list of 32-bit integers. */
export class IntegerList {
  #integers = spares.pop() ?? new Int32Array(FIRST_LENGTH)
  #length = 0

  get length(): number {
    return this.#length
  }

  add(integer: number): void {
    if (this.#length === this.#integers.length) this.#grow()
    this.#integers[this.#length] = integer
    this.#length += 1
  }

  /** Adds the first `count` of these integers. */
  addAll(integers: readonly number[], count: number): void {
    while (this.#length + count > this.#integers.length) this.#grow()
    const target = this.#integers
    const length = this.#length
    for (let index = 0; index < count; index += 1) target[length + index] = integers[index]!
    this.#length += count
  }

  /** The integers, without unused space. The list gives up its memory: nothing may be added afterwards. */
  taken(): Int32Array {
    const taken = this.#integers.slice(0, this.#length)
    if (this.#integers.length <= MAX_SPARE_LENGTH && spares.length < MAX_SPARES) spares.push(this.#integers)
    this.#integers = NONE
    return taken
  }

  #grow(): void {
    const longer = new Int32Array(2 * this.#integers.length)
    longer.set(this.#integers)
    this.#integers = longer
  }
}

const NONE = new Int32Array()
