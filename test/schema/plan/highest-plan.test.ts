import {
  getNamedType,
  getNullableType,
  getOperationAST,
  isCompositeType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { coerceVariables } from '../../../src/execute/variables.ts'
import { schema } from '../../../src/graph.ts'
import { costOf } from '../../../src/schema/cost/cost.ts'
import { lookUpOf } from '../../../src/schema/node/node-type.ts'
import { highestPlan, needOf } from '../../../src/schema/plan/highest-plan.ts'
import { planOf } from '../../../src/schema/plan/plan.ts'
import { seededRandom } from '../../support/random-document.ts'

const RUNS = 40
const SEED = 20_261_129

const random = seededRandom(SEED)
const below = (most: number) => Math.floor(random() * most)

const node = schema.getType('Node')
if (!isInterfaceType(node)) throw new TypeError('Node is an interface')
const NODE_TYPES = schema.getPossibleTypes(node).filter(({ name }) => lookUpOf(name))

/** A document with all arguments of a field as variables, one of them also as a condition, and the types of these variables. */
interface Open {
  name: string
  text: string
  args: readonly GraphQLArgument[]
}

function openOf(field: GraphQLField<unknown, unknown>, around: (selection: string) => string): Open {
  const { name, args } = field
  const variables = args.map((arg) => `$${arg.name}: ${String(arg.type)}`)
  const given = args.map((arg) => `${arg.name}: $${arg.name}`)
  const call = `${name}${given.length > 0 ? `(${given.join(', ')})` : ''}`
  const type = getNamedType(field.type)
  const fields = isCompositeType(type) ? ` { __typename ${selectionOf(type as GraphQLObjectType)} }` : ''
  const text = `query (${[...variables, '$skipped: Boolean!'].join(', ')}) { ${around(call + fields)} }`
  return { name, text, args }
}

/** A connection with its nodes and their lists, or an entity with its lists. */
function selectionOf(type: GraphQLObjectType, depth = 0): string {
  if (type.name === 'Node' || type.name === '_Entity')
    return ['Campaign', 'LineItem', 'Account', 'PublishedPost']
      .map((name) => `... on ${name} { ${selectionOf(schema.getType(name) as GraphQLObjectType, 1)} }`)
      .join(' ')
  if (!isObjectType(type) || depth > 3) return ''
  const { nodes, totalCount } = type.getFields()
  if (nodes) {
    const below = getNamedType(nodes.type) as GraphQLObjectType
    return `nodes { __typename ${depth < 2 ? selectionOf(below, depth + 1) : ''} } ${totalCount ? 'totalCount @skip(if: $skipped)' : ''}`
  }
  const lists = Object.values(type.getFields()).filter(
    ({ extensions, args, type: declared }) =>
      costOf(extensions) && isCompositeType(getNamedType(declared)) && !args.some((arg) => isNonNullType(arg.type)),
  )
  return lists
    .slice(0, 2)
    .map(
      (list) => `${list.name} { __typename ${selectionOf(getNamedType(list.type) as GraphQLObjectType, depth + 1)} }`,
    )
    .join(' ')
}

const account = schema.getType('Account') as GraphQLObjectType
const documents = [
  ...Object.values(schema.getQueryType()!.getFields())
    .filter(({ extensions }) => costOf(extensions))
    .map((field) => openOf(field, (selection) => selection)),
  ...Object.values(account.getFields())
    .filter(({ extensions }) => costOf(extensions))
    .map((field) => openOf(field, (selection) => `account(id: "a") { ${selection} }`)),
]

/** A value that a client may send for an argument. */
function valueOf(declared: GraphQLInputType, name: string): unknown {
  if (!isNonNullType(declared) && below(3) === 0) return below(2) === 0 ? undefined : null
  const type = getNullableType(declared)
  if (isListType(type)) {
    const item = name === 'ids' || name === 'representations' ? name : ''
    return Array.from(
      { length: [0, 1, 3, 200, 450][below(5)]! },
      () => valueOf(type.ofType, item) ?? valueOf(type.ofType, item),
    )
  }
  if (isEnumType(type)) return type.getValues()[below(type.getValues().length)]!.name
  if (String(type) === 'Boolean') return below(2) === 0
  if (String(type) === 'Int') return name === 'first' ? [1, 7, 200, 201, 1000][below(5)] : 1
  if (String(type) === '_Any') {
    const { name } = NODE_TYPES[below(NODE_TYPES.length)]!
    return { __typename: name, id: `${name}:a${below(3)}:i${below(500)}` }
  }
  if (String(type) === 'ID') return idOf(name)
  return '2026-01-01T00:00:00Z'
}

function idOf(name: string): string {
  const id = `i${below(500)}`
  if (name === 'accountId' || below(3) === 0) return id
  const { name: type } = NODE_TYPES[below(NODE_TYPES.length)]!
  return type === 'Account' ? `Account:${id}` : `${type}:a${below(3)}:${id}`
}

describe('the plan of an operation for any values of its variables', () => {
  it.each(documents)('needs as many calls as with any of them: $name', ({ text, args }) => {
    const document = parse(text)
    const operation = getOperationAST(document)!
    const { plan } = highestPlan(schema, { document, operation, variables: {} })
    const all = highestPlan(schema, { document, operation, variables: {}, maxConditions: 0 })
    for (let run = 0; run < RUNS; run += 1) {
      const sent = Object.fromEntries(args.map(({ name, type }) => [name, valueOf(type, name)]))
      const variables = JSON.parse(JSON.stringify({ ...sent, skipped: below(2) === 0 })) as Record<string, unknown>
      const { coerced } = coerceVariables(schema, operation, variables)
      if (!coerced) continue
      const own = planOf(schema, { document, operation, variables: coerced })
      const most = [plan!.calls.max, all.plan!.calls.max]
      expect({ variables, isBound: most.every((max) => own.calls.max <= max) }).toEqual({ variables, isBound: true })
    }
  })
})

describe('the plan of an operation for any values of a variable', () => {
  /** The maximum number of calls for any values, and for these. */
  function maxCallsOf(text: string, variables: Record<string, string>): [any: number, own: number] {
    const document = parse(text)
    const operation = getOperationAST(document)!
    const any = highestPlan(schema, { document, operation, variables: {} }).plan!
    return [any.calls.max, planOf(schema, { document, operation, variables }).calls.max]
  }

  const lineItems = '... on Campaign { name lineItems(first: 1) { nodes { name } } }'
  const period = 'startTime: "2026-01-01T00:00:00Z", endTime: "2026-01-02T00:00:00Z"'

  it('has the nodes of an ID that is another argument too', () => {
    const history = `account(id: "a") { history(entityType: CAMPAIGN, entityId: $id, ${period}) { nodes { changeType } } }`
    const both = maxCallsOf(`query ($id: ID!) { ${history} node(id: $id) { ${lineItems} } }`, { id: 'Campaign:a:b' })
    expect(both).toEqual([3, 3])
    const list = 'account(id: "a") { campaigns(ids: [$id]) { nodes { name } } }'
    expect(maxCallsOf(`query ($id: ID!) { ${list} node(id: $id) { ${lineItems} } }`, { id: 'Campaign:a:b' })).toEqual([
      3, 3,
    ])
  })

  it('has nodes of several types in one list', () => {
    const text = `query ($a: ID!, $b: ID!) { nodes(ids: [$a, $b]) {
      ... on LineItem { advertiserBusinessCategories { nodes { name } } }
      ... on ContentCategory { iabCategories { nodes { name } } } } }`
    expect(maxCallsOf(text, { a: 'LineItem:x:l', b: 'ContentCategory:k' })).toEqual([4, 4])
  })

  it('has nodes in one account, whose lists are read together', () => {
    const text = `query ($a: ID!, $b: ID!) { nodes(ids: [$a, $b]) { ${lineItems} } }`
    const [any, own] = maxCallsOf(text, { a: 'Campaign:x:a', b: 'Campaign:x:b' })
    expect(any).toBeGreaterThanOrEqual(own)
  })

  const postsOf = (id: string, args: string) =>
    `lineItem(id: "LineItem:x:${id}") { promotedPosts(first: 1, ${args}) { totalCount } }`
  const criteriaOf = (id: string, args: string) =>
    `lineItem(id: "LineItem:x:${id}") { targetingCriteria(first: 1, ${args}) { totalCount } }`

  it.each([
    [
      'a cursor below several parents',
      `query ($c: String) { account(id: "x") { lineItems(first: 2) { nodes { promotedPosts(first: 1, after: $c) { totalCount } } } } }`,
    ],
    [
      'a cursor of lists of several fields',
      `query ($c: String) { a: ${postsOf('a', 'after: $c')} b: ${postsOf('b', 'after: $c')} }`,
    ],
    [
      'a condition that another list does not have',
      `query ($d: Boolean) { a: ${postsOf('a', 'withDeleted: $d')} b: ${postsOf('b', 'withDraft: false')} }`,
    ],
    [
      'several orders',
      `query ($s: [SortBy!], $t: [SortBy!]) { a: ${criteriaOf('a', 'sortBy: $s')} b: ${criteriaOf('b', 'sortBy: $t')} }`,
    ],
  ])('has lists that are read together without it: %s', (_, text) => {
    expect(maxCallsOf(text, {})).toEqual([Infinity, Infinity])
  })

  it('has lists with a cursor, each read by itself, if these need more calls', () => {
    const text = `query ($c: String) { account(id: "x") { lineItems(first: 3) { nodes { promotedPosts(first: 1, after: $c) { nodes { id } } } } } }`
    expect(maxCallsOf(text, {})).toEqual([10, 6])
    expect(maxCallsOf(text, { c: 'c' })).toEqual([10, 10])
  })

  it('has the rows of the nodes with the most rows, also if others have more calls', () => {
    const document = parse(`query ($id: ID!) { node(id: $id) {
      ... on PromotedPost { lineItem { name campaign { name fundingInstrument { description } } } }
      ... on Account { campaigns(first: 1000) { nodes { name } } lineItems(first: 1000) { nodes { name } } } } }`)
    const operation = getOperationAST(document)!
    expect(highestPlan(schema, { document, operation, variables: {} }).plan!.rows.max).toBe(2_001)
  })
})

describe('what an operation needs', () => {
  it('is its plan for its own variables, and is known without that if no values need more', () => {
    const document = parse('query ($first: Int) { account(id: "a") { campaigns(first: $first) { nodes { name } } } }')
    const operation = getOperationAST(document)!
    const need = (variables: Record<string, unknown>) => needOf(schema, { document, operation, variables })
    for (const first of [7, 8, 9]) {
      const own = need({ first })
      expect([own.exceedsCalls(0), own.exceedsCalls(1)]).toEqual([true, false])
      expect([6, first, 999].map((rows) => own.mayExceedRows(rows))).toEqual([true, false, false])
      expect(own.plan().rows.max).toBe(first)
    }
  })

  it('is not planned again to know its rows if its variables are IDs, unless they decide which types there are', () => {
    const plannedWith = (text: string, id: string) => {
      const document = parse(text)
      const operation = getOperationAST(document)!
      let reads = 0
      const variables = {
        get id() {
          reads += 1
          return id
        },
      }
      const need = () => needOf(schema, { document, operation, variables })
      need().mayExceedRows(1)
      need().mayExceedRows(1)
      reads = 0
      return [need().mayExceedRows(10), need().mayExceedRows(100), reads > 0]
    }
    const campaigns = 'campaigns(first: 50) { nodes { name } }'

    expect(plannedWith(`query ($id: ID!) { account(id: $id) { ${campaigns} } }`, 'a')).toEqual([true, false, false])
    expect(
      plannedWith(`query ($id: ID!) { node(id: $id) { id ... on Account { ${campaigns} } } }`, 'Campaign:a:b'),
    ).toEqual([false, false, true])
  })
})
