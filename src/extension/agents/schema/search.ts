import { readFile } from 'node:fs/promises'
import { memoize1 } from '@graphql-tools/utils'
import type { GraphQLSchema } from 'graphql'
import { BUILD } from '../../../server/build.ts'
import { partsOf, type Kind, type SchemaPart } from './part.ts'
import { indexIn, indexOf, rankedNames } from './rank.ts'
import { visibleSchema } from './visible.ts'

/** The maximum number of parts that a search returns by themselves. */
const MAX_HITS = 8

/** Whether this is the built program. `release/schema-index.ts` has written the parts and their index into its build. */
const IS_BUILT = import.meta.url.endsWith('.js')

/** The parts of the schema that agents see, by name, and their index. The sources have no build, so there they are made. */
const openSearch = memoize1(async (schema: GraphQLSchema) => {
  const parts: SchemaPart[] = IS_BUILT
    ? JSON.parse(await readFile(new URL('schema-parts.json', BUILD), 'utf8'))
    : partsOf(visibleSchema(schema))
  const index = IS_BUILT ? await indexIn(await readFile(new URL('schema-index.json', BUILD), 'utf8')) : indexOf(parts)
  return { parts: new Map(parts.map((part) => [part.name, part])), index }
})

/**
 * Finds the parts of the schema that agents see for words of a question, best first, in at most `maxCharacters` characters of SDL. Each
 * part is whole, and the enumerations and inputs that its arguments need follow.
 */
export async function searchSchema(
  schema: GraphQLSchema,
  query: string,
  { kinds = [], maxCharacters }: { kinds?: readonly Kind[]; maxCharacters: number },
) {
  const { index, parts } = await openSearch(schema)
  const hits = rankedNames(index, query)
    .flatMap((name) => parts.get(name) ?? [])
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
  // The set is read to its end, with the items that are added meanwhile.
  for (const { refersTo } of found)
    for (const name of refersTo) {
      const part = parts.get(name)
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
  return (await openSearch(schema)).parts.get(name)
}

/** The names of all parts that agents see. */
export async function schemaPartNames(schema: GraphQLSchema): Promise<string[]> {
  return [...(await openSearch(schema)).parts.keys()]
}
