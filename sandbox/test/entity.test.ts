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

/** What a table of tests has: the name of each case, and the case. */
function cases<Case extends { name: string }>(of: readonly Case[]): [string, Case][] {
  return of.map((each) => [each.name, each])
}

describe('the list', () => {
  test.each(cases(LISTS))('of %s has rows with the columns of the reference, and no others', async (_, list) => {
    const rows = await rowsOf(list)
    const shown = new Set(rows.flatMap((row) => Object.keys(row)))

    expect(rows.length).toBeGreaterThan(0)
    expect([...shown].filter((name) => !list.columns.includes(name))).toEqual([])
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
})

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
