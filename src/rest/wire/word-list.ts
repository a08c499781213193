import { isObject, mapValues, pickBy, sortedEntries } from '../../json/object.ts'
import { ENUMS, OBJECTS, PARAMETERS, ROWS } from '../catalog.ts'
import type { VocabularyWords } from './vocabulary.ts'

/** What each word is used for. */
type Uses = Record<string, string>

/** What our words are used for, by scope. The map of a scope must be one to one. */
export function wordList() {
  const endpoints = Object.keys(PARAMETERS)
  return {
    path: uses(endpoints.flatMap((endpoint) => segmentsOf(endpoint).map((segment) => [segment, endpoint]))),
    parameters: uses([...namesIn(PARAMETERS), ...namesIn(OBJECTS), ['params', 'each operation of a batch']]),
    columns: uses([
      ...namesIn(ROWS),
      ['old', 'the value before a change, in AccountHistory'],
      ['new', 'the value after a change, in AccountHistory'],
    ]),
    /** By the name of the parameter or column. */
    values: valueUses(),
    headers: HEADERS,
    hosts: HOSTS,
  }
}

/** Each name, with the endpoint or type that has it. */
function namesIn(words: Readonly<Record<string, object>>): string[][] {
  return Object.entries(words).flatMap(([use, names]) => Object.keys(names).map((name) => [name, use]))
}

const HEADERS: Uses = {
  'x-rate-limit-limit': 'the requests of a window of the user',
  'x-rate-limit-remaining': 'the requests that remain in it',
  'x-rate-limit-reset': 'when it ends, in seconds since the epoch',
  'x-account-rate-limit-limit': 'the requests of a window of the account',
  'x-account-rate-limit-remaining': 'the requests that remain in it',
  'x-account-rate-limit-reset': 'when it ends, in seconds since the epoch',
  'x-transaction-id': "the service's ID of a request, in errors",
  'x-request-id': 'our ID of a request, which is sent',
}

const HOSTS: Uses = {
  ads: 'the ads interface, without the version: ADS_BASE_URL if that is unset',
  adsSandbox: 'the same with ADS_ENVIRONMENT=sandbox',
  auth: 'the authorization interface: AUTH_BASE_URL if that is unset',
}

/** The static segments of a path, without versions. OAuth defines the segments of the authorization. */
function segmentsOf(endpoint: string): string[] {
  const path = endpoint.slice(endpoint.lastIndexOf(' ') + 1)
  return /\/oauth2?\//.test(path) ? [] : path.split('/').filter((segment) => /^[a-z]/.test(segment))
}

/** Names that OAuth defines, or that only the pages for browsers take. */
const OF_OAUTH = /^(oauth_.*|grant_type|access_token|force_login|screen_name)$/

function uses(found: (readonly string[])[]): Uses {
  const by: Record<string, string[]> = {}
  for (const [word = '', use = ''] of found) if (!OF_OAUTH.test(word)) (by[word] ??= []).push(use.replace(/ \d+ /, ' '))
  return mapValues(Object.fromEntries(sortedEntries(by)), shortened)
}

const MAX_USES = 2

function shortened(found: readonly string[]): string {
  const different = [...new Set(found)]
  const more = different.length - MAX_USES
  return different.slice(0, MAX_USES).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function valueUses(): Record<string, Uses> {
  const operation = 'an operation of a batch'
  const found: Record<string, Uses> = { operation_type: { Create: operation, Update: operation, Delete: operation } }
  for (const [name, types] of typesByName())
    for (const type of types)
      for (const value of ENUMS[type] ?? []) {
        // The interface writes these in lower case.
        const word = type === 'OAuthAccessType' ? value.toLowerCase() : value
        ;(found[name] ??= {})[word] = type
      }
  return Object.fromEntries(sortedEntries(found))
}

/** The types of values by the names of their columns and parameters: a name can have several. */
export function typesByName(): Map<string, Set<string>> {
  const types = new Map<string, Set<string>>()
  for (const words of [...Object.values(ROWS), ...Object.values(PARAMETERS), ...Object.values(OBJECTS)])
    for (const [name, type] of Object.entries(words)) types.set(name, (types.get(name) ?? new Set()).add(type))
  return types
}

/** Everything that is wrong with the content of a vocabulary file; none if it can be used. */
export function vocabularyFaults(file: unknown): string[] {
  const list = wordList()
  if (!isObject(file)) return ['must be a JSON object with the scopes that `adgraph vocabulary` prints']
  return Object.entries(file).flatMap(([scope, words]) => {
    if (!isScope(list, scope)) return [`${scope}: is not a scope; the scopes are ${Object.keys(list).join(', ')}`]
    if (scope !== 'values') return scopeFaults(scope, words, list[scope], FORMS[scope])
    if (!isObject(words)) return [`${scope}: must be an object`]
    return Object.entries(words).flatMap(([name, values]) => {
      const known = list.values[name]
      if (known) return scopeFaults(`values.${name}`, values, known, VALUE)
      return [`values.${name}: is not a parameter or column with values that may be mapped`]
    })
  })
}

/** The form of a word of the service, and what it must be. */
interface Form {
  accepts: (word: string) => boolean
  text: string
}

/** A segment of dots would lead to another path, and `__proto__` is no member of an object. */
const NAME: Form = {
  accepts: (word) => /^[A-Za-z\d][\w.-]*$/.test(word),
  text: 'letters, digits, _, - and ., and begin with a letter or a digit',
}
const VALUE: Form = { accepts: (word) => /^[^\s,]+$/.test(word), text: 'a text without spaces and commas' }
const HEADER: Form = { accepts: (word) => /^[a-z\d_-]+$/.test(word), text: 'a header in lower case' }
const HOST: Form = {
  accepts: (word) => URL.canParse(word) && new URL(word).protocol.startsWith('http'),
  text: 'a URL such as https://ads.example',
}

const FORMS = { path: NAME, parameters: NAME, columns: NAME, headers: HEADER, hosts: HOST }

function scopeFaults(scope: string, words: unknown, known: Uses, { accepts, text }: Form): string[] {
  if (!isObject(words)) return [`${scope}: must be an object`]
  const faults: string[] = []
  const taken = new Map<string, string>()
  for (const ours of Object.keys(words))
    if (known[ours] === undefined) faults.push(`${scope}.${ours}: is not a word that may be mapped`)
  for (const ours of Object.keys(known)) {
    const given = wordIn(words[ours])
    if (given !== undefined && (typeof given !== 'string' || !accepts(given))) {
      faults.push(`${scope}.${ours}: must be ${text}`)
      continue
    }
    if (scope === 'hosts') continue
    const theirs = given ?? ours
    const other = taken.get(theirs)
    if (other === undefined) taken.set(theirs, ours)
    else faults.push(`${scope}: ${other} and ${ours} would both be ${theirs}; the map must be one to one`)
  }
  return faults
}

/** A word is a text, or an object with the word and what it is used for, as `adgraph vocabulary` prints it. */
function wordIn(entry: unknown): unknown {
  return (isObject(entry) ? entry['theirs'] : entry) ?? undefined
}

/** The words in the content of a file without faults that differ from ours. */
export function wordsIn(file: unknown): VocabularyWords {
  const { path, parameters, columns, values, headers } = Object(file)
  return {
    path: differing(path),
    parameters: differing(parameters),
    columns: differing(columns),
    values: pickBy(mapValues(Object(values), differing), (words) => Object.keys(words).length > 0),
    headers: differing(headers),
  }
}

function differing(words: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries<unknown>(Object(words)).flatMap(([ours, entry]) => {
      const theirs = wordIn(entry)
      return typeof theirs === 'string' && theirs !== ours ? [[ours, theirs]] : []
    }),
  )
}

/** The text of a file with every word, mapped to itself, and what it is used for. */
export function vocabularyFile(): string {
  const { values, hosts, ...named } = wordList()
  const entries = (words: Uses) => mapValues(words, (use, ours) => ({ theirs: ours, for: use }))
  const file = {
    ...mapValues(named, entries),
    values: mapValues(values, entries),
    hosts: mapValues(hosts, (use) => ({ theirs: null, for: use })),
  }
  // Each word is one line.
  const text = JSON.stringify(file, null, 2).replace(
    /{\n +"theirs": (.*),\n +"for": (.*)\n +}/g,
    '{"theirs":$1,"for":$2}',
  )
  return `${text}\n`
}

function isScope<T extends object>(list: T, scope: PropertyKey): scope is keyof T {
  return Object.hasOwn(list, scope)
}
