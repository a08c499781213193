import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { schema } from '../../../src/graph.ts'
import { explain, tableOf, tooManyCalls, type Explainable } from '../../../src/schema/plan/explain.ts'
import { documentFaults } from '../../../src/server/document/trusted-documents.ts'
import { temporaryFile } from '../../support/file.ts'

const ALLOWED = { calls: 2000, rows: 75_000 }

function explained(
  document: string,
  variables: Record<string, unknown> = {},
  assumed: Record<string, number> = {},
): Explainable {
  const files = [temporaryFile('query.graphql', document)]
  return explain(schema, { files, variables, assumed: new Map(Object.entries(assumed)) }, ALLOWED)[0]!
}

const maxCalls = (...given: Parameters<typeof explained>) => explained(...given).plan.calls.max

const MEDIA = `query Media($first: Int, $account: ID!) { account(id: $account) {
  campaigns(first: $first) { nodes { mediaCreatives(first: 5) { nodes { id } } } }
} }`

describe('a plan without the values of all variables', () => {
  it('takes those that are given, and counts all others at their maximum', () => {
    expect(maxCalls(MEDIA, { first: 7 })).toBe(1 + 7)
    expect(maxCalls(MEDIA)).toBe(1 + 1000)
    expect(maxCalls(MEDIA.replace('$first: Int', '$first: Int = 9'))).toBe(1 + 9)
  })

  it('includes what a condition may include, whichever costs more', () => {
    const conditional = (directive: string) => `query ($yes: Boolean!) { account(id: "a") {
      campaigns { nodes { id } } lineItems @${directive}(if: $yes) { nodes { id } }
    } }`
    expect(maxCalls(conditional('include'))).toBe(2)
    expect(maxCalls(conditional('skip'))).toBe(2)
    expect(maxCalls(conditional('skip'), { yes: true })).toBe(1)
  })

  it('tries each combination of conditions, before the fields behind them are chosen', () => {
    expect(maxCalls('query ($skip: Boolean!, $ids: [ID!]!) { nodes(ids: $ids) @skip(if: $skip) { id } }')).toBe(
      Infinity,
    )
    expect(
      maxCalls(`query ($a: Boolean!, $b: Boolean!, $c: Boolean!) { ... @skip(if: $a) { account(id: "a") @skip(if: $b) {
        campaigns @include(if: $c) { nodes { id } } lineItems @skip(if: $c) { nodes { id } }
      } } }`),
    ).toBe(1)
  })

  it('counts the fields behind more than six conditions, whatever their values are', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const definitions = names.map((name) => `$${name}: Boolean!`).join(', ')
    const skips = names.map((name) => `... @skip(if: $${name}) {`).join(' ')
    const document = `query (${definitions}) { account(id: "a") {
      ${skips} campaigns { nodes { id } } ${'}'.repeat(names.length)}
      lineItems @include(if: $h) { nodes { id } }
    } }`
    expect(maxCalls(document)).toBe(2)
  })

  it('counts a variable in a representation', () => {
    const document = `query ($id: ID!) { _entities(representations: [
      { __typename: "Campaign", id: $id }, { __typename: "Campaign", id: "Campaign:b:c" }
    ]) { ... on Campaign { name } } }`
    expect(maxCalls(document)).toBe(2)
  })

  it('counts a variable for the type of a representation, or for an ID of any form', () => {
    const entity = (variables: string, type: string) => `query (${variables}) {
      _entities(representations: [{ __typename: ${type}, id: $id }]) { __typename } }`
    const open = entity('$type: String!, $id: ID!', '$type')
    expect(maxCalls(open, { id: 'Campaign:a:c' })).toBe(1)
    // A post is looked up among the posts of 20 other users, who are read before, and then of the caller, who is read too.
    expect(maxCalls(open)).toBe(1 + 20 + 1 + 2)
    expect(maxCalls(entity('$id: ID!', '"PublishedPost"'))).toBe(maxCalls(open))
    expect(maxCalls('query ($r: _Any!) { _entities(representations: [$r]) { __typename } }')).toBe(maxCalls(open))
    expect(maxCalls(entity('$id: ID!', '"CustomAudiencePermission"'))).toBe(1)
    expect(
      maxCalls(`query ($a: ID!, $b: ID!) { _entities(representations: [
      { __typename: "Campaign", id: $a }, { __typename: "Campaign", id: $b }
    ]) { __typename } }`),
    ).toBe(2)
  })

  it('counts variables in lists', () => {
    const nodes = 'query ($a: ID!, $b: ID!) { nodes(ids: [$a, $b]) { id } }'
    expect(maxCalls(nodes)).toBe(Infinity)
    expect(maxCalls(nodes, { a: 'Campaign:a:c' })).toBe(Infinity)
    expect(maxCalls(nodes, { a: 'Campaign:a:c', b: 'Campaign:a:d' })).toBe(1)
    const media = (ids: string[]) => `query ($a: ID!, $b: ID!) { account(id: $a) { id } other: account(id: $b) { id }
      _entities(representations: [${ids.map((id) => `{ __typename: "Media", id: ${id} }`).join()}]) { ... on Media { name } } }`
    expect([maxCalls(media(['$a'])), maxCalls(media(['$a', '$b']))]).toEqual([1, 2])
  })

  it('bounds nodes by the types of the fragments below them', () => {
    const node = (selection: string) => maxCalls(`query ($id: ID!) { node(id: $id) { ${selection} } }`)
    expect(node('id')).toBe(Infinity)
    expect(node('id ... on Node { __typename }')).toBe(Infinity)
    expect(node('__typename id ... on Campaign { name }')).toBe(1)
    expect(node('id ... on Campaign { name lineItems { nodes { name } } }')).toBe(2)
    expect(node('id ... on Campaign { name } ... on PublishedPost { text }')).toBe(24)
    expect(node('id ... on AccountApp { __typename }')).toBe(Infinity)
    expect(maxCalls('query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Campaign { name } } }')).toBe(1000)
    const named = 'fragment F on Campaign { name } query ($id: ID!) { node(id: $id) { __typename id ...F } }'
    expect(maxCalls(named)).toBe(1)
  })

  it('counts a variable that is an item of a list', () => {
    const node = maxCalls('query ($id: ID!) { node(id: $id) { id } }')
    expect(maxCalls('query ($id: ID!) { nodes(ids: [$id]) { id } }')).toBe(node)
  })

  it('counts lists of IDs and batches at their limits, with the type of ID that costs most', () => {
    // Some types are found only in their whole list.
    expect(maxCalls('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }')).toBe(Infinity)
    const batch = `mutation ($operations: [CampaignOperation!]!) { batchCampaigns(
      input: { accountId: "a", operations: $operations }, split: true) { userErrors { code } } }`
    expect(explained(batch).plan.steps.at(-1)).toMatchObject({
      method: 'POST',
      endpoint: 'batch/accounts/:account_id/campaigns',
      keysPerCall: 40,
      calls: { min: 0, max: 2000 / 40 },
    })
  })

  it('bounds lists by --assume, by the path of the field or its end, below a larger `first` too', () => {
    const document = MEDIA.replace('(first: $first)', '').replace('$first: Int, ', '')
    expect(maxCalls(document)).toBe(1 + 200)
    expect(maxCalls(document, {}, { 'account.campaigns': 3 })).toBe(1 + 3)
    expect(maxCalls(document, {}, { campaigns: 3 })).toBe(1 + 3)
    expect(maxCalls(MEDIA, { first: 50 }, { campaigns: 3 })).toBe(1 + 3)
    expect(maxCalls(MEDIA, { first: 2 }, { campaigns: 3 })).toBe(1 + 2)
  })

  it('bounds the list itself by --assume, for each parent: its calls and its rows', () => {
    const document = '{ account(id: "a") { campaigns { nodes { lineItems(first: 50) { nodes { name } } } } } }'
    const bounds = (assumed: Record<string, number>) =>
      explained(document, {}, assumed).plan.steps.map(({ calls, rows }) => [calls.max, rows.max])
    expect(bounds({})).toEqual([
      [1, 200],
      [41, 41_000],
    ])
    expect(bounds({ lineItems: 4 })).toEqual([
      [1, 200],
      [1, 800],
    ])
    expect(bounds({ campaigns: 30, lineItems: 10 })).toEqual([
      [1, 30],
      [1, 300],
    ])
    // At most the rows that are assumed, and the calls that these need, however many they are.
    const rows = [4, 5, 9, 10, 50].map((lineItems) => bounds({ campaigns: 200, lineItems }).at(-1))
    expect(rows).toEqual([
      [1, 800],
      [3, 1_000],
      [3, 1_800],
      [5, 2_000],
      [21, 10_000],
    ])
    const whole = '{ account(id: "a") { customAudiences(first: 1000) { nodes { name } } } }'
    expect(explained(whole, {}, { customAudiences: 7 }).plan.rows.max).toBe(7)
  })

  it('refuses an --assume that fits no list, with the nearest that does', () => {
    expect(() => explained(MEDIA, {}, { campaing: 3 })).toThrow(
      '--assume campaing fits no list of the operations. Did you mean campaigns?',
    )
    expect(() => explained(MEDIA, {}, { account: 3 })).toThrow('--assume account fits no list of the operations')
  })
})

describe('adgraph explain', () => {
  it('prints a table of the steps of each operation, with fragments from any of the files', () => {
    const fragments = temporaryFile(
      'fragments.graphql',
      'fragment Names on Campaign { name lineItems(first: 2) { nodes { name } } }',
    )
    const queries = temporaryFile(
      'queries.graphql',
      `query One { account(id: "a") { campaigns(first: 3) { nodes { ...Names } } } }
       mutation Two { deleteCampaign(input: { campaignId: "Campaign:a:c" }) { deletedId } }`,
    )
    const plans = explain(schema, { files: [fragments, queries], variables: {}, assumed: new Map() }, ALLOWED)
    expect(plans.map(tableOf).join('\n\n')).toBe(`${queries}: One
  1 to 2 calls, ≤ 1,003 rows; 2,000 calls and 75,000 rows are allowed
  #  field                        method  endpoint                         parents  IDs/call   calls     rows  after
  0  account.campaigns            GET     accounts/:account_id/campaigns       ≤ 1         1       1      ≤ 3
  1  account.campaigns.lineItems  GET     accounts/:account_id/line_items      ≤ 3       200  0 to 1  ≤ 1,000      0

${queries}: Two
  0 to 1 calls, ≤ 1 row; 2,000 calls and 75,000 rows are allowed
  #  field           method  endpoint                                     parents  IDs/call   calls  rows  after
  0  deleteCampaign  DELETE  accounts/:account_id/campaigns/:campaign_id      ≤ 1         1  0 to 1   ≤ 1`)
  })

  it('takes the fragment in the file of an operation before one with its name in another file', () => {
    const inFile = (name: string, first: number) =>
      temporaryFile(
        name,
        `query { account(id: "a") { ...Named } }
         fragment Named on Account { campaigns(first: ${first}) { nodes { name } } }`,
      )
    const files = [inFile('one.graphql', 3), inFile('two.graphql', 7)]
    const plans = explain(schema, { files, variables: {}, assumed: new Map() }, ALLOWED)
    expect(plans.map(({ plan }) => plan.rows.max)).toEqual([3, 7])
  })

  it('refuses files without an operation', () => {
    const files = [temporaryFile('only-fragments.graphql', 'fragment Names on Campaign { name }')]
    expect(() => explain(schema, { files, variables: {}, assumed: new Map() }, ALLOWED)).toThrow(
      `${files[0]}: there is no operation`,
    )
  })

  it('names the list that is responsible for too many calls', () => {
    const each = explained(MEDIA, { first: 50 })
    expect(tooManyCalls(each, 51)).toBeUndefined()
    expect(tooManyCalls(each, 50)).toBe(
      `${each.file}: Media may need 51 calls; 50 are allowed. 50 of them are for account.campaigns.mediaCreatives. ` +
        'If account.campaigns has at most 49 rows for each parent, state it with --assume account.campaigns=49',
    )
    const single = explained('{ account(id: "a") { campaigns(first: 1) { nodes { name } } } }')
    expect(tooManyCalls(single, 0)).toMatch(/may need 1 call; 0 are allowed. 1 of them is for account.campaigns. /)
    expect(tableOf(single)).toMatch(/^ {2}1 call, ≤ 1 row; /m)
    expect(tooManyCalls(each, 1)).toMatch(/ may need 51 calls; 1 is allowed\. /)
    expect(tooManyCalls(each, 1)).toMatch(
      /It would need 2 calls with one row in each list: select fewer fields, or state the values of variables/,
    )
  })

  it.each([
    ['one list', MEDIA, 20],
    [
      'a list of the costly field itself',
      '{ account(id: "a") { campaigns { nodes { lineItems { nodes { name } } } } } }',
      2,
    ],
    ['several lists', readFileSync('examples/queries/whole-tree.graphql', 'utf8'), 2_000],
  ])('gives advice that works: about %s', (_, document, allowed) => {
    const advice = tooManyCalls(explained(document), allowed)
    const assumed = [...advice!.matchAll(/--assume ([\w.]+)=(\d+)/g)].map(([, list, rows]) => [list!, Number(rows)])

    expect(assumed.length).toBeGreaterThan(0)
    const followed = explained(document, {}, Object.fromEntries(assumed) as Record<string, number>)
    expect(tooManyCalls(followed, allowed)).toBeUndefined()
  })
})

describe('a trusted document', () => {
  const faults = (document: string, maxCalls?: number) =>
    documentFaults(schema, { documents: new Map([['id', { document, maxCalls }]]) })

  it('is refused at load if it is not valid, or may need more calls than it declares', () => {
    expect(faults(MEDIA)).toEqual([])
    expect(faults(MEDIA, 1001)).toEqual([])
    expect(faults(MEDIA, 1000)).toEqual(['TRUSTED_DOCUMENTS: the document "id" may need 1,001 calls; it declares 1000'])
    for (const maxCalls of [undefined, 1]) {
      expect(faults('{ nothing }', maxCalls)).toEqual([
        expect.stringContaining('TRUSTED_DOCUMENTS: the document "id" is not valid: Cannot query field "nothing"'),
      ])
      expect(faults('{', maxCalls)).toEqual([expect.stringContaining('is not valid: Syntax Error')])
    }
  })

  it('is refused at load if no request could have it, or if it needs more calls than are allowed', () => {
    const faultsOf = (document: string, settings?: Parameters<typeof documentFaults>[2]) =>
      documentFaults(schema, { documents: new Map([['id', { document, enforce: true }]]) }, settings)
    const aliased = (count: number) =>
      `{ ${Array.from({ length: count }, (_, nth) => `a${nth}: __typename`).join(' ')} }`
    const two =
      '{ a: account(id: "a") { campaigns { nodes { id } } } b: account(id: "b") { campaigns { nodes { id } } } }'

    expect([aliased(200), two, '{ __schema { description } }'].flatMap((document) => faultsOf(document))).toEqual([])
    expect(faultsOf(aliased(201))).toEqual([
      'TRUSTED_DOCUMENTS: the document "id" is not valid: The document has 201 aliases; 200 are allowed',
    ])
    expect(faultsOf('{ __schema { description } }', { introspection: false })).toEqual([
      'TRUSTED_DOCUMENTS: the document "id" is not valid: Introspection is disabled',
    ])
    expect(faultsOf(two, { allowedCalls: 2 })).toEqual([])
    expect(faultsOf(two, { allowedCalls: 1 })).toEqual([
      expect.stringContaining('is not valid: The operation needs at least 2 REST calls; 1 are allowed'),
    ])
  })

  it('is refused with the name of the variable whose default does not bound it', () => {
    const nodes = 'query ($i: [ID!]! = ["Campaign:a:1"]) { nodes(ids: $i) { id } }'
    expect(faults(nodes, 1)).toEqual([
      'TRUSTED_DOCUMENTS: the document "id" may need any number of calls; it declares 1. Clients may send other values than the ' +
        'default of $i: write the value into the document, or add "enforce": true to stop at that number',
    ])
    const media = MEDIA.replace('$first: Int', '$first: Int = 9, $more: Int = 5').replace('first: 5', 'first: $more')
    expect(faults(media, 10)).toEqual([
      expect.stringMatching(/1,001 calls; it declares 10\. .* the default of \$first:/),
    ])
    expect(faults(media, 1001)).toEqual([])
  })

  it('is refused if a mutation can need more with any input, whole or in part a variable', () => {
    const update = (variables: string, args: string) =>
      `mutation (${variables}) { updateCampaign(${args}) { userErrors { code } } }`
    const whole = update('$i: UpdateCampaignInput!', 'input: $i')
    const part = update('$id: ID!, $name: String', 'input: { campaignId: $id, name: $name }')
    for (const document of [whole, part]) {
      expect(faults(document, 1)).toEqual(['TRUSTED_DOCUMENTS: the document "id" may need 2 calls; it declares 1'])
      expect(faults(document, 2)).toEqual([])
    }
    const validated = update('$i: UpdateCampaignInput!, $v: Boolean! = false', 'input: $i, validateOnly: $v')
    expect(faults(validated, 2)).toEqual([expect.stringMatching(/may need any number of calls.* the default of \$v:/)])
  })

  it('may need more if it enforces its number', () => {
    const enforced = (document: string) =>
      documentFaults(schema, { documents: new Map([['id', { document, maxCalls: 1, enforce: true }]]) })
    expect(enforced(MEDIA)).toEqual([])
    expect(enforced('{ nothing }')).toEqual([expect.stringContaining('is not valid')])
  })
})
