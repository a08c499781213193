import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  type GraphQLNamedType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../src/schema/index.ts'

/** The types of this graph: not GraphQL's own, nor those that federation adds. */
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type) && !/^_|__/.test(type.name),
)

const nodeTypes = types.filter(isObjectType).filter((type) => type.getInterfaces().some(({ name }) => name === 'Node'))

/** Every place that a description belongs to, and the description. */
function described(type: GraphQLNamedType): [place: string, description: string | null | undefined][] {
  const own: [string, string | null | undefined] = [type.name, type.description]
  if (isEnumType(type))
    return [
      own,
      ...type
        .getValues()
        .map((value): [string, typeof value.description] => [`${type.name}.${value.name}`, value.description]),
    ]
  if (isInputObjectType(type))
    return [
      own,
      ...Object.values(type.getFields()).map((field): [string, typeof field.description] => [
        `${type.name}.${field.name}`,
        field.description,
      ]),
    ]
  if (!isObjectType(type) && !isInterfaceType(type)) return [own]
  return [
    own,
    ...Object.values(type.getFields())
      .filter(({ name }) => !name.startsWith('_'))
      .flatMap((field): [string, string | null | undefined][] => [
        [`${type.name}.${field.name}`, field.description],
        ...field.args.map((arg): [string, string | null | undefined] => [
          `${type.name}.${field.name}(${arg.name})`,
          arg.description,
        ]),
      ]),
  ]
}

describe('the graph', () => {
  it('describes every type, field, argument and enum value in a sentence', () => {
    const places = types.flatMap(described)

    expect(places.length).toBeGreaterThan(500)
    expect(places.filter(([, description]) => !/^[A-Z0-9`].*[.)]$/s.test(description ?? ''))).toEqual([])
  })

  it('answers ids and connections of an entity from its key alone, so that no call is made for the entity', () => {
    const keys = nodeTypes.flatMap((type) =>
      Object.values(type.getFields())
        .filter(
          ({ name, type }) => name === 'id' || name === 'restId' || getNamedType(type).name.endsWith('Connection'),
        )
        .map((field) => ({ field: `${type.name}.${field.name}`, keyOnly: field.extensions['keyOnly'] })),
    )
    expect(keys.filter(({ keyOnly }) => keyOnly !== true)).toEqual([])
  })

  it('leaves the fields of entities nullable, but for ids and connections', () => {
    const required = nodeTypes.flatMap((type) =>
      Object.values(type.getFields())
        .filter(({ name, type }) => isNonNullType(type) && name !== 'id' && name !== 'restId')
        .filter(({ type }) => !getNamedType(type).name.endsWith('Connection'))
        .map(({ name }) => `${type.name}.${name}`),
    )
    expect(required).toEqual([])
  })

  it('names connections and edges after their entity, and pages them forward only', () => {
    for (const type of types.filter(isObjectType)) {
      if (!type.name.endsWith('Connection')) continue
      const entity = getNamedType(type.getFields()['nodes']!.type).name
      expect([type.name, String(type.getFields()['edges']!.type)]).toEqual([`${entity}Connection`, `[${entity}Edge!]!`])
    }
    const paged = types
      .filter(isObjectType)
      .flatMap((type) => Object.values(type.getFields()))
      .filter(({ type }) => getNamedType(type).name.endsWith('Connection'))
    expect(paged.length).toBeGreaterThan(20)
    for (const { args } of paged) {
      const names = args.map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining(['first', 'after']))
      expect(names).not.toContain('last')
      expect(names).not.toContain('before')
    }
  })
})
