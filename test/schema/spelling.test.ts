import { readdirSync, readFileSync } from 'node:fs'
import {
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  type GraphQLNamedType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../src/schema/index.ts'

/** The words of the files of the schema. */
const words = new Set(
  (readdirSync('src/schema', { recursive: true }) as string[])
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => readFileSync(`src/schema/${file}`, 'utf8').match(/\w+/g) ?? []),
)

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
)

/** The types whose fields are looked for: the roots, accounts, and payloads. */
const isSearched = ({ name }: GraphQLNamedType) => /^(Query|Mutation|Account)$|Payload$/.test(name)

describe('the source of the schema', () => {
  it('spells the name of every type, except those that are named after another type', () => {
    const names = types.map(({ name }) => name.replace(/Edge$/, 'Connection').replace(/SortField$/, 'SortBy'))
    expect(names.length).toBeGreaterThan(400)
    expect(names.filter((name) => !words.has(name))).toEqual([])
  })

  it('spells the name of every field of the roots, of accounts and of payloads', () => {
    const fields = types
      .filter((type) => isObjectType(type) || isInterfaceType(type))
      .filter(isSearched)
      .flatMap((type) => Object.keys(type.getFields()).map((name) => `${type.name}.${name}`))
    expect(fields.length).toBeGreaterThan(300)
    expect(fields.filter((field) => !words.has(field.split('.')[1] ?? ''))).toEqual([])
  })
})
