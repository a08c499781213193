import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql'
import indexUrl from '../../dist/schema-index.json?url'
import { indexIn, rankedNames, type SchemaIndex } from '../../src/extension/agents/schema/rank.ts'

/** A type or field of the documentation. */
export interface Hit {
  /** Such as `Campaign.entityStatus`. */
  name: string
  type: GraphQLNamedType
  /** Undefined for the type itself, and for a value of an enum. */
  field: GraphQLField<unknown, unknown> | GraphQLInputField | undefined
  description: string
}

/** Loads the index that agents search too, from a file of the build. */
export async function loadIndex(): Promise<SchemaIndex> {
  const response = await fetch(indexUrl)
  return indexIn(await response.text())
}

/**
 * Makes a search of a schema. What has exactly the name that is sought comes first, then names that begin with it if it is one, and then what
 * agents find, the other names, and descriptions. Without an index, agents find nothing.
 */
export function searchOf(schema: GraphQLSchema, index: SchemaIndex | undefined): (text: string) => Hit[] {
  const entries = Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('_'))
    .flatMap(entriesOf)
    .map((hit) => {
      const name = hit.name.toLowerCase()
      return { hit, name, own: name.slice(name.indexOf('.') + 1), description: hit.description.toLowerCase() }
    })
    .sort((one, other) => one.name.length - other.name.length)
  const byName = new Map(entries.map((entry) => [entry.hit.name, entry]))
  return (text) => {
    const sought = text.toLowerCase()
    const exact = entries.filter(({ name, own }) => name === sought || own === sought)
    const begun = /[a-z][A-Z]/.test(text) ? entries.filter(({ own }) => own.startsWith(sought)) : []
    const ranked = index ? rankedNames(index, text).flatMap((name) => byName.get(name) ?? []) : []
    const named = entries.filter(({ name }) => name.includes(sought))
    const described = entries.filter(({ description }) => description.includes(sought))
    return [...new Set([...exact, ...begun, ...ranked, ...named, ...described])].map(({ hit }) => hit)
  }
}

function entriesOf(type: GraphQLNamedType): Hit[] {
  const own: Hit = { name: type.name, type, field: undefined, description: type.description ?? '' }
  const within = (name: string, description: string | null | undefined, field: Hit['field']): Hit => ({
    name: `${type.name}.${name}`,
    type,
    field,
    description: description ?? '',
  })
  if (isObjectType(type) || isInterfaceType(type))
    return [
      own,
      ...Object.values(type.getFields()).map((field) => {
        const args = field.args.map(({ name, description }) => `${name}: ${description ?? ''}`)
        return within(field.name, [field.description, ...args].filter(Boolean).join(' · '), field)
      }),
    ]
  if (isInputObjectType(type))
    return [own, ...Object.values(type.getFields()).map((field) => within(field.name, field.description, field))]
  if (isEnumType(type))
    return [own, ...type.getValues().map(({ name, description }) => within(name, description, undefined))]
  return [own]
}
