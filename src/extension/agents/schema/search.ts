import { memoize1 } from '@graphql-tools/utils'
import type { GraphQLSchema } from 'graphql'
import MiniSearch from 'minisearch'
import { isTurnOver, nextTurn } from '../../../async/turn.ts'
import { ALIASES, partsOf, type Kind, type SchemaPart } from './part.ts'

/** The maximum number of parts that a search returns by themselves. */
const MAX_HITS = 8

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

/** The index of the schema that agents see, which is made once, in turns of the event loop. */
const indexOf = memoize1(async (schema: GraphQLSchema) => {
  const parts = new Map((await partsOf(schema)).map((part) => [part.name, part]))
  const index = new MiniSearch({
    idField: 'name',
    fields: ['own', 'also', 'fullSdl'],
    tokenize: wordsOf,
    processTerm: stemOf,
    searchOptions: {
      boost: { own: 8, also: 12 },
      boostDocument: (name: string) => weightOf(parts.get(name)),
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
    },
  })
  for (const { name, fullSdl } of parts.values()) {
    if (isTurnOver()) await nextTurn()
    index.add({ name, own: ownNameOf(name), also: ALIASES[name] ?? '', fullSdl })
  }
  return { parts, index }
})

type Index = Awaited<ReturnType<typeof indexOf>>

function weightOf(part: SchemaPart | undefined): number {
  return part ? WEIGHTS[part.kind] * (IS_WRAPPER.test(part.name) ? WRAPPER_WEIGHT : 1) : 0
}

/** The name without that of the type that it is a field of. */
function ownNameOf(name: string): string {
  return name.slice(name.indexOf('.') + 1)
}

/** The parts that fit a question, best first: those that it names, and those that its words fit. */
function ranked({ parts, index }: Index, question: string): SchemaPart[] {
  const named = (question.match(/[\w.]*[A-Z][\w.]*/g) ?? []).flatMap((word) =>
    [...parts.keys()].filter((name) => name === word || ownNameOf(name) === word),
  )
  const fitting = index.search(question).map(({ id }) => String(id))
  return [...new Set([...named, ...fitting])].flatMap((name) => parts.get(name) ?? [])
}

/**
 * Finds the parts of the schema that agents see for words of a question, best first, in at most `maxCharacters` characters of SDL. Each
 * part is whole, and the enumerations and inputs that its arguments need follow.
 */
export async function searchSchema(
  schema: GraphQLSchema,
  query: string,
  { kinds = [], maxCharacters }: { kinds?: readonly Kind[]; maxCharacters: number },
) {
  const index = await indexOf(schema)
  const hits = ranked(index, query)
    .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
    .slice(0, MAX_HITS)
  const found = new Set<SchemaPart>()
  let left = maxCharacters
  const take = (part: SchemaPart) => {
    if (found.has(part) || part.sdl.length > left) return
    left -= part.sdl.length
    found.add(part)
  }
  hits.forEach(take)
  const leftOut = hits.filter((hit) => !found.has(hit)).map(({ name }) => name)
  // The set is read to its end, also what is added meanwhile.
  for (const { refersTo } of found)
    for (const name of refersTo) {
      const part = index.parts.get(name)
      if (part && isNeeded(part)) take(part)
    }
  const taken = [...found]
  const names = taken.map(({ name }) => name)
  const mentioned = new Set(taken.flatMap(({ refersTo }) => refersTo).filter((name) => !names.includes(name)))
  return {
    /** The parts that fit, best first, and after them the types of their arguments and values. */
    parts: taken,
    /** The names of parts that fit too, but are too long for the rest of the allowed characters. */
    leftOut,
    /** The named types that the parts refer to and that are not among them. */
    mentioned: [...mentioned].sort(),
  }
}

/** Whether what refers to a part cannot be used without it. */
function isNeeded({ name, kind }: SchemaPart): boolean {
  return kind === 'INPUT' || kind === 'ENUM' || name.endsWith('Payload')
}

/** A part by its name. Undefined if agents see none of this name. */
export async function schemaPart(schema: GraphQLSchema, name: string): Promise<SchemaPart | undefined> {
  return (await indexOf(schema)).parts.get(name)
}

/** The names of all parts that agents see. */
export async function schemaPartNames(schema: GraphQLSchema): Promise<string[]> {
  return [...(await indexOf(schema)).parts.keys()]
}

/** Words that questions have, and that say nothing about what is searched. */
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
