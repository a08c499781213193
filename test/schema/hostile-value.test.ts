import {
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  type GraphQLNamedType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../src/graph.ts'
import { snakeCase } from '../../src/schema/wire-name.ts'
import { useGraphOver } from '../support/graph.ts'

/** Values, as JSON, that no column has: their `toString` is no function, they are lists, or they are of the wrong kind. */
const VALUES = [
  '{"toString":1}',
  '{"toString":1,"valueOf":1}',
  '[{"toString":1}]',
  '{"id":{"toString":1}}',
  '["ACTIVE"]',
  '[null]',
  '[[[]]]',
  '{"__proto__":{"toString":1}}',
  '""',
  '"toString"',
  '"a,b"',
  '"\\ud800"',
  '1.5',
  'true',
]

/** Codes of errors that say whose fault a value is. */
const CODES = new Set(['UPSTREAM_UNAVAILABLE', 'UPSTREAM_ERROR', 'NOT_FOUND', 'FORBIDDEN'])

/** The fields of an object or an interface that can be selected without arguments. */
function fieldsOf(type: GraphQLNamedType): { name: string; type: GraphQLNamedType }[] {
  if (!isObjectType(type) && !isInterfaceType(type)) return []
  const fields = Object.values(type.getFields()).filter(({ args }) => !args.some(isRequiredArgument))
  return fields.map((field) => ({ name: field.name, type: getNamedType(field.type) }))
}

/** All leaves of a type, and of what is below it. */
function selectionOf(type: GraphQLNamedType, levels: number): string {
  const below = fieldsOf(type).map((field): string => {
    if (isLeafType(field.type)) return field.name
    return levels > 0 && !isAbstractType(type) ? `${field.name} ${selectionOf(field.type, levels - 1)}` : ''
  })
  return `{ __typename ${below.join(' ')} }`
}

const connections = fieldsOf(schema.getType('Account')!).flatMap((field) => {
  const item = fieldsOf(field.type).find(({ name }) => name === 'nodes')
  return item ? [{ name: field.name, item: item.type }] : []
})

let columns: readonly string[] = []
const { graph } = useGraphOver(({ path, query }) => {
  const wanted = Object.entries(query)
    .find(([name]) => /_(ids|keys)$/.test(name))?.[1]
    .split(',')
  // The lists of parents are empty.
  if (wanted && !Object.keys(query).some((name) => path.endsWith(`/${name.replace(/_(id|key)s$/, 's')}`)))
    return { body: { data: [] } }
  const rows = (wanted ?? VALUES).map((id, index) => {
    const value = VALUES[index % VALUES.length]
    return `{"id":"${wanted ? id : `r${index}`}",${columns.map((column) => `"${column}":${value}`).join()}}`
  })
  return { body: `{"data":[${rows.join()}],"next_cursor":null}` }
})

describe('a value that no column has', () => {
  it.each(connections)('is never an internal error in $name', async ({ name, item }) => {
    const types = isAbstractType(item) ? schema.getPossibleTypes(item) : [item].filter(isObjectType)
    const fields = new Set(types.flatMap((type) => Object.keys(type.getFields())))
    columns = [...fields].filter((field) => !['id', 'raw', 'restId'].includes(field)).map(snakeCase)
    for (const levels of [0, 1]) {
      const list = `${name}(first: 20) { edges { cursor } pageInfo { endCursor } nodes ${selectionOf(item, levels)} }`
      const { errors } = await graph.query(`{ account(id: "a1") { ${list} } }`)

      expect(errors?.filter(({ extensions: { code } }) => !CODES.has(code)) ?? []).toEqual([])
    }
  })
})
