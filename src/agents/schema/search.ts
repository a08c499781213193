import { memoize1 } from '@graphql-tools/utils'
import type { GraphQLSchema } from 'graphql'
import MiniSearch from 'minisearch'
import { ALIASES } from './alias.ts'
import { partsOf, type Kind, type SchemaPart } from './part.ts'
import { isAction, wordSplitter } from './word.ts'

/** What a search found. */
export interface Found {
  /** The parts that fit, best first, and after them the types of their arguments and values. */
  parts: SchemaPart[]
  /** The names of parts that fit too, but are too long for the rest of the allowed characters. */
  leftOut: string[]
  /** The named types that the parts refer to and that are not among them. */
  mentioned: string[]
}

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

/** How much of its score a mutation, a query, an input or an enumeration adds to the type that it is about. */
const RELATED_SHARE = 0.3

/** How much a word of a phrase counts by itself: a credit card is no card. */
const IN_PHRASE_WEIGHT = 0.25

/** How much of its score a part keeps that fits few of the words of a question. */
const KEPT_SHARE = 0.5

/** How much a word for what is done counts, such as `change`. */
const ACTION_WEIGHT = 0.5

/** The index of the schema that agents see, which is made once. */
const indexOf = memoize1((schema: GraphQLSchema) => {
  const parts = new Map(partsOf(schema).map((part) => [part.name, part]))
  const about = new Map([...parts.values()].map((part) => [part.name, aboutOf(part, parts)]))
  const byOwnName = new Map([...parts.keys()].map((name) => [ownNameOf(name), name]))
  const split = wordSplitter(Object.values(ALIASES).flatMap((aliases) => aliases.trim().split(/,\s+/)))
  const known = new Set<string>()
  const index = new MiniSearch<Searched>({
    idField: 'name',
    fields: ['own', 'also', 'members', 'description', 'memberDescriptions'],
    tokenize: split,
    processTerm(term, field) {
      if (field) known.add(term)
      return term
    },
    searchOptions: {
      boost: { own: 8, also: 12, description: 3, members: 2 },
      boostDocument: (name: string) => weightOf(parts.get(name)),
      // A word that the schema has is not taken for another.
      prefix: (term) => term.length > 3 && !known.has(term),
      fuzzy: (term) => (term.length > 5 && !known.has(term) ? 0.2 : false),
    },
  })
  for (const part of parts.values()) index.add(searchedOf(part))
  return {
    parts,
    /** The names of the parts that fit a question, best first: those that it names, and those that its words fit. */
    rank: (question: string) => {
      const named = (question.match(/[\w.]+/g) ?? []).flatMap((word) =>
        parts.has(word) ? word : /[a-z][A-Z]/.test(word) ? (byOwnName.get(word) ?? []) : [],
      )
      const words = split(question)
      const inPhrases = words.filter((word) => word.includes(' ')).flatMap((phrase) => phrase.split(' '))
      const hits = index.search(question, {
        tokenize: () => [...new Set([...words, ...inPhrases])],
        boostTerm: (term) => (words.includes(term) ? (isAction(term) ? ACTION_WEIGHT : 1) : IN_PHRASE_WEIGHT),
      })
      const scores = new Map<string, number>()
      for (const { id, score, queryTerms } of hits) {
        const share = words.filter((word) => queryTerms.includes(word)).length / words.length
        scores.set(String(id), score * (KEPT_SHARE + (1 - KEPT_SHARE) * share))
      }
      const all = new Map(scores)
      for (const [name, score] of scores)
        for (const type of about.get(name) ?? [])
          all.set(type, Math.max(all.get(type) ?? 0, (scores.get(type) ?? 0) + RELATED_SHARE * score))
      const fitting = [...all].toSorted(([, one], [, other]) => other - one).map(([name]) => name)
      return [...new Set([...named, ...fitting])]
    },
  }
})

function weightOf(part: SchemaPart | undefined): number {
  return part ? WEIGHTS[part.kind] * (IS_WRAPPER.test(part.name) ? WRAPPER_WEIGHT : 1) : 0
}

/** The texts by which a part is found. */
interface Searched {
  name: string
  own: string
  also: string
  members: string
  description: string
  memberDescriptions: string
}

function searchedOf({ name, description, members }: SchemaPart): Searched {
  return {
    name,
    own: ownNameOf(name),
    also: ALIASES[name] ?? '',
    members: members.map(({ name }) => name).join(' '),
    description,
    memberDescriptions: members.map(({ description }) => description).join(' '),
  }
}

/** The types with data of the service that a part is about: what a field returns or an input is for, or what has a value or an object. */
function aboutOf({ name, kind, refersTo }: SchemaPart, parts: ReadonlyMap<string, SchemaPart>): string[] {
  const isData = (each: string) => each !== name && parts.get(each)?.kind === 'OBJECT' && !IS_WRAPPER.test(each)
  if (kind === 'ENUM' || kind === 'OBJECT') {
    const holders = [...parts.values()].filter((each) => isData(each.name) && each.refersTo.includes(name))
    // An object of several others is one in its own right.
    return kind === 'OBJECT' && holders.length > 1 ? [] : holders.map((holder) => holder.name)
  }
  const held = (each: string) => (IS_WRAPPER.test(each) ? (parts.get(each)?.refersTo ?? []) : [each])
  return [...new Set(refersTo.flatMap(held).flatMap(held))].filter(isData)
}

/** The name without that of the type that it is a field of. */
function ownNameOf(name: string): string {
  return name.slice(name.indexOf('.') + 1)
}

/**
 * Finds the parts of the schema that agents see for words of a question, best first, in at most `maxCharacters` characters of SDL. Each
 * part is whole, and the enumerations and inputs that its arguments need follow.
 */
export function searchSchema(
  schema: GraphQLSchema,
  query: string,
  { kinds, maxCharacters }: { kinds?: readonly Kind[] | undefined; maxCharacters: number },
): Found {
  const { parts, rank } = indexOf(schema)
  const hits = rank(query)
    .flatMap((name) => parts.get(name) ?? [])
    .filter(({ kind }) => !kinds || kinds.length === 0 || kinds.includes(kind))
    .slice(0, MAX_HITS)
  const found = new Map<string, SchemaPart>()
  const leftOut: string[] = []
  let left = maxCharacters
  const take = (part: SchemaPart): boolean => {
    if (found.has(part.name)) return true
    if (part.sdl.length > left) return false
    left -= part.sdl.length
    found.set(part.name, part)
    return true
  }
  for (const hit of hits) if (!take(hit)) leftOut.push(hit.name)
  for (const hit of hits) if (found.has(hit.name)) for (const needed of neededBy(hit, parts)) take(needed)
  const taken = [...found.values()]
  const mentioned = new Set(taken.flatMap(({ refersTo }) => refersTo).filter((name) => !found.has(name)))
  return { parts: taken, leftOut, mentioned: [...mentioned].sort() }
}

/** The inputs, enumerations and payloads without which a part cannot be used, nearest first. */
function neededBy(part: SchemaPart, parts: ReadonlyMap<string, SchemaPart>): ReadonlySet<SchemaPart> {
  const needed = new Set<SchemaPart>()
  const next = [part]
  for (const from of next)
    for (const name of from.refersTo) {
      const to = parts.get(name)
      if (!to || needed.has(to) || !(['INPUT', 'ENUM'].includes(to.kind) || name.endsWith('Payload'))) continue
      needed.add(to)
      next.push(to)
    }
  return needed
}

/** A part by its name. Undefined if agents see none of this name. */
export function schemaPart(schema: GraphQLSchema, name: string): SchemaPart | undefined {
  return indexOf(schema).parts.get(name)
}

/** The names of all parts that agents see. */
export function schemaPartNames(schema: GraphQLSchema): string[] {
  return [...indexOf(schema).parts.keys()]
}
