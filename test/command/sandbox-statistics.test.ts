import { getNamedType, isObjectType, isRequiredArgument, type GraphQLObjectType } from 'graphql'
import { expect, it, onTestFinished } from 'vitest'
import { DEMO_ACCOUNT_ID, EURO_ACCOUNT_ID, SMALL_ACCOUNT_ID, YEN_ACCOUNT_ID } from '../../sandbox/index.ts'
import { schema } from '../../src/graph.ts'
import type { FieldStatistic, Statistics } from '../../src/state/statistics.ts'
import { openSandboxGraph } from '../support/graph.ts'

const FILE = '../../src/command/sandbox-statistics.json'
const ACCOUNTS = [DEMO_ACCOUNT_ID, SMALL_ACCOUNT_ID, EURO_ACCOUNT_ID, YEN_ACCOUNT_ID]

/** The lists below whose rows others are read. */
const PARENTS: ReadonlySet<string> = new Set(['Account.campaigns', 'Account.lineItems', 'Campaign.lineItems'])

/** A selection of a list or reference of a type, with everything below it. Undefined for fields with required arguments, and for values. */
function selectionOf(parent: GraphQLObjectType, name: string): string | undefined {
  const field = parent.getFields()[name]!
  const type = getNamedType(field.type)
  if (!isObjectType(type) || field.args.some(isRequiredArgument)) return undefined
  const nodes = type.getFields()['nodes']
  if (nodes) {
    const node = getNamedType(nodes.type)
    const below = isObjectType(node) && PARENTS.has(`${parent.name}.${name}`) ? selectionsOf(node).join(' ') : ''
    return `${name} { nodes { __typename ${below} } }`
  }
  const column = Object.values(type.getFields()).find(
    ({ name: each, args }) => args.length === 0 && !['id', 'restId', 'raw'].includes(each),
  )
  return 'restId' in type.getFields() && column && !('getFields' in getNamedType(column.type))
    ? `${name} { ${column.name} }`
    : undefined
}

function selectionsOf(type: GraphQLObjectType): string[] {
  return Object.keys(type.getFields()).flatMap((name) => selectionOf(type, name) ?? [])
}

it('knows the expected calls over the embedded sandbox before anything was read', async () => {
  const known: Record<string, Record<string, FieldStatistic>> = {}
  const statistics: Statistics = {
    takes: () => true,
    add(_caller, observed) {
      for (const [kind, { account, ...statistic }] of observed) (known[account ?? ''] ??= {})[kind] ??= statistic
    },
    knownHere: () => () => undefined,
    known: async () => () => undefined,
    all: async () => ({}),
  }
  const graph = await openSandboxGraph({ graph: { statistics, checksPlan: false } })
  onTestFinished(() => graph.close())
  const account = schema.getType('Account') as GraphQLObjectType
  const ofAccounts = ACCOUNTS.flatMap((id) =>
    ['name', ...selectionsOf(account)].map((each) => `account(id: "${id}") { ${each} }`),
  )
  const ofNoAccount = 'accounts { nodes { campaigns { nodes { lineItems { nodes { __typename } } } } } }'
  for (const selection of [...selectionsOf(schema.getQueryType()!), ofNoAccount, ...ofAccounts]) {
    const { errors } = await graph.query(`{ ${selection} }`)
    expect([selection, errors]).toEqual([selection, undefined])
  }
  const lines = Object.entries(known).map(
    ([id, kinds]) =>
      `${JSON.stringify(id)}:{\n${Object.entries(kinds)
        .map((entry) => entry.map((part) => JSON.stringify(part)).join(':'))
        .join(',\n')}}`,
  )
  await expect(`{${lines.join(',\n')}}\n`).toMatchFileSnapshot(FILE)
})
