import {
  getNamedType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { promotableUsers } from '../../../sandbox/account/promotable-user.ts'
import { tailoredAudiencePermissions } from '../../../sandbox/audience/tailored-audience-permission.ts'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { schema } from '../../../src/graph.ts'
import { openSandboxGraph, type SandboxGraph } from '../../support/graph.ts'

/** The IDs in one look-up, and the rows that are read of each list. */
const IDS = 1_000
const FIRST = inject('rows')

const isNode = (type: GraphQLOutputType): boolean => {
  const named = getNamedType(type)
  return (
    named.name === 'Node' ||
    ((isObjectType(named) || isInterfaceType(named)) && named.getInterfaces().some(({ name }) => name === 'Node'))
  )
}

/** Whether a field is a list of nodes. */
function isListOfNodes({ type }: GraphQLField<unknown, unknown>): boolean {
  const named = getNamedType(type)
  return isObjectType(named) && named.name.endsWith('Connection') && isNode(named.getFields()['nodes']!.type)
}

/** The values of the required arguments of fields, each with which a field is read. */
function requiredArguments({ sandbox }: SandboxGraph): Record<string, string[]> {
  const { store } = sandbox
  const authors = store.table(promotableUsers).rows(DEMO_ACCOUNT_ID)
  const tailored = store.table(tailoredAudiencePermissions).rows(DEMO_ACCOUNT_ID)
  return {
    'Account.posts': ['DRAFT', 'PUBLISHED', 'SCHEDULED'].flatMap((type) =>
      ['', ...authors.map(({ user_id }) => `, userId: "${user_id}"`)].map(
        (author) => `postType: ${type}, timelineType: ALL${author}`,
      ),
    ),
    'Account.curatedCategories': ['countryCodes: ["US", "GB", "DE", "FR", "JP", "BR"]'],
    'Account.tailoredAudiencePermissions': [...new Set(tailored.map((row) => row.tailored_audience_id))].map(
      (id) => `tailoredAudienceId: "${id}"`,
    ),
  }
}

/** Lists that are not walked: changes have times as arguments, and no ID of their own. */
const NOT_WALKED = /\.history$/

interface Handed {
  __typename: string
  id: string
}

/** Everything that a walk found: the IDs, and those that a look-up did not give back. */
async function walk(graph: SandboxGraph): Promise<{ found: Set<string>; lost: string[]; fields: Set<string> }> {
  const given = requiredArguments(graph)
  const found = new Set<string>()
  const fields = new Set<string>()
  const lost: string[] = []
  const level: string[] = []

  const add = (handed: readonly Handed[]) => {
    for (const { id } of handed) {
      if (found.has(id)) continue
      found.add(id)
      level.push(id)
    }
  }

  /** The selections of a type that lead to nodes, each by a field and its arguments. */
  const leadsOf = (type: GraphQLObjectType) =>
    Object.values(type.getFields()).flatMap((field) => {
      const coordinate = `${type.name}.${field.name}`
      if (!isListOfNodes(field) || NOT_WALKED.test(coordinate)) return []
      const needsArguments = field.args.some(isRequiredArgument)
      const values = given[coordinate] ?? (needsArguments ? [] : [''])
      return values.map((args) => {
        fields.add(coordinate)
        return `lead: ${field.name}(${args}${args && ', '}first: ${FIRST}) { nodes { __typename id } }`
      })
    })

  const send = async <Data>(document: string, ids: readonly string[] = []): Promise<Data> => {
    const { data, errors } = await graph.query<Data>(document, { ids })
    expect(errors).toBeUndefined()
    return data
  }

  for (const selection of leadsOf(schema.getQueryType()!)) add(handedOut(await send(`{ ${selection} }`)))
  while (level.length > 0) {
    const ids = level.splice(0)
    for (const [typeName, ofType] of groupByType(ids))
      for (let start = 0; start < ofType.length; start += IDS) {
        const chunk = ofType.slice(start, start + IDS)
        const { nodes } = await send<{ nodes: (Handed | null)[] }>(
          'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Entity { createdAt } } }',
          chunk,
        )
        lost.push(...chunk.filter((id, index) => nodes[index]?.id !== id || nodes[index].__typename !== typeName))
        for (const selection of leadsOf(schema.getType(typeName) as GraphQLObjectType))
          add(
            handedOut(
              await send(`query ($ids: [ID!]!) { nodes(ids: $ids) { ... on ${typeName} { ${selection} } } }`, chunk),
            ),
          )
      }
  }
  return { found, lost, fields }
}

/** All objects with an ID in an answer. */
function handedOut(data: unknown): Handed[] {
  if (typeof data !== 'object' || data === null) return []
  return 'id' in data ? [data as Handed] : Object.values(data).flatMap(handedOut)
}

function groupByType(ids: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const id of ids) {
    const type = id.slice(0, id.indexOf(':'))
    groups.set(type, [...(groups.get(type) ?? []), id])
  }
  return groups
}

describe.each([1, 2, 3])('the lists of the sandbox with seed %i', (seed) => {
  it('hand out only IDs that `node` resolves for the same caller', { timeout: 600_000 }, async () => {
    const graph = await openSandboxGraph({
      sandbox: { seed },
      // A look-up of 1,000 IDs with their lists can take longer than an operation may on a busy machine.
      graph: { checksPlan: false, operationTimeoutMs: 120_000, attemptTimeoutMs: 60_000 },
    })
    onTestFinished(() => graph.close())
    const { found, lost, fields } = await walk(graph)

    expect(lost).toEqual([])
    expect(fields.size).toBeGreaterThan(40)
    expect(found.size).toBeGreaterThan(2_500)
  })
})
