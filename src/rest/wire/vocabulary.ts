import { hash } from 'node:crypto'
import { isObject } from '../../json/object.ts'
import { wordTokens } from '../json/lazy-row.ts'
import { createWireColumns } from '../json/row-reader.ts'

/** Maps our words to the words of one installation of the service. Words that are missing are the same on both sides. */
export interface WordMap {
  readonly [ours: string]: string
}

/** The words that an installation of the service uses instead of ours, by where they are used. */
export interface VocabularyWords {
  /** Segments of paths. */
  path?: WordMap
  /** Names of parameters, also inside JSON bodies. */
  parameters?: WordMap
  /** Names of columns, also inside columns that hold objects, and attributes in `sort_by` and in errors. */
  columns?: WordMap
  /** Values, by the name of their parameter or column. */
  values?: { readonly [name: string]: WordMap }
  /** Names of headers, in lower case. */
  headers?: WordMap
}

/** Translates requests into the words of the service, and answers into ours. Texts, IDs and amounts stay as they are. */
export type Vocabulary = ReturnType<typeof createVocabulary>

/** The columns whose texts are rows themselves: an answer with features has no names. */
const TEXT_ROW = 'feature_keys'

/** The members of a change in the history, which have values of the changed column. */
const OF_CHANGE: ReadonlySet<string> = new Set(['old', 'new'])

/** Creates the vocabulary of these words, which must be one to one: see `vocabularyFaults`. */
export function createVocabulary(words: VocabularyWords) {
  const { path = {}, parameters = {}, columns = {}, values = {}, headers = {} } = words
  const segments = wordsOf(path)
  const names = wordsOf(parameters)
  const ofRow = wordsOf(columns)
  const header = wordsOf(headers)
  const valuesOf = new Map(Object.entries(values).map(([name, map]) => [name, wordsOf(map)]))
  const templates = new Map<string, string>()

  return {
    /** The number of words that differ. */
    size: [path, parameters, columns, headers, ...Object.values(values)].flatMap((words) => Object.keys(words)).length,
    /** Identifies the words: instances with other words must not share state. */
    hash: hash('sha256', JSON.stringify([path, parameters, columns, values, headers]), 'base64url'),
    path(template: string) {
      let theirs = templates.get(template)
      if (theirs === undefined) {
        theirs = template.split('/').map(segments.theirs).join('/')
        templates.set(template, theirs)
      }
      return theirs
    },
    params: (params: object): object => Object(sent('', params)),
    sentHeader: header.theirs,
    /** The headers of an answer, by our names. */
    headers: <T>(given: Record<string, T>): Record<string, T> =>
      Object.fromEntries(Object.entries(given).map(([name, value]) => [header.ours(name), value])),
    /** Our name of a column. */
    column: ofRow.ours,
    columns: createWireColumns(ofRow.ours),
    /** Our name of a parameter that an error names. */
    parameter: names.ours,
    tokens: (column: string) => valuesOf.get(column)?.tokens,
    value: received,
    row,
  }

  /** A parameter, or an object with parameters, in the words of the service. */
  function sent(name: string, value: unknown): unknown {
    if (typeof value === 'string') return name === 'sort_by' ? sortBy(value) : theirValue(name, value)
    if (Array.isArray(value)) return value.map((item) => sent(name, item))
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([member, inner]) => [names.theirs(member), sent(member, inner)]),
    )
  }

  function sortBy(order: string): string {
    const [, attribute = order, direction = ''] = /^(.+)(-asc|-desc)$/.exec(order) ?? []
    return ofRow.theirs(attribute) + direction
  }

  function theirValue(name: string, value: string): string {
    const words = valuesOf.get(name)
    // A list can be given as comma-separated text.
    return words ? value.split(',').map(words.theirs).join(',') : value
  }

  function received(column: string, value: unknown): unknown {
    if (typeof value === 'string') return valuesOf.get(column)?.known(value) ?? value
    if (Array.isArray(value)) return value.map((item) => received(column, item))
    if (!isObject(value)) return value
    // A recommended change has the parameters of a batch.
    const name = column === 'params' ? names.ours : ofRow.ours
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const member = name(key)
        return [member, received(OF_CHANGE.has(member) ? column : member, inner)]
      }),
    )
  }

  /** A row in our words. JSON.stringify writes it as it arrived. */
  function row(given: unknown): unknown {
    if (!isObject(given)) return received(TEXT_ROW, given)
    return Object.defineProperty(Object(received('', given)), 'toJSON', { value: () => given })
  }
}

/** The two directions of a map. */
function wordsOf(map: WordMap) {
  const outward = new Map(Object.entries(map))
  const inward = new Map([...outward].map(([ours, theirs]) => [theirs, ours]))
  return {
    theirs: (ours: string) => outward.get(ours) ?? ours,
    // A word of theirs that is one of ours, with another meaning, must not be taken for ours.
    ours: (theirs: string) => inward.get(theirs) ?? (outward.has(theirs) ? `their ${theirs}` : theirs),
    /** Our word; undefined for a word that is not mapped. */
    known: (theirs: string) => inward.get(theirs),
    /** Our words as bytes. */
    tokens: wordTokens(inward),
  }
}
