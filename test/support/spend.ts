import { EURO_ACCOUNT_ID } from '../../sandbox/seed/account.ts'
import { schema } from '../../src/graph.ts'
import { readSpendLimits } from '../../src/schema/spend/limits.ts'
import { createMemoryStore } from '../../src/state/memory.ts'
import { type SpendStore, createSpendStore } from '../../src/state/spend-store.ts'
import { type Answer, type Graph, type GraphOptions, openSandboxGraph } from './graph.ts'

/** The payload of a mutation, as these tests read it. */
export interface Payload {
  userErrors: {
    code: string
    message: string
    field: string[]
    spendLimit: { kind: string; limit: string | null; asked: string | null } | null
  }[]
  validation: { checked: string[] } | null
}

/** A graph over a sandbox, whose writes are limited. */
export interface LimitedGraph extends Graph {
  account: string
  /** A funding instrument of the account, in EUR. */
  instrument: string
  /** Sends a mutation with this input, and returns its payload and the calls that were not reads. */
  write: (
    mutation: string,
    input: object,
    args?: string,
  ) => Promise<{ payload: Payload; sent: string[]; answer: Answer<Record<string, Payload>> }>
}

/** The rules of a file with one rule, for the account of these tests and EUR unless it says otherwise. */
export function rulesOf(...limits: object[]) {
  const { rules, faults } = readSpendLimits(
    { limits: limits.map((limit) => ({ accounts: [EURO_ACCOUNT_ID], currency: 'EUR', ...limit })) },
    schema,
    { isShared: true },
  )
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return rules
}

/** Opens it; close it when done. */
export async function openLimitedGraph(
  limits: object[],
  {
    spendStore: store = createSpendStore(createMemoryStore()),
    ...options
  }: GraphOptions & { spendStore?: SpendStore } = {},
): Promise<LimitedGraph> {
  const graph = await openSandboxGraph({ graph: { spend: { rules: rulesOf(...limits), store }, ...options } })
  const { data } = await graph.query<{ account: { fundingInstruments: { nodes: { id: string }[] } } }>(
    `{ account(id: "${EURO_ACCOUNT_ID}") { fundingInstruments(first: 1) { nodes { id } } } }`,
  )
  return {
    ...graph,
    account: EURO_ACCOUNT_ID,
    instrument: data.account.fundingInstruments.nodes[0]!.id,
    async write(mutation, input, args = '') {
      const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`
      const answer = await graph.query<Record<string, Payload>>(
        `mutation ($input: ${type}!) { ${mutation}(input: $input ${args}) {
          userErrors { code message field spendLimit { kind limit asked } } validation { checked } } }`,
        { input },
      )
      const sent = answer.calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)
      return { payload: answer.data?.[mutation] as Payload, sent, answer }
    },
  }
}
