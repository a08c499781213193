import { seededRandom } from './random-document.ts'

/** A GraphQL request that repeats one thing many times, below something that multiplies it. */
export interface HostileRequest {
  /** The part that is repeated, and the part that multiplies it. */
  name: string
  body: string
  headers: Record<string, string>
}

/** Draws a number from 1 to `max`, more often a large one. The maximums are around the limits, so that most requests are executed. */
type Draw = (max: number) => number

/** The part that is repeated: a selection on `Query`, with the fragments and variables that it needs. */
interface Repeated {
  selection: string
  fragments?: string
  variables?: Record<string, { type: string; value: unknown }>
  operation?: 'query' | 'mutation'
  directives?: string
}

const repeat = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, nth) => of(nth)).join(' ')
const longName = (index: number, length: number) => `a${index}_`.padEnd(length, 'x')
const items = (count: number, of: (index: number) => unknown) => Array.from({ length: count }, (_, nth) => of(nth))

/** What can be repeated in the selection of a campaign. */
const IN_ROWS: Record<string, (draw: Draw) => Repeated> = {
  fields: (draw) => ({ selection: repeat(draw(1_900), (nth) => ['name', 'id', 'raw', 'servable'][nth % 4]!) }),
  aliases: (draw) => ({ selection: aliased(draw, 'name') }),
  'aliases of whole rows': (draw) => ({ selection: aliased(draw, 'raw') }),
  'aliases of lists': (draw) => ({ selection: aliased(draw, 'lineItems(first: 1000) { nodes { id name } }') }),
  'nested lists': (draw) => ({ selection: nestedLists(draw(5)) }),
  directives: (draw) => ({ selection: repeat(draw(55), () => 'name @include(if: true)') }),
  'fragments within fragments': (draw) => {
    const levels = draw(10)
    const fragments = repeat(
      levels,
      (nth) => `fragment F${nth} on Campaign { a${nth}: name ...F${nth + 1} ...F${nth + 1} }`,
    )
    return { selection: '...F0', fragments: `${fragments} fragment F${levels} on Campaign { name }` }
  },
  'inline fragments': (draw) => {
    const depth = draw(1_200)
    return { selection: `${'... { '.repeat(depth)}name${' }'.repeat(depth)}` }
  },
  errors: (draw) => ({ selection: aliased(draw, 'fundingInstrument { description }') }),
  'unknown fields': (draw) => ({ selection: repeat(draw(2_000), (nth) => longName(nth, draw(256))) }),
}

/** What can be repeated at the root. */
const AT_ROOT: Record<string, (draw: Draw) => Repeated> = {
  IDs: (draw) => listed(draw, 'nodes(ids: $list) { id }', '[ID!]!', (nth) => `Campaign:a:c${nth}`, 1_010),
  'invalid IDs': (draw) =>
    listed(draw, '_entities(representations: $list) { __typename }', '[_Any!]!', (nth) => ({
      __typename: 'Campaign',
      id: 'x'.repeat(nth % 300),
    })),
  representations: (draw) =>
    listed(draw, '_entities(representations: $list) { __typename }', '[_Any!]!', (nth) => ({
      __typename: 'Campaign',
      id: draw(2) === 1 ? `Campaign:a:none${nth}` : 'x',
    })),
  'operations of a batch': (draw) => ({
    ...listed(
      draw,
      `batchCampaigns(input: $list, split: true, validateOnly: ${draw(2) === 1}) { userErrors { message field rule } }`,
      'BatchCampaignsInput!',
      () => ({ delete: { campaignId: 'c' } }),
      2_010,
      (operations) => ({ accountId: 'a', operations }),
    ),
    operation: 'mutation',
  }),
  'users of an upload': (draw) => {
    const operations = draw(2_510)
    const users = Math.ceil(draw(64_000) / operations)
    const identifier = draw(2) === 1 ? { email: ['x'.repeat(64)] } : { partnerUserId: items(draw(3), String) }
    const validateOnly = draw(2) === 1
    return {
      selection: `updateCustomAudienceUsers(input: $list, validateOnly: ${validateOnly}) { userErrors { message field } }`,
      variables: {
        list: {
          type: 'UpdateCustomAudienceUsersInput!',
          value: {
            accountId: 'a',
            customAudienceId: 'b',
            operations: items(operations, () => ({ update: { users: items(users, () => identifier) } })),
          },
        },
      },
      operation: 'mutation',
    }
  },
  'filters and sorting': (draw) =>
    listed(draw, 'account(id: "a") { campaigns(sortBy: $list) { nodes { id } } }', '[CampaignSortBy!]', () => ({})),
  introspection: (draw) => ({ selection: aliased(draw, '__schema { types { name fields { name } } }') }),
  'the SDL': (draw) => ({ selection: aliased(draw, '_service { sdl }') }),
  variables: (draw) => {
    const count = draw(600)
    const names = items(count, (nth) => longName(nth, draw(200))) as string[]
    return {
      selection: names.map((name, nth) => `b${nth}: __typename @include(if: $${name})`).join(' '),
      variables: Object.fromEntries(names.map((name) => [name, { type: 'Boolean!', value: true }])),
    }
  },
  'nested inputs': (draw) => {
    let segments: object = {}
    for (let depth = draw(30); depth > 0; depth -= 1) segments = { childSegments: [segments] }
    const input = { accountId: 'a', operations: [{ segments }] }
    return {
      selection: 'batchCustomAudiences(input: $list) { userErrors { message } }',
      variables: { list: { type: 'BatchCustomAudiencesInput!', value: input } },
      operation: 'mutation',
    }
  },
  'long strings': (draw) => ({ selection: `node(id: "${'€'.repeat(draw(100_000))}") { id }` }),
  'directives of the operation': (draw) => ({ selection: '__typename', directives: '@a '.repeat(draw(2_000)) }),
}

/** What multiplies a selection of a campaign. */
const AROUND_ROWS: Record<string, (selection: string, draw: Draw) => string> = {
  rows: (selection) => `account(id: "a") { campaigns(first: 1000) { nodes { ${selection} } } }`,
  'rows of rows': (selection) =>
    `account(id: "a") { campaigns(first: 1000) { nodes { lineItems(first: 1000) { nodes { campaign { ${selection} } } } } } }`,
  'aliases of a list': (selection, draw) =>
    `account(id: "a") { ${repeat(draw(100), (nth) => `b${nth}: campaigns(first: ${1 + nth}) { nodes { ${selection} } }`)} }`,
}

/** What multiplies a selection of the root. */
const AROUND_ROOT: Record<string, (repeated: Repeated, draw: Draw) => Pick<Repeated, 'selection' | 'fragments'>> = {
  nothing: ({ selection }) => ({ selection }),
  // What has aliases of its own cannot get others.
  aliases: ({ selection }, draw) => ({ selection: /^\w+:/.test(selection) ? selection : aliased(draw, selection) }),
  'spreads of a fragment': ({ selection, operation }, draw) => {
    const levels = draw(4)
    const type = operation === 'mutation' ? 'Mutation' : 'Query'
    const doubled = repeat(
      levels,
      (nth) => `fragment G${nth} on ${type} { ...G${nth + 1} a${nth}: __typename ...G${nth + 1} }`,
    )
    return {
      selection: '...G0',
      fragments: `${doubled} fragment G${levels} on ${type} { ${selection} }`,
    }
  },
}

/** Creates hostile requests, the same for the same seed. */
export function hostileRequests(seed: number, count: number): HostileRequest[] {
  const random = seededRandom(seed)
  const draw: Draw = (max) => Math.max(1, Math.round(max ** Math.sqrt(random())))
  const pick = <T>(of: Record<string, T>): [string, T] => {
    const entries = Object.entries(of)
    return entries[Math.floor(random() * entries.length)]!
  }
  return Array.from({ length: count }, () => {
    const isInRows = random() < 0.5
    const [what, make] = pick(isInRows ? IN_ROWS : AT_ROOT)
    const repeated = make(draw)
    if (isInRows) {
      const [where, around] = pick(AROUND_ROWS)
      return requestOf(`${what} in ${where}`, { ...repeated, selection: around(repeated.selection, draw) }, random)
    }
    const [where, around] = pick(AROUND_ROOT)
    return requestOf(`${what} in ${where}`, { ...repeated, ...around(repeated, draw) }, random)
  })
}

function requestOf(name: string, repeated: Repeated, random: () => number): HostileRequest {
  const { selection, fragments = '', variables = {}, operation = 'query', directives = '' } = repeated
  const declared = Object.entries(variables).map(([name, { type }]) => `$${name}: ${type}`)
  const header = `${operation} ${declared.length > 0 ? `(${declared.join(', ')})` : ''} ${directives}`
  const values = Object.fromEntries(Object.entries(variables).map(([name, { value }]) => [name, value]))
  const plan = ['', '1', 'dry-run'][Math.floor(random() * 3)]!
  return {
    name,
    body: JSON.stringify({ query: `${header} { ${selection} } ${fragments}`, variables: values }),
    headers: {
      accept: 'application/json',
      ...(plan && { 'x-upstream-plan': plan }),
      ...(random() < 0.5 && { 'x-upstream-trace': '1' }),
    },
  }
}

/** Many aliases of a field, of some length. */
function aliased(draw: Draw, field: string): string {
  const length = draw(256)
  return repeat(draw(200), (nth) => `${longName(nth, length)}: ${field}`)
}

/** Lists of line items below each other. */
function nestedLists(depth: number): string {
  return depth === 0 ? 'id' : `lineItems { nodes { campaign { ${nestedLists(depth - 1)} } } }`
}

/** A selection with a list of many items in a variable. */
function listed(
  draw: Draw,
  selection: string,
  type: string,
  item: (index: number) => unknown,
  max = 10_100,
  wrap: (list: unknown[]) => unknown = (list) => list,
): Repeated {
  return { selection, variables: { list: { type, value: wrap(items(draw(max), item)) } } }
}
