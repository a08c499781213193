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

/** Every row of a list that can be seen. */
async function rowsOf({ name, path, parameters }: List): Promise<Data[]> {
  const all = ['with_deleted', 'with_draft'].filter((each) => parameters.includes(each))
  return client.walk(path, { ...(await NEEDS[name]?.()), ...Object.fromEntries(all.map((each) => [each, true])) })
}

describe.each(LISTS.map((list) => [list.name, list] as const))('the list of %s', (_name, list) => {
  const { path, idName, parameters, columns } = list

  test('has rows with the columns of the reference, and no others', async () => {
    const rows = await rowsOf(list)
    const shown = new Set(rows.flatMap((row) => Object.keys(row)))

    expect(rows.length).toBeGreaterThan(0)
    expect([...shown].filter((name) => !columns.includes(name))).toEqual([])
  })

  const filters = parameters.filter((name) => name.endsWith('_ids'))
  test.runIf(filters.length > 0)(`is found by ${filters.join(' and ')}, in its own order`, async () => {
    const rows = await rowsOf(list)
    for (const filter of filters) {
      const column = filter === `${idName}s` ? 'id' : filter.replace(/s$/, '')
      const ids = [...new Set(rows.flatMap((row) => (typeof row[column] === 'string' ? row[column] : [])))].slice(0, 3)
      // Some line items do not show their funding instrument, which is that of the campaign.
      if (ids.length === 0 || rows.some((row) => row[column] === undefined)) continue
      const found = await client.walk(path, {
        ...(await NEEDS[list.name]?.()),
        [filter]: [...ids].reverse().join(','),
        count: 2,
      })
      const wanted = rows.filter((row) => ids.includes(String(row[column])))

      expect([filter, found]).toEqual([filter, wanted.filter((row) => found.some(({ id }) => id === row.id))])
      expect(found.length).toBeGreaterThan(0)
    }
  })

  test.runIf(idName)('has rows that are read one by one, and deleted ones only on request', async () => {
    const rows = await rowsOf(list)
    const [shown, deleted] = [false, true].map((isDeleted) => rows.find((row) => row['deleted'] === isDeleted))
    const one = (row: Data) => `${path}/${String(row[idName!] ?? row.id)}`
    const read = async (row: Data | undefined, params = {}) => row && (await client.get(one(row), params)).status

    expect([undefined, 200]).toContain(await read(shown))
    expect([undefined, 404]).toContain(await read(deleted))
    expect([undefined, 200]).toContain(await read(deleted, { with_deleted: true }))
    expect((await client.get(`${path}/nobody`)).status).toBe(404)
  })
})

/** The writes of an account's entities with parameters in a form, and those of one row. */
const WRITES = Object.entries(ENDPOINTS)
  .filter(([name, { body }]) => /^(POST|PUT|DELETE) 12 accounts\//.test(name) && !body?.startsWith('JSON'))
  .map(([name, endpoint]) => {
    const [method = '', , path = ''] = name.split(' ')
    return { name, method, path, ...endpoint }
  })

describe.each(WRITES.map((write) => [write.name, write] as const))(
  '%s',
  (_name, { method, path, documents, service }) => {
    const target = `/12/${path.replace(':account_id', DEMO_ACCOUNT_ID).replaceAll(/:\w+/g, 'nobody')}`
    const required = [...documents, ...(service ?? [])].filter((name) => name.endsWith('!'))
    const send = (params = {}) => client.send(method, target, { [method === 'DELETE' ? 'query' : 'form']: params })

    test('refuses a parameter that the reference does not have', async () => {
      const { status, body } = await send({ nonsense: 1 })

      expect([status, body.errors?.map(({ message }) => message)]).toEqual([
        400,
        expect.arrayContaining(['Unknown parameter for nonsense']),
      ])
    })

    test.runIf(required.length > 0)('requires the parameters that the reference requires', async () => {
      const { status, body } = await send()
      const missing = body.errors?.flatMap(({ code, parameter }) => (code === 'MISSING_PARAMETER' ? parameter : []))

      expect(status).toBe(400)
      expect(missing).toEqual(expect.arrayContaining(required.map((name) => name.replace('!', ''))))
    })

    const isOfRow = required.length === 0 && target.endsWith('/nobody') && !path.includes('user_settings')
    test.runIf(isOfRow)('is 404 without its row', async () => {
      expect((await send()).status).toBe(404)
    })
  },
)
