import { createHmac, hash, randomBytes } from 'node:crypto'
import { isObject } from '../../json/object.ts'
import { ENUMS } from '../../rest/catalog.ts'
import type { Vocabulary } from '../../rest/wire/vocabulary.ts'
import { typesByName } from '../../rest/wire/word-list.ts'

export type Anonymous = ReturnType<typeof createAnonymous>

/** A number that JavaScript would round is kept as a text that begins with this. */
export const LONG_MARK = '\u0000'

/** The types of the values by their names: a name can have several. */
const TYPES = typesByName()

/** What steers a request, and identifies nobody: the time zone of an account decides which times are sent. */
const STEERING: ReadonlySet<string> = new Set('count sort_by operation_type entity metric_groups timezone'.split(' '))

const DATE = /^(\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-][\d:]+)?)?|[A-Z][a-z]{2} [A-Z][a-z]{2} \d{2} [\d:]{8} \+\d{4} \d{4})$/

const MONEY = /_micro$/

/** The limits of bids in a currency. They are public: their replacements would give the factor of amounts away. */
const LIMITS: ReadonlySet<string> = new Set([
  'minimum_cpe_bid_local_micro',
  'maximum_cpe_bid_local_micro',
  'minimum_denomination',
])

/** The values of features have no name in answers. */
export const FEATURES = 'feature_keys'

/** Creates what replaces everything in a JSON value except columns and parameters that are listed as enum, boolean or date. */
export function createAnonymous({ text, digits, money }: Replacement, vocabulary: Vocabulary | undefined) {
  return { value, problem }

  /** The value of a column or a parameter. */
  function value(name: string, given: unknown): unknown {
    if (typeof given === 'string' && given.startsWith(LONG_MARK)) return LONG_MARK + number(name, given.slice(1))
    if (typeof given === 'string') return isListed(name, given) ? given : (amount(name, given) ?? text(given))
    if (typeof given === 'number') return STEERING.has(name) ? given : Number(number(name, String(given)))
    if (typeof given === 'bigint') return LONG_MARK + number(name, given.toString())
    // An unknown column could say anything. A parameter that no argument of the graph has, is listed without its type.
    if (typeof given === 'boolean') return TYPES.has(name) ? given : false
    if (Array.isArray(given)) return given.map((item) => value(name, item))
    if (!isObject(given)) return given
    return Object.fromEntries(
      Object.entries(given).map(([key, member]) => {
        const isChange = key === 'old' || key === 'new'
        return [isWord(key) ? key : text(key), value(isChange ? name : key, member)]
      }),
    )
  }

  /** Undefined if it is no amount. Parameters have amounts as texts. */
  function amount(name: string, given: string): string | undefined {
    if (!/^-?\d+$/.test(given)) return undefined
    if (LIMITS.has(name)) return given
    return MONEY.test(name) ? money(given) : undefined
  }

  function number(name: string, given: string): string {
    return amount(name, given) ?? (/^\d+$/.test(given) ? digits(given) : '0')
  }

  /** An error of an answer, with our names of parameters and attributes. */
  function problem(given: unknown): unknown {
    if (Array.isArray(given)) return given.map(problem)
    if (typeof given === 'string') return sentence(given)
    if (!isObject(given)) return value('', given)
    return Object.fromEntries(
      Object.entries(given).map(([key, member]) => [isWord(key) ? key : text(key), part(key, member)]),
    )
  }

  function part(key: string, member: unknown): unknown {
    if (key === 'code') return typeof member === 'number' || isCaps(member) ? member : null
    if (typeof member !== 'string') return value(key, member)
    if (key === 'parameter') return named(vocabulary?.parameter(member) ?? member)
    if (key === 'attribute') return named(vocabulary?.column(member) ?? member)
    return sentence(member)
  }

  function named(name: string): string {
    return isWord(name) || name === '' ? name : text(name)
  }

  /** A message: the names of columns, parameters and enum values stay. */
  function sentence(given: string): string {
    return given.replace(WORD, (word) => (word.includes('_') && (isWord(word) || VALUES.has(word)) ? word : text(word)))
  }
}

/** Whether a value is one of a listed enum, or a date of a listed date. */
function isListed(name: string, given: string): boolean {
  if (STEERING.has(name)) return true
  const types = [...(TYPES.get(name) ?? [])]
  if (types.includes('DateTime') && DATE.test(given)) return true
  if (types.includes('Boolean') && /^(true|false)$/.test(given)) return true
  const enums = types.filter((type) => ENUMS[type])
  if (enums.some((type) => ENUMS[type]?.includes(given.toUpperCase()))) return true
  return enums.length > 0 && enums.length === types.length && isCaps(given)
}

function isCaps(given: unknown): boolean {
  return typeof given === 'string' && /^[A-Z][A-Z_]*$/.test(given)
}

/** Members of objects and of errors that are listed nowhere. */
const MEMBERS: ReadonlySet<string> = new Set(
  'params old new preview min max code message parameter attribute details value id_data metrics segment'.split(' '),
)

function isWord(name: string): boolean {
  return TYPES.has(name) || MEMBERS.has(name)
}

const VALUES: ReadonlySet<string> = new Set(Object.values(ENUMS).flat())

/** Replaces what may identify someone, the same text by the same one within one recording. */
export type Replacement = ReturnType<typeof createReplacement>

/** What stays at the beginning of a text: the scheme of a URI, and the kind of the media item in a media key. */
const PREFIX = /^([a-z][a-z\d+.-]*:\/\/|\d{1,2}_(?=\d{10,}$))/

/** What is replaced: all characters except the punctuation and the white space of ASCII, because names are written in symbols too. */
const REPLACED = /[^\W_]|[^\0-\x7f]/u

/** What is replaced together in a sentence. */
const WORD = /(?:\w|[^\0-\x7f])+/gu

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
export function createReplacement() {
  const key = randomBytes(32)
  /** Whose replacement a text is, as digests: the texts would take as much memory as the recording. */
  const taken = new Map<number, number>()
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

  /** A text or an ID: of as many characters, each of the same kind if it is in a common alphabet. */
  function text(given: string): string {
    const [prefix] = PREFIX.exec(given) ?? []
    // The ID in the URI of a card is the same as in its row, and that in the media key of a video the same as its `video_id`.
    if (prefix !== undefined && prefix.length < given.length) return prefix + text(given.slice(prefix.length))
    const characters = Array.from(given)
    const own = digestOf(given)
    for (let attempt = 0; ; attempt += 1) {
      const replaced = replacedCharacters(characters, randomOf(given, attempt))
      const place = digestOf(replaced)
      const isOwn = (taken.get(place) ?? own) === own
      if (replaced === given && REPLACED.test(given)) continue
      if (characters.length >= MIN_DIFFERENT && !isOwn && attempt < MAX_TRIES) continue
      if (!taken.has(place)) taken.set(place, own)
      return replaced
    }
  }

  /** The digits of an integer. Zero stays zero. */
  function digits(given: string): string {
    return /^-?0*$/.test(given) ? given : text(given)
  }

  function randomOf(given: string, attempt: number): Buffer {
    return createHmac('sha512', key).update(`${attempt} ${given}`).digest()
  }
}

function digestOf(given: string): number {
  return hash('sha256', given, 'buffer').readUIntBE(0, 6)
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
      if (!REPLACED.test(character)) return character
      const code = character.codePointAt(0) ?? 0
      const [first, last] = ALPHABETS.find((ends) => code >= ends[0] && code <= ends[1]) ?? OTHER_LETTERS
      return String.fromCodePoint(first + (byte % (last - first + 1)))
    })
    .join('')
}
