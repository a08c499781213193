/** The integers of short arrays share the memory of one: memory of its own takes longer to get and to free than a short array to fill. */
const SHARED_LENGTH = 8_192

/** An array is short if at least so many have room in the memory that they share. */
const MIN_SHARING = 8

let shared = new Int32Array(SHARED_LENGTH)
let sharedUsed = 0

/** Creates an array of zeros. */
export function newIntegers(length: number): Int32Array {
  if (length > SHARED_LENGTH / MIN_SHARING) return new Int32Array(length)
  if (sharedUsed + length > SHARED_LENGTH) {
    shared = new Int32Array(SHARED_LENGTH)
    sharedUsed = 0
  }
  sharedUsed += length
  return shared.subarray(sharedUsed - length, sharedUsed)
}

/** Copies integers to an array of their own. */
export function integersFrom(integers: Int32Array): Int32Array {
  const copy = newIntegers(integers.length)
  copy.set(integers)
  return copy
}

const FIRST_LENGTH = 1024

/** Longer arrays are not kept for the next list: no usual page has so many integers. */
const MAX_SPARE_LENGTH = 2 ** 18

/** Arrays for the next lists. A list owns its array until `use` has been called, so that two lists never share one. */
const spares: Int32Array<ArrayBuffer>[] = []

const MAX_SPARES = 2

/** A growing list of 32-bit integers. */
export class IntegerList {
  integers = spares.pop() ?? new Int32Array(FIRST_LENGTH)
  length = 0

  at(index: number): number {
    return this.integers[index]!
  }

  /** Sets an integer, also one beyond the end, which is part of the list once its length includes it. */
  set(index: number, integer: number): void {
    this.#reserve(index + 1)
    this.integers[index] = integer
  }

  /** Sets integers from an index on to those from one index up to another, each increased by a number. */
  copy(from: number, to: number, at: number, increase: number): void {
    this.#reserve(at + to - from)
    const integers = this.integers
    const offset = at - from
    for (let index = from; index < to; index += 1) integers[index + offset] = integers[index]! + increase
  }

  #reserve(length: number): void {
    if (length <= this.integers.length) return
    const longer = new Int32Array(2 * length)
    longer.set(this.integers)
    this.integers = longer
  }

  add(integer: number): void {
    this.set(this.length, integer)
    this.length += 1
  }

  /** Passes the integers to a function, which must not keep the array. Nothing may be added afterwards. */
  use<T>(made: (integers: Int32Array) => T): T {
    const result = made(this.integers.subarray(0, this.length))
    if (this.integers.length <= MAX_SPARE_LENGTH && spares.length < MAX_SPARES) spares.push(this.integers)
    this.integers = NONE
    return result
  }
}

const NONE = new Int32Array()
