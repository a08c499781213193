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

/** A type or field of the documentation. */
export interface Hit {
  /** Such as `Campaign.entityStatus`. */
  name: string
  type: GraphQLNamedType
  /** Undefined for the type itself, and for a value of an enum. */
  field: GraphQLField<unknown, unknown> | GraphQLInputField | undefined
  description: string
}

/** Makes a search of a schema for names and descriptions. What has the text in its name comes first. */
export function searchOf(schema: GraphQLSchema): (text: string) => Hit[] {
  const entries = Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('_'))
    .flatMap(entriesOf)
    .map((hit) => ({ hit, name: hit.name.toLowerCase(), description: hit.description.toLowerCase() }))
  return (text) => {
    const sought = text.toLowerCase()
    const named = entries.filter(({ name }) => name.includes(sought))
    const described = entries.filter(({ name, description }) => !name.includes(sought) && description.includes(sought))
    return [...named.sort((one, other) => one.name.length - other.name.length), ...described].map(({ hit }) => hit)
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
