import { MapperKind, mapSchema, memoize1 } from '@graphql-tools/utils'
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  isUnionType,
  printType,
  GraphQLObjectType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql'
import MiniSearch from 'minisearch'
import { visibleSchema } from './visible.ts'

/** The kinds of the parts of a schema. */
export const KINDS = ['QUERY', 'MUTATION', 'OBJECT', 'INTERFACE', 'UNION', 'INPUT', 'ENUM', 'SCALAR'] as const

export type Kind = (typeof KINDS)[number]

/** A part of the schema: a type, or a field of `Query` or `Mutation`. */
export interface SchemaPart {
  /** The name of the type, or the coordinate of the field, such as `Mutation.updateCampaign`. */
  name: string
  kind: Kind
  /** The definition. The arguments of fields of object types have no descriptions here: those of all lists are alike. */
  sdl: string
  /** The definition with all descriptions. */
  fullSdl: string
  /** The named types that the part refers to. */
  refersTo: string[]
}

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

/** Words that people use for those of the interface. */
const SYNONYMS: Readonly<Record<string, string>> = {
  ad: 'line item promoted post',
  adset: 'line item',
  age: 'targeting criterion',
  appear: 'placement',
  approve: 'approval status',
  authorize: 'user access permission',
  block: 'do not reach list',
  buy: 'funding instrument',
  changed: 'account history',
  city: 'location option',
  competitor: 'targeting criterion',
  country: 'location option',
  credit: 'funding instrument',
  customer: 'custom audience user',
  email: 'custom audience user',
  exclude: 'do not reach list',
  follower: 'promoted account',
  fund: 'funding instrument',
  gender: 'targeting criterion',
  group: 'line item',
  handle: 'promotable user',
  history: 'account history',
  mobile: 'targeting criterion platform',
  phone: 'targeting criterion platform',
  remarket: 'custom audience',
  retarget: 'custom audience',
  image: 'media',
  interest: 'targeting criterion',
  keyword: 'keyword insight',
  launch: 'create campaign',
  measure: 'tracking tag',
  money: 'funding instrument budget',
  pause: 'entity status',
  pay: 'funding instrument',
  payment: 'funding instrument',
  people: 'audience',
  permission: 'user access',
  photo: 'media',
  picture: 'media',
  pixel: 'tracking tag',
  placement: 'line item placement',
  popular: 'keyword insight',
  quota: 'rate limit',
  quiz: 'poll card',
  reach: 'audience estimate',
  remove: 'delete',
  serve: 'servable reason not servable effective status',
  serving: 'servable reason not servable effective status',
  size: 'audience estimate',
  spend: 'budget',
  suggestion: 'recommendation',
  survey: 'poll card',
  target: 'targeting criterion',
  targeted: 'targeting criterion',
  team: 'user access',
  throttle: 'rate limit',
  unsubscribe: 'do not reach list',
  unsubscribed: 'do not reach list',
  upload: 'user',
  vat: 'tax settings',
  video: 'media',
  website: 'composable card tracking tag',
}

/** Splits names in camel case and words, and cuts the plural. */
function tokensOf(text: string): string[] {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !STOP_WORDS.has(word))
    .map((word) => (word.length > 3 ? word.replace(/ies$/, 'y').replace(/(?<!s)s$/, '') : word))
}

const STOP_WORDS = new Set(
  'an and are at be by can do does for from has have how if in into is it its my of on or our that the their them then there this to was we what when where which who why will with you your'.split(
    ' ',
  ),
)

interface Index {
  parts: ReadonlyMap<string, SchemaPart>
  search: MiniSearch
}

/** The index of the schema that agents see, which is made once. */
const indexOf = memoize1((schema: GraphQLSchema): Index => {
  const visible = visibleSchema(schema)
  const brief = withoutArgumentTexts(visible)
  const parts = new Map<string, SchemaPart>()
  const search = new MiniSearch({
    idField: 'name',
    fields: ['own', 'members', 'description', 'memberDescriptions'],
    tokenize: tokensOf,
    processTerm: (term) => term,
    searchOptions: {
      boost: { own: 8, description: 3, members: 2 },
      boostDocument: (name: string) => WEIGHTS[parts.get(name)?.kind ?? 'SCALAR'],
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
      combineWith: 'OR',
    },
  })
  const add = (part: SchemaPart, searched: Omit<Searched, 'name'>) => {
    parts.set(part.name, part)
    search.add({ name: part.name, ...searched } satisfies Searched)
  }
  const roots = [
    ['QUERY', visible.getQueryType()],
    ['MUTATION', visible.getMutationType()],
  ] as const
  for (const [kind, root] of roots)
    for (const field of Object.values(root?.getFields() ?? {}))
      if (root) add(rootField(kind, root, field), searchedOfField(field))
  for (const type of Object.values(visible.getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type) || roots.some(([, root]) => root === type)) continue
    add(typePart(type, brief.getType(type.name) ?? type), searchedOfType(type))
  }
  return { parts, search }
})

/** Types that hold the data of the service matter more to a question than those around them. */
const WEIGHTS: Readonly<Record<Kind, number>> = {
  OBJECT: 2,
  QUERY: 0.9,
  MUTATION: 1.1,
  INTERFACE: 0.9,
  UNION: 0.8,
  INPUT: 0.5,
  ENUM: 0.5,
  SCALAR: 0.6,
}

/** How much a synonym counts beside a word of the question. */
const SYNONYM_WEIGHT = 0.4

/** How much more a part counts if the question has all words of its name. */
const NAME_WEIGHT = 1

/** The share of these words that are known. */
function shareOf(words: readonly string[], known: ReadonlySet<string>): number {
  return words.filter((word) => known.has(word)).length / words.length
}

/** Types that only hold others: they fit wherever what they hold fits. */
const IS_WRAPPER = /(?:Connection|Edge|Payload)$/

/**
 * Finds the parts of the schema that agents see for words of a question, best first, in at most `maxCharacters` characters of SDL. Each
 * part is whole, and the enumerations and inputs that its arguments need follow.
 */
export function searchSchema(
  schema: GraphQLSchema,
  query: string,
  { kinds, maxCharacters }: { kinds?: readonly Kind[] | undefined; maxCharacters: number },
): Found {
  const { parts, search } = indexOf(schema)
  const asked = new Set(kinds)
  const words = tokensOf(query)
  const synonyms = words.flatMap((word) => tokensOf(SYNONYMS[word] ?? ''))
  const said = new Set(words)
  const known = new Set([...words, ...synonyms])
  const boostTerm = (term: string) => (said.has(term) ? 1 : SYNONYM_WEIGHT)
  const hits = search
    .search([...known].join(' '), { boostTerm })
    .map(({ id, score }) => ({ id, score: score * (1 + NAME_WEIGHT * shareOf(tokensOf(String(id)), known)) }))
    .toSorted((a, b) => b.score - a.score)
    .flatMap(({ id }) => parts.get(String(id)) ?? [])
    .filter(({ kind, name }) => (asked.size === 0 ? !IS_WRAPPER.test(name) : asked.has(kind)))
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
function neededBy(part: SchemaPart, parts: ReadonlyMap<string, SchemaPart>): SchemaPart[] {
  const needed = new Map<string, SchemaPart>()
  const next = [part]
  for (let from = next.shift(); from; from = next.shift())
    for (const name of from.refersTo) {
      const to = parts.get(name)
      if (!to || needed.has(name) || !(NEEDED_KINDS.has(to.kind) || name.endsWith('Payload'))) continue
      needed.set(name, to)
      next.push(to)
    }
  return [...needed.values()]
}

const NEEDED_KINDS: ReadonlySet<Kind> = new Set(['INPUT', 'ENUM'])

/** A part by its name. Undefined if agents see none of this name. */
export function schemaPart(schema: GraphQLSchema, name: string): SchemaPart | undefined {
  const { parts } = indexOf(schema)
  return parts.get(name)
}

/** The names of all parts that agents see. */
export function schemaPartNames(schema: GraphQLSchema): string[] {
  return [...indexOf(schema).parts.keys()]
}

/** The texts by which a part is found. */
interface Searched {
  name: string
  own: string
  members: string
  description: string
  memberDescriptions: string
}

function searchedOfField({ name, description, args }: GraphQLField<unknown, unknown>): Omit<Searched, 'name'> {
  return {
    own: name,
    members: args.map(({ name }) => name).join(' '),
    description: description ?? '',
    memberDescriptions: '',
  }
}

function searchedOfType(type: GraphQLNamedType): Omit<Searched, 'name'> {
  const members: readonly { name: string; description?: string | null | undefined }[] = isEnumType(type)
    ? type.getValues()
    : isUnionType(type)
      ? type.getTypes()
      : 'getFields' in type
        ? Object.values(type.getFields())
        : []
  return {
    own: type.name,
    members: members.map(({ name }) => name).join(' '),
    description: type.description ?? '',
    memberDescriptions: members.map(({ description }) => description ?? '').join(' '),
  }
}

function rootField(kind: Kind, root: GraphQLObjectType, field: GraphQLField<unknown, unknown>): SchemaPart {
  const only = new GraphQLObjectType({
    name: root.name,
    fields: {
      [field.name]: {
        type: field.type,
        description: field.description,
        args: Object.fromEntries(field.args.map((arg) => [arg.name, arg])),
      },
    },
  })
  const sdl = `extend ${printType(only)}`
  return {
    name: `${root.name}.${field.name}`,
    kind,
    sdl,
    fullSdl: sdl,
    refersTo: unique([getNamedType(field.type), ...field.args.map(({ type }) => getNamedType(type))]),
  }
}

function typePart(type: GraphQLNamedType, brief: GraphQLNamedType): SchemaPart {
  return {
    name: type.name,
    kind: kindOf(type),
    sdl: printType(brief),
    fullSdl: printType(type),
    refersTo: unique(typesBelow(type)),
  }
}

/** A schema whose fields of object types have arguments without descriptions. */
function withoutArgumentTexts(schema: GraphQLSchema): GraphQLSchema {
  return mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: ({ args = {}, ...field }) => ({
      ...field,
      args: Object.fromEntries(
        Object.entries(args).map(([name, { description: _description, ...arg }]) => [name, arg]),
      ),
    }),
  })
}

function typesBelow(type: GraphQLNamedType): GraphQLNamedType[] {
  if (isUnionType(type)) return [...type.getTypes()]
  if (isInputObjectType(type)) return Object.values(type.getFields()).map((field) => getNamedType(field.type))
  if (!isObjectType(type) && !isInterfaceType(type)) return []
  return Object.values(type.getFields()).flatMap(({ type, args }) => [
    getNamedType(type),
    ...args.map((arg) => getNamedType(arg.type)),
  ])
}

function kindOf(type: GraphQLNamedType): Kind {
  if (isObjectType(type)) return 'OBJECT'
  if (isInterfaceType(type)) return 'INTERFACE'
  if (isUnionType(type)) return 'UNION'
  if (isInputObjectType(type)) return 'INPUT'
  return isEnumType(type) ? 'ENUM' : 'SCALAR'
}

function unique(types: readonly GraphQLNamedType[]): string[] {
  return [...new Set(types.filter((type) => !isSpecifiedScalarType(type)).map(({ name }) => name))]
}
