/** A seeded source of random numbers: the same seed always gives the same numbers, on every machine. */
export class Random {
  private readonly seed: number
  private state: number

  constructor(seed: number) {
    this.seed = seed >>> 0
    this.state = this.seed
  }

  /** Another source that depends only on this seed and the name, so that later additions change no existing numbers. */
  fork(name: string): Random {
    let hash = this.seed ^ 0x811c9dc5
    for (const character of name) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193)
    return new Random(hash)
  }

  /** Gives the same numbers again from now on. */
  restart(): void {
    this.state = this.seed
  }

  /** A number from 0 up to but not including 1 (the mulberry32 generator). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = this.state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000
  }

  /** A whole number from min to max, both included. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  /** True with the given probability of 0 to 1. */
  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** One item of a non-empty list. */
  pick<T>(items: readonly T[]): T {
    return items[this.integer(0, items.length - 1)]!
  }

  /** Different items of a list in random order; all items if the list has fewer than requested. */
  sample<T>(items: readonly T[], size: number): T[] {
    const rest = [...items]
    const chosen: T[] = []
    while (chosen.length < size && rest.length > 0) chosen.push(...rest.splice(this.integer(0, rest.length - 1), 1))
    return chosen
  }

  /** A string of decimal digits that begins with 1 to 8, so that 19 digits are a 64-bit integer, as the IDs of posts are. */
  digits(length: number): string {
    let text = String(Math.min(this.integer(1, 9), 8))
    while (text.length < length) text += String(this.integer(0, 9))
    return text
  }
}
