import { createHmac, randomBytes } from 'node:crypto'

/** Replaces what may identify someone, the same text by the same one within one recording. */
export type Replacement = ReturnType<typeof createReplacement>

/** What stays at the beginning of a text. */
const SCHEME = /^[a-z][a-z\d+.-]*:\/\//

/** Shorter texts may have the same replacement, because there are few of their kind. */
const MIN_DIFFERENT = 4

const MAX_TRIES = 100

/**
 * The replacements of small amounts are multiples of this: twice the 0.01 that most amounts are multiples of. Because no factor is
 * above 2, each is the replacement of such an amount for every factor, and excludes none.
 */
const MIN_UNIT = 20_000

/** The alphabets of the scripts that texts are likely to have, by their first and last characters: a character is replaced by one of its own. */
const ALPHABETS = [
  'az',
  'AZ',
  'àö',
  'ÀÖ',
  'αω',
  'ΑΡ',
  'ая',
  'АЯ',
  'את',
  'اي',
  'अह',
  'กฮ',
  'ぁん',
  'ァン',
  '一鿿',
  '가힣',
  '٠٩',
  '۰۹',
  '०९',
  '０９',
  '😀😿',
].map((ends): [number, number] => {
  const [first = 0, last = 0] = Array.from(ends, (character) => character.codePointAt(0) ?? 0)
  return [first, last]
})

const OTHER_LETTERS = ALPHABETS[0] ?? [97, 122]

/** Creates a replacement with a random key, which is never written. */
export function createReplacement(key: Buffer = randomBytes(32)) {
  const known = new Map<string, string>()
  const taken = new Set<string>()
  // More than 1, at most 2, in 2^-20ths.
  const factor = BigInt(2 ** 20 + 1 + (randomOf('factor', 0).readUInt32BE(0) % 2 ** 20))

  return { text, digits, money }

  /**
   * An amount in micros, multiplied by the factor of this recording and rounded up to two digits: exact products of a few amounts
   * would give the factor away, because amounts are multiples of known ones. The order stays, and zero.
   */
  function money(given: string): string {
    if (given.startsWith('-')) return `-${money(given.slice(1))}`
    const product = BigInt(given) * factor
    const digits = (product >> 20n).toString().length
    const unit = BigInt(Math.max(MIN_UNIT, 10 ** (digits - 2)))
    return (((product + (unit << 20n) - 1n) / (unit << 20n)) * unit).toString()
  }

  /** A text or an ID: of the same length, each character by one of the same kind. */
  function text(given: string): string {
    let replaced = known.get(given)
    if (replaced === undefined) known.set(given, (replaced = different(given)))
    return replaced
  }

  /** The digits of an integer. Zero stays zero. */
  function digits(given: string): string {
    return /^-?0*$/.test(given) ? given : text(given)
  }

  function different(given: string): string {
    const [scheme] = SCHEME.exec(given) ?? []
    // The ID in the URI of a card is the same as in its row.
    if (scheme !== undefined && scheme.length < given.length) return scheme + text(given.slice(scheme.length))
    const characters = Array.from(given)
    for (let attempt = 0; ; attempt += 1) {
      const replaced = replacedCharacters(characters, randomOf(given, attempt))
      const isNew = replaced !== given && (characters.length < MIN_DIFFERENT || !taken.has(replaced))
      if (!isNew && attempt < MAX_TRIES) continue
      taken.add(replaced)
      return replaced
    }
  }

  function randomOf(given: string, attempt: number): Buffer {
    return createHmac('sha512', key).update(`${attempt} ${given}`).digest()
  }
}

function replacedCharacters(characters: readonly string[], random: Buffer): string {
  const isNumber = characters.every((character) => /\d/.test(character))
  return characters
    .map((character, index) => {
      const byte = random.readUInt16BE((index * 2) % (random.length - 1)) + index * 7919
      if (/\d/.test(character)) {
        // A number does not begin with 0, and one of 19 digits stays below 2^63.
        return String(isNumber && index === 0 ? 1 + (byte % 8) : byte % 10)
      }
      const code = character.codePointAt(0) ?? 0
      const own = ALPHABETS.find(([first, last]) => code >= first && code <= last)
      if (!own && !/[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{N}\p{Extended_Pictographic}]/u.test(character)) return character
      const [first, last] = own ?? OTHER_LETTERS
      return String.fromCodePoint(first + (byte % (last - first + 1)))
    })
    .join('')
}
