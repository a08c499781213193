import {
  defaultFieldResolver,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isIntrospectionType,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../sandbox/index.ts'
import { schema } from '../../src/graph.ts'
import { openSandboxGraph, type SandboxGraph } from '../support/graph.ts'

const MARKERS: Record<string, unknown> = {
  String: 'marked',
  ID: 'marked',
  DateTime: 'marked',
  JSON: 'marked',
  Long: '77',
  Int: 77,
  Float: 77,
  Boolean: true,
}

/** What a wrapped resolver gives for every value of a type: an enum's last value. */
function markerOf(type: GraphQLLeafType): unknown {
  return isEnumType(type) ? type.getValues().at(-1)!.value : MARKERS[type.name]
}

/** Puts the resolvers back: test files share the schema. */
const restore: (() => void)[] = []

function wrap(field: GraphQLField<unknown, unknown>): void {
  const original = field.resolve
  restore.push(() => (field.resolve = original))
  const { resolve = defaultFieldResolver } = field
  const type = getNamedType(field.type)
  if (!isLeafType(type)) return
  const marker = markerOf(type)
  const listDepth = String(field.type).split('[').length - 1
  field.resolve = async (...call) => {
    const value = await resolve(...call)
    if (value === null || value === undefined) return value
    return Array.from({ length: listDepth }).reduce((inner) => [inner], marker)
  }
}

let graph: SandboxGraph
beforeAll(async () => {
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && !isIntrospectionType(type)) Object.values(type.getFields()).forEach(wrap)
  graph = await openSandboxGraph({ sandbox: { limits: { totalCounts: 1e9, globalReads: 1e9, statsReads: 1e9 } } })
})
afterAll(async () => {
  await graph.close()
  for (const putBack of restore) putBack()
})

const needsNoArguments = ({ args }: GraphQLField<unknown, unknown>) =>
  args.every(({ type, defaultValue }) => !isNonNullType(type) || defaultValue !== undefined)

/** Every leaf of a type, and one level of the objects below it. */
function selectionOf(type: GraphQLObjectType, depth = 1): string {
  const fields = Object.values(type.getFields()).filter(needsNoArguments)
  const parts = fields.map((field) => {
    const named = getNamedType(field.type)
    if (!isCompositeType(named)) return field.name
    const isConnection = isObjectType(named) && 'pageInfo' in named.getFields()
    return depth > 0 && isObjectType(named) && !isConnection ? `${field.name} ${selectionOf(named, depth - 1)}` : ''
  })
  return `{ __typename ${parts.filter((part) => part !== '').join(' ')} }`
}

/** The leaves of an answer with their response paths, without indexes and without `__typename`. */
function* leavesOf(value: unknown, path = ''): Generator<[path: string, leaf: unknown]> {
  if (typeof value !== 'object' || value === null) yield [path, value]
  else if (Array.isArray(value)) for (const item of value) yield* leavesOf(item, path)
  else
    for (const [name, member] of Object.entries(value))
      if (name !== '__typename') yield* leavesOf(member, `${path}.${name}`)
}

const connections = Object.values((schema.getType('Account') as GraphQLObjectType).getFields()).flatMap((field) => {
  const type = getNamedType(field.type)
  if (!isObjectType(type) || !('nodes' in type.getFields()) || !needsNoArguments(field)) return []
  const node = getNamedType(type.getFields()['nodes']!.type)
  return isObjectType(node) ? [{ field: field.name, node }] : []
})

const LAST_VALUES = Object.values(schema.getTypeMap())
  .filter(isEnumType)
  .map((type) => type.getValues().at(-1)!.name)
const MARKED = new Set<unknown>([...Object.values(MARKERS), ...LAST_VALUES, null])

describe('a schema whose every resolver has been wrapped since it was built', () => {
  it.each(connections)('returns the values of the wrappers for rows of $field', async ({ field, node }) => {
    const selection = selectionOf(node)
    const { data } = await graph.query<{ account: Record<string, { nodes: unknown[]; edges: unknown[] } | null> }>(`{
      account(id: "Account:${DEMO_ACCOUNT_ID}") { id ${field} {
        nodes ${selection} edges { cursor node ${selection} } pageInfo { startCursor hasNextPage }
      } }
    }`)
    const leaves = [...leavesOf(data)]

    expect(leaves.filter(([, leaf]) => !MARKED.has(leaf))).toEqual([])
    expect(leaves).toContainEqual(['.account.id', 'marked'])
    const rows = data.account[field]?.nodes.length ?? 0
    const ids = leaves.filter(([path]) => path === `.account.${field}.nodes.restId`)
    expect(ids).toEqual(Array.from({ length: 'restId' in node.getFields() ? rows : 0 }, () => ids[0]))
  })

  it('returns them in nested lists too', async () => {
    const lineItem = schema.getType('LineItem') as GraphQLObjectType
    const { data, errors } = await graph.query(`{
      account(id: "Account:${DEMO_ACCOUNT_ID}") { campaigns(first: 20) { nodes { id name entityStatus lineItems(first: 20) {
        nodes { ${Object.values(lineItem.getFields())
          .filter((field) => isLeafType(getNullableType(field.type)) && needsNoArguments(field))
          .map(({ name }) => name)
          .join(' ')} promotedPosts { nodes { postId } } targetingCriteria(first: 5) { nodes { targetingValue name } } }
      } } } }
    }`)
    const leaves = [...leavesOf(data)]

    expect(errors).toBeUndefined()
    expect(leaves.filter(([, leaf]) => !MARKED.has(leaf))).toEqual([])
    for (const path of ['name', 'bidAmountLocalMicro', 'targetingCriteria.nodes.targetingValue'])
      expect(
        leaves.filter(([each, leaf]) => each.endsWith(`.lineItems.nodes.${path}`) && leaf !== null).length,
      ).toBeGreaterThan(10)
  })

  it('covers the lists of an account', () => {
    expect(connections.length).toBeGreaterThan(15)
  })
})
