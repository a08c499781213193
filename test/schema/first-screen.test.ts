import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID, type FaultRule, type Sandbox } from '../../sandbox/index.ts'
import { callCounts, openGraph, type Answer } from '../support/graph.ts'
import { startSandbox } from '../support/sandbox.ts'

/** The first screen of a client: an account with its campaigns and everything below them, its cards and its media. */
const FIRST_SCREEN = `{
  account(id: "${DEMO_ACCOUNT_ID}") {
    name
    campaigns(first: 2) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes {
        name
        lineItems(first: 2) {
          totalCount
          nodes {
            name
            promotedPosts(first: 2) {
              pageInfo { hasNextPage }
              edges { cursor node { approvalStatus post { text card { name cardUri } } } }
            }
            targetingCriteria(first: 3) { totalCount nodes { targetingType name } }
          }
        }
      }
    }
    cards(first: 3) {
      pageInfo { endCursor }
      nodes { name ... on ComposableCard { components { ... on MediaComponent { media { name mediaUrl } } } } }
    }
    mediaItems(first: 2) { nodes { mediaType } }
  }
}`

const IN_ACCOUNT = 'accounts/:account_id'

/** The endpoints of the screen, and the fields that ask each of them, as response paths without indexes. */
const FIELDS_BY_ENDPOINT: Record<string, string[]> = {
  [IN_ACCOUNT]: ['account'],
  [`${IN_ACCOUNT}/campaigns`]: ['account.campaigns'],
  [`${IN_ACCOUNT}/line_items`]: ['account.campaigns.nodes.lineItems'],
  [`${IN_ACCOUNT}/promoted_posts`]: ['account.campaigns.nodes.lineItems.nodes.promotedPosts'],
  [`${IN_ACCOUNT}/targeting_criteria`]: ['account.campaigns.nodes.lineItems.nodes.targetingCriteria'],
  [`${IN_ACCOUNT}/posts`]: ['account.campaigns.nodes.lineItems.nodes.promotedPosts.edges.node.post'],
  [`${IN_ACCOUNT}/cards/all`]: ['account.campaigns.nodes.lineItems.nodes.promotedPosts.edges.node.post.card'],
  [`${IN_ACCOUNT}/cards`]: ['account.cards'],
  [`${IN_ACCOUNT}/media_library`]: ['account.mediaItems'],
  [`${IN_ACCOUNT}/media_library/:media_key`]: ['account.cards.nodes.components.media'],
}

const FAULTS: Record<string, FaultRule['fault']> = {
  'status 500': { kind: 'status', status: 500, body: { html: '<h1>Internal Server Error</h1>' } },
  'a connection that is cut within the answer': { kind: 'broken', when: 'body' },
  'an answer of another form': { kind: 'status', status: 200, body: { json: {} } },
}

type Path = readonly (string | number)[]

/** Every place of an answer at which one of these fields has a value. */
function placesOf(value: unknown, fields: readonly string[], path: Path = []): Path[] {
  const field = path.filter((step) => typeof step === 'string').join('.')
  if (fields.includes(field) && typeof path.at(-1) === 'string') return value === null ? [] : [path]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item, index) => placesOf(item, fields, [...path, index]))
  return Object.entries(value).flatMap(([name, member]) => placesOf(member, fields, [...path, name]))
}

/** A copy of an answer with null at these places. */
function withoutPlaces(answer: unknown, places: readonly Path[]): unknown {
  const copy = structuredClone(answer)
  for (const path of places) {
    let object = copy as Record<string | number, unknown>
    for (const step of path.slice(0, -1)) object = object[step] as typeof object
    object[path.at(-1)!] = null
  }
  return copy
}

describe('the first screen', () => {
  let sandbox: Sandbox
  let healthy: Answer<object>

  /** Asks for the screen with a client of its own, so that no failure before has taught it anything. */
  async function screen(of: Sandbox) {
    // A page of another form is read again without its count, which is not a part of the plan.
    const options = { credentials: of.credentials, environment: 'sandbox', checksPlan: false } as const
    const graph = await openGraph(of.url, options)
    const answer = await graph.query<object>(FIRST_SCREEN)
    await graph.close()
    return answer
  }

  beforeAll(async () => {
    sandbox = await startSandbox()
    healthy = await screen(sandbox)
  })
  afterAll(() => sandbox.close())

  it('calls these endpoints, and has a value for every field that calls them', () => {
    expect(healthy.errors).toBeUndefined()
    expect(Object.keys(callCounts(healthy.calls)).sort()).toEqual(
      Object.keys(FIELDS_BY_ENDPOINT)
        .map((path) => `GET ${path}`)
        .sort(),
    )
    for (const fields of Object.values(FIELDS_BY_ENDPOINT))
      for (const field of fields) expect([field, placesOf(healthy.data, [field]).length > 0]).toEqual([field, true])
  })

  const cases = Object.keys(FIELDS_BY_ENDPOINT).flatMap((endpoint) =>
    Object.keys(FAULTS).map((fault): [string, string] => [endpoint, fault]),
  )

  it.concurrent.each(cases)(
    'loses nothing but what an endpoint brings that fails, with one error for each place: %s, %s',
    async (endpoint, fault) => {
      const failing = await startSandbox()
      failing.faults.add({ match: { path: endpoint }, fault: FAULTS[fault]! })
      const { data, errors = [] } = await screen(failing)
      await failing.close()

      const lost = placesOf(healthy.data, FIELDS_BY_ENDPOINT[endpoint]!)
      const places = errors.map(({ path }) => JSON.stringify(path)).sort()
      expect(places).toEqual(lost.map((path) => JSON.stringify(path)).sort())
      expect(new Set(errors.map(({ extensions }) => extensions.code))).toEqual(new Set(['UPSTREAM_UNAVAILABLE']))
      expect(data).toEqual(withoutPlaces(healthy.data, lost))
    },
  )
})
