import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { ENDPOINTS, ENTITIES } from '../../reference/index.ts'
import { openSandbox } from '../../test/support/sandbox.ts'
import { DEMO_ACCOUNT_ID } from '../index.ts'
import type { Data } from './client.ts'

const { client } = await openSandbox()

/** A list of rows of an account, as the reference has it. */
interface List {
  name: string
  path: string
  parameters: readonly string[]
  columns: readonly string[]
  /** The name of the ID in the path of one row; undefined if rows cannot be read one by one. */
  idName: string | undefined
}

/** What a list needs to have rows. */
const NEEDS: Record<string, () => Promise<Record<string, string>>> = {
  curated_categories: () => Promise.resolve({ country_codes: 'US,DE,JP' }),
  account_history: async () => ({
    entity_type: 'CAMPAIGN',
    entity_id: (await client.get(pathOf('campaigns'))).body.data[0]!.id,
    start_time: '2020-01-01T00:00:00Z',
    end_time: '2026-06-02T00:00:00Z',
  }),
  targeting_criteria: async () => {
    const lineItems = await client.get(pathOf('line_items'))
    return { line_item_ids: lineItems.body.data.map(({ id }) => id).join(',') }
  },
  posts: () => Promise.resolve({ post_type: 'PUBLISHED' }),
}

const LISTS: List[] = ENTITIES.flatMap(({ endpoints = {}, rows = {} }) =>
  Object.entries(endpoints).flatMap(([endpoint, list]) => {
    const [, name] = /^GET 12 accounts\/:account_id\/([a-z_]+)$/.exec(endpoint) ?? []
    const [row] = Object.values(rows)
    if (name === undefined || row === undefined || !namesOf(list).includes('cursor')) return []
    const one = Object.keys(endpoints).find((each) => each.startsWith(`${endpoint}/:`))
    const idName = one?.split(':').at(-1)
    return { name, path: pathOf(name), parameters: namesOf(list), columns: namesOf(row), idName }
  }),
)

function pathOf(name: string): string {
  return `accounts/${DEMO_ACCOUNT_ID}/${name}`
}

function namesOf({ documents, service = [] }: { documents: readonly string[]; service?: readonly string[] }): string[] {
  return [...documents, ...service].map((name) => name.replace('!', ''))
}

/** The columns that some rows of a list lack, as those of the live service do. */
const SOMETIMES: Record<string, string> = {
  line_items:
    'android_app_store_identifier ios_app_store_identifier funding_instrument_id daily_budget_amount_local_micro ' +
    'standard_delivery automatic_post_promotion',
  targeting_criteria: 'location_type',
  custom_audiences: 'description is_owner metadata',
  cards: 'components slides',
  media_library: 'title description poster_media_key media_category poster_media_url duration aspect_ratio',
  posts: 'card_uri',
}

/** The columns that no row of a list has: other answers do. */
const ELSEWHERE: Record<string, string> = {
  line_items: 'audience_expansion',
  targeting_criteria: 'localized_name',
  draft_posts: 'status',
  scheduled_posts: 'id_str',
  posts: 'text possibly_sensitive',
}

/** The columns that a deletion changes or leaves out, besides `deleted` and `updated_at`. */
const CHANGED_BY_DELETION: Record<string, string> = {
  campaigns: 'reasons_not_servable servable',
  line_items: 'reasons_not_servable servable',
  scheduled_posts: 'scheduled_status',
  funding_instruments: 'reasons_not_able_to_fund able_to_fund',
  targeting_criteria: 'operator_type',
}

/** The lists with the newest row first, and those in the order of IDs. All others begin with the oldest. */
const NEWEST_FIRST = ['campaigns', 'media_creatives', 'account_media', 'custom_audiences', 'cards', 'media_library']
const BY_ID = ['funding_instruments', 'curated_categories']

/** Every row of a list that can be seen. */
async function rowsOf({ name, path, parameters }: List): Promise<Data[]> {
  const all = ['with_deleted', 'with_draft'].filter((each) => parameters.includes(each))
  return client.walk(path, { ...(await NEEDS[name]?.()), ...Object.fromEntries(all.map((each) => [each, true])) })
}

function isNewestFirst(name: string): boolean {
  return NEWEST_FIRST.includes(name) || (name.endsWith('posts') && !name.includes('promoted'))
}

/** What a table of tests has: the name of each case, and the case. */
function cases<Case extends { name: string }>(of: readonly Case[]): [string, Case][] {
  return of.map((each) => [each.name, each])
}

describe('the list', () => {
  test.each(cases(LISTS))('of %s has rows with the columns of the reference, and no others', async (_, list) => {
    const rows = await rowsOf(list)
    const [sometimes = [], elsewhere = []] = [SOMETIMES, ELSEWHERE].map((columns) => columns[list.name]?.split(' '))
    const holders = (column: string) => rows.filter((row) => column in row).length

    expect(rows.length).toBeGreaterThan(0)
    expect(rows.flatMap((row) => Object.keys(row)).filter((name) => !list.columns.includes(name))).toEqual([])
    expect(list.columns.filter((name) => holders(name) === 0)).toEqual(
      list.columns.filter((name) => elsewhere.includes(name)),
    )
    expect(list.columns.filter((name) => holders(name) > 0 && holders(name) < rows.length).toSorted()).toEqual(
      sometimes.toSorted(),
    )
  })

  test.each([
    ['tracking_tags', 'tracking_tag_type', ['CLICK_TRACKER', 'IMPRESSION_TAG']],
    ['media_creatives', 'landing_url', ['object', 'string']],
    ['scheduled_promoted_posts', 'post_id', ['object', 'string']],
  ])('of %s has every kind of %s', async (name, column, kinds) => {
    const rows = await client.walk(pathOf(name))
    const kindOf = (value: unknown) => (kinds.includes(String(value)) ? String(value) : typeof value)

    expect([...new Set(rows.map((row) => kindOf(row[column])))].toSorted()).toEqual(kinds)
  })

  const timed = LISTS.filter(({ columns }) => columns.includes('created_at') && columns.includes('deleted'))
  test.each(cases(timed))('of %s is in its order', async (_, { name, path }) => {
    const rows = await client.walk(path, await NEEDS[name]?.())
    const times = rows.map((row) => (BY_ID.includes(name) ? row.id : Date.parse(String(row['created_at']))))
    const inOrder = times.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))

    expect(times).toEqual(isNewestFirst(name) ? inOrder.toReversed() : inOrder)
  })

  const filtered = LISTS.filter(({ parameters }) => parameters.some((name) => name.endsWith('_ids')))
  test.each(cases(filtered))(
    'of %s is found by its own IDs and those of parents, in its own order',
    async (_, list) => {
      const rows = await rowsOf(list)
      for (const filter of list.parameters.filter((name) => name.endsWith('_ids'))) {
        const column = filter === `${list.idName}s` ? 'id' : filter.replace(/s$/, '')
        const ids = [...new Set(rows.flatMap((row) => (typeof row[column] === 'string' ? row[column] : [])))].slice(
          0,
          3,
        )
        // Some line items do not show their funding instrument, which is that of the campaign.
        if (ids.length === 0 || rows.some((row) => row[column] === undefined)) continue
        const query = { ...(await NEEDS[list.name]?.()), [filter]: ids.toReversed().join(','), count: 2 }
        const found = await client.walk(list.path, query)
        const wanted = rows.filter((row) => ids.includes(String(row[column])))

        expect([filter, found]).toEqual([filter, wanted.filter((row) => found.some(({ id }) => id === row.id))])
        expect(found.length).toBeGreaterThan(0)
      }
    },
  )

  const readable = LISTS.filter(({ idName }) => idName !== undefined)
  test.each(cases(readable))('of %s has rows that are read one by one, deleted ones on request', async (_, list) => {
    const rows = await rowsOf(list)
    const [shown, deleted] = [false, true].map((isDeleted) => rows.find((row) => row['deleted'] === isDeleted))
    const read = async (row: Data | undefined, params = {}) => {
      // Media have a key instead of an ID.
      const id = row && ((row['media_key'] as string | undefined) ?? row.id)
      return id && (await client.get(`${list.path}/${id}`, params)).status
    }

    expect([undefined, 200]).toContain(await read(shown))
    expect([undefined, 404]).toContain(await read(deleted))
    expect([undefined, 200]).toContain(await read(deleted, { with_deleted: true }))
    expect((await client.get(`${list.path}/nobody`)).status).toBe(404)
  })

  const deletable = LISTS.filter(({ name, columns }) => columns.includes('deleted') && isDeletable(name))
  test.each(cases(deletable))('of %s hides a row that is deleted, which is 404 afterwards', async (_, list) => {
    const query = await NEEDS[list.name]?.()
    const [first] = await client.walk(list.path, query)
    const one = `${list.path}/${(first!['media_key'] as string | undefined) ?? first!.id}`
    const { status, body } = await client.delete(one)

    const [after = {}] = [body.data].flat() as Record<string, unknown>[]
    const changed = Object.keys(first!).filter((column) => !isDeepStrictEqual(after[column], first![column]))
    expect([status, after['deleted']]).toEqual([200, true])
    expect(changed.filter((column) => column !== 'deleted' && column !== 'updated_at')).toEqual(
      CHANGED_BY_DELETION[list.name]?.split(' ') ?? [],
    )
    expect(
      (await client.walk(list.path, query)).filter(
        (row) => row.id === first!.id && row['media_key'] === first!['media_key'],
      ),
    ).toEqual([])
    expect([(await client.get(one)).status, (await client.delete(one)).status]).toEqual([404, 404])
  })
})

describe('a row', () => {
  const rows = Object.keys(ENDPOINTS).flatMap((name) => {
    const [, path] = /^GET 12 (accounts\/:account_id\/\w+\/:\w+)$/.exec(name) ?? []
    return path === undefined ? [] : [path]
  })
  const refused = ['PUT', 'DELETE'].flatMap((method) =>
    rows.filter((path) => !(`${method} 12 ${path}` in ENDPOINTS)).map((path) => ({ name: `${method} ${path}` })),
  )
  test.each(cases(refused))('takes no %s, which the reference does not have', async (name) => {
    const [method = '', path = ''] = name.split(' ')
    const target = `/12/${path.replace(':account_id', DEMO_ACCOUNT_ID).replaceAll(/:\w+/g, 'nobody')}`
    expect((await client.send(method, target, method === 'PUT' ? { form: { name: 'Other' } } : {})).status).toBe(405)
  })
})

/** Whether every row of a list can be deleted: a scheduled promoted post cannot once its post is due. */
function isDeletable(name: string): boolean {
  const endpoint = Object.keys(ENDPOINTS).some((each) => each.startsWith(`DELETE 12 accounts/:account_id/${name}/:`))
  return endpoint && name !== 'scheduled_promoted_posts'
}

/** A write of the entities of an account, with parameters in a form or none. */
interface Write {
  name: string
  /** The required parameters. */
  required: string[]
  /** Sends it, for a row that does not exist. */
  send: (params?: Record<string, string>) => ReturnType<typeof client.send>
}

const WRITES = Object.entries(ENDPOINTS)
  .filter(([name, { body }]) => /^(POST|PUT|DELETE) 12 accounts\//.test(name) && !body?.startsWith('JSON'))
  .map(([name, { documents, service = [] }]): Write => {
    const [method = '', , path = ''] = name.split(' ')
    const target = `/12/${path.replace(':account_id', DEMO_ACCOUNT_ID).replaceAll(/:\w+/g, 'nobody')}`
    return {
      name,
      required: [...documents, ...service].flatMap((each) => (each.endsWith('!') ? each.replace('!', '') : [])),
      send: (params = {}) => client.send(method, target, { [method === 'DELETE' ? 'query' : 'form']: params }),
    }
  })

describe('the write', () => {
  test.each(cases(WRITES))('%s refuses a parameter that the reference does not have', async (_, { send }) => {
    const { status, body } = await send({ nonsense: '1' })

    expect([status, body.errors?.map(({ message }) => message)]).toEqual([
      400,
      expect.arrayContaining(['Unknown parameter for nonsense']),
    ])
  })

  const requiring = WRITES.filter(({ required }) => required.length > 0)
  test.each(cases(requiring))(
    '%s requires the parameters that the reference requires',
    async (_, { required, send }) => {
      const { status, body } = await send()

      expect(status).toBe(400)
      expect(body.errors?.flatMap(({ code, parameter }) => (code === 'MISSING_PARAMETER' ? parameter : []))).toEqual(
        expect.arrayContaining(required),
      )
    },
  )

  // Settings are made by their first change.
  const ofRow = WRITES.filter(({ name, required }) => required.length === 0 && /:(?!account_id|user_id)\w+$/.test(name))
  test.each(cases(ofRow))('%s is 404 without its row', async (_, { send }) => {
    expect((await send()).status).toBe(404)
  })
})
