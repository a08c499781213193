import { missingParameter, type ErrorItem } from '../http/error.ts'
import type { Pair } from '../http/request.ts'
import { timestamp } from '../data/time.ts'

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

/** The declared parameters of an endpoint, by their names in the reference. */
export type Parameters = Record<string, Parameter<unknown>>

/** The parsed values of declared parameters. */
export type Values<P extends Parameters> = { [Name in keyof P]: P[Name] extends Parameter<infer T> ? T : never }

/** The maximum number of IDs in a filter (Ads Management Interface, section 8). */
const MAX_IDS = 200

/** An integer within a range. */
export function integer(range: { min: number; max: number; absent: number }): Parameter<number> {
  const expected = `Expected Integer in range [${range.min} - ${range.max}]`
  return optional(range.absent, (text) => {
    const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    return value >= range.min && value <= range.max ? value : new Invalid(`${expected}, got "${text}"`)
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
export function text({ min, max = Infinity }: { min: number; max?: number }): Parameter<string | undefined> {
  const expected = max === Infinity ? `of at least ${min}` : `in range [${min} - ${max}]`
  return optional<string | undefined>(undefined, (text) => {
    const length = Array.from(text).length
    return length >= min && length <= max ? text : new Invalid(`Expected a length ${expected}, got ${length}`)
  })
}

/** Text that matches a pattern. */
export function pattern(form: RegExp, expected: string): Parameter<string | undefined> {
  return optional<string | undefined>(undefined, (text) =>
    form.test(text) ? text : new Invalid(`Expected ${expected}, got "${text}"`),
  )
}

/** One of the given words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Parameter<Word | undefined> {
  return optional<Word | undefined>(
    undefined,
    (text) => words.find((word) => word === text) ?? new Invalid(`Expected one of ${words.join(', ')}, got "${text}"`),
  )
}

/** A non-negative 64-bit integer, as its digits. */
export function long(): Parameter<string | undefined> {
  return pattern(/^\d{1,19}$/, 'Long')
}

/** The id of one row. */
export function id(): Parameter<string | undefined> {
  return text({ min: 1 })
}

/** A comma-separated list of up to 200 IDs. */
export function idList(): Parameter<string[] | undefined> {
  return optional<string[] | undefined>(undefined, (text) => {
    const ids = text.split(',')
    if (ids.length > MAX_IDS) return new Invalid(`Expected at most ${MAX_IDS} values, got ${ids.length}`)
    return ids.includes('') ? new Invalid('Expected a comma-separated list without empty values') : ids
  })
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
    const wrong = values.map(item.read).find((value) => value instanceof Invalid)
    return wrong instanceof Invalid ? wrong : values
  }
  return { ...optional<string[] | undefined>(undefined, read), list: true }
}

/** An amount of money: a 64-bit integer with a minimum; a bigint if a number would round it. */
export function amount(least = 0n): Parameter<number | bigint | undefined> {
  return optional<number | bigint | undefined>(undefined, (text) => {
    const value = /^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined
    if (value === undefined || value < least || value >= 2n ** 63n)
      return new Invalid(`Expected Long of at least ${least}, got "${text}"`)
    return Number.isSafeInteger(Number(value)) ? Number(value) : value
  })
}

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** A currency of ISO 4217. */
export function currency(): Parameter<string | undefined> {
  return known('an ISO 4217 currency', (code) => CURRENCIES.has(code))
}

/** A country of ISO 3166-1. */
export function country(): Parameter<string | undefined> {
  return known('an ISO 3166-1 country', isCountry)
}

/** Whether a text is the code of a country of ISO 3166-1. ZZ has a name, but is that of no country. */
export function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && code !== 'ZZ' && COUNTRIES.of(code) !== undefined
}

/** A URL that a browser can open. */
export function url(): Parameter<string | undefined> {
  return known('a URL', (text) => /^https?:/i.test(text) && URL.canParse(text))
}

function known(what: string, isKnown: (text: string) => boolean): Parameter<string | undefined> {
  return optional<string | undefined>(undefined, (text) => {
    return isKnown(text) ? text : new Invalid(`Expected ${what}, got "${text}"`)
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

const MOMENT = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?:Z|([+-])(\d{2})(?::?(\d{2}))?)$/

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

/** The same parameters, each null if it is empty, which is how a write unsets a value. */
export function unsettable<P extends Parameters>(
  parameters: P,
): { [Name in keyof P]: P[Name] extends Parameter<infer T> ? Parameter<T | null> : never } {
  const entries = Object.entries(parameters).map(([name, { read, ...parameter }]) => [
    name,
    { ...parameter, read: (text: string) => (text === '' ? null : read(text)) },
  ])
  return Object.fromEntries(entries)
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
