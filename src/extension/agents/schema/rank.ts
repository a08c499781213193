import MiniSearch, { type AsPlainObject, type Options } from 'minisearch'
import { ALIASES, type Kind, type SchemaPart } from './part.ts'

/** Types that hold the data of the service matter more to a question than those around them. */
const WEIGHTS: Readonly<Record<Kind, number>> = {
  OBJECT: 2,
  QUERY: 0.9,
  MUTATION: 1.1,
  INTERFACE: 1.6,
  UNION: 0.8,
  INPUT: 0.5,
  ENUM: 0.5,
  SCALAR: 0.6,
}

/** Types that only hold others: they fit wherever what they hold fits. */
const IS_WRAPPER = /(?:Connection|Edge|Payload)$/
const WRAPPER_WEIGHT = 0.05

/** What a search of a schema needs: the kinds of its parts by their names, and the index of their words. */
export interface SchemaIndex {
  kinds: ReadonlyMap<string, Kind>
  words: MiniSearch
}

export function indexOf(parts: readonly SchemaPart[]): SchemaIndex {
  const words = new MiniSearch(OPTIONS)
  words.addAll(parts.map(({ name, fullSdl }) => ({ name, own: ownNameOf(name), also: ALIASES[name] ?? '', fullSdl })))
  return { kinds: new Map(parts.map(({ name, kind }) => [name, kind])), words }
}

/** An index as a text, which the build stores. */
export function textOfIndex({ kinds, words }: SchemaIndex): string {
  return JSON.stringify({ kinds: [...kinds], words })
}

/** The index in a text. It is read in turns of the event loop. */
export async function indexIn(text: string): Promise<SchemaIndex> {
  const { kinds, words } = JSON.parse(text) as { kinds: [string, Kind][]; words: AsPlainObject }
  return { kinds: new Map(kinds), words: await MiniSearch.loadJSAsync(words, OPTIONS) }
}

const OPTIONS: Options<Indexed> = {
  idField: 'name',
  fields: ['own', 'also', 'fullSdl'],
  tokenize: wordsOf,
  processTerm: stemOf,
}

interface Indexed extends Pick<SchemaPart, 'name' | 'fullSdl'> {
  /** The name of a field without the name of its type. */
  own: string
  also: string
}

/** The names of the parts that fit a question, best first: those that it names, and those that its words fit. */
export function rankedNames({ kinds, words }: SchemaIndex, question: string): string[] {
  const named = (question.match(/[\w.]*[A-Z][\w.]*/g) ?? []).flatMap((word) =>
    [...kinds.keys()].filter((name) => name === word || ownNameOf(name) === word),
  )
  const fitting = words.search(question, {
    boost: { own: 8, also: 12 },
    boostDocument: (name: string) => weightOf(name, kinds.get(name)),
    prefix: (term) => term.length > 3,
    fuzzy: (term) => (term.length > 5 ? 0.2 : false),
  })
  return [...new Set([...named, ...fitting.map(({ id }) => String(id))])]
}

function weightOf(name: string, kind: Kind | undefined): number {
  return kind ? WEIGHTS[kind] * (IS_WRAPPER.test(name) ? WRAPPER_WEIGHT : 1) : 0
}

/** The name of a field without the name of its type. */
function ownNameOf(name: string): string {
  return name.slice(name.indexOf('.') + 1)
}

/** Words that questions have, and that say nothing about their subject. */
const STOP_WORDS = new Set(
  `a about again all already also am an and any anyone are as at available be been before being by can cannot could currently did do
   does each every exist find for from get give go going gone had has have how i if in into is it its just keep let list look lookup make
   many may me might more most much my need new no now of off on one only or our out over own people please possible possibly put right
   same see seen should show so some someone something somewhere still such take tell than that the their them then there these they
   thing this those through to today too try under until up us use used using via want was we were what when where whether which while
   whom whose why will wish with without would yesterday yet you your`.split(/\s+/),
)

/** The words of a text. Names in camel case are split. */
function wordsOf(text: string): string[] {
  return text
    .replaceAll(/([a-z0-9]{2})([A-Z])/g, '$1 $2')
    .replaceAll(/['’](?:s|t|re|ve|ll)?\b/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
}

/** A word without its ending, so that `targets`, `targeted` and `targeting` are one. Null for a word that is not searched. */
function stemOf(word: string): string | null {
  if (word.length < 2 || STOP_WORDS.has(word)) return null
  const singular = word
    .replace(/(?<=..)ies$/, 'y')
    .replace(/(?<=[osxz]|[cs]h)es$/, '')
    .replace(/(?<=.[^aious]|...[ao])s$/, '')
  const stem = singular.replace(/(?<=[aeiouy].*[a-z])(?:ing|ed)$/, '')
  return (stem === singular ? stem : stem.replace(/([bdgmnprt])\1$/, '$1')).replace(/(?<=.{3})e$/, '')
}
