import {
  commitMutation,
  createOperationDescriptor,
  ConnectionHandler,
  fetchQuery,
  getRequest,
  type Environment,
  type GraphQLTaggedNode,
  type MutationParameters,
  type OperationType,
} from 'relay-runtime'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import batchDocument, {
  type LineItemOperation,
  type relayDocumentsBatchMutation,
} from '../src/__generated__/relayDocumentsBatchMutation.graphql.ts'
import caughtDocument, {
  type relayDocumentsCaughtQuery,
} from '../src/__generated__/relayDocumentsCaughtQuery.graphql.ts'
import deleteDocument, {
  type relayDocumentsDeleteMutation,
} from '../src/__generated__/relayDocumentsDeleteMutation.graphql.ts'
import lineItemsDocument, {
  type relayDocumentsLineItemsQuery,
} from '../src/__generated__/relayDocumentsLineItemsQuery.graphql.ts'
import renameDocument, {
  type relayDocumentsRenameMutation,
} from '../src/__generated__/relayDocumentsRenameMutation.graphql.ts'
import treeDocument, { type relayDocumentsTreeQuery } from '../src/__generated__/relayDocumentsTreeQuery.graphql.ts'
import { createRelay } from '../src/relay.ts'
import { ACCOUNT, CAMPAIGN, startGraph, type TestGraph } from './graph.ts'

let graph: TestGraph
let environment: Environment
beforeAll(async () => {
  graph = await startGraph()
})
afterAll(() => graph.close())
beforeEach(async () => {
  await graph.reset()
  environment = createRelay(graph.url)
})

/** The fields of a query in the store. The types of relay-runtime 21 do not have the errors of fields yet. */
interface ReadFields {
  data: unknown
  fieldErrors: { error: object }[] | null
}

/** What a component that shows this query sees, and the errors of its fields. */
function read<Query extends OperationType>(document: GraphQLTaggedNode, variables: Query['variables']) {
  const { fragment } = createOperationDescriptor(getRequest(document), variables)
  const { data, fieldErrors } = environment.lookup(fragment) as unknown as ReadFields
  return { data: data as Query['response'], fieldErrors }
}

const load = <Query extends OperationType>(document: GraphQLTaggedNode, variables: Query['variables']) =>
  fetchQuery<Query>(environment, document, variables).toPromise()

const loadTree = () => load<relayDocumentsTreeQuery>(treeDocument, { account: ACCOUNT })
const readTree = () => read<relayDocumentsTreeQuery>(treeDocument, { account: ACCOUNT })
const campaigns = () => readTree().data.account!.campaigns!.edges.map(({ node }) => node)

const commit = <Mutation extends MutationParameters>(mutation: GraphQLTaggedNode, variables: Mutation['variables']) =>
  new Promise<Mutation['response']>((resolve, reject) => {
    commitMutation<Mutation>(environment, { mutation, variables, onCompleted: resolve, onError: reject })
  })

describe('the Relay runtime', () => {
  it('joins the pages of a nested list with @connection', async () => {
    await loadTree()
    expect(campaigns().map(({ lineItems }) => lineItems!.edges.length)).toEqual([1, 1])
    const lineItems = environment.getStore().getSource().get(connectionOf(CAMPAIGN))
    const { endCursor } = environment
      .getStore()
      .getSource()
      .get((lineItems!['pageInfo'] as { __ref: string }).__ref)!
    await load<relayDocumentsLineItemsQuery>(lineItemsDocument, {
      campaign: CAMPAIGN,
      first: 2,
      after: endCursor as string,
    })

    const shown = campaigns().map(({ lineItems }) => lineItems!.edges.map(({ node }) => node.id))
    expect(shown.map((ids) => new Set(ids).size)).toEqual([3, 1])
  })

  it('shows the answer of a mutation wherever the entity is shown', async () => {
    await loadTree()
    await commit<relayDocumentsRenameMutation>(renameDocument, { input: { campaignId: CAMPAIGN, name: 'Renamed' } })

    expect(campaigns()[0]!.name).toBe('Renamed')
  })

  it('sends a batch whose operations have one change each, as their type says', async () => {
    await loadTree()
    const { id } = campaigns()[0]!.lineItems!.edges[0]!.node
    const one: LineItemOperation = { update: { lineItemId: id, name: 'In a batch' } }
    // @ts-expect-error An operation with two changes does not have the type.
    const two: LineItemOperation = { ...one, delete: { lineItemId: id } }
    const operations = (operation: LineItemOperation) => ({ input: { accountId: ACCOUNT, operations: [operation] } })
    await commit<relayDocumentsBatchMutation>(batchDocument, operations(one))

    expect(campaigns()[0]!.lineItems!.edges[0]!.node.name).toBe('In a batch')
    await expect(commit<relayDocumentsBatchMutation>(batchDocument, operations(two))).rejects.toThrow(
      'LineItemOperation',
    )
  })

  it('removes a deleted entity from a list by deletedId', async () => {
    await loadTree()
    const { id } = campaigns()[0]!.lineItems!.edges[0]!.node
    await commit<relayDocumentsDeleteMutation>(deleteDocument, {
      input: { lineItemId: id },
      connections: [connectionOf(CAMPAIGN)],
    })

    expect(campaigns()[0]!.lineItems!.edges).toEqual([])
  })

  it('keeps what arrived if a nested list fails, with the error of the list', async () => {
    await graph.refuse('accounts/:account_id/line_items')
    await loadTree()

    expect(campaigns().map(({ name, lineItems }) => [typeof name, lineItems])).toEqual([
      ['string', null],
      ['string', null],
    ])
    const forbidden = { error: { extensions: { code: 'FORBIDDEN' } } }
    expect(readTree().fieldErrors).toMatchObject([forbidden, forbidden])
  })

  it('finds the error of one field', async () => {
    await graph.refuse('accounts/:account_id/line_items')
    await load<relayDocumentsCaughtQuery>(caughtDocument, { campaign: CAMPAIGN })

    const { data } = read<relayDocumentsCaughtQuery>(caughtDocument, { campaign: CAMPAIGN })
    expect(data.campaign).toMatchObject({
      name: expect.any(String) as string,
      lineItems: { ok: false, errors: [{ extensions: { code: 'FORBIDDEN' } }] },
    })
  })
})

/** The ID of the record that holds the line items of a campaign on the client. */
function connectionOf(campaign: string): string {
  return ConnectionHandler.getConnectionID(campaign, 'Campaign_lineItems')
}
