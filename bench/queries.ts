import { accountsOf, tablesOf, type Row, type Tables } from './data.ts'

/** The queries, in the order of the tables. */
export const QUERY_NAMES = ['Q1', 'Q2', 'Q3', 'Q4', 'Q5', 'Q6'] as const
export type QueryName = (typeof QUERY_NAMES)[number]

/** What each query requests, in words. */
export const QUERY_WORK: Record<QueryName, string> = {
  Q1: 'account { 50 campaigns { id name entityStatus } }',
  Q2: 'account { 50 campaigns { 20 line items { name bid, 2 promoted posts { postId }, 5 targeting criteria { type value } } } }',
  Q3: '500 line items by id { name bid entityStatus }',
  Q4: 'account { 200 campaigns { 100 line items { id name } } }',
  Q5: '1,000 line items { campaign { id } }',
  Q6: '1,000 line items { campaign { id name } }',
}

export function isQueryName(name: string): name is QueryName {
  return (QUERY_NAMES as readonly string[]).includes(name)
}

/** The form of a server's graph: Adgraph has Relay connections and global IDs, the others have plain lists. */
export type Dialect = 'adgraph' | 'plain'

/** After so many requests of a query, their variables repeat. */
export const DIFFERENT_REQUESTS = 10

/**
 * The accounts of the `nth` request of a query: each request takes others, in turns. With `scale` 10 it requests the same of ten
 * accounts at once.
 */
export function accountsFor(name: QueryName, scale = 1, nth = 0): string[] {
  const accounts = accountsOf(name === 'Q4' ? 'b' : 'a', DIFFERENT_REQUESTS)
  return accounts.map((_, index) => accounts[(nth + index) % accounts.length]!).slice(0, scale)
}

/** The request of a query for some accounts, which are in its variables. */
export function requestOf(name: QueryName, dialect: Dialect, accounts = accountsFor(name)) {
  const hasAccounts = name !== 'Q3' || dialect === 'plain'
  const variables: Record<string, string | string[]> = {}
  for (const [index, account] of accounts.entries()) {
    if (hasAccounts) variables[`account${index}`] = account
    if (name === 'Q3')
      variables[`ids${index}`] = requestedOf(tablesOf(account)!).map(({ id }) =>
        dialect === 'adgraph' ? `LineItem:${account}:${id}` : id,
      )
  }
  return { operationName: name, query: documentOf(name, dialect, accounts.length), variables }
}

/** The document of a query for `scale` accounts. */
export function documentOf(name: QueryName, dialect: Dialect, scale = 1): string {
  const columns = 'name bidAmountLocalMicro entityStatus'
  const fields: string[] = []
  const declared: string[] = []
  for (let index = 0; index < scale; index += 1) {
    if (name === 'Q3') declared.push(`$ids${index}: [ID!]!`)
    if (name !== 'Q3' || dialect === 'plain') declared.push(`$account${index}: ID!`)
    if (name !== 'Q3') fields.push(`account${index}: account(id: $account${index}) { ${accountFields(name, dialect)} }`)
    else if (dialect === 'adgraph')
      fields.push(`account${index}: nodes(ids: $ids${index}) { ... on LineItem { id: restId ${columns} } }`)
    else fields.push(`account${index}: lineItems(accountId: $account${index}, ids: $ids${index}) { id ${columns} }`)
  }
  return `query ${name}(${declared.join(', ')}) { ${fields.join(' ')} }`
}

function accountFields(name: Exclude<QueryName, 'Q3'>, dialect: Dialect): string {
  const id = dialect === 'adgraph' ? 'id: restId' : 'id'
  const list = (field: string, first: number, fields: string) =>
    `${field}(first: ${first}) { ${dialect === 'adgraph' ? `nodes { ${fields} }` : fields} }`
  switch (name) {
    case 'Q1':
      return list('campaigns', 50, `${id} name entityStatus`)
    case 'Q2': {
      const posts = list('promotedPosts', 10, 'postId')
      const criteria = list('targetingCriteria', 50, 'targetingType targetingValue')
      return list('campaigns', 50, list('lineItems', 20, `name bidAmountLocalMicro ${posts} ${criteria}`))
    }
    case 'Q4':
      return list('campaigns', 200, list('lineItems', 100, `${id} name`))
  }
  return list('lineItems', 1000, `campaign { ${id}${name === 'Q6' ? ' name' : ''} }`)
}

/** What Q3 requests: every other line item, in reverse order, so that the response must keep the requested order. */
function requestedOf({ line_items: rows }: Tables): Row[] {
  return rows.filter((_, index) => index % 2 === 0).toReversed()
}

/** The response that every server must return for some accounts, with plain lists. */
export function expectedAnswer(name: QueryName, accounts = accountsFor(name)): Record<string, unknown> {
  return Object.fromEntries(accounts.map((account, index) => [`account${index}`, answerOf(name, tablesOf(account)!)]))
}

function answerOf(name: QueryName, tables: Tables): unknown {
  const { campaigns } = tables
  const lineItemsOf = childrenOf(tables.line_items, 'campaign_id')
  switch (name) {
    case 'Q1':
      return { campaigns: campaigns.map((row) => pick(row, 'id', 'name', 'entity_status')) }
    case 'Q2': {
      const postsOf = childrenOf(tables.promoted_posts, 'line_item_id')
      const criteriaOf = childrenOf(tables.targeting_criteria, 'line_item_id')
      const lineItem = (row: Row) => ({
        ...pick(row, 'name', 'bid_amount_local_micro'),
        promotedPosts: postsOf(row).map((post) => pick(post, 'post_id')),
        targetingCriteria: criteriaOf(row).map((each) => pick(each, 'targeting_type', 'targeting_value')),
      })
      return { campaigns: campaigns.map((row) => ({ lineItems: lineItemsOf(row).map(lineItem) })) }
    }
    case 'Q3':
      return requestedOf(tables).map((row) => pick(row, 'id', 'name', 'bid_amount_local_micro', 'entity_status'))
    case 'Q4':
      return {
        campaigns: campaigns.map((row) => ({ lineItems: lineItemsOf(row).map((item) => pick(item, 'id', 'name')) })),
      }
  }
  const columns = name === 'Q5' ? ['id'] : ['id', 'name']
  const shown = (campaign: Row) => lineItemsOf(campaign).map(() => ({ campaign: pick(campaign, ...columns) }))
  return { lineItems: campaigns.flatMap(shown) }
}

function pick(row: Row, ...columns: string[]): Record<string, unknown> {
  return Object.fromEntries(
    columns.map((column) => [column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), row[column]]),
  )
}

function childrenOf(rows: readonly Row[], column: string): (parent: Row) => readonly Row[] {
  const byParent = new Map<unknown, Row[]>()
  for (const row of rows) byParent.set(row[column], [...(byParent.get(row[column]) ?? []), row])
  return ({ id }) => byParent.get(id) ?? []
}

/**
 * Normalizes a response for comparison: a connection becomes its list of nodes, and a number becomes text, because
 * Adgraph sends longs as text.
 */
export function contentOf(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(contentOf)
  if ('nodes' in value) return contentOf(value.nodes)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, contentOf(member)]))
}
