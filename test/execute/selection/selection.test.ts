import {
  buildSchema,
  execute,
  getOperationAST,
  parse,
  validate,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { execute as executeQuery } from '../../../src/execute/executor.ts'
import { keyOnly, needsRow, selectionOf } from '../../../src/execute/selection/selection.ts'
import { schema as graphSchema } from '../../../src/graph.ts'
import { planOf } from '../../../src/schema/plan/plan.ts'
import { openGraph } from '../../support/graph.ts'
import { startListUpstream } from '../../support/upstream.ts'

const schema = buildSchema(`
  type Query { row: Row, rows: Rows, named: Named, rowList: [Row] }
  type Rows { nodes: [Row], edges: [Edge], pageInfo: String, totalCount: Int }
  type Edge { node: Row }
  type Row implements Named { id: ID, name: String, row: Row }
  type Other implements Named { id: ID, text: String }
  interface Named { id: ID }
`)
const row = schema.getType('Row')
if (row && 'getFields' in row) row.getFields()['id']!.extensions = keyOnly

/** The questions that each field of the root gets while an operation runs, by both executors. */
async function asked<T>(
  ask: (info: GraphQLResolveInfo) => T,
  text: string,
  variableValues: Record<string, unknown> = {},
): Promise<T[]> {
  const document = parse(text)
  expect(validate(schema, document)).toEqual([])
  const run = async (executor: typeof execute) => {
    const reported: T[] = []
    const query = schema.getQueryType()!
    for (const field of Object.values(query.getFields()))
      field.resolve = (_root, _args, _context, info) => {
        reported.push(ask(info))
        return null
      }
    const { errors } = await executor({ schema, document, variableValues })
    expect(errors).toBeUndefined()
    return reported
  }
  const [ours, theirs] = [await run(executeQuery), await run(execute)]
  expect(ours).toEqual(theirs)
  return ours
}

describe('whether a selection needs the row', () => {
  it.each([
    ['{ row { id } }', false],
    ['{ row { __typename alias: id } }', false],
    ['{ row { id name } }', true],
    ['{ row { ... on Named { id } ...F } } fragment F on Row { id }', false],
    ['{ row { ... on Named { id } ...F } } fragment F on Row { ... { name } }', true],
    ['{ row { ... on Named { ... on Other { text } id } } }', false],
    ['{ row { id } row { name } }', true],
    ['{ row { id name @skip(if: true) } }', false],
    ['{ row { id name @include(if: false) } }', false],
    ['{ row { id ... @skip(if: true) { name } } }', false],
    ['{ row { id ...F @include(if: false) } } fragment F on Row { name }', false],
    ['{ row { id name @skip(if: false) @include(if: true) } }', true],
    ['{ row { row { id } } }', true],
    ['{ named { id } }', true],
  ])('%s: %s', async (text, needed) => {
    expect(await asked(needsRow, text)).toEqual([needed])
  })

  it('follows the variables of each operation of the same document', async () => {
    const text = 'query ($no: Boolean!) { row { id name @skip(if: $no) } }'
    expect(await asked(needsRow, text, { no: true })).toEqual([false])

    const document = parse(text)
    const reported: boolean[] = []
    schema.getQueryType()!.getFields()['row']!.resolve = (_root, _args, _context, info) => {
      reported.push(needsRow(info))
      return null
    }
    for (const no of [true, false, true]) await executeQuery({ schema, document, variableValues: { no } })
    expect(reported).toEqual([false, true, false])
  })

  it('treats a field with a null condition as skipped', async () => {
    const text = 'query ($no: Boolean = true) { row { id name @skip(if: $no) } }'
    expect(await asked(needsRow, text, { no: null })).toEqual([false])
  })
})

describe('which fields are selected', () => {
  it('are listed by name, regardless of aliases, fragments and directives', async () => {
    const among = ['nodes', 'edges', 'pageInfo', 'totalCount']
    const names = (info: GraphQLResolveInfo) => among.filter((name) => selectionOf(info)?.names.has(name) === true)

    expect(
      await asked(
        names,
        '{ rows { a: nodes { id } ...F totalCount @skip(if: true) } } fragment F on Rows { pageInfo }',
      ),
    ).toEqual([['nodes', 'pageInfo']])
    expect(
      await asked(
        (info) => ['edges', 'nodes'].some((name) => selectionOf(info)?.names.has(name)),
        '{ rows { edges { node { id } } } }',
      ),
    ).toEqual([true])
    expect(
      await asked(
        (info) => ['edges', 'nodes'].some((name) => selectionOf(info)?.names.has(name)),
        '{ rows { pageInfo } }',
      ),
    ).toEqual([false])
  })

  it('have all nodes of a response key, each fragment once', async () => {
    const nodes = (info: GraphQLResolveInfo) =>
      selectionOf(info)!.fields.map(({ responseKey, nodes }) => [responseKey, nodes.length])
    const text =
      '{ rows { edges { node { id } } ...F ...F b: pageInfo } } fragment F on Rows { edges { node { name } } }'

    expect(await asked(nodes, text)).toEqual([
      [
        ['edges', 2],
        ['b', 1],
      ],
    ])
  })

  it('include the fields of every fragment that can apply, if the type is abstract', async () => {
    const keys = (info: GraphQLResolveInfo) => selectionOf(info)!.fields.map(({ responseKey }) => responseKey)
    const text = '{ named { id ... on Row { name ...F } ... on Other { text ...F } } } fragment F on Named { more: id }'

    expect(await asked(keys, text)).toEqual([['id', 'name', 'more', 'text', 'more']])
  })

  it('are the same object for every call of an operation', async () => {
    const text = '{ rows { nodes { id } } }'
    const document = parse(text)
    const reported: unknown[] = []
    schema.getQueryType()!.getFields()['rows']!.resolve = (_root, _args, _context, info) => {
      reported.push(selectionOf(info))
      return null
    }
    await executeQuery({ schema, document })
    await executeQuery({ schema, document })

    expect(reported[0]).toBeDefined()
    expect(reported[1]).toBe(reported[0])
  })
})

describe('the selection below the same nodes', () => {
  it('is another one for a field of another type', async () => {
    const text = '{ named { id ... on Row { name } ... on Other { text } } }'

    expect(
      await asked(
        (info) =>
          ['Row', 'Other', 'Row'].map((type) => [
            ...selectionOf({ ...info, returnType: schema.getType(type) as GraphQLObjectType })!.names,
          ]),
        text,
      ),
    ).toEqual([
      [
        ['id', 'name'],
        ['id', 'text'],
        ['id', 'name'],
      ],
    ])
  })
})

describe('a reference whose row only skipped fields need', () => {
  const text = `query ($no: Boolean = true) {
    account(id: "a") { lineItems { nodes { id campaign { id name @skip(if: $no) ...F @include(if: false) } } } }
  } fragment F on Campaign { entityStatus }`

  it('costs no call and is planned without one', async () => {
    const upstream = await startListUpstream({
      line_items: [{ id: 'l1', campaign_id: 'c1' }],
      campaigns: [{ id: 'c1', name: 'one' }],
    })
    const graph = await openGraph(upstream.url)
    const skipped = await graph.query(text)
    const asked = await graph.query(text, { no: false })
    await graph.close()
    await upstream.close()

    const lineItem = (campaign: object) => ({ account: { lineItems: { nodes: [{ id: 'LineItem:a:l1', campaign }] } } })
    expect(skipped.data).toEqual(lineItem({ id: 'Campaign:a:c1' }))
    expect(asked.data).toEqual(lineItem({ id: 'Campaign:a:c1', name: 'one' }))
    expect(upstream.requests.map(({ path }) => path.split('/').at(-1))).toEqual([
      'line_items',
      'line_items',
      'campaigns',
    ])
    const document = parse(text)
    const calls = (no: boolean) =>
      planOf(graphSchema, { document, operation: getOperationAST(document)!, variables: { no } }).calls.max
    expect([calls(true), calls(false)]).toEqual([1, 2])
  })
})
