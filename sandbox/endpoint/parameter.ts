import { COUNTRIES } from '../../reference/country.ts'
import { CURRENCIES } from '../../reference/currency.ts'
import { ENUMERATIONS } from '../../reference/index.ts'
import { timestamp } from '../data/time.ts'
import { missingParameter, type ErrorItem } from '../http/error.ts'
import type { Pair } from '../http/request.ts'

/** An invalid value: the message of the error, to which the name of the parameter is added. */
export class Invalid {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

/** One declared parameter: whether it is required, its default, and how its text is parsed. */
export interface Parameter<T> {
  required: boolean
  absent: T
  /** Whether it can be an array in JSON. */
  list?: boolean
  /** Whether it is a JSON structure, parsed from its text. */
  structure?: boolean
  read: (text: string) => T | Invalid
}

/** The least and the most of a number, of the characters of a text, or of the values of a list. */
interface Limits {
  min?: number
  max?: number
}

/** The declared parameters of an endpoint, by their names in the reference. */
export type Parameters = Record<string, Parameter<unknown>>

/** The parsed values of declared parameters. */
export type Values<P extends Parameters> = { [Name in keyof P]: P[Name] extends Parameter<infer T> ? T : never }

/** An integer within a range. */
export function integer({ min = 0, max = 0, absent = 0 }: Limits & { absent?: number }): Parameter<number> {
  return optional(absent, (text) => {
    const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    return new Invalid(`Expected Integer in range [${min} - ${max}], got "${text}"`)
  })
}

/** `true` or `false`. */
export function boolean(absent = false): Parameter<boolean> {
  return optional(absent, (text) => {
    if (text === 'true' || text === 'false') return text === 'true'
    return new Invalid(`Expected Boolean, got "${text}"`)
  })
}

/** Text of a length within a range, counted in characters. Without a documented maximum, it can have any length. */
export function text({ min = 1, max = Infinity }: Limits = {}): Parameter<string | undefined> {
  const expected = max === Infinity ? `of at least ${min}` : `in range [${min} - ${max}]`
  return optional<string | undefined>(undefined, (text) => {
    const length = Array.from(text).length
    return length >= min && length <= max ? text : new Invalid(`Expected a length ${expected}, got ${length}`)
  })
}

/** Text that has the expected form. */
function textThat(expected: string, fits: (text: string) => boolean): Parameter<string | undefined> {
  return optional<string | undefined>(undefined, (text) =>
    fits(text) ? text : new Invalid(`Expected ${expected}, got "${text}"`),
  )
}

/** Text that matches a pattern. */
export function pattern(form: RegExp, expected: string): Parameter<string | undefined> {
  return textThat(expected, (text) => form.test(text))
}

/** One of the given words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Parameter<Word | undefined> {
  return optional<Word | undefined>(
    undefined,
    (text) => words.find((word) => word === text) ?? new Invalid(`Expected one of ${words.join(', ')}, got "${text}"`),
  )
}

/** A comma-separated list of non-empty values. */
export function textList(): Parameter<string[]> {
  return { ...optional<string[]>([], (text) => text.split(',')), list: true }
}

/** A comma-separated list of values of another parameter's type; undefined if it is not given. */
export function listOf(item: Parameter<string | undefined>, max = Infinity): Parameter<string[] | undefined> {
  const read = (text: string): string[] | Invalid => {
    const values = text.split(',')
    if (values.length > max) return new Invalid(`Expected at most ${max} values, got ${values.length}`)
    if (values.includes('')) return new Invalid('Expected a comma-separated list without empty values')
    const wrong = values.map(item.read).find((value) => value instanceof Invalid)
    return wrong instanceof Invalid ? wrong : values
  }
  return { ...optional<string[] | undefined>(undefined, read), list: true }
}

/** Whether a text is the digits of a 64-bit integer. */
export function isLong(text: string): boolean {
  return /^\d{1,19}$/.test(text) && BigInt(text) < 2n ** 63n
}

/** An amount of money: a 64-bit integer with a minimum; a bigint if a number would round it. */
function amount({ min = 0 }: Limits): Parameter<number | bigint | undefined> {
  const least = BigInt(min)
  return optional<number | bigint | undefined>(undefined, (text) => {
    const value = /^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined
    if (value === undefined || value < least || value >= 2n ** 63n)
      return new Invalid(`Expected Long of at least ${least}, got "${text}"`)
    return Number.isSafeInteger(Number(value)) ? Number(value) : value
  })
}

/** A time in ISO 8601 with an offset (`Z`, `+HH`, `+HHMM` or `+HH:MM`), converted to the format of the interface. */
export function moment(): Parameter<string | undefined> {
  return optional<string | undefined>(undefined, (text) => {
    const [, wall, sign, hours = '0', minutes = '0'] = MOMENT.exec(text) ?? []
    const local = new Date(`${wall}Z`)
    // Date.parse would turn February 30 into March 2.
    if (Number.isNaN(local.getTime()) || !local.toISOString().startsWith(text.slice(0, 10)))
      return new Invalid(`Expected a time in ISO 8601, got "${text}"`)
    const offset = (Number(hours) * 60 + Number(minutes)) * 60_000
    return timestamp(new Date(local.getTime() + (sign === '-' ? offset : -offset)))
  })
}

/** A date, or a time in ISO 8601 with an offset, as it was sent. */
export function dateOrMoment(): Parameter<string | undefined> {
  const { read } = moment()
  return textThat('a date or a time in ISO 8601', (text) => {
    return typeof read(text.includes('T') ? text : `${text}T00:00Z`) === 'string'
  })
}

const MOMENT = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?:Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)$/

/** A JSON structure in a batch, parsed by `read`. */
export function structure<T>(read: (value: unknown) => T | Invalid): Parameter<T | undefined> {
  return { ...optional<T | undefined>(undefined, (text) => read(JSON.parse(text))), structure: true }
}

/** The same parameter, refused if it is missing. */
export function required<T>(parameter: Parameter<T | undefined>): Parameter<T> {
  return { ...(parameter as Parameter<T>), required: true }
}

/** The same parameter, undefined if it is not given. */
export function ifGiven<T>(parameter: Parameter<T>): Parameter<T | undefined> {
  return { ...(parameter as Parameter<T | undefined>), absent: undefined }
}

/** The same parameter, null if it is empty, which is how a write unsets a value. */
export function unsettable<T>({ read, ...parameter }: Parameter<T>): Parameter<T | null> {
  return { ...parameter, read: (text: string) => (text === '' ? null : read(text)) }
}

/** Two or more labels of letters, digits and hyphens; the last one is not a number. */
const DOMAIN = /^(?=.{1,253}$)([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+(?!\d+$)[\p{L}\p{N}-]{2,63}$/u

/** A text whose limit does not count its #. */
function hashtag(limits: Limits): Parameter<string | undefined> {
  const name = text(limits)
  return optional<string | undefined>(undefined, (text) => {
    const read = name.read(text.replace(/^#/, ''))
    return read instanceof Invalid ? read : text
  })
}

/** The types of the reference that are not enumerations. */
const TYPES: Readonly<Record<string, (limits: Limits) => Parameter<unknown>>> = {
  text,
  id: () => text(),
  boolean: () => boolean(),
  integer,
  // As its digits.
  long: () => textThat('Long', isLong),
  micros: amount,
  time: moment,
  url: () => textThat('a URL', (text) => /^https?:/i.test(text) && URL.canParse(text)),
  country: () => textThat('an ISO 3166-1 country', (code) => COUNTRIES.includes(code)),
  currency: () => textThat('an ISO 4217 currency', (code) => CURRENCIES.includes(code)),
  language: () => pattern(/^[a-z]{2}$/i, 'an ISO 639-1 language'),
  locale: () => pattern(/^[a-z]{2}-[A-Z]{2}$/, 'a locale'),
  domain: () => pattern(DOMAIN, 'a domain without a protocol'),
  hashtag,
  'card URI': () => pattern(/^card:\/\/[A-Za-z0-9_-]{1,64}$/, 'a card URI'),
}

/** The parameter of a type of the reference. */
export function parameterOf({ type, ...limits }: Limits & { type: string }): Parameter<unknown> {
  if (type.endsWith('[]')) {
    const item = parameterOf({ type: type.slice(0, -2) }) as Parameter<string | undefined>
    return listOf(item, limits.max)
  }
  const { documents, service = [] } = ENUMERATIONS[type] ?? { documents: [] }
  return TYPES[type]?.(limits) ?? oneOf(...(documents.length > 0 ? documents : service))
}

function optional<T>(absent: T, read: (text: string) => T | Invalid): Parameter<T> {
  return { required: false, absent, read }
}

/** The parsed parameters of a request: the values by name, the given names, and all errors. */
export interface Reading {
  values: Record<string, unknown>
  given: Record<string, unknown>
  errors: ErrorItem[]
}

/** Parses the parameters of a request as declared. Collects all errors. */
export function readParameters(declared: Parameters, pairs: Pair[]): Reading {
  const reading: Reading = { values: {}, given: {}, errors: [] }
  const texts = new Map<string, string>()
  for (const [name, value] of pairs) {
    if (!Object.hasOwn(declared, name)) reading.errors.push(invalid(name, 'Unknown parameter'))
    else if (texts.has(name)) reading.errors.push(invalid(name, 'Expected a single value'))
    texts.set(name, value)
  }
  for (const [name, parameter] of Object.entries(declared)) {
    readParameter(name, parameter, texts.get(name), reading)
  }
  return reading
}

/** Parses parameters that are the members of a JSON object. */
export function readJsonParameters(declared: Parameters, members: object): Reading {
  const pairs: Pair[] = []
  const errors: ErrorItem[] = []
  for (const [name, value] of Object.entries(members)) {
    const parameter = Object.hasOwn(declared, name) ? declared[name] : undefined
    const text = parameter?.structure ? JSON.stringify(value) : jsonText(value, parameter?.list === true)
    if (text instanceof Invalid) errors.push(invalid(name, text.reason))
    else pairs.push([name, text])
  }
  const wrong = new Set(errors.map(({ parameter }) => parameter))
  const reading = readParameters(declared, pairs)
  // A parameter with an invalid value is not missing.
  return { ...reading, errors: [...errors, ...reading.errors.filter(({ parameter }) => !wrong.has(parameter))] }
}

/** A JSON value as the text of a parameter. Null is not a value: an empty text unsets a value. */
function jsonText(value: unknown, list: boolean): string | Invalid {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (!list || !Array.isArray(value))
    return new Invalid(`Expected a value, got ${value === null ? 'null' : 'a structure'}`)
  const texts: string[] = []
  for (const item of value) {
    const text = jsonText(item, false)
    if (text instanceof Invalid) return text
    texts.push(text)
  }
  return texts.join(',')
}

function readParameter(name: string, parameter: Parameter<unknown>, text: string | undefined, reading: Reading): void {
  if (text === undefined) {
    if (parameter.required) reading.errors.push(missingParameter(name))
    reading.values[name] = parameter.absent
    return
  }
  const value = parameter.read(text)
  reading.given[name] = value instanceof Invalid ? text : value
  if (value instanceof Invalid) reading.errors.push(invalid(name, value.reason))
  else reading.values[name] = value
}

function invalid(name: string, reason: string): ErrorItem {
  return { code: 'INVALID_PARAMETER', message: `${reason} for ${name}`, parameter: name }
}
